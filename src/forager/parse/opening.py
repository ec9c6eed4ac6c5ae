"""What a document's opening says of the document: its date, where no field, header or "Date:" line gives one.

The title, the lines above the body and the first headings may date a document (``parse/dateline.py``); a day that its text only mentions
never does. Where two of them name different days, none is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from forager.model.document import Block, DocumentDate, Zone
from forager.parse.dateline import LONGEST, Dateline, Strength, of_line, of_sentence, of_title, version_of
from forager.parse.dating import read_in

FIRST_BLOCKS = 10
FIRST_HEADINGS = 2
FIRST_LINES = 4
OPENING_LENGTH = 1_500
"""Characters at the start of a text among which its opening stands."""
_HEADS = frozenset({Zone.TITLE, Zone.HEADING})
_LINES = frozenset({Zone.PARAGRAPH, Zone.KEY_VALUE, Zone.SIGNATURE})

Found = tuple[Dateline, str]
"""What dates a document, and where it stands in words."""


def opening_date(text: str, blocks: Sequence[Block]) -> DocumentDate | None:
    """The date that the title, the opening lines or else a first heading give; the document's own day before its last change."""
    opening = list(_opening(blocks))
    heads = [block for block in opening if block.zone in _HEADS]
    found = [*_of_heads(text, heads[:1], "the title"), *_of_lines(text, opening)]
    if not any(each.strength is Strength.OWN for each, _ in found):
        first = _of_heads(text, heads[1:FIRST_HEADINGS], "the first heading")
        found += first if first and _is_of_one_day(text, blocks) else []
    for strength in Strength:
        dated = [each for each in (_date(text, *one) for one in found if one[0].strength is strength) if each]
        if dated:
            return _agreed(dated)
    return None


def opening_version(text: str) -> str:
    """The version that one of the first lines of a text gives it ("version 2", "draft 3"), in lower case; empty without one or with two."""
    lines = [line for line in text[:OPENING_LENGTH].split("\n") if line.strip()]
    found = {version for line in lines[:FIRST_BLOCKS] if (version := version_of(line))}
    return found.pop() if len(found) == 1 else ""


def _opening(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks above the body: up to the third heading, or the first paragraph that is more than a few lines."""
    heads = 0
    for block in sorted(blocks, key=lambda each: (each.start, each.end))[:FIRST_BLOCKS]:
        heads += block.zone in _HEADS
        if heads > FIRST_HEADINGS:
            return
        if block.zone in _HEADS or block.zone in _LINES:
            yield block
        if block.zone is Zone.PARAGRAPH and block.end - block.start > LONGEST * FIRST_LINES:
            return


def _of_heads(text: str, heads: Iterable[Block], place: str) -> list[Found]:
    read = (of_title(text[head.start : head.end]) for head in heads)
    return [(each, place) for each in read if each is not None]


def _of_lines(text: str, opening: Sequence[Block]) -> list[Found]:
    """Lines of their own above the body, and the first sentence of its first paragraph."""
    found: list[Found] = []
    blocks = [block for block in opening if block.zone in _LINES]
    for number, block in enumerate(blocks):
        lines = text[block.start : block.end].split("\n")
        for line in lines[:FIRST_LINES] if len(lines) <= FIRST_LINES or not number else ():
            each = of_line(line)
            found += [(each, "the opening lines")] if each is not None else []
        first = None if found or number else of_sentence(" ".join(lines))
        found += [(first, "the opening lines")] if first is not None else []
    return found


def _is_of_one_day(text: str, blocks: Sequence[Block]) -> bool:
    """Whether the headings date one day at most: those of a log or a list of releases date their parts."""
    read = (of_title(text[block.start : block.end]) for block in blocks if block.zone in _HEADS)
    return len({each.written for each in read if each is not None}) <= 1


def _date(text: str, dateline: Dateline, place: str) -> DocumentDate | None:
    return read_in(dateline.written, text, place)


def _agreed(dated: Sequence[DocumentDate]) -> DocumentDate | None:
    """The fullest of dates that agree (a month and a day in it do), the first of equals; None when two name different days."""
    fullest = max(dated, key=lambda each: len(each.value))
    return fullest if all(fullest.value.startswith(each.value) for each in dated) else None
