"""Times of day in words, or without am and pm, beside what makes them a clock: "quarter to five", "at 9", "5 in the afternoon".

Runs once days are read, so that a number which belongs to a day is taken. What it finds becomes an atom ``T`` with its hour and
minute; ``number`` says which half of the day is meant: 0 unknown, 1 before noon, 2 after.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from forager.extract.values import date_words as words
from forager.extract.values.date_atoms import Atom

NOON = 12
BEFORE_NOON, AFTER_NOON = 1, 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where a form of the clock fits: its match over class letters, and the atoms."""

    found: re.Match[str]
    atoms: list[Atom]

    def part(self, name: str) -> Atom | None:
        """The atom of a named part, or None when the part is absent."""
        at = self.found.start(name) if name in self.found.re.groupindex else -1
        return self.atoms[at] if at >= 0 else None


Made = list[Atom] | None
Reader = Callable[[Place], Made]


def in_half(clock: str, half: int) -> str:
    """``clock`` put in a half of the day, where it leaves that open: 7:30 in the evening is 19:30."""
    hour = int(clock[:2])
    if half == AFTER_NOON and 0 < hour < NOON:
        return f"{hour + NOON:02d}{clock[2:]}"
    return f"00{clock[2:]}" if half == BEFORE_NOON and hour == NOON else clock


def half_of_part(word: str) -> int:
    """The half of the day a part of it lies in; 0 for what is no part of the day."""
    return BEFORE_NOON if word == "morning" else AFTER_NOON if word in words.DAY_PARTS or word == "tonight" else 0


def _half(atom: Atom | None) -> int:
    """Which half "a m", "in the evening" or "tonight" says; 0 when none does."""
    if atom is None:
        return 0
    return atom.point.half if atom.point is not None else atom.number if atom.cls == "K" else half_of_part(atom.word)


def _time(first: Atom, last: Atom, hour: int, minute: int, half: int) -> Atom | None:
    """A time of day over a range of atoms; None when the clock has none such."""
    if not 0 <= hour <= 24 or not 0 <= minute < 60 or (half and not 1 <= hour <= NOON):
        return None
    return Atom("T", first.start, last.end, half, in_half(f"{hour:02d}:{minute:02d}", half))


def _whole(place: Place, hour: int, minute: int, half: int) -> Made:
    """All atoms of a place as one time."""
    inside = place.atoms[place.found.start() : place.found.end()]
    made = _time(inside[0], inside[-1], hour, minute, half)
    return None if made is None else [made]


def _said(place: Place) -> Made:
    """Nine a m; one thirty p m; five in the afternoon; at seven twenty-seven."""
    hour, minute = place.part("h"), place.part("m")
    if hour is None or (minute is not None and not _is_spoken(hour)):
        return None
    half = _half(place.part("K")) or _half(place.part("p"))
    return _whole(place, hour.number, minute.number if minute is not None else 0, half)


def _is_spoken(atom: Atom) -> bool:
    return not atom.word.isdigit()


def _tonight(place: Place) -> Made:
    """Ten, tonight; 7 this evening: the hour of a day said with its part."""
    hour, day = place.part("h"), place.part("P")
    if hour is None or day is None or day.point is None or not day.point.half:
        return None
    made = _time(hour, hour, hour.number, 0, day.point.half)
    return None if made is None else [made, day]


_FRACTIONS = {"quarter": 15, "half": 30}
_LATER, _EARLIER = frozenset({"past", "after"}), frozenset({"to", "till", "before"})


def _past(place: Place) -> Made:
    """Half past seven, quarter to five, twenty minutes after eight."""
    hour, way = place.part("h"), place.part("to")
    minutes = _minutes(place)
    if hour is None or way is None or not 0 < minutes < 60:
        return None
    known = hour.number if hour.cls == "T" else 0
    whole = int(hour.word[:2]) if hour.cls == "T" else hour.number
    if hour.cls == "T" and hour.word[2:] != ":00":
        return None
    half = _half(place.part("K")) or _half(place.part("p"))
    if way.word in _EARLIER:
        return _whole(place, *_an_hour_earlier(whole, minutes), half) if not known and minutes != 30 else None
    return _whole(place, whole, minutes, half) if way.word in _LATER else None


def _an_hour_earlier(hour: int, minutes: int) -> tuple[int, int]:
    return (hour - 1 if hour > 1 else NOON), 60 - minutes


def _minutes(place: Place) -> int:
    """The minutes before or after the hour; 0 when the words count something else."""
    number, unit = place.part("m"), place.part("U")
    if number is None:
        return _FRACTIONS.get(unit.word, 0) if unit is not None else 0
    if unit is not None:
        return number.number if unit.word == "minute" else 0
    return number.number if number.number % 5 == 0 else 0


def _ends(place: Place) -> Made:
    """Both ends of a range of hours of which one or none is written as a clock: 4 to 5pm, 10:30 to 3, from 4 to 5."""
    first, last = place.part("h"), place.part("h2")
    if first is None or last is None:
        return None
    half = _half(place.part("p"))
    one, two = _end(first, half), _end(last, half)
    if one is None or two is None:
        return None
    if last.cls == "d" and not two.number and two.word < one.word and two.word < "12:00":
        two = two._replace(word=in_half(two.word, AFTER_NOON))
    at = place.found.start("h") + 1
    return [one, place.atoms[at], two]


def _end(atom: Atom, half: int) -> Atom | None:
    if atom.cls == "T":
        return atom._replace(word=in_half(atom.word, half), number=half) if half and not atom.number else atom
    return _time(atom, atom, atom.number, 0, half)


def _spoken_ends(place: Place) -> Made:
    """From two thirty to three fifteen."""
    parts = [place.part(name) for name in ("h", "m", "h2", "m2")]
    first, minute, last, minute2 = parts
    if first is None or minute is None or last is None or not (_is_spoken(first) and _is_spoken(last)):
        return None
    one = _time(first, minute, first.number, minute.number, 0)
    two = _time(last, minute2 or last, last.number, minute2.number if minute2 is not None else 0, 0)
    if one is None or two is None:
        return None
    return [one, place.atoms[place.found.start("m") + 1], two]


def _lasting(place: Place) -> Made:
    """From 2pm for 2 hours: a time and how long from it."""
    begin, amount, unit = place.part("T"), place.part("d"), place.part("U")
    size = words.CLOCK_SIZES.get(unit.word, 0) if unit is not None else 0
    if begin is None or amount is None or unit is None or not size:
        return None
    length = size * amount.number // 60
    more, smaller = place.part("d2"), place.part("U2")
    if more is not None and smaller is not None:
        length += words.CLOCK_SIZES.get(smaller.word, 0) * more.number // 60
    last = int(begin.word[:2]) * 60 + int(begin.word[3:5]) + length
    if last > 24 * 60:
        return None
    inside = place.atoms[place.found.start() : place.found.end()]
    return [
        Atom("T", inside[0].start, begin.end, begin.number, begin.word),
        Atom("-", begin.end, begin.end),
        Atom("T", begin.end, inside[-1].end, begin.number, f"{last // 60:02d}:{last % 60:02d}"),
    ]


_TO = r"[->u]"
_FREE = r"(?![UXMVoWY%:/\d$dq]|[-.]d|,d)"
"""What may not follow an hour: what it would count, and more of a number."""
_PART = r"(?:,?i?t(?P<p>p))"


def _rows(*rows: tuple[str, Reader]) -> tuple[tuple[re.Pattern[str], Reader], ...]:
    return tuple((re.compile(pattern), reader) for pattern, reader in rows)


_FORMS = _rows(
    (rf"(?:a?(?P<U>U))(?P<to>[qB>])(?P<h>[dT])(?P<K>K)?{_PART}?(?!U)", _past),
    (rf"(?P<m>d)(?P<U>U)(?P<to>[qB>])(?P<h>[dT])(?P<K>K)?{_PART}?(?!U)", _past),
    (rf"(?P<m>d)(?P<to>q)(?P<h>[dT])(?P<K>K)?{_PART}?(?!U)", _past),
    (rf"(?<=@)(?P<m>d)(?P<to>>)(?P<h>[dT])(?P<K>K)?{_PART}?(?!U)", _past),
    (r"(?P<T>T)4(?P<d>d)(?P<U>U)(?:&?(?P<d2>d)(?P<U2>U))?", _lasting),
    (r"4(?P<d>d)(?P<U>U)(?:&?(?P<d2>d)(?P<U2>U))?F(?P<T>T)", _lasting),
    (rf"(?<=[Fb])(?P<h>d)(?P<m>d)(?:{_TO}|(?<=b..)&)(?P<h2>d)(?P<m2>d)?{_FREE}", _spoken_ends),
    (rf"(?P<h>[dT])(?:{_TO}|(?<=b.)&)(?P<h2>[dT])i?t(?P<p>p)", _ends),
    (rf"(?P<h>d)(?:{_TO}|(?<=b.)&)(?P<h2>T)", _ends),
    (rf"(?P<h>T)(?:{_TO}|(?<=b.)&)(?P<h2>d){_FREE}", _ends),
    (rf"(?<=[Fb])(?P<h>d)(?:{_TO}|(?<=b.)&)(?P<h2>d)(?=[,nfi]?t?P)", _ends),
    (rf"(?:(?<=PF)|(?<=Pb)|(?<=P,F)|(?<=P,b))(?P<h>d)(?:{_TO}|(?<=b.)&)(?P<h2>d){_FREE}", _ends),
    (r"(?P<h>d)(?P<m>d)?(?P<K>K)", _said),
    (r"(?P<h>d)(?P<m>d)?,?it(?P<p>p)", _said),
    (rf"(?:(?<=@)|(?<=@\*))(?P<h>d)(?P<m>d)?{_FREE}", _said),
    (r"(?<=tp@)(?P<h>d)", _said),
    (r"(?P<h>d)(?P<m>d)(?=P)", _said),
    (r"(?<=P)(?P<h>d)(?P<m>d)(?![UXMoW%:/\d$])", _said),
    (r"(?P<h>d),?(?P<P>P)", _tonight),
)
_ANY = re.compile("|".join(re.sub(r"\(\?P<\w+>", "(?:", pattern.pattern) for pattern, _ in _FORMS))


def clocked(atoms: list[Atom]) -> list[Atom]:
    """The atoms with the hours among them read as times of day."""
    classes = "".join([atom.cls for atom in atoms])
    if "d" not in classes and "U" not in classes:
        return atoms
    made: list[Atom] = []
    at = 0
    while (place := _ANY.search(classes, at)) is not None:
        start = place.start()
        made += atoms[at:start]
        found, at = _read_at(atoms, classes, start)
        made += found
    return made + atoms[at:]


def _read_at(atoms: list[Atom], classes: str, start: int) -> tuple[list[Atom], int]:
    for pattern, reader in _FORMS:
        found = pattern.match(classes, start)
        made = reader(Place(found, atoms)) if found is not None else None
        if found is not None and made is not None:
            return made, found.end()
    return [atoms[start]], start + 1
