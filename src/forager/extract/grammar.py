"""Tier B: grammar rules over class strings, and the readers that turn a match into statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from forager.extract.act_readers import (
    read_decision,
    read_definition,
    read_kind,
    read_lacking,
    read_relation,
    read_request,
    read_requirement,
    read_state,
    read_supersedes,
    read_whole,
)
from forager.extract.hits import Hit, Subject, core_range, hits_in
from forager.extract.pattern import LETTER
from forager.extract.reason_readers import read_aim, read_chosen, read_reason
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.value_readers import read_change, read_decided_value, read_holder, read_value
from forager.model.statement import Statement

MAX_TOKENS = 120
"""Sentences with more tokens are left to search."""


def statements_in(scope: Scope, sentence: Sentence, antecedent: Subject | None) -> tuple[Statement, ...]:
    """What the grammar rules read in one sentence, in rule order; a token range is read once.

    A reason stands beside what else its words state.
    """
    if len(sentence.tokens) > MAX_TOKENS or sentence.letters.endswith((LETTER["QUESTION"], LETTER["COLON"])):
        return ()
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, Statement]] = []
    for hit in hits_in(scope, sentence, antecedent):
        core = core_range(hit)
        beside = hit.rule.kind == "reason"
        if not beside and any(core[0] < last and first < core[1] for first, last in taken):
            continue
        made = tuple(_READERS[hit.rule.kind](hit))
        if made:
            taken.extend([core] if not beside else [])
            found.extend((hit.match.start(), statement) for statement in made)
    return tuple(statement for _, statement in sorted(found, key=lambda pair: pair[0]))


_READERS: dict[str, Callable[[Hit], Iterator[Statement]]] = {
    "value": read_value,
    "change": read_change,
    "decided_value": read_decided_value,
    "holder": read_holder,
    "relation": read_relation,
    "supersedes": read_supersedes,
    "state": read_state,
    "requirement": read_requirement,
    "decision": read_decision,
    "definition": read_definition,
    "reason": read_reason,
    "aim": read_aim,
    "chosen": read_chosen,
    "kind": read_kind,
    "whole": read_whole,
    "lacking": read_lacking,
    "request": read_request,
}
