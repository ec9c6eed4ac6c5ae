"""Places in a workbook: "Sheet Budget, B4:B9" for a person, sheet and cells with characters for reopening."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from forager.model.document import Location, Run
from forager.parse.errors import PlaceNotFound
from forager.parse.places import Pointer
from forager.parse.units import Unit, pointer
from forager.parse.xlsx_cells import Area, area_of

_START = attrgetter("start")


def location(runs: Sequence[Run], start: int, end: int) -> Location:
    """The cells that hold a span, and the characters in the first and last of them."""
    if not runs:
        return Location("sheet", "the workbook", pointer(runs, start, end))
    first = max(0, bisect_right(runs, start, key=_START) - 1)
    last = max(first, bisect_right(runs, max(start, end - 1), key=_START) - 1)
    sheet, other = sheet_of(runs[first].address), sheet_of(runs[last].address)
    if sheet != other:
        ends = [
            (name, runs[place].address, _around(runs, place, place)) for name, place in ((sheet, first), (other, last))
        ]
        words = " to ".join(_words(*end) for end in ends)
        return Location("sheet", words, (("sheet", sheet), *pointer(runs, start, end)))
    area = _around(runs, first, last)
    words = _words(sheet, runs[first].address, area)
    return Location("sheet", words, (("sheet", sheet), *_cells(area), *pointer(runs, start, end)))


def sheet_of(address: str) -> str:
    """The sheet of an address such as "Budget!B4"."""
    return address.rpartition("!")[0]


def _words(sheet: str, address: str, area: Area | None) -> str:
    rest = address.rpartition("!")[2]
    if area is not None:
        return f"Sheet {sheet}, {area.words}"
    if "#" in rest:
        return f"Sheet {sheet}, note at {rest.partition('#')[0]}"
    return f"Sheet {sheet}, {rest}" if rest else f"Sheet {sheet}"


def _cells(area: Area | None) -> Pointer:
    if area is None:
        return ()
    first, _, last = area.words.partition(":")
    return (("cell", first), ("cell_to", last)) if last else (("cell", first),)


def _around(runs: Sequence[Run], first: int, last: int) -> Area | None:
    """The rectangle around all cells of a stretch of runs; None when it holds none."""
    found: Area | None = None
    for place in range(first, last + 1):
        area = area_of(runs[place].address.rpartition("!")[2])
        if area is None or (found is not None and found.covers(area)):
            continue
        found = area if found is None else found.around(area)
    return found


@dataclass(frozen=True, slots=True)
class Index:
    """Units read anew, and where each address stands among them: a large workbook is asked many times."""

    units: tuple[Unit, ...]
    numbers: dict[str, int]

    @classmethod
    def of(cls, units: Sequence[Unit]) -> Index:
        """The index of the units; an address that comes twice means the first."""
        numbers: dict[str, int] = {}
        for number, unit in enumerate(units):
            numbers.setdefault(unit.address, number)
        return cls(tuple(units), numbers)

    def reopen(self, place: Location) -> str:
        """The text at a place that ``location`` gave.

        Raises:
            PlaceNotFound: there is no such cell, or it is shorter than the pointer says.
        """
        start, end = place.get("char_from"), place.get("char_to")
        first = self.numbers.get(str(place.get("address")))
        last = self.numbers.get(str(place.get("address_to") or place.get("address")))
        if not self.units and not place.get("address") and end == 0:
            return ""
        if first is None or last is None or not isinstance(start, int) or not isinstance(end, int):
            raise PlaceNotFound("The workbook has no such cell.", remedy="Read the source again.")
        before = sum(len(unit.whole) for unit in self.units[first:last])
        text = "".join(unit.whole for unit in self.units[first : last + 1])
        if not 0 <= start <= before + end <= len(text):
            raise PlaceNotFound("The pointer leads outside its cell.", remedy="Read the source again.")
        return text[start : before + end]
