"""One token of a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from forager.extract.qualifiers import Qualifier
from forager.model.statement import Value


@dataclass(frozen=True, slots=True)
class Token:
    """One token: class name, range in the view, text; ``key`` is an attribute key or a verb lemma, ``value`` a typed value."""

    cls: str
    start: int
    end: int
    text: str
    key: str = ""
    value: Value | None = None
    qualifier: Qualifier | None = None

    @property
    def lower(self) -> str:
        """The text in folded case."""
        return self.text.casefold()
