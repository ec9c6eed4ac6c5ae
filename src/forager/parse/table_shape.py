"""What a grid of cells is: which row names its columns, and what stands above it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

LOOK_AHEAD = 200
"""Rows below a supposed header that are asked whether they look like its values."""
TOP = 10
"""A header stands among the first rows."""

_TYPED = re.compile(
    r"[+-]?\s?(?:[€$£]|[A-Z]{3}\s)?\s?[+-]?\d[\d.,' \u00a0]*\s?(?:%|[€$£]|[A-Za-z]{1,4}\.?)?"
    r"|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d{1,2}:\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2})?"
    r"|(?:yes|no|true|false|n/?a|-|x)|[^\s@]+@[^\s@]+\.\w+|https?://\S+",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"(?:19|20)\d{2}|Q[1-4](?: ?\d{4})?", re.IGNORECASE)


_FIELDS = """
owner|author|status|version|date|project|client|customer|title|subject|due|due date|deadline|budget|cost|price|chair|
location|place|phone|telephone|fax|e-mail|email|address|priority|department|manager|project manager|supplier|vendor|
contract|contract number|start|end|start date|end date|launch date|number|reference|prepared by|approved by|reviewed by|
written by|category|type|summary|document|revision|classification|sponsor|contact|company|organisation|organization|
team|duration|currency|country|city|language|responsible|issue date|effective date|valid until|created|updated
"""
FIELD_NAMES = frozenset(name.strip() for name in _FIELDS.replace("\n", "").split("|"))
"""Names that forms give to their fields; two columns whose left one holds mostly these are a form."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The header's row (None when no row names the columns), and the rows above it that are captions."""

    header: int | None
    captions: tuple[int, ...] = ()


def shape_of(rows: Sequence[Sequence[str]]) -> Shape:
    """The shape of a grid given by the first rows' texts."""
    width = _width(rows)
    first = next(
        (n for n, row in enumerate(rows[:TOP]) if _filled(row) >= max(min(2, width), (width * 3 + 4) // 5)), None
    )
    if first is None:
        return Shape(None)
    captions = tuple(n for n in range(first) if _filled(rows[n]))
    below = [row for row in rows[first + 1 : first + 1 + LOOK_AHEAD] if _filled(row)]
    if below and not is_form([row for row in rows if _filled(row)]) and _names_columns(rows[first], below):
        return Shape(first, captions)
    return Shape(None, captions)


def is_form(rows: Sequence[Sequence[str]]) -> bool:
    """Two columns, names of fields left and their values right: no row heads the columns."""
    if any(len(row) != 2 for row in rows):
        return False
    names = [row[0].strip() for row in rows]
    colons = sum(1 for name in names if name.endswith(":"))
    fields = sum(1 for name in names if name.rstrip(":").casefold() in FIELD_NAMES)
    return colons * 2 > len(names) or (fields >= 2 and fields * 2 >= len(names))


def is_typed(words: str) -> bool:
    """Whether a cell holds a number, an amount, a date, a yes or no, or an address: a value, not a name of values."""
    return _TYPED.fullmatch(words.strip()[:80]) is not None


def _width(rows: Sequence[Sequence[str]]) -> int:
    """The commonest number of cells; of equally common ones the larger."""
    counts = Counter(len(row) for row in rows if _filled(row))
    return max(counts, key=lambda width: (counts[width], width), default=0)


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def _names_columns(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    names = [cell.strip() for cell in row if cell.strip()]
    texts = [name for name in names if not is_typed(name)]
    if not texts or len({name.casefold() for name in names}) < len(names):
        return False
    if any(is_typed(name) and not _PERIOD.fullmatch(name) for name in names):
        return False
    if any(
        len(name) > 80 or len(name.split()) > 10 or (name.endswith(".") and len(name.split()) > 3) for name in names
    ):
        return False
    return not any(_recurs(column, name, below) for column, name in enumerate(row) if name.strip())


def _recurs(column: int, name: str, below: Sequence[Sequence[str]]) -> bool:
    """A name that is also a value of its own column names nothing."""
    key = name.strip().casefold()
    return any(column < len(row) and row[column].strip().casefold() == key for row in below)
