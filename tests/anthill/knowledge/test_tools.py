"""The read tools: no scope among their arguments, the whole answer in one untrusted block, refusals that hold."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.anthill.knowledge.support import (
    BUDGET,
    CANARY,
    FALCON,
    FALCON_SCOPE,
    MARCH,
    OSPREY_SCOPE,
    Bench,
    bench,
    evidence,
    in_scope,
    item,
    refusal,
    sha256,
)

from anthill.modules.knowledge.neutral import BLOCK_CLOSE, BLOCK_OPEN
from anthill.modules.knowledge.texts import DO_NOT_SUBSTITUTE, NOT_FOUND
from anthill.modules.knowledge.tools import KnowledgeDesk, knowledge_tools
from anthill.sdk.evidence import EvidenceKind, EvidenceLane
from anthill.sdk.failure import FailureClass
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope
from anthill.sdk.source_set import SOURCE_SET, SourceSet
from anthill.sdk.tool import Effect, Tool, ToolContext, ToolResult

NAMES = ("knowledge_search", "knowledge_retrieve", "knowledge_get", "knowledge_evidence", "knowledge_entity")
ARGUMENTS = {
    "knowledge_search": {"query": "launch date"},
    "knowledge_retrieve": {"query": "launch date"},
    "knowledge_get": {"knowledge_id": "ki_march"},
    "knowledge_evidence": {"knowledge_id": "ki_march"},
    "knowledge_entity": {"name": "Robert"},
}


def tools(held: Bench) -> dict[str, Tool]:
    made = knowledge_tools(KnowledgeDesk(lambda: held.provider, lambda: held.settings))
    return {tool.spec.name: tool for tool in made}


def run(held: Bench, name: str, scope: KnowledgeScope = FALCON_SCOPE, /, **args: Any) -> ToolResult:
    context = ToolContext("researcher", "m1", "t1", scope, time.monotonic() + 30)
    with in_scope(scope):
        return tools(held)[name].run(context, args or ARGUMENTS[name])


@pytest.fixture
def desk() -> Iterator[Bench]:
    with bench() as held:
        held.engine.entities = [{**MARCH["entities"][1], "mention_count": 3}]
        yield held


@pytest.mark.req("S001-3.1-01")
@pytest.mark.parametrize("name", NAMES)
def test_no_knowledge_tool_takes_a_project_argument(desk: Bench, name: str) -> None:
    parameters = tools(desk)[name].spec.parameters
    written = json.dumps(parameters["properties"]).lower()
    assert all(word not in written for word in ("project", "scope", "tenant", "workspace", "organi"))
    assert parameters["additionalProperties"] is False
    assert "conflict" not in written


@pytest.mark.req("LAW-07", "S001-5-01", "S001-10-02")
def test_the_five_read_tools_only_read_and_record_in_the_retrieval_lane(desk: Bench) -> None:
    assert tuple(tools(desk)) == NAMES
    for tool in tools(desk).values():
        assert (tool.spec.effect, tool.spec.lane, tool.spec.idempotent) == (Effect.READ, EvidenceLane.RETRIEVAL, True)


@pytest.mark.req("S001-1-03")
@pytest.mark.parametrize("name", NAMES)
def test_every_answer_with_words_from_documents_is_one_untrusted_block(desk: Bench, name: str) -> None:
    result = run(desk, name)
    assert result.ok
    assert (result.text.count(BLOCK_OPEN), result.text.count(BLOCK_CLOSE)) == (1, 1)
    before = result.text.partition(BLOCK_OPEN)[0]
    assert "March" not in before
    assert "never an instruction" in before
    assert [note.kind for note in result.evidence] == [EvidenceKind.SOURCE_RETRIEVAL]


@pytest.mark.req("S001-3.1-03")
@pytest.mark.parametrize("name", NAMES)
def test_a_tool_without_a_scope_refuses_with_the_sentence_and_asks_nobody(desk: Bench, name: str) -> None:
    result = run(desk, name, UNRESOLVED, **ARGUMENTS[name])
    assert result.failure is not None
    assert result.failure.failure_class is FailureClass.AUTHORIZATION_FAILURE
    assert result.text.endswith(DO_NOT_SUBSTITUTE)
    assert desk.engine.requests == []


@pytest.mark.req("LAW-15")
@pytest.mark.req("S000-9-04")
@pytest.mark.req("S000-8-05")
@pytest.mark.parametrize("name", NAMES)
def test_with_knowledge_disabled_the_tools_are_there_and_refuse(desk: Bench, name: str) -> None:
    desk.change(enabled=False)
    result = run(desk, name)
    assert result.failure is not None
    assert result.failure.failure_class is FailureClass.AUTHORIZATION_FAILURE
    assert "not configured" in result.text
    assert result.text.endswith(DO_NOT_SUBSTITUTE)
    assert desk.engine.requests == []


@pytest.mark.req("S001-9-01")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (401, FailureClass.AUTHORIZATION_FAILURE),
        (500, FailureClass.TRANSIENT_PROVIDER_FAILURE),
        (503, FailureClass.TRANSIENT_PROVIDER_FAILURE),
        (504, FailureClass.TIMEOUT),
    ],
)
def test_an_engine_that_fails_is_a_typed_refusal_with_the_sentence(
    desk: Bench, name: str, status: int, expected: FailureClass
) -> None:
    desk.engine.faults["*"] = lambda r: refusal(status, "x", "y", "req_9")
    result = run(desk, name)
    assert result.failure is not None
    assert result.failure.failure_class is expected
    assert "(request req_9)" in result.text
    assert result.text.endswith(DO_NOT_SUBSTITUTE)


@pytest.mark.req("S001-3.3-03")
@pytest.mark.parametrize("name", ["knowledge_get", "knowledge_evidence"])
def test_a_foreign_id_reads_like_a_missing_one(desk: Bench, name: str) -> None:
    foreign = run(desk, name, knowledge_id="ki_secret")
    missing = run(desk, name, knowledge_id="ki_nowhere")
    assert foreign == missing
    assert foreign.text == NOT_FOUND


@pytest.mark.req("S001-3.1-01", "LAW-12")
@pytest.mark.req("S001-1-01")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("words", ["ki_secret", "proj_osprey", "osprey project:proj_osprey scope=all", CANARY])
def test_no_argument_widens_what_is_read(desk: Bench, name: str, words: str) -> None:
    (argument,) = ARGUMENTS[name]
    result = run(desk, name, **{argument: words, "project": "osprey", "project_id": "proj_osprey", "scope": "global"})
    assert CANARY not in result.text.replace(words, "")
    assert all("/projects/proj_osprey/" not in path for path in desk.engine.requests)
    assert all(headers.get("x-forager-project", FALCON) == FALCON for headers in desk.engine.headers)


def test_a_tool_reads_under_the_scope_it_was_given(desk: Bench) -> None:
    result = run(desk, "knowledge_retrieve", OSPREY_SCOPE, query="where")
    assert CANARY in result.text
    assert "Falcon" not in result.text


@pytest.mark.req("S000-5.1-03")
def test_a_retrieval_hands_over_the_record_that_citations_resolve_to(desk: Bench) -> None:
    result = run(desk, "knowledge_retrieve")
    held = SourceSet.from_json(result.data[SOURCE_SET])
    assert [(record.ref, record.evidence_id) for record in held.records] == [
        ("knowledge:proj_falcon/ki_march", "ev_m1"),
        ("knowledge:proj_falcon/ki_march", "ev_m2"),
        ("knowledge:proj_falcon/ki_april", "ev_a1"),
        ("knowledge:proj_falcon/ki_budget", "ev_b1"),
        ("knowledge:proj_falcon/ki_lesson", "ev_l1"),
    ]
    assert all(record.excerpt_sha256 == sha256(record.excerpt) for record in held.records)
    assert all(record.ref in result.text for record in held.records)
    first = held.records[0]
    assert (first.support, first.status, first.confidentiality) == ("direct_fact", "disputed", "tenant")
    assert (first.source_name, first.location) == ("01-kickoff-memo.md", "Section: Launch, line 12")
    assert held.records[-1].confidentiality == "general"
    (conflict,) = held.conflicts
    assert [(side.value, side.source_names) for side in conflict.sides] == [
        ("2026-03-03", ("01-kickoff-memo.md", "08-design-review.docx")),
        ("2026-04-10", ("02-schedule-update.eml",)),
    ]
    assert conflict.suggestion == "02-schedule-update.eml is newer by document date"


def test_what_cannot_be_quoted_is_in_no_record_and_is_noted(desk: Bench) -> None:
    altered = evidence("ev_x", "a.md", "line 1", "changed", content_hash=sha256("original"))
    gone = evidence("ev_g", "a.md", "line 1", "", missing_excerpt=True)
    desk.engine.items = [
        item("ki_bare", "Bare."),
        item("ki_bad", "Bad.", altered),
        item("ki_gone", "Gone.", gone),
        BUDGET,
    ]
    held = SourceSet.from_json(run(desk, "knowledge_retrieve").data[SOURCE_SET])
    assert [record.item_id for record in held.records] == ["ki_budget"]
    assert "ki_bad has no excerpt and cannot be cited" in held.notes
    assert "ki_bare has no excerpt and cannot be cited" in held.notes
    assert "ki_gone has no excerpt and cannot be cited" in held.notes
    assert any("ev_x was left out" in note for note in held.notes)


def test_a_search_marks_what_is_contested_and_what_has_no_evidence(desk: Bench) -> None:
    desk.engine.items = [MARCH, item("ki_bare", "Bare.")]
    lines = run(desk, "knowledge_search").text.split("\n")
    assert "1. The launch date for Project Falcon is March 3, 2026." in lines
    assert "   CONTESTED: the base records a disagreement about this statement." in lines
    assert "   NO EVIDENCE: the base names no place this statement is written in." in lines
    assert lines[-1].endswith("before using it.")


def test_a_search_that_finds_nothing_says_that_it_searched(desk: Bench) -> None:
    desk.engine.items = []
    result = run(desk, "knowledge_search")
    assert result.ok
    assert "no statement matched" in result.text


def test_an_altered_excerpt_is_warned_of_and_not_shown(desk: Bench) -> None:
    desk.engine.items = [item("ki_1", "One.", evidence("ev_1", "a.md", "line 1", "altered", content_hash="0" * 64))]
    text = run(desk, "knowledge_evidence", knowledge_id="ki_1").text
    assert "WARNING" in text
    assert "altered" not in text.replace("recorded hash", "")


def test_a_statement_is_told_as_json(desk: Bench) -> None:
    text = run(desk, "knowledge_get").text
    told = json.loads(text.partition(BLOCK_OPEN)[2].partition(BLOCK_CLOSE)[0])
    assert (told["knowledge_id"], told["support"], told["status"]) == ("ki_march", "DirectFact", "Disputed")
    assert (told["evidence_count"], told["contested"], told["has_provenance"]) == (2, True, True)


def test_entities_are_told_with_their_other_names(desk: Bench) -> None:
    text = run(desk, "knowledge_entity").text
    (told,) = json.loads(text.partition(BLOCK_OPEN)[2].partition(BLOCK_CLOSE)[0])
    assert (told["name"], told["aliases"], told["mention_count"]) == ("Robert Smith", ["Bob Smith"], 3)
    desk.engine.entities = []
    assert "No entity of this base" in run(desk, "knowledge_entity").text


def test_a_deadline_that_has_passed_is_a_timeout(desk: Bench) -> None:
    context = ToolContext("researcher", "m1", "t1", FALCON_SCOPE, time.monotonic() - 1)
    with in_scope(FALCON_SCOPE):
        result = tools(desk)["knowledge_retrieve"].run(context, {"query": "launch"})
    assert result.failure is not None
    assert result.failure.failure_class is FailureClass.TIMEOUT
    assert desk.engine.requests == []


def test_the_number_of_facts_is_the_operators_when_none_is_named(desk: Bench) -> None:
    desk.change(default_top_k=2)
    run(desk, "knowledge_retrieve")
    assert "&limit=6&" in desk.engine.requests[0]


@pytest.mark.req("S001-7-02")
def test_evidence_notes_hold_counts_and_no_words(desk: Bench) -> None:
    (note,) = run(desk, "knowledge_retrieve").evidence
    assert (note.value, note.passed) == ("knowledge_retrieve", True)
    assert note.detail == "4 facts, 5 excerpts, 1 open conflicts read under project proj_falcon"
