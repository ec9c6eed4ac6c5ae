"""Blocks as a reader sees them: headings, paragraphs, lists, tables, quotations; what states nothing keeps its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from forager.ui.viewer.grid import Grid, table_grid
from forager.ui.viewer.look import LEFT_OUT, Look, Told
from forager.ui.viewer.marks import Piece, pieces, touches
from forager.ui.viewer.stored import Kept, Row, Segment, number, span_of

KINDS: Final = {
    "title": "title", "heading": "heading", "item": "item", "code": "code", "table": "table", "key_value": "pair",
    "quotation": "quote", "caption": "caption",
}  # fmt: skip
"""What a zone looks like; every other one is a paragraph."""
FLOWING: Final = frozenset({"paragraph", "item"})
BROKEN: Final = 50
"""Characters of a line that was broken only because it was full, at least."""
LONGEST: Final = 20_000
"""Characters of one block that are shown."""


@dataclass(frozen=True, slots=True)
class Node:
    """One block. ``kind`` is how it looks, ``zone`` its name where it states nothing, ``before`` what leads it ("-", ">").

    ``flows``: its line ends only keep lines short, so that it may be set anew.
    ``author`` and ``date`` are of a quotation or comment; ``cut`` counts characters that are not shown; a table has its ``grid``.
    """

    kind: str
    pieces: tuple[Piece, ...]
    level: int = 0
    zone: str = ""
    before: str = ""
    marked: bool = False
    author: str = ""
    date: str = ""
    cut: int = 0
    grid: Grid | None = None
    told: tuple[Told, ...] = ()
    flows: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that belong together: a run of list items, of quoted lines, or one node alone. ``marked``: the excerpt lies in it.

    ``author`` and ``date`` are of what is quoted.
    """

    kind: str
    nodes: tuple[Node, ...]
    marked: bool = False
    author: str = ""
    date: str = ""


def node(kept: Kept, look: Look, segment: Segment, told: Sequence[Told]) -> Node:
    """A stretch of the text as a block."""
    start, end = segment.start, segment.end
    mine = tuple(each for each in told if start <= each.start < end)
    table = _table_at(kept, start, end) if segment.zone == "table" else None
    block = segment.block or {}
    stop = end if end - start <= LONGEST or touches(look.marks, start + LONGEST, end) else start + LONGEST
    return Node(
        KINDS.get(segment.zone, "paragraph"),
        () if table is not None else pieces(kept.text, start, stop, look.marks),
        segment.level,
        LEFT_OUT.get(segment.zone, ""),
        segment.before,
        touches(look.marks, start, end),
        str(block.get("author", "")),
        str(block.get("date", "")),
        end - stop,
        None if table is None else table_grid(kept, look, table, mine),
        () if table is not None else mine,
        segment.zone in FLOWING and _flows(kept.text[start:stop]),
    )


def _flows(words: str) -> bool:
    """Whether every line but the last is as long as a line that a program broke."""
    *broken, _ = words.split("\n")
    return bool(broken) and all(len(line.strip()) >= BROKEN for line in broken)


def _table_at(kept: Kept, start: int, end: int) -> Row | None:
    """The outermost table in a stretch of the text."""
    inside = [each for each in kept.tables if span_of(each)[0] < end and start < span_of(each)[1]]
    return min(inside, key=lambda each: (span_of(each)[0], -span_of(each)[1], number(each, "index")), default=None)


def groups(nodes: Sequence[Node]) -> tuple[Group, ...]:
    """Neighbours that belong together: items of a list, what one person is quoted with."""
    found: list[list[Node]] = []
    for each in nodes:
        if found and _go_together(found[-1][-1], each):
            found[-1].append(each)
        else:
            found.append([each])
    return tuple(
        Group(run[0].kind, tuple(run), any(each.marked for each in run), run[-1].author, run[-1].date) for run in found
    )


def _go_together(one: Node, other: Node) -> bool:
    """A quotation begins with the line that names its author, which nobody is the author of."""
    if one.kind != other.kind or one.kind not in {"item", "quote"}:
        return False
    return not one.author or (one.author, one.date) == (other.author, other.date)
