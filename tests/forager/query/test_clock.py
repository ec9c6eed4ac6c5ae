"""What held: a validity with its precision, and reads that are held to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.forager.api.corpus import BUILDER
from tests.forager.api.corpus import settings as store_settings

from forager.accept.files import Offered
from forager.engine import Engine
from forager.query import find, items
from forager.query.clock import Clock, holds, period_of
from forager.query.items import Filters
from forager.query.page import PageRequest
from forager.query.pin import pin
from formicaria.ground.clock import FixedClock
from formicaria.ground.errors import InvalidRequest


@pytest.mark.parametrize(
    ("begin", "end", "at", "expected"),
    [
        ("", "", "2026-03-15", True), ("2026-03-15", "", "2026-03-15", True), ("2026-03-16", "", "2026-03-15", False),
        ("2026-03", "", "2026-03-01", True), ("2026-04", "", "2026-03-31", False), ("2026-Q2", "", "2026-04-01", True),
        ("2026-03-16", "", "2026-03", True), ("", "2026-03-15", "2026-03-14", True), ("", "2026-03-15", "2026-03-15", False),
        ("", "2026-03", "2026-03-31", True), ("", "2026-03", "2026-04-01", False), ("", "2026", "2026-12-31", True),
        ("2026-01-01", "2026-06-30", "2026", True), ("2026-01-01T09:00", "", "2026-01-01", True),
    ],
)  # fmt: skip
def test_a_validity_holds_with_its_precision(begin: str, end: str, at: str, *, expected: bool) -> None:
    assert holds(begin, end, period_of(at)) is expected


@pytest.mark.parametrize("text", ["soon", "2026-02-30", "2026-13", "2026-01-01/2026-02-01"])
def test_a_time_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        Clock(valid_at=text)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A tariff that holds for a while, another from then on, and a fact without a time."""
    text = (
        b"The price of Plan Amber is EUR 12 until 1 June 2026.\n\nThe price of Plan Violet is EUR 15 since 1 June 2026.\n\n"
        b"The price of Plan Grey is EUR 20.\n"
    )
    with Engine.open(store_settings(tmp_path_factory.mktemp("valid")), clock=FixedClock()) as made:
        project = made.create_project("Falcon", "", BUILDER)
        made.accept(project.id, [Offered("tariff.md", text)], BUILDER)
        made.process(project.id, BUILDER)
        made.run_jobs()
        yield made


@pytest.mark.parametrize(
    ("at", "expected"),
    [("2026-05-31", {"Amber", "Grey"}), ("2026-06-01", {"Violet", "Grey"}), ("2026", {"Amber", "Violet", "Grey"})],
)
def test_a_list_holds_what_can_hold_then_and_says_what_it_leaves_out(
    engine: Engine, at: str, expected: set[str]
) -> None:
    with engine.database.read() as connection:
        here = pin(connection, engine.project("falcon"))
        found = items.items(connection, here, Filters(valid_at=at), PageRequest())
        hits = find.find(
            connection, here, engine.search, find.Request("price of the plan", filters=Filters(valid_at=at))
        )
    names = {word for each in found.items for word in ("Amber", "Violet", "Grey") if word in each.statement}
    assert names == expected
    assert {word for hit in hits.hits for word in ("Amber", "Violet", "Grey") if word in hit.item.statement} == expected
    assert f"{3 - len(expected)} that hold at another time are left out; 1 tell no time" in found.note
    assert hits.note == found.note
