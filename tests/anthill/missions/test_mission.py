"""A mission from question to outcome: cited, verified from rows, or truthfully not (colony laws 8-11)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update
from tests.anthill.missions.support import (
    APRIL,
    DO_NOT_SUBSTITUTE,
    FALCON,
    MARCH,
    QUESTION,
    RECORDS,
    FunctionAnt,
    KnowledgeModule,
    RetrieveTool,
    altered,
    colony,
    record,
)

from anthill.core.agents.builder import Builder
from anthill.core.agents.context import AntContext
from anthill.core.evidence.answer import SOURCED_ANSWER
from anthill.core.missions.errors import MissionNotFound, PlanRefused
from anthill.core.missions.intake import MissionRequest
from anthill.core.missions.limits import MissionLimits
from anthill.core.missions.report import Report
from anthill.core.planning.request import RequestedTask, RequestedWorkflow
from anthill.core.roles.availability import Gates
from anthill.core.store import artifacts
from anthill.core.store.records import EventFilter
from anthill.core.store.tables import artifact
from anthill.sdk.artifact import ArtifactDraft, Confidentiality
from anthill.sdk.event import EventType
from anthill.sdk.evidence import EvidenceKind
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, AntStatus, Handoff, failed, succeeded
from anthill.sdk.source_set import SourceSet
from formicaria.ground.canonical import canonical_text
from formicaria.ground.errors import DatabaseUnusable, InvalidRequest

FALCON_QUESTION = MissionRequest(QUESTION, project_id="falcon")


def run(folder: Path, request: MissionRequest = FALCON_QUESTION, **options) -> Report:
    here = colony(folder, **options)
    try:
        accepted = here.submit(request)
        here.run_until_closed(accepted.id)
        assert here.audit_faults() == ()
        return here.report(accepted.id)
    finally:
        here.stop()


def events(folder: Path, **options) -> list[str]:
    here = colony(folder, **options)
    try:
        here.run_until_closed(here.submit(FALCON_QUESTION).id)
        return [each.event_type.value for each in here.events(0, EventFilter())]
    finally:
        here.stop()


@pytest.mark.req("LAW-04")
@pytest.mark.req("LAW-14")
def test_the_answer_names_the_disagreement_and_decides_nothing(tmp_path: Path) -> None:
    report = run(tmp_path)
    assert report.answer is not None
    text = report.answer.rendered()
    first = report.answer.sentences[0]
    assert MARCH in first.text
    assert APRIL in first.text
    assert first.citations == (RECORDS[0].ref, RECORDS[1].ref)
    assert "not decided here" in text
    assert "[knowledge:proj_f/ki_1] [knowledge:proj_f/ki_2]" in text
    assert "without a language model" in text
    assert [each.conflict_id for each in report.conflicts] == ["cf_1"]
    assert report.mission.outcome == "completed_verified"


@pytest.mark.req("S000-5.1-03", "CLAW-10")
def test_every_cited_excerpt_has_a_passing_hash_row_of_the_verifier(tmp_path: Path) -> None:
    report = run(tmp_path)
    hashes = [row for row in report.evidence if row.kind is EvidenceKind.HASH_MATCH]
    assert sorted(row.value for row in hashes) == ["knowledge:proj_f/ki_1#ev_ki_1", "knowledge:proj_f/ki_2#ev_ki_2"]
    assert all(row.passed and row.deterministic for row in hashes)
    answers = [each.artifact_id for each in report.artifacts if each.schema == SOURCED_ANSWER]
    assert all(answers[0] in row.artifact_ids for row in hashes)
    retrieval = [row for row in report.evidence if row.kind is EvidenceKind.SOURCE_RETRIEVAL]
    assert [(row.value, row.passed, row.deterministic) for row in retrieval] == [("knowledge_retrieve", True, False)]


@pytest.mark.req("LAW-14")
def test_the_same_sources_give_the_same_answer_byte_for_byte(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    payloads = [[each.payload for each in run(folder).artifacts if each.schema == SOURCED_ANSWER] for folder in folders]
    assert payloads[0] == payloads[1]


@pytest.mark.req("CLAW-10")
def test_one_altered_excerpt_and_the_mission_is_not_verified(tmp_path: Path) -> None:
    report = run(tmp_path, sources=altered(FALCON, excerpt=MARCH + " Altered."))
    assert report.mission.outcome == "completed_unverified"
    assert any(row.value == "excerpt_hash_mismatch" and not row.passed for row in report.evidence)


def test_one_altered_value_in_an_excerpt_and_the_mission_is_not_verified(tmp_path: Path) -> None:
    report = run(tmp_path, sources=altered(FALCON, excerpt=MARCH.replace("March 3", "March 4")))
    assert report.mission.outcome == "completed_unverified"


def inventing(change: Callable[[str], str]) -> FunctionAnt:
    def execute(ctx: AntContext) -> AntExecutionResult:
        honest = Builder().execute(ctx)
        payload = json.loads(honest.artifacts[0].payload)
        payload["sentences"][0]["text"] = change(payload["sentences"][0]["text"])
        return replace(honest, artifacts=(replace(honest.artifacts[0], payload=canonical_text(payload)),))

    return FunctionAnt(execute)


@pytest.mark.req("CLAW-10")
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("March 3", "March 5"),
        lambda text: f"{text} It costs $9,000.",
        lambda text: f"{text} Alice Jones said so.",
        lambda text: f"{text} See REQ-99.",
    ],
)
def test_one_invented_value_in_the_answer_and_the_mission_is_not_verified(tmp_path: Path, change) -> None:
    report = run(tmp_path, handlers={"builder": inventing(change)})
    assert report.mission.outcome == "completed_unverified"
    assert [row.value for row in report.evidence if not row.passed] == ["unsupported_value"]


def test_a_builder_that_hides_the_disagreement_is_not_verified(tmp_path: Path) -> None:
    def execute(ctx: AntContext) -> AntExecutionResult:
        honest = Builder().execute(ctx)
        one_side = {"text": MARCH, "citations": [RECORDS[0].ref], "basis": "knowledge"}
        payload = json.loads(honest.artifacts[0].payload) | {"sentences": [one_side], "conflict_ids": []}
        return replace(honest, artifacts=(replace(honest.artifacts[0], payload=canonical_text(payload)),))

    report = run(tmp_path, handlers={"builder": FunctionAnt(execute)})
    assert report.mission.outcome == "completed_unverified"
    assert [row.value for row in report.evidence if not row.passed] == ["hidden_conflict"]


@pytest.mark.req("CLAW-08")
def test_a_verifier_that_only_says_so_verifies_nothing(tmp_path: Path) -> None:
    praise = FunctionAnt(lambda _ctx: succeeded("verification passed", narrative="verification passed"))
    report = run(tmp_path, handlers={"verifier": praise})
    assert report.mission.outcome == "completed_unverified"
    assert report.mission.evaluation["verification_status"] == "not_run"


@pytest.mark.req("S000-8-10", "S000-6.1-04")
@pytest.mark.req("LAW-11")
def test_without_a_mapped_base_nothing_is_retrieved_and_the_answer_says_so(tmp_path: Path) -> None:
    tool = RetrieveTool({"proj_f": FALCON})
    report = run(tmp_path, MissionRequest(QUESTION, project_id="unmapped"), tool=tool)
    assert [scope.is_queryable for scope in tool.scopes] == [False]
    assert report.answer is not None
    assert DO_NOT_SUBSTITUTE in report.answer.rendered()
    assert MARCH not in report.answer.rendered()
    assert (report.mission.status.value, report.mission.outcome) == ("complete", "completed_unverified")


@pytest.mark.req("S000-6.1-05", "S001-1-01")
@pytest.mark.req("LAW-12")
def test_a_mission_never_sees_another_projects_base(tmp_path: Path) -> None:
    tool = RetrieveTool(
        {"proj_f": FALCON, "proj_o": SourceSet("", (record("ki_9", "Osprey flies.", "o.md", project="proj_o"),))}
    )
    here = colony(tmp_path, tool=tool)
    falcon, osprey = here.submit(FALCON_QUESTION), here.submit(MissionRequest("Does Osprey fly?", project_id="osprey"))
    here.run_pending()
    seen = {here.report(each.id).mission.project_id: here.report(each.id).to_json() for each in (falcon, osprey)}
    here.stop()
    assert "Osprey flies" not in json.dumps(seen["falcon"])
    assert "Falcon" not in json.dumps(seen["osprey"])
    assert {str(scope) for scope in tool.scopes} == {"mission proj_f", "mission proj_o"}


def test_a_base_without_an_answer_gives_an_unverified_truth(tmp_path: Path) -> None:
    report = run(tmp_path, sources=SourceSet(QUESTION, ()))
    assert report.answer is not None
    assert "nothing that was found there answers" in report.answer.rendered()
    assert report.mission.outcome == "completed_unverified"


def test_knowledge_switched_off_leaves_no_scope_event_and_a_refusal(tmp_path: Path) -> None:
    names = events(tmp_path, module=KnowledgeModule(RetrieveTool({"proj_f": FALCON}), on=False))
    assert "mission_knowledge_scope" not in names
    assert "mission_completed" in names


def test_the_events_of_a_mission_come_in_order(tmp_path: Path) -> None:
    names = events(tmp_path)
    order = [
        "mission_created", "mission_knowledge_scope", "mission_planned", "task_created", "task_ready", "mission_started",
        "task_started", "tool_called", "tool_completed", "artifact_stored", "task_completed", "mission_evaluated",
        "mission_completed", "archivist_ran", "audit_anchored",
    ]  # fmt: skip
    positions = [names.index(name) for name in order]
    assert positions == sorted(positions)


@pytest.mark.req("S003-5-01")
@pytest.mark.parametrize("status", [each for each in AntStatus if not each.succeeded])
@pytest.mark.parametrize("role", ["researcher", "builder", "verifier"])
def test_no_other_status_than_a_success_completes_a_mission(tmp_path: Path, role: str, status: AntStatus) -> None:
    report = run(tmp_path, handlers={role: FunctionAnt(lambda _ctx: AntExecutionResult(status, "x"))})
    assert not report.mission.outcome.startswith("completed")
    ended = next(each for each in report.tasks if each.role == role)
    assert ended.state.value in ("failed", "skipped")


def test_a_handler_that_raises_fails_its_task_and_leaves_no_words(tmp_path: Path) -> None:
    def burst(_ctx: AntContext) -> AntExecutionResult:
        raise RuntimeError("secret content")

    report = run(tmp_path, handlers={"builder": FunctionAnt(burst)})
    ended = next(each for each in report.tasks if each.role == "builder")
    assert (ended.failure_class, report.mission.outcome) == ("internal_defect", "failed_permanent")
    assert "secret content" not in json.dumps(report.to_json())
    assert next(each for each in report.tasks if each.role == "verifier").state.value == "skipped"


def test_an_artifact_of_a_wrong_shape_or_not_its_own_fails_the_task(tmp_path: Path) -> None:
    for number, schema in enumerate(["sourced_answer", "patch_set", "unheard_of"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        draft = ArtifactDraft(schema, "x", '{"sentences": 1}', Confidentiality.GENERAL)
        report = run(
            folder, handlers={"builder": FunctionAnt(lambda _ctx, draft=draft: succeeded("x", artifacts=(draft,)))}
        )
        assert next(each for each in report.tasks if each.role == "builder").failure_class == "invalid_artifact"


@pytest.mark.req("S003-6-04")
def test_a_refused_required_handoff_keeps_the_mission_from_being_verified(tmp_path: Path) -> None:
    handoff = Handoff("medic", "failure_diagnosis", "x", (), True, "k")
    asking = FunctionAnt(lambda ctx: replace(Builder().execute(ctx), handoffs=(handoff,)))
    assert run(tmp_path, handlers={"builder": asking}).mission.outcome == "completed_unverified"


@pytest.mark.req("S001-8-05")
def test_one_tenant_input_makes_the_answer_and_the_memory_tenant(tmp_path: Path) -> None:
    mixed = replace(FALCON, records=(*RECORDS[:2], record("ki_3", "All is well.", "g.md", "general")))
    bands = {each.schema: each.confidentiality.value for each in run(tmp_path, sources=mixed).artifacts}
    assert bands == {"source_set": "tenant", "sourced_answer": "tenant", "memory_candidate": "tenant"}


def test_only_general_inputs_make_a_general_answer(tmp_path: Path) -> None:
    general = SourceSet(QUESTION, (record("ki_3", "Project Falcon launches on May 1, 2026.", "g.md", "general"),))
    bands = {each.schema: each.confidentiality.value for each in run(tmp_path, sources=general).artifacts}
    assert set(bands.values()) == {"general"}


MEMORIES = {
    "completed_verified": ["episodic", "procedural_candidate"],
    "completed_unverified": ["episodic"],
    "failed_permanent": ["episodic", "negative"],
}


@pytest.mark.req("CLAW-09")
@pytest.mark.req("S003-10-01")
@pytest.mark.req("S003-10-02")
@pytest.mark.req("S003-8-14")
@pytest.mark.parametrize("outcome", MEMORIES)
def test_only_a_verified_mission_leaves_a_positive_memory(tmp_path: Path, outcome: str) -> None:
    options = {
        "completed_verified": {},
        "completed_unverified": {"sources": SourceSet(QUESTION, ())},
        "failed_permanent": {"handlers": {"builder": FunctionAnt(lambda _ctx: failed(FailureClass.TOOL_FAILURE, "x"))}},
    }[outcome]
    report = run(tmp_path, **options)
    assert report.mission.outcome == outcome
    candidates = [json.loads(each.payload) for each in report.artifacts if each.schema == "memory_candidate"]
    assert [each["kind"] for each in candidates[0]] == MEMORIES[outcome]
    assert all(each["auto_promote"] is False for each in candidates[0])
    assert "Falcon" not in json.dumps(candidates)


@pytest.mark.req("CLAW-09")
@pytest.mark.req("CLAW-11")
@pytest.mark.req("S003-10-03")
def test_a_cancelled_mission_begins_nothing_more_and_leaves_no_memory(tmp_path: Path) -> None:
    tool = RetrieveTool({"proj_f": FALCON})
    here = colony(tmp_path, tool=tool)
    accepted = here.submit(FALCON_QUESTION)
    here.cancel(accepted.id, "tok_x")
    here.run_pending()
    report = here.report(accepted.id)
    here.stop()
    assert (report.mission.outcome, tool.scopes) == ("cancelled", [])
    assert {each.state.value for each in report.tasks} == {"cancelled"}
    assert not report.artifacts


def test_a_step_cancelled_in_flight_is_not_a_success_and_runs_no_further_tool(tmp_path: Path) -> None:
    tool = RetrieveTool({"proj_f": FALCON})
    here = colony(tmp_path, tool=tool)
    accepted = here.submit(FALCON_QUESTION)
    results = []

    def research_twice(ctx: AntContext) -> AntExecutionResult:
        results.append(ctx.tool("knowledge_retrieve", {"query": "a"}))
        here.cancel(accepted.id, "tok_x")
        results.append(ctx.tool("knowledge_retrieve", {"query": "b"}))
        return succeeded("done")

    here._parts.handlers["researcher"] = FunctionAnt(research_twice)
    here.run_pending()
    report = here.report(accepted.id)
    here.stop()
    assert [each.ok for each in results] == [True, False]
    assert results[1].failure.failure_class is FailureClass.CANCELLATION
    assert len(tool.scopes) == 1
    assert (report.tasks[0].state.value, report.tasks[0].failure_class) == ("failed", "cancellation")
    assert report.mission.outcome == "cancelled"


@pytest.mark.req("CLAW-11")
def test_a_mission_out_of_time_is_recorded_as_timed_out(tmp_path: Path) -> None:
    here = colony(tmp_path, limits=MissionLimits(mission_seconds=0))
    accepted = here.submit(FALCON_QUESTION)
    closed = here.run_until_closed(accepted.id)
    here.stop()
    assert closed.outcome == "timed_out"


@pytest.mark.req("CLAW-08")
def test_evidence_that_cannot_be_read_is_unavailable_and_never_a_pass(tmp_path: Path, monkeypatch) -> None:
    def unreadable(*_args: object) -> None:
        raise DatabaseUnusable("The database did not answer as expected.")

    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    with monkeypatch.context() as patched:
        patched.setattr(artifacts, "evidence_of", unreadable)
        here.run_until_closed(accepted.id)
    closed = here.mission(accepted.id)
    here.stop()
    assert closed.evaluation["verification_status"] == "verification_unavailable"
    assert closed.outcome == "completed_unverified"


@pytest.mark.req("CLAW-08")
def test_an_answer_changed_in_the_store_before_closing_is_not_verified(tmp_path: Path) -> None:
    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    for _ in range(3):
        assert here._workers.step()
    with here.records.database.write() as connection:
        changed = update(artifact).where(artifact.c.schema == SOURCED_ANSWER).values(payload="{}")
        connection.execute(changed)
    closed = here.run_until_closed(accepted.id)
    faults = here.audit_faults()
    here.stop()
    assert closed.outcome == "completed_unverified"
    assert ["is not the one that was recorded" in fault.problem for fault in faults] == [True]


def test_a_refused_plan_stores_no_mission_and_is_on_the_record(tmp_path: Path) -> None:
    here = colony(tmp_path, gates=Gates(disabled=frozenset(["builder"])))
    with pytest.raises(PlanRefused) as refused:
        here.submit(FALCON_QUESTION)
    recorded = [each for each in here.events(0, EventFilter()) if each.event_type is EventType.MISSION_REFUSED]
    assert (here.missions(), refused.value.code) == ((), "plan_refused")
    here.stop()
    assert [each.facts["codes"] for each in recorded] == ["role_unavailable"]
    assert QUESTION not in str(recorded)


@pytest.mark.parametrize("goal", ["", "   \n", "x" * 20_001])
def test_an_empty_or_oversized_goal_is_refused(tmp_path: Path, goal: str) -> None:
    here = colony(tmp_path)
    with pytest.raises(InvalidRequest):
        here.submit(MissionRequest(goal))
    here.stop()


def test_a_requested_workflow_runs_as_asked(tmp_path: Path) -> None:
    steps = (RequestedTask("look", "research"), RequestedTask("write", "build_answer", depends_on=("look",)))
    report = run(tmp_path, replace(FALCON_QUESTION, workflow=RequestedWorkflow(steps)))
    assert [(each.label, each.role, each.source) for each in report.tasks] == [
        ("look", "researcher", "requested"),
        ("write", "builder", "requested"),
        ("Verify the answer", "verifier", "coverage_supplied"),
    ]
    assert report.mission.outcome == "completed_verified"


def test_a_step_that_promised_an_output_and_made_none_fails(tmp_path: Path) -> None:
    steps = (
        RequestedTask("look", "research", output_schema="source_set"),
        RequestedTask("write", "build_answer", depends_on=("look",)),
    )
    request = MissionRequest(QUESTION, project_id="unmapped", workflow=RequestedWorkflow(steps))
    report = run(tmp_path, request)
    assert (report.tasks[0].failure_class, report.mission.outcome) == ("invalid_artifact", "failed_permanent")


def test_a_foreign_mission_is_answered_like_a_missing_one(tmp_path: Path) -> None:
    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    words = []
    for ask in (lambda: here.mission(accepted.id, "osprey"), lambda: here.mission("mis_nothing", "osprey")):
        with pytest.raises(MissionNotFound) as missing:
            ask()
        words.append(missing.value.sentence)
    assert words[0] == words[1]
    assert [each.id for each in here.missions("osprey")] == []
    here.stop()


@pytest.mark.req("LAW-05")
def test_the_contract_is_the_ask_word_for_word_and_the_limits_in_force(tmp_path: Path) -> None:
    here = colony(tmp_path, limits=MissionLimits(mission_seconds=77))
    accepted = here.submit(FALCON_QUESTION)
    contract = here.contract(accepted.id)
    here.stop()
    assert contract is not None
    assert contract.contract["original_request"] == QUESTION
    assert contract.contract["limits"]["mission_seconds"] == 77
    assert contract.plan["planner_version"] == "dispatch-plan-v1"
