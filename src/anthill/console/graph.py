"""Where the steps of a mission stand in its drawing: by what they wait for, left to right; the same rows give the same drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 216
HEIGHT: Final = 76
GAP_X: Final = 56
GAP_Y: Final = 20
MARGIN: Final = 6
ARROW: Final = 7


@dataclass(frozen=True, slots=True)
class Step:
    """One step to be drawn; ``after`` are the ids of the steps it waits for."""

    id: str
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """Where a step stands: its upper left corner and its size, in pixels."""

    id: str
    x: int
    y: int
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Edge:
    """The line from a step to one that waits for it, and its arrowhead, as SVG path data."""

    source: str
    target: str
    line: str
    head: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole: its size in pixels, the boxes in the steps' order, the edges by source and target."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]


def draw(steps: Sequence[Step]) -> Drawing:
    """Lay the steps out: a column to the right of everything a step waits for, rows in the steps' own order."""
    columns = _columns(steps)
    tallest = max((sum(1 for each in columns.values() if each == column) for column in columns.values()), default=0)
    boxes = _boxes(steps, columns, tallest)
    at = {each.id: each for each in boxes}
    pairs = [
        (source, step.id)
        for step in steps
        for source in dict.fromkeys(step.after)
        if source in at and source != step.id
    ]
    edges = tuple(_edge(at[source], at[target]) for source, target in pairs)
    wide = 1 + max(columns.values(), default=-1)
    return Drawing(_extent(wide, WIDTH, GAP_X), _extent(tallest, HEIGHT, GAP_Y), boxes, edges)


def _columns(steps: Sequence[Step]) -> Mapping[str, int]:
    known = {step.id for step in steps}
    columns = {step.id: 0 for step in steps}
    # A plan has no circle; should rows ever hold one, as many rounds as there are steps still end.
    for _ in steps:
        for step in steps:
            before = [columns[each] for each in step.after if each in known and each != step.id]
            columns[step.id] = min(len(steps) - 1, 1 + max(before)) if before else 0
    return columns


def _boxes(steps: Sequence[Step], columns: Mapping[str, int], tallest: int) -> tuple[Box, ...]:
    boxes = []
    for step in steps:
        beside = [each.id for each in steps if columns[each.id] == columns[step.id]]
        top = (tallest - len(beside)) * (HEIGHT + GAP_Y) // 2
        x = MARGIN + columns[step.id] * (WIDTH + GAP_X)
        boxes.append(Box(step.id, x, MARGIN + top + beside.index(step.id) * (HEIGHT + GAP_Y)))
    return tuple(boxes)


def _edge(source: Box, target: Box) -> Edge:
    x1, y1 = source.x + source.width, source.y + source.height // 2
    x2, y2 = target.x - 1, target.y + target.height // 2
    end, bend = x2 - ARROW, GAP_X // 2
    line = f"M{x1} {y1}C{x1 + bend} {y1} {end - bend} {y2} {end} {y2}"
    head = f"M{x2} {y2}L{end} {y2 - 4}L{end} {y2 + 4}Z"
    return Edge(source.id, target.id, line, head)


def _extent(count: int, size: int, gap: int) -> int:
    return 2 * MARGIN + count * size + max(0, count - 1) * gap
