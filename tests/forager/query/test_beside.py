"""What statements of one subject and attribute are to one another, told with a reason."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
import sqlalchemy as sa

from forager.engine import Engine
from forager.model.state import ItemState
from forager.query import beside, conflicts
from forager.query.beside import Verdict, between
from forager.query.page import PageRequest
from forager.query.pin import pin

_PLAIN: dict[str, object] = {"str": "", "int": 0, "bool": False, "list[str]": [], "list[list[str]]": []}


def state(id_: str, value: str = "PT30M", **changes: object) -> ItemState:
    blank = {each.name: _PLAIN[str(each.type)] for each in fields(ItemState)}
    given = {
        "id": id_, "slot": "timeout", "value_kind": "duration", "value": value, "value_written": value, "precision": "exact",
        "modality": "actual", "polarity": True, "support": "direct_fact", "status": "active",
    }  # fmt: skip
    return ItemState(**(blank | given | changes))  # type: ignore[arg-type]  # a state from its fields


ONE = state("ki_one")


@pytest.mark.parametrize(
    ("other", "verdict"),
    [
        pytest.param(state("ki_b", "PT0.5H"), Verdict.CORROBORATES, id="another format"),
        pytest.param(state("ki_b", qualifiers=[["environment", "staging"]], value="PT9M"), Verdict.OTHER_QUALIFIER, id="staging"),
        pytest.param(state("ki_b", "PT9M", modality="planned"), Verdict.OTHER_MODALITY, id="planned"),
        pytest.param(state("ki_b", "PT9M", superseded_by="ki_one"), Verdict.SUPERSEDED_BY, id="replaced by it"),
        pytest.param(state("ki_b", "5 kg", value_kind="quantity"), Verdict.UNIT_MISMATCH, id="units"),
        pytest.param(state("ki_b", "PT9M", support="unverified_claim"), Verdict.ALSO_CLAIMED, id="reported"),
        pytest.param(state("ki_b", "PT9M", status="stale"), Verdict.PAST, id="no more"),
        pytest.param(state("ki_b", "PT9M"), Verdict.DIFFERENT_ENTITY, id="another bearer of the name"),
    ],
)  # fmt: skip
def test_each_verdict_has_its_case(other: ItemState, verdict: Verdict) -> None:
    told, reason = between(ONE, other, single=True)
    assert told is verdict
    assert reason.endswith(".")


def test_an_attribute_that_may_have_several_values_has_them() -> None:
    assert between(ONE, state("ki_b", "PT9M"), single=False)[0] is Verdict.SEVERAL_VALUES


def test_sides_of_an_open_disagreement_contradict() -> None:
    left, right = (replace(each, status="disputed", conflict_ids=["cf_a"]) for each in (ONE, state("ki_b", "PT9M")))
    assert between(left, right, single=True)[0] is Verdict.CONTRADICTS


def test_the_sides_of_a_real_disagreement_stand_beside_each_other(shared_engine: Engine) -> None:
    def read(connection: sa.Connection) -> set[str]:
        at = pin(connection, shared_engine.project("falcon"), "")
        found = conflicts.conflicts(connection, at, "open", "attribute_mismatch", (), PageRequest(1, 200)).items[0]
        first, *others = found.item_ids
        told = {each.id: each.verdict for each in beside.beside(connection, at, first)}
        return {told[each] for each in others}

    with shared_engine.database.read() as connection:
        assert read(connection) == {"contradicts"}
