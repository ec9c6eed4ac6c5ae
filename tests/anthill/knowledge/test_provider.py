"""Retrieval through the provider: scope first, evidence before ranking, disagreements always, failures truthful."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from fastapi import Request, Response
from fastapi.responses import JSONResponse
from structlog.testing import capture_logs
from tests.anthill.knowledge.support import (
    APRIL,
    BUDGET,
    CANARY,
    FALCON,
    FALCON_SCOPE,
    GLOBAL_SCOPE,
    LAUNCH,
    LESSON,
    MARCH,
    OSPREY_SCOPE,
    SECRET,
    TOKEN,
    Bench,
    bench,
    conflict,
    evidence,
    in_scope,
    item,
    refusal,
    side,
)

from anthill.modules.knowledge.disagreements import UNREAD, WITHHELD
from anthill.modules.knowledge.provider import normal_query
from anthill.sdk.knowledge import (
    KnowledgeConfidentiality,
    KnowledgeContext,
    KnowledgeFailure,
    KnowledgeScope,
    KnowledgeStatus,
    KnowledgeSupport,
    Outcome,
    RetrievalRequest,
    SearchRequest,
)
from anthill.sdk.scope import UNRESOLVED

QUESTION = "Why was the Falcon launch date changed?"
MISSION = KnowledgeScope.for_mission(FALCON, "m1", "falcon")


def retrieve(held: Bench, scope: KnowledgeScope = FALCON_SCOPE, **more: Any) -> Outcome[KnowledgeContext]:
    with in_scope(scope):
        return held.provider.retrieve(RetrievalRequest(QUESTION, scope, **more))


def context(held: Bench, scope: KnowledgeScope = FALCON_SCOPE, **more: Any) -> KnowledgeContext:
    outcome = retrieve(held, scope, **more)
    assert outcome.value is not None, outcome.reason
    return outcome.value


# --- scope -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("S000-8-10", "S000-6.1-01", "LAW-12")
@pytest.mark.req("S001-3.1-03")
def test_an_unresolved_scope_retrieves_nothing_rather_than_everything(desk: Bench) -> None:
    for outcome in (
        desk.provider.search(SearchRequest(QUESTION, UNRESOLVED)),
        desk.provider.retrieve(RetrievalRequest(QUESTION, UNRESOLVED)),
        desk.provider.get("ki_march", UNRESOLVED),
        desk.provider.evidence("ki_march", UNRESOLVED),
        desk.provider.related_entities("ki_march", UNRESOLVED),
        desk.provider.find_entities("Smith", UNRESOLVED),
        desk.provider.conflicts(UNRESOLVED),
        desk.provider.sources(UNRESOLVED),
    ):
        assert outcome.failure is KnowledgeFailure.SCOPE_UNRESOLVED
    assert desk.engine.requests == []


@pytest.mark.req("S001-3.1-02")
@pytest.mark.parametrize("ambient", [UNRESOLVED, OSPREY_SCOPE, GLOBAL_SCOPE, KnowledgeScope.for_project(FALCON)])
def test_a_scope_that_is_not_the_one_in_force_is_refused(desk: Bench, ambient: KnowledgeScope) -> None:
    with in_scope(ambient):
        outcome = desk.provider.retrieve(RetrievalRequest(QUESTION, FALCON_SCOPE))
    assert outcome.failure is KnowledgeFailure.SCOPE_UNRESOLVED
    assert desk.engine.requests == []


@pytest.mark.req("S000-8-05", "S000-9-01")
def test_when_knowledge_is_disabled_nothing_is_asked(desk: Bench) -> None:
    desk.change(enabled=False)
    assert retrieve(desk).failure is KnowledgeFailure.DISABLED
    assert desk.provider.probe().usable is False
    assert desk.provider.projects().failure is KnowledgeFailure.DISABLED
    assert desk.engine.requests == []


@pytest.mark.req("S001-3.3-01")
@pytest.mark.req("LAW-12")
@pytest.mark.parametrize("knowledge_id", ["ki_secret", "ki_nowhere", "..", ".", "", "   ", "x" * 300, "a\nb"])
def test_an_item_belonging_to_another_project_is_not_found_in_the_words_of_a_missing_one(
    desk: Bench, knowledge_id: str
) -> None:
    with in_scope(FALCON_SCOPE):
        missing = desk.provider.get("ki_never_was", FALCON_SCOPE)
        for read in (desk.provider.get, desk.provider.evidence, desk.provider.related_entities):
            assert read(knowledge_id, FALCON_SCOPE) == missing
    assert missing.failure is KnowledgeFailure.NOT_FOUND


@pytest.mark.req("S001-3.3-03")
def test_a_foreign_id_costs_as_many_requests_as_a_missing_one(desk: Bench) -> None:
    bare = {name: value for name, value in SECRET.items() if name != "evidence"}
    desk.engine.items = [bare]
    with in_scope(FALCON_SCOPE):
        desk.provider.evidence("ki_secret", FALCON_SCOPE)
        foreign = len(desk.engine.requests)
        desk.provider.evidence("ki_nowhere", FALCON_SCOPE)
    assert len(desk.engine.requests) - foreign == foreign == 1


@pytest.mark.req("S000-6.1-05")
def test_an_engine_that_mixes_projects_shows_nothing_foreign(desk: Bench) -> None:
    stray = {**SECRET, "id": "ki_stray", "project_id": None}
    hits = [{"item": row, "score": 1.0} for row in (SECRET, stray, MARCH)]
    desk.engine.faults["search"] = lambda r: JSONResponse(
        {"knowledge": hits, "entities": [{"id": "e", "canonical_name": CANARY}]}
    )
    desk.engine.items.append(stray)
    found = context(desk)
    assert [fact.knowledge_id for fact in found.facts] == ["ki_march"]
    with in_scope(FALCON_SCOPE):
        searched = desk.provider.search(SearchRequest(QUESTION, FALCON_SCOPE))
    assert CANARY not in repr(found) + repr(searched.value)


@pytest.mark.parametrize("name", ["entities", "sources", "conflicts"])
def test_foreign_rows_of_every_list_are_left_out(desk: Bench, name: str) -> None:
    foreign = {"id": "x_1", "project_id": "proj_osprey", "canonical_name": CANARY, "original_name": CANARY}
    unsigned = {key: value for key, value in foreign.items() if key != "project_id"}
    lying = conflict("cf_lie", side(SECRET, CANARY), side(MARCH, "x"), project="proj_osprey")
    setattr(desk.engine, name, [lying] if name == "conflicts" else [foreign, unsigned])
    with in_scope(FALCON_SCOPE):
        read = {
            "entities": lambda: desk.provider.find_entities("osprey", FALCON_SCOPE),
            "sources": lambda: desk.provider.sources(FALCON_SCOPE),
            "conflicts": lambda: desk.provider.conflicts(FALCON_SCOPE),
        }[name]
        assert read().value == ()


def test_evidence_of_another_project_inside_an_item_is_left_out(desk: Bench) -> None:
    foreign = evidence("ev_x", "osprey.md", "line 1", CANARY, project_id="proj_osprey")
    desk.engine.items = [{**BUDGET, "evidence": [foreign]}]
    (fact,) = context(desk).facts
    assert fact.is_unresolved
    assert CANARY not in repr(context(desk))


def test_a_side_or_an_entity_of_another_project_inside_our_record_is_left_out(desk: Bench) -> None:
    stranger = {"id": "ent_x", "canonical_name": CANARY, "project_id": "proj_osprey"}
    desk.engine.items = [{**MARCH, "entities": [stranger]}]
    desk.engine.conflicts = [{**LAUNCH, "items": [side(MARCH, "2026-03-03"), side(SECRET, CANARY)]}]
    found = context(desk)
    assert found.entities == ()
    assert found.open_conflicts[0].sides[1].withheld == WITHHELD
    assert CANARY not in repr(found)


@pytest.mark.req("S001-3.5-01")
def test_a_global_scope_may_not_see_tenant_material(desk: Bench) -> None:
    found = context(desk, GLOBAL_SCOPE)
    assert [fact.knowledge_id for fact in found.facts] == ["ki_lesson"]
    assert all(fact.confidentiality is KnowledgeConfidentiality.GENERAL for fact in found.facts)
    with in_scope(GLOBAL_SCOPE):
        assert desk.provider.get("ki_march", GLOBAL_SCOPE).failure is KnowledgeFailure.NOT_FOUND
        assert desk.provider.get("ki_lesson", GLOBAL_SCOPE).ok


@pytest.mark.req("S001-3.5-02")
def test_a_narrower_scope_reads_both_bands(desk: Bench) -> None:
    assert {fact.confidentiality for fact in context(desk, MISSION).facts} == {
        KnowledgeConfidentiality.TENANT,
        KnowledgeConfidentiality.GENERAL,
    }


def test_a_band_that_changed_between_hit_and_detail_is_held_to_the_detail(desk: Bench) -> None:
    hit = {**MARCH, "scope": "general"}
    desk.engine.faults["search"] = lambda r: JSONResponse({"knowledge": [{"item": hit, "score": 1}]})
    assert context(desk, GLOBAL_SCOPE).facts == ()


@pytest.mark.req("S000-6.1-01")
def test_every_call_names_the_base_in_its_path_or_in_its_header(desk: Bench) -> None:
    context(desk)
    for path, headers in zip(desk.engine.requests, desk.engine.headers, strict=True):
        assert path.startswith(f"/api/projects/{FALCON}/") or headers["x-forager-project"] == FALCON


# --- the pipeline ----------------------------------------------------------------------------------------------------


def test_the_search_asks_for_three_times_as_many_candidates(desk: Bench) -> None:
    with in_scope(FALCON_SCOPE):
        desk.provider.retrieve(RetrievalRequest("  launch\n date ", FALCON_SCOPE))
    expected = f"/api/projects/{FALCON}/search?q=launch%20date&limit=24&include_entities=true&include_chunks=false"
    assert desk.engine.requests[0] == expected


@pytest.mark.parametrize(("top_k", "limit"), [(1, 5), (8, 24), (16, 48), (50, 50), (0, 5), (900, 50)])
def test_the_candidates_are_bounded(desk: Bench, top_k: int, limit: int) -> None:
    context(desk, top_k=top_k)
    assert f"&limit={limit}&" in desk.engine.requests[0]


@pytest.mark.req("S000-7-02", "S000-7-03", "LAW-03")
@pytest.mark.req("S000-2.1-01")
def test_provenance_survives_the_whole_pipeline(desk: Bench) -> None:
    found = context(desk)
    row = next(row for row in found.evidence if row.evidence_id == "ev_m1")
    assert (row.source_name, row.location, row.excerpt) == (
        "01-kickoff-memo.md",
        "Section: Launch, line 12",
        "The launch date is March 3, 2026.",
    )
    assert row.extractor == "forager-deterministic@1.0.0"
    assert row.is_citable
    march = next(fact for fact in found.facts if fact.knowledge_id == "ki_march")
    assert march.evidence_ids == ("ev_m1", "ev_m2")
    assert (march.support, march.status, march.confidence) == (
        KnowledgeSupport.DIRECT_FACT,
        KnowledgeStatus.DISPUTED,
        0.9,
    )


@pytest.mark.req("S000-7-05")
def test_the_metadata_tell_how_the_context_came_about(desk: Bench) -> None:
    found = context(desk).metadata
    assert (found.query, found.scope, found.backend) == (QUESTION, FALCON_SCOPE, "sqlite-fts5")
    assert (found.candidates_considered, found.truncated, found.degradation) == (4, False, ())
    assert found.elapsed_ms >= 0
    desk.engine.faults["item:ki_april"] = lambda r: refusal(500, "x", "y")
    cut = context(desk, max_context_chars=0).metadata
    assert (cut.truncated, cut.degradation) == (True, ("could not expand ki_april",))


@pytest.mark.req("LAW-09")
@pytest.mark.parametrize("fault", [None, "down", "garbage", "no_rows", "altered"])
def test_every_retrieved_fact_carries_evidence_or_an_explicit_unresolved_marker(desk: Bench, fault: str | None) -> None:
    altered = {**MARCH, "evidence": [{**MARCH["evidence"][0], "excerpt": "The launch date is never."}]}
    answers = {
        "down": lambda r: refusal(500, "internal_error", "x"),
        "garbage": lambda r: Response("<html>"),
        "no_rows": lambda r: JSONResponse({**MARCH, "evidence": []}),
        "altered": lambda r: JSONResponse(altered),
    }
    if fault:
        desk.engine.faults["item:ki_march"] = answers[fault]
    found = context(desk)
    assert found.facts_without_provenance() == ()
    march = next(fact for fact in found.facts if fact.knowledge_id == "ki_march")
    assert march.is_unresolved is (fault is not None)
    assert bool(found.evidence_for("ki_march")) is (fault is None)


@pytest.mark.req("S000-4.1-07")
@pytest.mark.parametrize("status", [401, 403, 409, 500, 503])
def test_an_item_whose_detail_fails_is_carried_from_its_hit(desk: Bench, status: int) -> None:
    desk.engine.faults["item:ki_april"] = lambda r: refusal(status, "x", "y")
    found = context(desk)
    april = next(fact for fact in found.facts if fact.knowledge_id == "ki_april")
    assert april.statement == APRIL["statement"]
    assert april.is_unresolved
    assert found.metadata.degradation == ("could not expand ki_april",)


@pytest.mark.req("LAW-11")
def test_a_base_that_falls_silent_after_the_search_is_a_failure_and_no_empty_context(desk: Bench) -> None:
    desk.engine.faults["item"] = lambda r: refusal(503, "x", "y")
    outcome = retrieve(desk)
    assert (outcome.value, outcome.failure) == (None, KnowledgeFailure.UNAVAILABLE)


def test_only_a_missing_item_is_dropped(desk: Bench) -> None:
    desk.engine.faults["item:ki_april"] = lambda r: refusal(404, "not_found", "gone")
    found = context(desk)
    assert "ki_april" not in [fact.knowledge_id for fact in found.facts]
    assert found.metadata.degradation == ()


def test_two_statements_may_stand_on_one_evidence_row_and_one_row_may_be_sent_twice(desk: Bench) -> None:
    shared = evidence("ev_shared", "a.md", "line 1", "Both.")
    desk.engine.items = [item("ki_1", "One.", shared, shared), item("ki_2", "Two.", shared)]
    found = context(desk)
    assert [(row.knowledge_id, row.evidence_id) for row in found.evidence] == [
        ("ki_1", "ev_shared"),
        ("ki_2", "ev_shared"),
    ]


def test_of_two_rows_with_one_id_the_altered_one_is_not_shown(desk: Bench) -> None:
    true = evidence("ev_1", "a.md", "line 1", "The words.")
    desk.engine.items = [item("ki_1", "One.", true, {**true, "excerpt": "Other words."})]
    assert [row.excerpt for row in context(desk).evidence] == ["The words."]


def test_another_record_than_the_one_asked_for_is_not_believed(desk: Bench) -> None:
    desk.engine.faults["item:ki_march"] = lambda r: JSONResponse(BUDGET)
    with in_scope(FALCON_SCOPE):
        assert desk.provider.get("ki_march", FALCON_SCOPE).failure is KnowledgeFailure.MALFORMED


def test_a_redirected_id_answers_with_its_canonical_record(desk: Bench) -> None:
    desk.engine.faults["item:ki_old"] = lambda r: JSONResponse({**MARCH, "redirected_from": "ki_old"})
    with in_scope(FALCON_SCOPE):
        fact = desk.provider.get("ki_old", FALCON_SCOPE).value
    assert fact is not None
    assert (fact.knowledge_id, fact.redirected_from) == ("ki_march", "ki_old")


def test_evidence_that_does_not_come_with_the_item_is_fetched(desk: Bench) -> None:
    bare = {name: value for name, value in BUDGET.items() if name != "evidence"}
    desk.engine.faults["item:ki_budget"] = lambda r: JSONResponse(bare)
    with in_scope(FALCON_SCOPE):
        rows = desk.provider.evidence("ki_budget", FALCON_SCOPE).value
    assert rows is not None
    assert [row.evidence_id for row in rows] == ["ev_b1"]


def test_the_order_of_a_context_does_not_depend_on_which_answer_came_first() -> None:
    gate = threading.Event()

    def last(request: Request) -> Response:
        gate.wait(10)
        return JSONResponse(MARCH)

    def first(request: Request) -> Response:
        gate.set()
        return JSONResponse(APRIL)

    with bench() as slow, bench() as plain:
        slow.engine.faults |= {"item:ki_march": last, "item:ki_april": first}
        assert context(slow).facts == context(plain).facts
        assert context(slow).evidence == context(plain).evidence


@pytest.mark.req("S000-4.1-06")
def test_facts_are_ordered_by_support_then_confidence_then_the_search(desk: Bench) -> None:
    strange = item("ki_strange", "Something.", evidence("ev_9", "z.md", "line 1", "Something."), support="certain")
    desk.engine.items.insert(0, strange)
    assert [fact.knowledge_id for fact in context(desk).facts] == [
        "ki_march",
        "ki_april",
        "ki_lesson",
        "ki_budget",
        "ki_strange",
    ]


@pytest.mark.req("S000-5-02")
def test_a_fact_remembers_its_place_among_the_hits(desk: Bench) -> None:
    assert {fact.knowledge_id: fact.rank for fact in context(desk).facts} == {
        "ki_march": 0,
        "ki_april": 1,
        "ki_budget": 2,
        "ki_lesson": 3,
    }


@pytest.mark.req("S000-7-14")
@pytest.mark.parametrize("status", ["superseded", "archived"])
def test_history_is_read_only_when_asked_for(desk: Bench, status: str) -> None:
    desk.engine.items = [{**BUDGET, "status": status}]
    assert context(desk).facts == ()
    (fact,) = context(desk, include_historical=True).facts
    assert fact.status.value.lower() == status


def test_a_support_floor_drops_the_weaker_and_the_unknown(desk: Bench) -> None:
    desk.engine.items = [BUDGET, LESSON, {**MARCH, "support": "odd", "conflict_ids": []}]
    kept = context(desk, minimum_support=KnowledgeSupport.SUPPORTED_INFERENCE).facts
    assert {fact.knowledge_id for fact in kept} == {"ki_lesson"}
    unasked = context(desk).facts
    assert "ki_march" in {fact.knowledge_id for fact in unasked}


def test_a_search_can_be_kept_to_types(desk: Bench) -> None:
    with in_scope(FALCON_SCOPE):
        found = desk.provider.search(SearchRequest(QUESTION, FALCON_SCOPE, types=("LESSON",))).value
    assert found is not None
    assert [hit.knowledge_id for hit in found.hits] == ["ki_lesson"]
    assert found.candidates_considered == 4


@pytest.mark.parametrize(("given", "normal"), [("  a \n\t b ", "a b"), ("x" * 600, "x" * 500), (" \n ", "")])
def test_a_question_is_only_flattened_and_cut(given: str, normal: str) -> None:
    assert normal_query(given) == normal


def test_an_empty_question_is_invalid(desk: Bench) -> None:
    with in_scope(FALCON_SCOPE):
        assert desk.provider.search(SearchRequest(" ", FALCON_SCOPE)).failure is KnowledgeFailure.INVALID
        assert desk.provider.retrieve(RetrievalRequest(" ", FALCON_SCOPE)).failure is KnowledgeFailure.INVALID
        assert desk.provider.find_entities(" ", FALCON_SCOPE).failure is KnowledgeFailure.INVALID
    assert desk.engine.requests == []


@pytest.mark.req("S000-4.1-05")
def test_a_context_is_cut_to_its_budget_and_keeps_at_least_one_fact(desk: Bench) -> None:
    desk.engine.items = [item(f"ki_{n}", "w" * 500, evidence(f"ev_{n}", "a.md", "line 1", "e" * 300)) for n in range(9)]
    found = context(desk, max_context_chars=3000)
    assert [fact.knowledge_id for fact in found.facts] == ["ki_0", "ki_1"]
    assert found.metadata.truncated
    assert {row.knowledge_id for row in found.evidence} == {"ki_0", "ki_1"}
    assert len(context(desk, max_context_chars=0).facts) == 1


def test_a_caller_cannot_ask_for_more_room_than_the_settings_give(desk: Bench) -> None:
    desk.engine.items = [item(f"ki_{n}", "w" * 900, evidence(f"ev_{n}", "a.md", "l", "e")) for n in range(8)]
    desk.change(max_context_chars=2500)
    assert context(desk, max_context_chars=200_000).metadata.truncated


# --- disagreements ---------------------------------------------------------------------------------------------------


@pytest.mark.req("LAW-10")
@pytest.mark.req("S000-7-13")
def test_a_contested_fact_arrives_with_its_conflict_attached_and_unresolved(desk: Bench) -> None:
    found = context(desk)
    (launch,) = found.open_conflicts
    assert launch.knowledge_ids == ("ki_march", "ki_april")
    assert [side.value for side in launch.sides] == ["2026-03-03", "2026-04-10"]
    assert launch.resolution == ""
    assert launch.suggested_winner == "ki_april"


def test_conflicts_are_asked_for_by_the_retrieved_ids(desk: Bench) -> None:
    context(desk)
    asked = [path for path in desk.engine.requests if "/conflicts" in path]
    assert asked == [
        f"/api/projects/{FALCON}/conflicts?item_ids=ki_march%2Cki_april%2Cki_lesson%2Cki_budget&page=1&page_size=200"
    ]


def test_both_sides_are_there_although_one_was_not_retrieved(desk: Bench) -> None:
    found = context(desk, top_k=1)
    assert [fact.knowledge_id for fact in found.facts] == ["ki_march"]
    (launch,) = found.open_conflicts
    assert launch.sides[1].statement == APRIL["statement"]
    assert launch.sides[1].source_names == ("02-schedule-update.eml",)


@pytest.mark.req("S000-4.1-05", "LAW-10")
def test_both_sides_are_there_although_one_was_cut_by_the_budget(desk: Bench) -> None:
    long = {**MARCH, "statement": "w" * 3000}
    desk.engine.items = [APRIL, long]
    found = context(desk, max_context_chars=1000)
    assert [fact.knowledge_id for fact in found.facts] == ["ki_april"]
    assert found.open_conflicts[0].sides[0].statement == "w" * 3000


def test_a_side_without_words_in_the_list_is_fetched(desk: Bench) -> None:
    desk.engine.conflicts = [{**LAUNCH, "items": []}]
    found = context(desk, top_k=1)
    assert found.open_conflicts[0].sides[1].statement == APRIL["statement"]


def test_a_side_that_cannot_be_fetched_is_said_to_be_unread(desk: Bench) -> None:
    desk.engine.conflicts = [{**LAUNCH, "items": []}]
    desk.engine.faults["item:ki_april"] = lambda r: refusal(500, "x", "y")
    assert context(desk, top_k=1).open_conflicts[0].sides[1].withheld == UNREAD


def test_the_501st_open_conflict_is_not_hidden(desk: Bench) -> None:
    others = [item(f"ki_o{n}", "Other.", evidence(f"ev_o{n}", "o.md", "line 1", "Other.")) for n in range(2)]
    noise = [conflict(f"cf_{n:03}", side(others[0], "a"), side(others[1], "b")) for n in range(500)]
    desk.engine.conflicts = [*noise, LAUNCH]
    assert [each.conflict_id for each in context(desk).open_conflicts] == ["cf_launch"]
    with in_scope(FALCON_SCOPE):
        listed = desk.provider.conflicts(FALCON_SCOPE).value
    assert listed is not None
    assert len(listed) == 501


def test_a_page_smaller_than_asked_for_is_followed_by_the_next(desk: Bench) -> None:
    desk.engine.page_size = 1
    other = conflict("cf_other", side(MARCH, "x"), side(BUDGET, "y"))
    desk.engine.conflicts = [LAUNCH, other]
    assert [each.conflict_id for each in context(desk).open_conflicts] == ["cf_launch", "cf_other"]


def test_a_list_without_an_end_is_refused(desk: Bench) -> None:
    endless = {"items": [LAUNCH], "page": 1, "page_size": 1, "total": 10**9}
    desk.engine.faults["conflicts"] = lambda r: JSONResponse(endless)
    with in_scope(FALCON_SCOPE):
        assert desk.provider.conflicts(FALCON_SCOPE).failure is KnowledgeFailure.MALFORMED


def test_a_decided_conflict_is_carried_and_is_not_open(desk: Bench) -> None:
    decided = {**LAUNCH, "status": "resolved", "resolution": {"action": "prefer", "winner_id": "ki_april"}}
    desk.engine.conflicts = [decided]
    found = context(desk)
    assert found.open_conflicts == ()
    assert found.conflicts[0].resolution == "prefer"


def test_conflicts_that_cannot_be_fetched_are_said(desk: Bench) -> None:
    desk.engine.faults["conflicts"] = lambda r: refusal(500, "internal_error", "x")
    found = context(desk)
    assert found.metadata.degradation == ("conflicts could not be fetched, so contested statements may be unmarked",)
    assert {fact.knowledge_id for fact in found.facts if fact.is_contested} == {"ki_march", "ki_april"}


def test_a_tenant_side_is_withheld_from_a_global_scope_and_what_quotes_it_too(desk: Bench) -> None:
    against = side(MARCH, "2026-03-03")
    general = side(LESSON, "early")
    desk.engine.conflicts = [
        conflict(
            "cf_mixed",
            general,
            against,
            description=f"says {MARCH['statement']}",
            suggested_resolution={"reason": MARCH["statement"]},
        ),
        LAUNCH,
    ]
    (found,) = context(desk, GLOBAL_SCOPE).open_conflicts
    assert found.conflict_id == "cf_mixed"
    assert [each.withheld for each in found.sides] == ["", WITHHELD]
    assert MARCH["statement"] not in repr(found)
    with in_scope(GLOBAL_SCOPE):
        listed = desk.provider.conflicts(GLOBAL_SCOPE).value
    assert listed is not None
    assert [each.conflict_id for each in listed] == ["cf_mixed"]


# --- failures --------------------------------------------------------------------------------------------------------


@pytest.mark.req("S000-8-02", "S000-8-09", "S001-9-01")
@pytest.mark.req("LAW-11")
@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (lambda r: refusal(401, "unauthorized", "x"), KnowledgeFailure.UNAUTHORIZED),
        (lambda r: refusal(500, "internal_error", "x"), KnowledgeFailure.UPSTREAM),
        (lambda r: refusal(503, "unavailable", "x"), KnowledgeFailure.UNAVAILABLE),
        (lambda r: Response("<html>"), KnowledgeFailure.MALFORMED),
        (lambda r: JSONResponse([1, 2]), KnowledgeFailure.MALFORMED),
        (lambda r: JSONResponse({"knowledge": "none"}), KnowledgeFailure.MALFORMED),
        (lambda r: JSONResponse({"knowledge": [{"item": {"project_id": FALCON}}]}), KnowledgeFailure.MALFORMED),
        (lambda r: refusal(404, "not_found", "no such project"), KnowledgeFailure.SCOPE_UNRESOLVED),
    ],
)
def test_a_failing_search_is_a_typed_refusal_and_nothing_partial(
    desk: Bench, answer: Any, failure: KnowledgeFailure
) -> None:
    desk.engine.faults["search"] = answer
    outcome = retrieve(desk)
    assert (outcome.value, outcome.failure) == (None, failure)


def test_an_empty_base_is_an_empty_context_and_not_a_failure(desk: Bench) -> None:
    desk.engine.items = []
    found = context(desk)
    assert (found.facts, found.conflicts, found.metadata.candidates_considered) == ((), (), 0)


@pytest.mark.req("S001-7-01")
def test_the_log_names_the_read_and_never_its_words(desk: Bench) -> None:
    with capture_logs() as logs:
        context(desk, MISSION)
    (entry,) = [entry for entry in logs if entry["event"] == "knowledge_read"]
    assert entry["mission_id"] == "m1"
    assert entry["scope"] == f"mission {FALCON}"
    assert entry["knowledge_ids"] == ["ki_march", "ki_april", "ki_lesson", "ki_budget"]
    assert entry["results"] == 4
    written = repr(logs)
    assert all(word not in written for word in (TOKEN, QUESTION, "March 3, 2026", "moved to April"))


@pytest.mark.req("LAW-07", "S001-5-01")
def test_retrieval_only_reads(desk: Bench) -> None:
    seen: list[str] = []
    desk.http.event_hooks = {"request": [lambda request: seen.append(request.method)]}
    context(desk)
    assert set(seen) == {"GET"}


@pytest.mark.req("S001-3.4-01")
def test_two_scopes_never_share_a_cache_entry() -> None:
    with bench(cache_seconds=30) as held:
        assert "ki_march" in [fact.knowledge_id for fact in context(held).facts]
        warm = len(held.engine.requests)
        assert context(held).facts
        assert len(held.engine.requests) == warm
        assert [fact.knowledge_id for fact in context(held, GLOBAL_SCOPE).facts] == ["ki_lesson"]
        assert [fact.knowledge_id for fact in context(held, OSPREY_SCOPE).facts] == ["ki_secret"]
        assert len(held.engine.requests) > warm


@pytest.mark.req("S000-8-09")
def test_a_degraded_context_is_not_remembered() -> None:
    with bench(cache_seconds=30) as held:
        held.engine.faults["item:ki_april"] = lambda r: refusal(500, "x", "y")
        assert context(held).metadata.degradation
        held.engine.faults.clear()
        assert context(held).metadata.degradation == ()


def test_a_warm_cache_answers_nobody_whose_knowledge_was_switched_off() -> None:
    with bench(cache_seconds=30) as held:
        context(held)
        held.change(enabled=False)
        assert retrieve(held).failure is KnowledgeFailure.DISABLED


def test_bases_are_listed_without_a_scope_for_binding_only(desk: Bench) -> None:
    listed = desk.provider.projects().value
    assert listed is not None
    assert [project.project_ref for project in listed] == [FALCON, "proj_osprey"]
