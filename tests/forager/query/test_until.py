"""The documents' clock: what the documents dated by a day said is what a base says that holds those documents only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.forager.api.corpus import BUILDER, files
from tests.forager.api.corpus import settings as store_settings

from forager.accept.files import Offered
from forager.derive import content
from forager.derive.until import held
from forager.engine import Engine
from forager.query import conflicts, entities, find, items, pin
from forager.query.clock import Clock
from forager.query.errors import NotSupported, RecordNotFound
from forager.query.items import Filters
from forager.query.page import PageRequest
from forager.query.past import Past
from forager.query.pin import Pin
from forager.review import By, Reviewer
from forager.store.tables import source
from formicaria.ground.clock import FixedClock

T = TypeVar("T")
WHOLE = PageRequest(1, 200)
DAYS = ("2026-01-10", "2026-01-20", "2026-02-12", "2026-02-20", "2026-03-05", "2027-01-01")
COMPARED = tuple(name for name in content.FILES if name != "decisions")

first = Offered("plan.md", b"---\ndate: 2026-01-10\n---\n\nThe launch date of Project Heron is 1 May 2026.\n")
second = Offered("plan.md", b"---\ndate: 2026-02-20\n---\n\nThe launch date of Project Heron is 1 June 2026.\n")
other = Offered("letter.md", b"---\ndate: 2026-02-12\n---\n\nThe launch date of Project Heron is 9 September 2026.\n")
undated = Offered("talk.md", b"The tank of Project Heron holds 30 litres.\n")


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Callable[[], Engine]]:
    """Engines without content."""
    opened: list[Engine] = []

    def made() -> Engine:
        folder = tmp_path / f"fresh{len(opened)}"
        opened.append(Engine.open(store_settings(folder), clock=FixedClock()))
        return opened[-1]

    yield made
    for engine in opened:
        engine.close()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """rev_1 knows the plan, rev_2 the letter and the talk too."""
    with Engine.open(store_settings(tmp_path_factory.mktemp("until")), clock=FixedClock()) as engine:
        take_in(engine, first)
        take_in(engine, other, undated)
        yield engine


def take_in(engine: Engine, *given_: Offered, name: str = "Falcon") -> None:
    known = {each.name for each in engine.projects()}
    project = engine.project(name) if name in known else engine.create_project(name, "", BUILDER)
    engine.accept(project.id, given_, BUILDER)
    engine.process(project.id, BUILDER)
    assert [job.status for job in engine.run_jobs()] == ["completed"]


def read(engine: Engine, what: Callable[[sa.Connection, Pin], T], until: str = "", as_of: str = "") -> T:
    clock = Clock(as_of, until)
    with engine.database.read() as connection:
        at = pin.pin(connection, engine.project("falcon"), as_of)
        with engine.past.reading(connection, at, clock) as (inside, there):
            return what(inside, there)


def said(connection: sa.Connection, at: Pin) -> dict[str, list[dict[str, object]]]:
    """Everything a revision says."""
    return {name: list(content.records(connection, at.project_id, at.rev, name)) for name in COMPARED}


def listed(connection: sa.Connection, at: Pin) -> dict[str, str]:
    found = items.items(connection, at, Filters(), WHOLE).items
    return {each.statement: each.status for each in found if "launch" in each.statement}


def open_ones(connection: sa.Connection, at: Pin) -> list[str]:
    return [each.attribute_key for each in conflicts.conflicts(connection, at, "open", "", (), WHOLE).items]


SMALL = [each for each in files("falcon") if each.name.endswith((".md", ".txt", ".csv", ".eml"))]


@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=st.sets(st.sampled_from(range(len(SMALL))), min_size=2, max_size=4), day=st.sampled_from(DAYS))
def test_until_a_day_is_a_base_of_the_documents_dated_by_it(
    fresh: Callable[[], Engine], chosen: set[int], day: str
) -> None:
    engine, alone = fresh(), fresh()
    offered = [SMALL[at] for at in sorted(chosen)]
    take_in(engine, *offered)
    with engine.database.read() as connection:
        states = held(connection, engine.project("falcon").id, 1, date.fromisoformat(day)).states
        named = {row.id: row.logical_name for row in connection.execute(sa.select(source.c.id, source.c.logical_name))}
    kept = {named[id_].split("!/")[0] for id_ in states}
    if kept:
        take_in(alone, *(each for each in offered if each.name in kept))
        assert read(engine, said, day) == read(alone, said)
    else:
        assert read(engine, listed, day) == {}


def test_of_versions_of_one_name_the_last_dated_by_the_day_speaks(fresh: Callable[[], Engine]) -> None:
    engine = fresh()
    take_in(engine, first)
    take_in(engine, second)
    assert read(engine, listed, "2026-01-31") == {"The launch date of Project Heron is 1 May 2026.": "active"}
    assert read(engine, listed, "2026-02-28") == read(engine, listed)


def test_a_disagreement_is_judged_from_what_was_said_by_then(base: Engine) -> None:
    assert len(read(base, open_ones)) == 1
    assert read(base, open_ones, "2026-02-12") == read(base, open_ones)
    assert read(base, open_ones, "2026-02-11") == []
    assert read(base, listed, "2026-02-11") == {"The launch date of Project Heron is 1 May 2026.": "active"}


def test_the_answer_says_its_clocks_and_what_is_left_out(base: Engine) -> None:
    note = read(base, lambda connection, at: items.items(connection, at, Filters(), WHOLE).note, "2026-01-31")
    assert note == (
        "You read what the documents dated by 2026-01-31 said, as rev_2 knows them; left out: 1 undated, 1 dated later."
    )


def test_a_date_too_vague_to_be_sure_is_left_out_and_told(fresh: Callable[[], Engine]) -> None:
    engine = fresh()
    take_in(engine, Offered("a.md", b"---\ndate: 2026-03\n---\n\nThe launch date of Project Heron is 1 May 2026.\n"))
    assert read(engine, listed, "2026-03-30") == {}
    assert "1 dated too vaguely" in read(engine, lambda _, at: at.note, "2026-03-30")
    assert len(read(engine, listed, "2026-03-31")) == 1


def test_both_clocks_combine(base: Engine) -> None:
    assert read(base, open_ones, "2026-12-31", "rev_1") == []
    assert len(read(base, open_ones, "2026-12-31", "rev_2")) == 1
    assert read(base, open_ones, "2026-02-11", "rev_2") == []


def test_a_decision_counts_once_every_side_it_saw_was_said(fresh: Callable[[], Engine]) -> None:
    engine = fresh()
    take_in(engine, first, other)
    found = read(engine, lambda connection, at: conflicts.conflicts(connection, at, "open", "", (), WHOLE)).items[0]
    later = next(side.item_id for side in found.sides if "September" in side.statement)
    reviewer = Reviewer(engine.database, engine.clock, engine.derive)
    reviewer.decide_conflict(engine.project("falcon"), found.id, "choose_winner", later, By(BUILDER, "a note"))
    assert read(engine, listed)["The launch date of Project Heron is 1 May 2026."] == "superseded"
    assert read(engine, listed, "2026-02-01") == {"The launch date of Project Heron is 1 May 2026.": "active"}
    seen = read(engine, lambda connection, at: conflicts.conflict(connection, at, found.id), "2026-12-31")
    assert seen.resolution is not None
    assert (seen.status, seen.resolution.notes) == ("decided", "a note")
    assert read(engine, listed, "2026-12-31", "rev_1")["The launch date of Project Heron is 1 May 2026."] == "disputed"


def test_search_and_names_are_held_to_it_too(shared_sqlite: Engine) -> None:
    engine = shared_sqlite
    request = find.Request("when is the launch?", 50, include_chunks=True)
    hits = read(engine, lambda connection, at: find.find(connection, at, engine.search, request), "2026-01-20")
    assert hits.hits
    assert all(hit.item.document_date[:10] <= "2026-01-20" for hit in hits.hits)
    assert {each.source_name for each in hits.passages} <= {"01-kickoff-memo.md"}
    people = read(engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE), "2026-01-20")
    assert (
        0 < people.total < read(engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE)).total
    )


def test_a_record_nobody_had_named_is_not_there(base: Engine) -> None:
    later = next(
        each
        for each in read(base, lambda connection, at: items.items(connection, at, Filters(), WHOLE)).items
        if "September" in each.statement
    )
    with pytest.raises(RecordNotFound):
        read(base, lambda connection, at: items.item(connection, at, later.id), "2026-02-11")


def test_stores_of_an_earlier_state_are_let_go(fresh: Callable[[], Engine]) -> None:
    engine = fresh()
    take_in(engine, first, other)
    read(engine, listed, "2026-02-01")
    home = engine.settings.data_dir / "until"
    before = set(home.iterdir())
    take_in(engine, undated)
    read(engine, listed, "2026-02-01")
    assert len(before) == 1
    assert not before & set(home.iterdir())


def test_too_many_documents_are_refused_and_not_waited_for(base: Engine) -> None:
    narrow = Past(base.database, base.settings.data_dir / "narrow", most=1)
    with base.database.read() as connection:
        at = pin.pin(connection, base.project("falcon"))
        with narrow.reading(connection, at, Clock(documents_until="2026-01-31")) as (_, there):
            assert there.recorded == at.rev
        with (
            pytest.raises(NotSupported, match="2 documents are dated by 2026-02-28"),
            narrow.reading(connection, at, Clock(documents_until="2026-02-28")),
        ):
            pass
    narrow.close()


def test_what_is_removed_stays_removed(fresh: Callable[[], Engine]) -> None:
    engine = fresh()
    take_in(engine, first, other)
    with engine.database.read() as connection:
        gone = connection.execute(sa.select(source.c.id).where(source.c.logical_name == "letter.md")).scalar_one()
    engine.remove_source(engine.project("falcon").id, gone, BUILDER)
    engine.process(engine.project("falcon").id, BUILDER)
    engine.run_jobs()
    with engine.database.read() as connection:
        holding = held(connection, engine.project("falcon").id, 2, date(2026, 12, 31))
    assert holding.states[gone] == "removed"
    assert read(engine, said, "2026-12-31") == read(engine, said)
