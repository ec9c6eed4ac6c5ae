"""From blocks to sentences: readable view, sentence bounds, tokens, hedges and attribution."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from forager.extract.modality import Hedge, Report, find_hedges, find_report
from forager.extract.qualifiers import find_qualifiers
from forager.extract.scope import Scope
from forager.extract.token import Token
from forager.extract.tokens import classes, tokenize
from forager.extract.values.find import Found, find_values
from forager.extract.view import View, view, with_marks
from forager.extract.words import CLOSED
from forager.extract.worth import is_worthy
from forager.model.document import Block
from forager.model.statement import ValueKind

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BLOCK = 20_000
"""Characters of one block read at a time; longer blocks are cut at a space."""
MAX_SENTENCE = 1_200
"""Characters of a sentence; a longer run is not one."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its view and range in it, tokens with their class string and words (folded), and how it is held."""

    block: Block
    view: View
    start: int
    end: int
    tokens: tuple[Token, ...]
    letters: str
    hedges: tuple[Hedge, ...]
    report: Report | None
    words: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The readable text of the sentence."""
        return self.view.text[self.start : self.end]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Document offsets of a range of the view."""
        return self.view.span(start, end)

    def excerpt(self, text: str) -> tuple[int, int]:
        """Document offsets of the sentence with the markup that opens and closes it."""
        return with_marks(text, *self.span(self.start, self.end), self.block.start, self.block.end)


def sentences_of(scope: Scope, block: Block) -> Iterator[Sentence]:
    """The sentences of a block in order; filler, code, literature and page furniture are passed over before they are read."""
    for item in _views(scope.text, block):
        for start, end in _bounds(item.text):
            if is_worthy(item.text[start:end], scope.language):
                yield sentence_at(scope, block, item, start, end)


def sentences_over(scope: Scope, block: Block, start: int, end: int) -> tuple[Sentence, ...]:
    """The sentences of a block that share a character with ``start``-``end`` of the text, whatever they are worth."""
    return tuple(
        sentence_at(scope, block, item, first, last)
        for item in _views(scope.text, block)
        for first, last in _bounds(item.text)
        if item.at[first] < end and item.at[last - 1] >= start
    )


def sentence_at(scope: Scope, block: Block, item: View, start: int, end: int) -> Sentence:
    """The sentence that is the range ``start``-``end`` of a view."""
    part = item.text[start:end]
    values = tuple(
        Found(found.start + start, found.end + start, found.value)
        for found in find_values(part, scope.anchor, scope.day_first, scope.decimal)
    )
    qualifiers = tuple(
        type(found)(found.name, found.value, found.start + start, found.end + start) for found in find_qualifiers(part)
    )
    tokens = tokenize(item.text, start, end, values, qualifiers, scope.words)
    letters = classes(tokens)
    dates = tuple((found.start, found.end) for found in values if found.value.kind is ValueKind.DATE)
    hedges = find_hedges(item.text, start, end, dates)
    report = find_report(item.text, start, end, tokens, letters)
    words = frozenset(word for token in tokens for word in token.lower.split())
    return Sentence(block, item, start, end, tokens, letters, hedges, report, words)


def _views(text: str, block: Block) -> Iterator[View]:
    start = block.start
    while start < block.end:
        end = block.end
        if end - start > MAX_BLOCK:
            cut = max(text.rfind(" ", start, start + MAX_BLOCK), text.rfind("\n", start, start + MAX_BLOCK))
            end = cut if cut > start else start + MAX_BLOCK
        item = view(text, start, end)
        if item.text:
            yield item
        start = end


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    """Trimmed sentence ranges, none longer than ``MAX_SENTENCE``."""
    for first, last in _splitter()(text):
        part = text[first:last]
        start, end = first + len(part) - len(part.lstrip()), first + len(part.rstrip())
        if start < end and end - start <= MAX_SENTENCE:
            for begin, stop in _reopened(text, start, end):
                yield _without_run_in(text, begin, stop), stop


_MARK = re.compile(r"(?:\[\d{1,3}(?:[,\u2013-] ?\d{1,3})*\] ?)+(?=\S)")
_CAPITALS = re.compile(
    r"(?:\d{1,3}(?:\.\d+)* |[A-Z][A-Z]{3,}(?:(?:, |,? AND | OF | & |[ /-])[A-Z]{2,}){0,4}:? |[A-Z][A-Z]{3,}: )(?=(?P<next>[A-Z][a-z]*) )"
)
_TWICE = re.compile(r"(?P<head>[A-Z][^.,!?()]{3,80}?)(?:(?:, [A-Z]\w+){1,2}| \([^()]{1,60}\))? (?=(?:The )?(?P=head) )")


def _is_heading(head: str) -> bool:
    """Whether words in capitals are a heading and no abbreviation: a long one or several."""
    letters = [word.strip(",:") for word in head.split() if word.isupper()]
    return any(len(word) > 6 for word in letters) or len([word for word in letters if word.isalpha()]) > 1


def _without_run_in(text: str, start: int, end: int) -> int:
    """Where the sentence itself begins behind a note's mark, a head in capitals ("RESULTS At five years ...") or its own title."""
    mark = _MARK.match(text, start, end)
    if mark is not None:
        start = mark.end()
    head = _CAPITALS.match(text, start, end)
    if head is not None and (head["next"].casefold() in CLOSED or _is_heading(head[0])):
        return head.end()
    twice = _TWICE.match(text, start, end)
    return twice.end() if twice is not None else start


_RUN_ON = re.compile(
    r"(?<=[a-z)\d%])[.!?](?:[\"')/]?)\s+(?=[A-Z][a-z]+\s[a-z]|(?:A|An|The|In|For|We|It|This|If|When|To|On|As|At|By|With)\s)|(?<=\s[A-Z])\.\s+(?=(?:We|The|It|This|If|When|They|There)\s[a-z])|(?<=[a-z]{3})\.(?=[A-Z][a-z]+\s[a-z])"
)
_ABBREVIATED = re.compile(
    (
        r"\b(?:approx|no|nos|vs|dr|mr|mrs|ms|prof|st|fig|eq|sec|art|inc|ltd|co|corp|dept|est|e\.g|i\.e|"
        r"cf|al|ca|resp|incl|max|min|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$"
    ),
    re.IGNORECASE,
)


def _reopened(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut where the splitter took a plain full stop for an abbreviation's."""
    for match in _RUN_ON.finditer(text, start, end):
        if not _ABBREVIATED.search(text[max(start, match.start() - 6) : match.start()]):
            cut = match.start() + len(match[0].rstrip())
            yield start, cut
            start = match.end()
    if start < end:
        yield start, end


@lru_cache(maxsize=1)
def _splitter() -> Callable[[str], list[tuple[int, int]]]:
    import nupunkt  # noqa: PLC0415  (its model loads when the first document is read)

    return nupunkt.sent_spans
