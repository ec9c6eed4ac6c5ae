"""Slides: one card for each, with its title, its lines, its tables, and what was said beside it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from forager.parse.pptx_places import slide_of
from forager.ui.viewer.look import Look
from forager.ui.viewer.nodes import Group, groups
from forager.ui.viewer.paper import nodes_of
from forager.ui.viewer.stored import Kept, Segment, segments
from forager.ui.viewer.window import Window, window

RADIUS: Final = 2
READING_RADIUS: Final = 8
WHOLE: Final = 8


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide by its number. ``notes`` are the speaker's."""

    number: int
    groups: tuple[Group, ...]
    notes: tuple[Group, ...]
    marked: bool


@dataclass(frozen=True, slots=True)
class Slides:
    """A presentation, opened; slides without words are not among them."""

    kind: ClassVar[str] = "slides"
    slides: tuple[Slide, ...]
    window: Window


def slides(kept: Kept, look: Look) -> Slides:
    """The slides round the excerpt, or round the slide asked for, counted among those with words."""
    every = list(_by_slide(kept))
    starts = [mine[0].start for _, mine in every]
    at = look.centre(lambda place: bisect_right(starts, place) - 1)
    shown = window(len(every), at, READING_RADIUS if look.reading else RADIUS, WHOLE, "slide")
    return Slides(tuple(_slide(kept, look, *each) for each in every[shown.first : shown.last]), shown)


def _by_slide(kept: Kept) -> Iterator[tuple[int, list[Segment]]]:
    for number, mine in groupby(segments(kept), lambda each: slide_of(kept.address(kept.run_at(each.start)))):
        yield number, list(mine)


def _slide(kept: Kept, look: Look, number: int, mine: Sequence[Segment]) -> Slide:
    said = [each for each in mine if not _is_note(kept, each)]
    notes = [each for each in mine if _is_note(kept, each)]
    shown, beside = groups(nodes_of(kept, look, said)), groups(nodes_of(kept, look, notes))
    return Slide(number, shown, beside, any(each.marked for each in (*shown, *beside)))


def _is_note(kept: Kept, segment: Segment) -> bool:
    return "/notes:" in kept.address(kept.run_at(segment.start))
