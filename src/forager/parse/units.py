"""Formats whose text is built from parts: each unit has an address in the original and its own text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from forager.model.document import Location, Run
from forager.parse.errors import PlaceNotFound
from forager.parse.places import Pointer, run_at


@dataclass(frozen=True, slots=True)
class Unit:
    """One part of the original (a header, a message part, a paragraph, a cell paragraph) and what separates it from the next."""

    address: str
    text: str
    after: str = ""

    @property
    def whole(self) -> str:
        """The text with the separator that follows it."""
        return self.text + self.after


@dataclass(frozen=True, slots=True)
class Addressed:
    """The units of an original with the number of each address: built once, asked for every excerpt."""

    units: tuple[Unit, ...]
    numbers: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, units: Iterable[Unit]) -> Addressed:
        """These units; of two with one address the later is found."""
        kept = tuple(units)
        return cls(kept, {unit.address: number for number, unit in enumerate(kept)})


def compose(units: Iterable[Unit]) -> tuple[str, tuple[Run, ...]]:
    """The normalised text of all units in order, and its offset map."""
    parts: list[str] = []
    runs: list[Run] = []
    start = 0
    for unit in units:
        runs.append(Run(start, unit.address))
        parts.append(unit.whole)
        start += len(unit.whole)
    return "".join(parts), tuple(runs)


def pointer(runs: Sequence[Run], start: int, end: int) -> Pointer:
    """Addresses and character offsets of a span; ``address_to`` only when it ends in another unit."""
    first, last = run_at(runs, start), run_at(runs, max(start, end - 1))
    pairs: Pointer = (("address", first.address), ("char_from", start - first.start))
    if last.address != first.address:
        pairs += (("address_to", last.address),)
    return (*pairs, ("char_to", end - last.start))


def reopen_units(addressed: Addressed, location: Location) -> str:
    """The text at a pointer, from units read anew out of the original.

    Raises:
        PlaceNotFound: there is no such unit, or it is shorter than the pointer says.
    """
    units, numbers = addressed.units, addressed.numbers
    if not units and not location.get("address") and location.get("char_to") == 0:
        return ""
    first = numbers.get(str(location.get("address")))
    last = numbers.get(str(location.get("address_to") or location.get("address")))
    start, end = location.get("char_from"), location.get("char_to")
    if first is None or last is None or not isinstance(start, int) or not isinstance(end, int):
        raise PlaceNotFound("The original has no part with this address.", remedy="Read the source again.")
    before = sum(len(unit.whole) for unit in units[first:last])
    text = "".join(unit.whole for unit in units[first : last + 1])
    if not 0 <= start <= before + end <= len(text):
        raise PlaceNotFound("The pointer leads outside its part of the original.", remedy="Read the source again.")
    return text[start : before + end]
