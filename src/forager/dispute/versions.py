"""Version and date markers in a document's name, title or first lines: what orders near-copies (forager.md §6 b)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from forager.dispute.duplicates import Reading
from formicaria.ground.ids import normal_text

Order = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marker:
    """A name without its marker, the kind of marker (version, date, state, or none) and its place in that kind's order."""

    base: str
    kind: str
    order: Order


_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_STATES = {"outline": 0, "draft": 1, "proposal": 1, "proposed": 1, "review": 2, "final": 3, "approved": 3, "signed": 4}
"""What a document passes through; a later state replaces an earlier one."""
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("date", re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[ ._-]?(?P<m>0[1-9]|1[0-2])[ ._-]?(?P<d>0[1-9]|[12]\d|3[01])(?!\d)")),
    ("date", re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[ ._-](?P<m>0[1-9]|1[0-2])(?!\d)")),
    ("date", re.compile(rf"\b(?:(?P<d>\d{{1,2}}) )?(?P<n>{_MONTHS}),? (?P<y>(?:19|20)\d\d)\b")),
    ("date", re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[ ._-]?q(?P<q>[1-4])\b")),
    ("version", re.compile(r"\b(?:v|ver|version|rev|revision|issue|edition|release)[ ._-]?(?P<v>\d{1,4}(?:[._]\d{1,4}){0,3})\b")),
    ("version", re.compile(r"\b(?:rev|revision|issue)[ ._-]?(?P<l>[a-z])\b")),
    ("version", re.compile(r"(?<![\d.])(?P<v>\d{1,3}(?:\.\d{1,4}){1,3})(?![\d.])")),
    ("state", re.compile(rf"\b(?P<s>{'|'.join(_STATES)})\b")),
    ("date", re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)(?!\d)")),
)  # fmt: skip


@lru_cache(maxsize=4096)
def marker(name: str) -> Marker:
    """The marker in a name or title; of several kinds the first of date, version and state that it has."""
    text = _words(name)
    for kind, pattern in _PATTERNS:
        found = pattern.search(text)
        if found is not None:
            base = " ".join(re.findall(r"\w+", f"{text[: found.start()]} {text[found.end() :]}"))
            return Marker(base, kind, _order(found))
    return Marker(" ".join(re.findall(r"\w+", text)), "", ())


def later(left: Sequence[str], right: Sequence[str]) -> int:
    """1 when the second of two documents is marked as the later one, -1 when the first is, 0 when nothing or two things are said.

    Each document is given by its (logical name, title, version in its first lines); all are compared and may not speak against each other.
    """
    said = {_compared(marker(a), marker(b)) for a, b in zip(_names(left), _names(right), strict=True) if a and b}
    said.discard(0)
    return said.pop() if len(said) == 1 else 0


def replaced(group: Sequence[Reading]) -> dict[str, str]:
    """Among near-duplicates, each source that a marked one takes the place of -> the latest such source."""
    found: dict[str, str] = {}
    for each in group:
        after = [other for other in group if _is_later(each, other)]
        last = [one for one in after if not any(_is_later(one, other) for other in after)]
        if last:
            found[each.source_id] = min(one.source_id for one in last)
    return found


def _is_later(one: Reading, other: Reading) -> bool:
    return later((one.logical_name, one.title, one.opening), (other.logical_name, other.title, other.opening)) == 1


def _names(document: Sequence[str]) -> tuple[str, ...]:
    path = PurePosixPath(document[0])
    return str(path.with_suffix("")), *document[1:]


def _compared(one: Marker, other: Marker) -> int:
    if one.base != other.base or not (one.kind or other.kind):
        return 0
    if not (one.kind and other.kind):
        return _against_unmarked(one) if one.kind else -_against_unmarked(other)
    if one.kind != other.kind or one.order == other.order:
        return 0
    return 1 if one.order < other.order else -1


def _against_unmarked(marked: Marker) -> int:
    """How a marked document stands to one of its name without a marker: a draft comes before it, a second version after it."""
    if marked.kind == "state":
        return 1 if marked.order < (_STATES["final"],) else 0
    return -1 if marked.kind == "version" and marked.order >= (2,) else 0


def _order(found: re.Match[str]) -> Order:
    parts = found.groupdict()
    if parts.get("s"):
        return (_STATES[parts["s"]],)
    if parts.get("l"):
        return (ord(parts["l"]) - ord("a") + 1,)
    if parts.get("v"):
        return tuple(int(part) for part in re.split(r"[._]", parts["v"]))
    month = _MONTHS.split("|").index(parts["n"]) + 1 if parts.get("n") else int(parts.get("m") or 0)
    return int(parts["y"]), month or 3 * int(parts.get("q") or 0), int(parts.get("d") or 0)


def _words(name: str) -> str:
    """The name with its separators as spaces, so that "plan_v2" has a word "v2"; dots and hyphens inside numbers stay."""
    return re.sub(r"_(?!\d)|(?<=[a-z])_|(?<!\d)-|-(?!\d)", " ", normal_text(name))
