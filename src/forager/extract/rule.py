"""What a rule is: a name, a pattern, what it claims, and the examples that are its tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from forager.model.document import Zone
from forager.model.statement import ItemType, Support

Tier = Literal["A", "B", "C"]
Kind = Literal[
    "key_value",
    "property",
    "cell",
    "field",
    "value",
    "change",
    "holder",
    "relation",
    "state",
    "requirement",
    "decision",
    "definition",
    "reason",
    "aim",
    "request",
    "chosen",
    "kind",
    "whole",
    "lacking",
    "decided_value",
    "supersedes",
    "clause",
    "letterhead",
    "header",
    "item",
    "sentence",
]
"""How the captures are read; the reader of each kind is in ``grammar``, ``structure`` or ``sentence``."""

PROSE: tuple[Zone, ...] = (Zone.PARAGRAPH, Zone.ITEM)


@dataclass(frozen=True, slots=True)
class Example:
    """A text the rule fires on, and what it takes from it ("" = not checked)."""

    text: str
    subject: str = ""
    attribute: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``needs`` are classes without which the pattern is not tried. ``only`` limits the words of a capture.
    ``words``: one of them must stand in the sentence, or the pattern is not tried.

    A rule of tier A or C has a pattern in words: its shape is the layout of the document, read by code.
    """

    name: str
    tier: Tier
    kind: Kind
    pattern: str
    examples: tuple[Example, ...]
    counter_examples: tuple[str, ...]
    type: ItemType = ItemType.FACT
    support: Support = Support.DIRECT_FACT
    zones: tuple[Zone, ...] = PROSE
    needs: tuple[str, ...] = ()
    only: tuple[tuple[str, tuple[str, ...]], ...] = ()
    attribute: str = ""
    version: int = 1
    words: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name that statements carry: "possessive is value@1"."""
        return f"{self.name}@{self.version}"

    @property
    def captures(self) -> tuple[str, ...]:
        """Names of the captures, in order of the pattern."""
        names = [part.split(":", 1)[0] for part in self.pattern.split("<")[1:]]
        return tuple(name for name in dict.fromkeys(names) if name.isidentifier())
