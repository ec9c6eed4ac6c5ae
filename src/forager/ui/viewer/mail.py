"""A mail: its headers as a table, then its body part by part, with what it quotes set apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from forager.ui.viewer.look import Look, Told
from forager.ui.viewer.marks import Piece, pieces
from forager.ui.viewer.nodes import Group, groups
from forager.ui.viewer.paper import READING_RADIUS, WHOLE, nodes_of
from forager.ui.viewer.stored import Kept, segments
from forager.ui.viewer.window import Window, window

_HEADER = "header:"


@dataclass(frozen=True, slots=True)
class Field:
    """A header line: its name and what it says."""

    name: tuple[Piece, ...]
    pieces: tuple[Piece, ...]
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the body; ``address`` is its number in the message, empty when it is the only one."""

    address: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Mail:
    """A message, opened."""

    kind: ClassVar[str] = "mail"
    fields: tuple[Field, ...]
    parts: tuple[Part, ...]
    window: Window


def mail(kept: Kept, look: Look) -> Mail:
    """The whole message; of a very long one the blocks round the excerpt."""
    spans = _spans(kept)
    fields = tuple(_field(kept, look, *each) for each in spans if each[0].startswith(_HEADER))
    bodies = [each for each in spans if not each[0].startswith(_HEADER)]
    every = [(address, segment) for address, start, end in bodies for segment in segments(kept, start, end)]
    starts = [segment.start for _, segment in every]
    at = look.centre(lambda place: sum(1 for start in starts if start <= place) - 1)
    shown = window(len(every), at, READING_RADIUS, WHOLE, "part")
    mine = every[shown.first : shown.last]
    parts = []
    for address, _, _ in bodies:
        inside = [segment for name, segment in mine if name == address]
        if inside:
            parts.append(Part(address if len(bodies) > 1 else "", groups(nodes_of(kept, look, inside))))
    return Mail(fields, tuple(parts), shown)


def _spans(kept: Kept) -> list[tuple[str, int, int]]:
    """Headers and body parts: address, start, end."""
    return [(kept.address(run), kept.start(run), kept.start(run + 1)) for run in range(len(kept.runs))]


def _field(kept: Kept, look: Look, address: str, start: int, end: int) -> Field:
    name = start + len(address.split(":")[1])
    stop = start + len(kept.text[start:end].rstrip("\n"))
    value = pieces(kept.text, min(stop, name + 2), stop, look.marks)
    return Field(pieces(kept.text, start, name, look.marks), value, tuple(look.tell(start, end)))
