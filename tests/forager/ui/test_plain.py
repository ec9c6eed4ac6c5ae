"""Every field, kind and state of the engine has a word that a person knows."""

from __future__ import annotations

from dataclasses import fields

import pytest

from forager.model.state import CandidateState, ConflictState, EntityState, ItemState, RelationState
from forager.model.statement import Status
from forager.query.revisions import KINDS
from forager.ui import plain
from formicaria.ground.web.words import moment


@pytest.mark.parametrize("state", [ItemState, EntityState, CandidateState, RelationState, ConflictState])
def test_every_field_of_a_state_is_told_in_plain_words_or_left_out_on_purpose(state: type) -> None:
    names = {each.name for each in fields(state)}
    assert names - plain.FIELDS.keys() - plain.INNER == set()
    assert not any("_" in word for word in plain.fields(sorted(names)))


def test_fields_that_mean_one_thing_are_told_once() -> None:
    assert plain.fields(["value", "value_kind", "slot", "confidence"]) == ["value", "confidence"]


def test_kinds_and_states_have_words() -> None:
    assert set(KINDS) <= plain.KINDS.keys()
    assert {each.value for each in Status} <= plain.STATES.keys()


def test_two_instants_of_one_minute_are_told_apart() -> None:
    assert moment("2026-04-10T14:03:27.120000Z") == "10 Apr 2026, 14:03:27 UTC"
