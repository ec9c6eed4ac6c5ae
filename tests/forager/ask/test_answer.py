"""A model's text against the schema: what fits is a proposal, what does not is counted, nothing is repaired."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.ask.answer import MOST_CHARACTERS, MOST_PROPOSALS, read_answer
from forager.model.proposal import Fault, Proposal

ENTRY = {"quote": "The mole is closed.", "type": "fact"}
WHOLE = json.dumps({"statements": [ENTRY]})


@pytest.mark.parametrize(
    "text", [WHOLE, f"```json\n{WHOLE}\n```", f"Here it is:\n```\n{WHOLE}", f"Certainly. {WHOLE} I hope it helps."]
)
def test_an_object_is_found_in_whatever_surrounds_it(text: str) -> None:
    assert read_answer(text).proposals == (Proposal("The mole is closed.", "fact"),)


def test_an_answer_cut_short_gives_what_came_before_the_cut() -> None:
    text = json.dumps({"statements": [ENTRY, {**ENTRY, "quote": "The quay is open."}]})
    assert read_answer(text[:-20]).proposals == (Proposal("The mole is closed.", "fact"),)


@pytest.mark.parametrize(
    "text",
    ["", "no", "[]", "null", '{"statements": {}}', "{" * 9_999, "9" * 9_999, '{"a": NaN}', "x" * (MOST_CHARACTERS + 1)],
)
def test_a_text_without_statements_is_one_fault(text: str) -> None:
    answer = read_answer(text)
    assert (answer.proposals, answer.faults) == ((), ((Fault.NO_SCHEMA, 1),))


@pytest.mark.parametrize(
    "entry",
    [
        {},
        None,
        [],
        "The mole is closed.",
        {**ENTRY, "quote": 7},
        {**ENTRY, "quote": ""},
        {**ENTRY, "quote": "x" * 1_201},
        {**ENTRY, "type": "verdict"},
        {**ENTRY, "type": None},
        {**ENTRY, "value": ["6 weeks"]},
        {**ENTRY, "attribute": "x" * 101},
    ],
)
def test_an_entry_that_does_not_fit_is_counted(entry: object) -> None:
    answer = read_answer(json.dumps({"statements": [entry, ENTRY]}))
    assert (len(answer.proposals), answer.faults) == (1, ((Fault.NO_SCHEMA, 1),))


@pytest.mark.parametrize("missing", ["subject", "attribute", "value"])
def test_a_binding_that_lacks_a_part_binds_nothing(missing: str) -> None:
    entry = {**ENTRY, "subject": "The mole", "attribute": "state", "value": "closed", missing: " "}
    assert read_answer(json.dumps({"statements": [entry]})).proposals == (Proposal("The mole is closed.", "fact"),)


def test_keys_that_nobody_asked_for_are_nothing() -> None:
    entry = {**ENTRY, "confidence": 1.0, "tool": "rm"}
    assert read_answer(json.dumps({"statements": [entry]})).proposals == (Proposal("The mole is closed.", "fact"),)


def test_more_than_a_passage_can_hold_is_counted() -> None:
    answer = read_answer(json.dumps({"statements": [ENTRY] * 10_000}))
    assert len(answer.proposals) == MOST_PROPOSALS
    assert answer.faults == ((Fault.TOO_MANY, 10_000 - MOST_PROPOSALS),)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_an_answer(before: str, after: str) -> None:
    answer = read_answer(before + WHOLE[: len(after)] + after)
    assert all(len(each.quote) >= 3 for each in answer.proposals)
