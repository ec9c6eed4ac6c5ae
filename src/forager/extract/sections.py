"""Headings that are the subject of the fields below them: a sheet of facts with one section for each thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forager.extract.lexicon import Form, form_of
from forager.extract.qualifiers import split_label
from forager.extract.values.find import whole_value
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED
from forager.model.document import Block, ParsedDocument, Zone

WORDS = 6
"""Words up to which a heading can be a name."""
_GENERIC = word_set(
    "information info detail details data summary overview contact contacts metadata header properties parameters settings "
    "configuration options attributes fields facts general basics introduction background status history changes notes remarks "
    "dates schedule timeline times hours prices pricing costs payment payments terms conditions budget totals total figures numbers "
    "participants attendance attendees administration agenda minutes meeting outcome result results conclusion section part page "
    "specification specifications requirements requirement limits features profile address references links appendix annex "
    "scope purpose control records record instructions steps procedure usage example examples environment "
    "decision decisions action actions risks risk issues questions answers skills education experience employment languages "
    "delivery shipping billing invoice order customer supplier seller buyer"
)
"""Nouns of headings that say of what kind the fields are, and not whose."""
_LABEL = re.compile(r"\W{0,4}(?P<label>[^\W\d_][^:\n|]{0,60}?)\W{0,2}:\s+\S[^\n]{0,200}$")


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading whose section holds nothing but fields: its block, its words, the labels below it in order."""

    block: Block
    words: str
    labels: tuple[str, ...]


def subjects_of_sections(document: ParsedDocument, *, titled: bool) -> dict[int, str]:
    """Start of a heading's block to its words, where the heading names what the fields of its section tell.

    Sections of one level that repeat a label are a series, each about its heading. One alone counts where the heading is no word for
    a kind of fields ("Contact details") and the document's title names nothing (``titled``) that they can be about.
    """
    found = list(_sections(document))
    series = Counter((section.block.level, label) for section in found for label in set(section.labels))
    return {
        section.block.start: section.words
        for section in found
        if any(series[section.block.level, label] > 1 for label in section.labels)
        or (not titled and _is_name_like(section.words))
    }


def _sections(document: ParsedDocument) -> Iterator[_Section]:
    """Headings below the first level, each with the labels of a section made of fields alone."""
    blocks = [block for block in document.blocks if block.start < block.end]
    for place, block in enumerate(blocks):
        if block.zone is not Zone.HEADING or block.level < 2:
            continue
        labels = _labels(document.text, blocks[place + 1 :])
        words = document.text[block.start : block.end].strip().strip("#*_= ")
        if labels and _can_name(words):
            yield _Section(block, words, labels)


def _labels(text: str, below: Sequence[Block]) -> tuple[str, ...]:
    """The folded labels of the fields up to the next heading; none when anything else stands there."""
    labels: list[str] = []
    for block in below:
        if block.zone in {Zone.HEADING, Zone.TITLE}:
            break
        found = _LABEL.match(text[block.start : block.end].strip())
        if found is None or block.zone not in {Zone.KEY_VALUE, Zone.ITEM, Zone.PARAGRAPH}:
            return ()
        labels.append(" ".join(found["label"].split()).casefold())
    return tuple(labels)


def _can_name(words: str) -> bool:
    """Whether a heading can be a name: a few words with a letter, no date, number, question, qualifier or clause."""
    parts = words.split()
    if not 1 <= len(parts) <= WORDS or not any(char.isalpha() for char in words) or words.endswith(("?", ":", ".")):
        return False
    folded = [part.casefold().strip(".,()") for part in parts]
    if folded[0] in CLOSED or form_of(folded[0]) is Form.ING or _GENERIC & {folded[-1], folded[0]}:
        return False
    return whole_value(words) is None and split_label(f"Value ({words})")[1] == ()


def _is_name_like(words: str) -> bool:
    """Whether the heading of one section alone is written as a name, and not as a title of the page is: no word for a kind of fields."""
    folded = {part.casefold().strip(".,()") for part in words.split()}
    return not folded & _GENERIC and len(words) > 2
