"""From what a model proposes to statements: the quotation and every part of it are located, everything else is read by the engine itself.

A model only chooses a sentence and says which words of it are subject, attribute and value. The sentence's borders, the typed value, the
attribute's key, qualifiers, modality, polarity, hedges and reports come from the same readers as the rules', so the same claim has the
same address whoever found it, and where the rules have spoken they stand (forager.md section 10, design notes sections 2 and 3).

Support: a whole sentence is ``direct_fact``, for it is the source's own; words bound by a model are at best ``supported_inference``, and
``uncertain_inference`` where a part of the binding has no words in the text. Hedges and reports weaken as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forager.extract.bound import bind, held
from forager.extract.quote import Evened, evened, places
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence, sentences_over
from forager.extract.standing import is_whole, stands_alone
from forager.extract.whole import MAX_TOKENS, MIN_TOKENS, is_assertion
from forager.extract.worth import is_content, is_english
from forager.model.document import Block
from forager.model.proposal import Fault, Proposal, Told, counted
from forager.model.statement import ItemType, Span, Statement, Support

SENTENCE = "model sentence@1"
"""Name and version of the reader of a sentence that a model chose; its statements carry it as their rule."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a model's proposals became statements, and why the others did not: (reason, count), by reason."""

    statements: tuple[Statement, ...]
    proposed: int
    dropped: tuple[tuple[str, int], ...]


def take(scope: Scope, blocks: Sequence[Block], stated: Sequence[Statement], told: Iterable[Told]) -> Taken:
    """The statements among a model's proposals. ``blocks`` are those that may state something, ``stated`` what the rules took."""
    kept: dict[Statement, None] = {}
    faults: list[tuple[str, int]] = []
    proposed = 0
    for each in told:
        passage = _Passage(scope, _within(blocks, each), evened(scope.text, each.start, each.end), stated)
        faults.extend(each.answer.faults)
        proposed += len(each.answer.proposals) + sum(count for _, count in each.answer.faults)
        for proposal in each.answer.proposals:
            made = _read(passage, proposal)
            if isinstance(made, Fault):
                faults.append((made, 1))
            elif made in kept:
                faults.append((Fault.TWICE, 1))
            else:
                kept[made] = None
    return Taken(tuple(kept), proposed, counted(faults))


@dataclass(frozen=True, slots=True)
class _Passage:
    scope: Scope
    blocks: tuple[Block, ...]
    even: Evened
    rules: Sequence[Statement]


def _within(blocks: Sequence[Block], told: Told) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block.start < told.end and block.end > told.start)


def _read(passage: _Passage, proposal: Proposal) -> Statement | Fault:
    spots = places(passage.even, proposal.quote)
    if not spots:
        return Fault.NO_QUOTE
    for start, end in spots:
        for block in passage.blocks:
            if block.start <= start and end <= block.end:
                return _in_block(passage, proposal, block, (start, end))
    return Fault.NOT_STATING


def _in_block(passage: _Passage, proposal: Proposal, block: Block, spot: tuple[int, int]) -> Statement | Fault:
    sentences = sentences_over(passage.scope, block, *spot)
    if len(sentences) != 1:
        return Fault.NOT_ONE_SENTENCE
    sentence = sentences[0]
    if not is_content(sentence.text):
        return Fault.NOT_STATING
    if proposal.attribute:
        if not _asserts(passage.scope, sentence) or sentence.text.endswith("?"):
            return Fault.NOT_WHOLE
        made = bind(passage.scope, sentence, passage.even, spot, proposal)
    else:
        made = _whole(passage.scope, sentence, ItemType(proposal.type))
    if isinstance(made, Statement) and any(_speaks_of(rule, made) for rule in passage.rules):
        return Fault.STATED_BY_RULES
    return made


def _is_foreign(scope: Scope, sentence: Sentence) -> bool:
    """Whether the engine's grammar cannot judge a sentence, because it is not English."""
    return not is_english(sentence.words, scope.language)


def _asserts(scope: Scope, sentence: Sentence) -> bool:
    return _is_foreign(scope, sentence) or is_assertion(sentence)


def _whole(scope: Scope, sentence: Sentence, kind: ItemType) -> Statement | Fault:
    """The sentence as the source says it, if it stands alone; the model only chose it and its kind."""
    asks = sentence.text.endswith("?")
    if asks is not (kind is ItemType.QUESTION) or not MIN_TOKENS <= len(sentence.tokens) <= MAX_TOKENS:
        return Fault.NOT_WHOLE
    foreign = _is_foreign(scope, sentence)
    if not foreign and not (is_assertion(sentence) and is_whole(sentence) and stands_alone(sentence)):
        return Fault.NOT_WHOLE
    start, end = sentence.excerpt(scope.text)
    strongest = Support.UNCERTAIN_INFERENCE if foreign else Support.DIRECT_FACT
    return held(
        sentence, Statement(kind, scope.text[start:end].strip(), (Span("sentence", start, end),), SENTENCE, strongest)
    )


def _speaks_of(rule: Statement, made: Statement) -> bool:
    """Whether the rules took the same: of one sentence, that sentence or a value of the same attribute."""
    there, here = rule.spans[0], made.spans[0]
    overlaps = there.start < here.end and here.start < there.end
    return overlaps and (not made.attribute or rule.attribute == made.attribute)
