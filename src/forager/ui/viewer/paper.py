"""A document of paragraphs (Word, web pages): headings, lists and tables in order, from what was read, never its own markup."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from forager.ui.viewer.look import Look
from forager.ui.viewer.nodes import Group, Node, groups, node
from forager.ui.viewer.stored import Kept, Segment, segments, words_of
from forager.ui.viewer.window import Window, window

RADIUS: Final = 40
READING_RADIUS: Final = 80
WHOLE: Final = 120


@dataclass(frozen=True, slots=True)
class Paper:
    """Blocks round a place; ``headings`` is the path above the first of them."""

    kind: ClassVar[str] = "paper"
    groups: tuple[Group, ...]
    window: Window
    headings: tuple[str, ...] = ()


def paper(kept: Kept, look: Look) -> Paper:
    """The blocks round the excerpt, or round the block asked for."""
    every = segments(kept)
    radius = READING_RADIUS if look.reading else RADIUS
    at = look.centre(lambda place: bisect_right(every, place, key=lambda each: each.start) - 1)
    shown = window(len(every), at, radius, WHOLE, "part")
    mine = every[shown.first : shown.last]
    return Paper(groups(nodes_of(kept, look, mine)), shown, _path(mine) if shown.first else ())


def nodes_of(kept: Kept, look: Look, mine: Sequence[Segment]) -> list[Node]:
    """Stretches of the text as blocks, with the statements taken from each."""
    told = look.tell(mine[0].start, mine[-1].end) if mine else ()
    return [node(kept, look, each, told) for each in mine]


def _path(mine: list[Segment]) -> tuple[str, ...]:
    return words_of(mine[0].block, "headings") if mine and mine[0].block else ()
