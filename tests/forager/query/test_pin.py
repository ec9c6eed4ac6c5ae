"""What ``as_of`` means, and that a request reads one revision."""

from __future__ import annotations

import pytest
from tests.forager.api.corpus import BUILDER

from forager.accept.files import Offered
from forager.engine import Engine
from forager.query import items
from forager.query.errors import RevisionNotFound
from forager.query.items import Filters
from forager.query.page import LARGEST, PageRequest
from forager.query.pin import Pin, pin
from formicaria.ground.clock import FixedClock
from formicaria.ground.errors import InvalidRequest


def pinned(engine: Engine, as_of: str) -> Pin:
    with engine.database.read() as connection:
        return pin(connection, engine.project("falcon"), as_of)


def total(engine: Engine, as_of: str) -> int:
    with engine.database.read() as connection:
        at = pin(connection, engine.project("falcon"), as_of)
        return items.items(connection, at, Filters(), PageRequest()).total


@pytest.fixture
def two_revisions(any_engine: Engine, clock: FixedClock) -> Engine:
    """The first revision is of 1 March 2026, the second of 10 March."""
    found = any_engine.project("falcon")
    any_engine.accept(found.id, [Offered("note.md", b"The budget for the hull is EUR 900.\n")], BUILDER)
    any_engine.process(found.id, BUILDER)
    any_engine.run_jobs()
    clock.advance(86_400)
    return any_engine


@pytest.mark.req("S000-2-01")
@pytest.mark.parametrize(
    ("as_of", "rev"),
    [
        ("", 2), ("rev_2", 2), ("rev_1", 1), ("rev_0", 0), ("2026-02-28", 0), ("2026-03-01", 1), ("2026-03-09", 1),
        ("2026-03-10", 2), ("2030-01-01", 2), ("2026-03-01T08:59:59Z", 0), ("2026-03-01T09:00:00Z", 1),
        ("2026-03-01T10:00:00+01:00", 1), ("2026-03-01T09:59:59+01:00", 0),
    ],
)  # fmt: skip
def test_as_of_is_what_was_known_then(two_revisions: Engine, as_of: str, rev: int) -> None:
    found = pinned(two_revisions, as_of)
    assert (found.rev, found.newest) == (rev, rev == 2)
    assert bool(found.note) is (rev == 0)


def test_before_the_first_revision_nothing_is_known_and_the_answer_says_so(two_revisions: Engine) -> None:
    with two_revisions.database.read() as connection:
        at = pin(connection, two_revisions.project("falcon"), "2020-01-01")
        found = items.items(connection, at, Filters(), PageRequest())
    assert (found.items, found.total) == ([], 0)
    assert "2020-01-01" in found.note


def test_an_earlier_revision_stays_as_it_was(two_revisions: Engine) -> None:
    assert total(two_revisions, "rev_2") == total(two_revisions, "rev_1") + 1 == total(two_revisions, "2026-03-01") + 1


@pytest.mark.parametrize(
    "as_of",
    [
        "rev_",
        "rev_-1",
        "rev_01",
        "yesterday",
        "2026-13-01",
        "2026-3-1x",
        "0001-01-01T00:00:00+14:00",
        "20261130",
        "2026-W10",
    ],
)
def test_what_is_no_moment_is_refused(shared_engine: Engine, as_of: str) -> None:
    with pytest.raises(InvalidRequest):
        pinned(shared_engine, as_of)


def test_a_revision_that_is_not_there_is_not_found(shared_engine: Engine) -> None:
    with pytest.raises(RevisionNotFound):
        pinned(shared_engine, "rev_9")


@pytest.mark.parametrize(("page", "size"), [(0, 50), (1, 0), (1, LARGEST + 1), (-1, 10)])
def test_a_page_that_cannot_be_is_refused(page: int, size: int) -> None:
    with pytest.raises(InvalidRequest):
        PageRequest(page, size)
