"""Lists and records: filters, facets, evidence, disagreements, entities, sources, diffs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import BUILDER

from forager.accept.files import Offered
from forager.engine import Engine
from forager.query import conflicts, entities, evidence, items, revisions, sources
from forager.query.clock import Clock
from forager.query.errors import RecordNotFound
from forager.query.items import Filters
from forager.query.page import Page, PageRequest
from forager.query.pin import Pin, pin
from forager.query.views import ConflictView, ItemView
from forager.store.tables import address, item_state, source
from forager.store.tables import evidence as evidence_table
from formicaria.ground.errors import InvalidRequest

WHOLE = PageRequest(1, 200)


def read(engine: Engine, what: Callable[[sa.Connection, Pin], object], name: str = "falcon", as_of: str = ""):
    with engine.database.read() as connection:
        return what(connection, pin(connection, engine.project(name), as_of))


def listed(engine: Engine, filters: Filters | None = None, page: PageRequest | None = None) -> Page[ItemView]:
    """The page that is named, else every item there is."""

    def one(wanted: PageRequest) -> Page[ItemView]:
        return read(engine, lambda connection, at: items.items(connection, at, filters or Filters(), wanted))

    if page:
        return one(page)
    whole = one(WHOLE)
    for number in range(2, -(-whole.total // WHOLE.page_size) + 1):
        whole.items.extend(one(PageRequest(number, WHOLE.page_size)).items)
    return whole


def launch(engine: Engine) -> ConflictView:
    found = read(
        engine, lambda connection, at: conflicts.conflicts(connection, at, "open", "attribute_mismatch", (), WHOLE)
    )
    return next(each for each in found.items if each.attribute_key == "falcon|launch_date")


def test_pages_are_one_list_cut_in_pieces(shared_engine: Engine) -> None:
    whole = listed(shared_engine)
    size = 7
    pages = [listed(shared_engine, page=PageRequest(number, size)) for number in range(1, whole.total // size + 2)]
    assert [each.id for page in pages for each in page.items] == [each.id for each in whole.items]
    assert {page.total for page in pages} == {whole.total}


@pytest.mark.parametrize(
    ("filters", "holds"),
    [
        (Filters(types=("decision", "risk")), lambda item: item.type in {"decision", "risk"}),
        (Filters(supports=("unverified_claim",)), lambda item: item.support == "unverified_claim"),
        (Filters(statuses=("disputed",)), lambda item: item.status == "disputed"),
        (Filters(attribute="owner"), lambda item: item.attribute == "owner"),
        (Filters(attribute="falcon|launch_date"), lambda item: item.attribute_key == "falcon|launch_date"),
        (Filters(documents_from="2026-02-18"), lambda item: item.document_date >= "2026-02-18"),
    ],
)
def test_a_filter_keeps_exactly_what_fits(
    shared_engine: Engine, filters: Filters, holds: Callable[[ItemView], bool]
) -> None:
    kept = {each.id for each in listed(shared_engine, filters).items}
    assert kept == {each.id for each in listed(shared_engine).items if holds(each)}
    assert kept


def test_items_of_an_entity_are_those_that_name_it(shared_engine: Engine) -> None:
    found = read(shared_engine, lambda connection, at: entities.entities(connection, at, "halden", "", WHOLE)).items[0]
    kept = listed(shared_engine, Filters(entity=found.id)).items
    assert {each.id for each in kept} == {
        each.id for each in listed(shared_engine).items if found.id in each.entity_ids
    }
    detail = read(shared_engine, lambda connection, at: entities.entity(connection, at, found.id))
    assert detail.knowledge_count == len(kept) > 0


def test_items_of_a_source_are_those_it_makes(shared_engine: Engine) -> None:
    kept = listed(shared_engine).items
    chosen = kept[0].source_ids[0]
    assert {each.id for each in listed(shared_engine, Filters(source=chosen)).items} == {
        each.id for each in kept if chosen in each.source_ids
    }


def test_facets_count_what_the_list_holds(shared_engine: Engine) -> None:
    counted = read(shared_engine, lambda connection, at: items.facets(connection, at, Filters(types=("fact",))))
    found = listed(shared_engine).items
    assert counted["type"]["fact"] == sum(each.type == "fact" for each in found)
    assert sum(counted["type"].values()) == len(found)
    assert sum(counted["status"].values()) == counted["type"]["fact"]


@pytest.mark.parametrize("day", ["2026", "2026-02-30", "20260203", "soon"])
def test_a_document_date_that_is_no_day_is_refused(day: str) -> None:
    with pytest.raises(InvalidRequest):
        Filters(documents_from=day)
    with pytest.raises(InvalidRequest):
        Clock(documents_until=day)


def test_a_list_limited_by_document_dates_says_what_it_leaves_out(shared_engine: Engine) -> None:
    assert "left out" in listed(shared_engine, Filters(documents_from="2026-01-31")).note
    assert listed(shared_engine).note == ""


@pytest.mark.req("LAW-09")
@pytest.mark.req("LAW-09", "S000-2-01")
def test_every_item_of_a_list_carries_evidence_that_hashes(shared_engine: Engine) -> None:
    for each in listed(shared_engine).items:
        detail = read(shared_engine, lambda connection, at, id_=each.id: items.item(connection, at, id_))
        assert len(detail.evidence) == each.evidence_count > 0
        for row in detail.evidence:
            assert hashlib.sha256(row.excerpt.encode()).hexdigest() == row.content_hash
            assert row.location
            assert row.place["words"] == row.location
            assert not row.missing_excerpt


@pytest.mark.req("LAW-09")
@pytest.mark.parametrize("column", ["excerpt", "excerpt_sha256"])
def test_altered_evidence_is_shown_as_missing_and_never_as_found(any_engine: Engine, column: str) -> None:
    chosen = launch(any_engine).sides[0]
    with any_engine.database.write() as connection:
        mine = evidence_table.c.id == chosen.evidence_ids[0]
        connection.execute(sa.update(evidence_table).where(mine).values({column: "something else"}))
    rows = read(any_engine, lambda connection, at: items.item(connection, at, chosen.item_id)).evidence
    assert [(row.missing_excerpt, row.excerpt) for row in rows if row.id == chosen.evidence_ids[0]] == [(True, "")]


def test_evidence_that_is_gone_is_still_listed_as_missing(any_engine: Engine) -> None:
    chosen = launch(any_engine).sides[0]
    with any_engine.database.write() as connection:
        connection.execute(sa.delete(evidence_table).where(evidence_table.c.id == chosen.evidence_ids[0]))
    found = read(any_engine, lambda connection, at: items.item(connection, at, chosen.item_id))
    assert {row.id for row in found.evidence if row.missing_excerpt} == {chosen.evidence_ids[0]}
    assert found.item.evidence_count == len(found.evidence)


def test_an_address_that_was_moved_answers_the_canonical_record(any_engine: Engine) -> None:
    chosen, found = listed(any_engine).items[0], any_engine.project("falcon")
    with any_engine.database.write() as connection:
        row = {
            "project_id": found.id,
            "id": "ki_old",
            "rev_from": 1,
            "rev_to": 2**62,
            "kind": "item",
            "canonical_id": chosen.id,
        }
        connection.execute(sa.insert(address).values(**row))
    detail = read(any_engine, lambda connection, at: items.item(connection, at, "ki_old"))
    assert (detail.item.id, detail.item.redirected_from) == (chosen.id, "ki_old")
    same = read(any_engine, lambda connection, at: items.item(connection, at, chosen.id))
    assert same.item.redirected_from == ""


def test_a_record_of_another_project_is_not_found(shared_engine: Engine) -> None:
    foreign = listed(shared_engine).items[0].id
    with pytest.raises(RecordNotFound):
        read(shared_engine, lambda connection, at: items.item(connection, at, foreign), name="osprey")


@pytest.mark.req("LAW-10")
@pytest.mark.req("S000-7-06")
@pytest.mark.req("S000-2-01", "S000-7-06")
def test_the_launch_date_is_disputed_with_both_sides_sources_and_a_suggestion_that_is_not_applied(
    shared_engine: Engine,
) -> None:
    found = launch(shared_engine)
    values = {side.value: side for side in found.sides}
    assert set(values) == {"2026-03-03", "2026-04-10"}
    assert values["2026-04-10"].source_names == ["02-schedule-update.eml"]
    assert "01-kickoff-memo.md" in values["2026-03-03"].source_names
    assert {side.status for side in found.sides} == {"disputed"}
    assert found.suggested_resolution is not None
    assert found.suggested_resolution.winner_id == values["2026-04-10"].item_id
    assert (found.status, found.resolution) == ("open", None)
    assert [each.id for each in found.items] == found.item_ids


def test_documents_that_repeat_each_other_are_sides_with_ids_of_their_own(shared_engine: Engine) -> None:
    kind = "duplicate_source"
    found = read(shared_engine, lambda connection, at: conflicts.conflicts(connection, at, "", kind, (), WHOLE)).items[
        0
    ]
    assert (found.item_ids, len(found.items)) == ([], 2)
    assert {each.id for each in found.items} == set(found.source_ids)
    assert all(each.statement and each.kind == "source" for each in found.items)


def test_conflicts_can_be_asked_for_by_the_statements_they_are_about(shared_engine: Engine) -> None:
    expected = launch(shared_engine)
    wanted = (expected.item_ids[0], "ki_nobody")
    found = read(shared_engine, lambda connection, at: conflicts.conflicts(connection, at, "", "", wanted, WHOLE))
    assert [each.id for each in found.items] == [expected.id]


def test_entities_are_found_by_any_of_their_names(shared_engine: Engine) -> None:
    by_alias = read(
        shared_engine, lambda connection, at: entities.entities(connection, at, "BOB smith", "", WHOLE)
    ).items
    assert [each.canonical_name for each in by_alias] == ["Robert Smith"]
    quoted = read(shared_engine, lambda connection, at: entities.entities(connection, at, '"% _', "", WHOLE))
    assert quoted.items == []


def test_relations_of_an_entity_name_both_ends_and_their_words(shared_engine: Engine) -> None:
    every = read(shared_engine, lambda connection, at: entities.relations(connection, at, "", "", WHOLE)).items
    end = every[0].from_id
    kept = read(shared_engine, lambda connection, at: entities.relations(connection, at, end, "", WHOLE)).items
    assert [each.id for each in kept] == [each.id for each in every if end in {each.from_id, each.to_id}]
    assert all(row.excerpt and row.source_name and row.location for each in every for row in each.evidence)


def test_a_source_tells_its_successor_and_a_removed_one_its_state(any_engine: Engine) -> None:
    found = any_engine.project("falcon")
    any_engine.accept(found.id, [Offered("04-budget.csv", b"Work package,Planned cost\nTraining,EUR 9000\n")], BUILDER)
    with any_engine.database.read() as connection:
        mine = sa.select(source.c.id).where(source.c.logical_name == "04-budget.csv", source.c.state == "superseded")
        old = connection.execute(mine).scalar_one()
        view = sources.source_view(connection, found.id, old)
        latest = sources.source_view(connection, found.id, view.superseded_by)
    assert (view.processing_status, latest.processing_status) == ("superseded", "queued")
    assert latest.original_name == "04-budget.csv"


def test_past_evidence_is_shown_where_nothing_lives(any_engine: Engine) -> None:
    found = any_engine.project("falcon")
    only = next(each for each in listed(any_engine).items if len(each.source_ids) == 1 and each.status == "active")
    any_engine.remove_source(found.id, only.source_ids[0], BUILDER)
    any_engine.process(found.id, BUILDER)
    any_engine.run_jobs()
    detail = read(any_engine, lambda connection, at: items.item(connection, at, only.id))
    assert detail.item.status == "archived"
    assert [row.live for row in detail.evidence] == [False]
    assert detail.item.source_names
    assert only.id in {each.id for each in listed(any_engine, Filters(source=only.source_ids[0])).items}


def test_a_diff_says_what_was_added_changed_and_newly_disputed(any_engine: Engine) -> None:
    found = any_engine.project("falcon")
    any_engine.accept(found.id, [Offered("x.md", b"The budget for Project Falcon is EUR 510,000.\n")], BUILDER)
    any_engine.process(found.id, BUILDER)
    any_engine.run_jobs()
    with any_engine.database.read() as connection:
        pins = [pin(connection, found, rev) for rev in ("rev_1", "rev_2")]
        made = revisions.diff(connection, pins[0], pins[1], (), WHOLE)
        same = revisions.diff(connection, pins[1], pins[1], (), WHOLE)
        only = revisions.diff(connection, pins[0], pins[1], ("conflict",), WHOLE)
    assert made.counts["item"]["disputed"] == 1
    assert made.counts["item"]["added"] >= 1
    assert [change.change for change in only.changes.items] == ["added"]
    assert same.changes.total == 0


def test_a_diff_from_later_to_earlier_is_refused(shared_engine: Engine) -> None:
    with shared_engine.database.read() as connection:
        found = shared_engine.project("falcon")
        with pytest.raises(InvalidRequest):
            revisions.diff(connection, pin(connection, found, "rev_1"), pin(connection, found, "rev_0"), (), WHOLE)


@pytest.mark.req("LAW-07")
@pytest.mark.req("S001-5-01")
@pytest.mark.req("LAW-07", "LAW-10")
def test_reading_changes_nothing(shared_engine: Engine) -> None:
    def state() -> list[tuple[object, ...]]:
        with shared_engine.database.read() as connection:
            return [tuple(row) for row in connection.execute(sa.select(item_state).order_by(item_state.c.id))]

    before = state()
    listed(shared_engine)
    launch(shared_engine)
    read(shared_engine, lambda connection, at: evidence.by_ids(connection, at, []))
    assert state() == before
