"""The planner is pure and truthful: a plan or blockers with named codes (colony law 3, seed 003, reference §4.4)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.anthill.core.builders import ALL_MISSION_ROLES, NOW, roster

from anthill.core.planning.coverage import complete
from anthill.core.planning.plan import DispositionReason, Plan, Refusal, RefusalCode, Strategy, TaskSource
from anthill.core.planning.planner import plan
from anthill.core.planning.request import PlanRequest, RequestedTask, RequestedWorkflow
from anthill.core.roles.availability import Gates, Roster
from anthill.core.roles.catalog import CATALOG
from anthill.core.roles.contract import RuntimeKind, SchedulingMode

TOOLS = ("knowledge_retrieve",)
ALL_ROLES = CATALOG.roles
ALL_TYPES = CATALOG.task_types


def ask(*tasks: RequestedTask, to: Roster | None = None, **workflow: Any) -> Plan | Refusal:
    request = PlanRequest("mis_1", "why?", RequestedWorkflow(tasks=tasks, **workflow))
    return plan(request, to or roster(), TOOLS, NOW)


def codes(answer: Plan | Refusal) -> list[str]:
    assert isinstance(answer, Refusal), answer
    return [blocker.code.value for blocker in answer.blockers]


def only_task(answer: Plan | Refusal) -> tuple[str, str]:
    assert isinstance(answer, Plan), answer
    assert len(answer.tasks) == 1
    return answer.tasks[0].role, answer.tasks[0].task_type


def _mode(role: str) -> SchedulingMode | None:
    contract = CATALOG.contract(role)
    return contract.scheduling if contract else None


def _expected_step(role: str, task_type: str, eligible: bool) -> str:
    """What a step `role`/`task_type` must give, written down apart from the planner."""
    mode = _mode(role)
    if mode is SchedulingMode.POLICY_INSERTED:
        return "role_is_policy_inserted"
    if mode is not SchedulingMode.PLANNER_SELECTABLE or not eligible:
        return "role_unavailable"
    contract = CATALOG.contract(role)
    assert contract is not None
    return "planned" if task_type in contract.task_types else "role_task_type_mismatch"


@pytest.mark.req("CLAW-03")
@pytest.mark.req("S003-3-01")
@pytest.mark.req("S003-3-02")
@pytest.mark.req("S003-3-05")
@pytest.mark.req("S003-3-06")
@pytest.mark.req("S003-3-07")
@pytest.mark.req("S003-3-08")
@pytest.mark.parametrize("role", ALL_ROLES)
@pytest.mark.parametrize("disabled", [False, True])
@pytest.mark.parametrize("implemented", [False, True])
def test_every_role_with_every_type_gets_the_right_answer(role: str, disabled: bool, implemented: bool) -> None:
    gates = Gates(disabled=frozenset([role] if disabled else []))
    here = roster(implemented=ALL_ROLES if implemented else [], gates=gates)
    kind = CATALOG.entry(role).kind
    eligible = kind is RuntimeKind.MISSION_AGENT and implemented and not disabled
    for task_type in ALL_TYPES:
        answer = ask(RequestedTask("step", task_type, role), to=here)
        expected = _expected_step(role, task_type, eligible)
        assert (["planned"] if isinstance(answer, Plan) else codes(answer)) == [expected], task_type


@pytest.mark.parametrize("task_type", ALL_TYPES)
@pytest.mark.parametrize("implemented", [False, True])
def test_a_type_without_a_role_gets_the_first_dispatchable_role_or_a_refusal(task_type: str, implemented: bool) -> None:
    answer = ask(RequestedTask("step", task_type), to=roster(implemented=ALL_MISSION_ROLES if implemented else []))
    supporting = [entry.role for entry in CATALOG.supporting(task_type)]
    selectable = [role for role in supporting if _mode(role) is SchedulingMode.PLANNER_SELECTABLE]
    inserted = [role for role in supporting if _mode(role) is SchedulingMode.POLICY_INSERTED]
    if implemented and selectable:
        assert only_task(answer) == (min(selectable), task_type)
    else:
        assert codes(answer) == ["role_is_policy_inserted" if inserted else "unsupported_task_type"]


@pytest.mark.req("CLAW-03")
@pytest.mark.req("S003-3-04")
@pytest.mark.req("S003-3-05")
@pytest.mark.req("S003-3-06")
@pytest.mark.req("S003-3-07")
@pytest.mark.req("S003-3-08")
@pytest.mark.parametrize("role", ALL_ROLES)
@pytest.mark.parametrize("disabled", [False, True])
def test_the_three_question_table_for_requiring_a_role(role: str, disabled: bool) -> None:
    here = roster(implemented=ALL_ROLES, gates=Gates(disabled=frozenset([role] if disabled else [])))
    answer = ask(to=here, required_roles=(role,))
    may = _mode(role) in (SchedulingMode.PLANNER_SELECTABLE, SchedulingMode.POLICY_INSERTED) and not disabled
    if not may:
        assert codes(answer) == ["role_unavailable"]
        return
    assert isinstance(answer, Plan)
    disposition = next(each for each in answer.roles if each.role == role)
    by_policy = _mode(role) is SchedulingMode.POLICY_INSERTED
    assert (disposition.required, disposition.satisfied_by_policy, disposition.unmet) == (
        True,
        by_policy,
        not by_policy,
    )


@pytest.mark.parametrize("place", ["task", "required", "optional"])
def test_an_unknown_role_is_refused_wherever_it_is_named_and_the_known_ones_are_listed(place: str) -> None:
    answer = {
        "task": lambda: ask(RequestedTask("step", "research", "oracle")),
        "required": lambda: ask(required_roles=("oracle",)),
        "optional": lambda: ask(optional_roles=("oracle",)),
    }[place]()
    assert codes(answer) == ["unknown_role"]
    assert isinstance(answer, Refusal)
    assert all(role in answer.blockers[0].detail for role in ALL_ROLES)


@pytest.mark.req("S003-3-02")
def test_a_type_no_contract_supports_is_refused_and_not_replaced() -> None:
    assert codes(ask(RequestedTask("verify it", "verify", "researcher"))) == ["unsupported_task_type"]


@pytest.mark.parametrize("label", ["research", " Research ", "RESEARCH"])
def test_a_label_that_is_a_type_is_that_type(label: str) -> None:
    assert only_task(ask(RequestedTask(label))) == ("researcher", "research")


@pytest.mark.parametrize("label", ["researching", "do research", "resarch", "research.", ""])
def test_a_label_is_never_matched_fuzzily(label: str) -> None:
    assert "unresolvable_task_label" in codes(ask(RequestedTask(label)))


def test_two_steps_with_one_label_are_refused() -> None:
    answer = ask(RequestedTask("Find", "research"), RequestedTask(" find ", "build_answer"))
    assert codes(answer) == ["unresolvable_task_label"]


def test_dependencies_go_by_trimmed_label_in_any_case() -> None:
    answer = ask(
        RequestedTask("Find out", "research"),
        RequestedTask("Write up", "build_answer", depends_on=(" FIND OUT ",)),
    )
    assert isinstance(answer, Plan)
    assert [(task.task_id, task.depends_on) for task in answer.tasks] == [("t01", ()), ("t02", ("t01",))]


def test_a_dependency_on_no_step_is_refused() -> None:
    assert codes(ask(RequestedTask("a", "research", depends_on=("b",)))) == ["unknown_dependency"]


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_circle_of_dependencies_is_refused(size: int) -> None:
    tasks = [RequestedTask(f"s{n}", "research", depends_on=(f"s{(n + 1) % size}",)) for n in range(size)]
    assert codes(ask(*tasks)) == ["dependency_cycle"] * size


def test_an_output_the_role_does_not_produce_is_refused() -> None:
    task = RequestedTask("find", "research", "researcher", output_schema="patch_set")
    assert codes(ask(task)) == ["unsupported_output_schema"]
    assert codes(ask(output_schema="poem")) == ["unsupported_output_schema"]


def test_more_than_twelve_steps_are_refused() -> None:
    assert codes(ask(*[RequestedTask(f"s{n}", "research") for n in range(13)])) == ["too_many_tasks"]


def test_every_refusal_code_has_a_workflow_that_causes_it() -> None:
    seen = {
        *codes(ask(RequestedTask("x", "nope"), RequestedTask("y", depends_on=("z",)))),
        *codes(ask(RequestedTask("x", "research", "oracle"), required_roles=("medic",), output_schema="poem")),
        *codes(ask(RequestedTask("x", "verification"), RequestedTask("y", "research", "builder"))),
        *codes(ask(RequestedTask("x", "research", depends_on=("x",)))),
        *codes(ask(*[RequestedTask(f"s{n}", "research") for n in range(13)])),
    }
    assert seen == {code.value for code in RefusalCode}


def test_nothing_asked_gives_no_tasks_and_every_disposition() -> None:
    answer = ask()
    assert isinstance(answer, Plan)
    assert (answer.strategy, answer.tasks) == (Strategy.PLANNER_CHOSEN, ())
    assert [each.role for each in answer.roles] == list(ALL_ROLES)


def test_every_disposition_reason_has_a_case() -> None:
    here = roster(implemented=set(ALL_MISSION_ROLES) - {"web"}, gates=Gates(disabled=frozenset(["scribe"])))
    answer = ask(RequestedTask("find", "research"), to=here, required_roles=("file",))
    assert isinstance(answer, Plan)
    reasons = {each.role: each.reason for each in answer.roles}
    assert reasons["researcher"] is DispositionReason.DISPATCHED
    assert reasons["builder"] is DispositionReason.NOT_REQUESTED
    assert reasons["file"] is DispositionReason.NO_SUPPORTED_TASK_TYPE
    assert reasons["web"] is DispositionReason.NOT_ROUTABLE
    assert reasons["scribe"] is DispositionReason.DISABLED
    assert reasons["tester"] is DispositionReason.POLICY_INSERTED
    assert reasons["medic"] is DispositionReason.LIFECYCLE_ONLY
    assert reasons["queen"] is DispositionReason.NOT_PLANNER_SELECTABLE
    assert set(reasons.values()) == set(DispositionReason)


LABELS = st.sampled_from(["a", "b", "c", " A", "research", "build_answer", "verify", ""])
TASKS = st.builds(
    RequestedTask,
    label=LABELS,
    task_type=st.none() | st.sampled_from([*ALL_TYPES, "nope"]),
    role=st.none() | st.sampled_from([*ALL_ROLES, "oracle"]),
    depends_on=st.lists(LABELS, max_size=2).map(tuple),
    output_schema=st.none() | st.sampled_from(["text", "poem", "sourced_answer"]),
)
WORKFLOWS = st.builds(
    RequestedWorkflow,
    tasks=st.lists(TASKS, max_size=4).map(tuple),
    required_roles=st.lists(st.sampled_from([*ALL_ROLES, "oracle"]), max_size=2).map(tuple),
    optional_roles=st.lists(st.sampled_from([*ALL_ROLES, "oracle"]), max_size=1).map(tuple),
    output_schema=st.none() | st.sampled_from(["text", "poem"]),
)


@pytest.mark.req("CLAW-03")
@pytest.mark.req("S003-3-03")
@given(WORKFLOWS, st.sets(st.sampled_from(sorted(ALL_MISSION_ROLES))), st.sets(st.sampled_from(ALL_ROLES)))
def test_any_workflow_gets_exactly_a_plan_or_reasons_and_nothing_is_substituted(
    workflow, implemented, disabled
) -> None:
    here = roster(implemented=implemented, gates=Gates(disabled=frozenset(disabled)))
    request = PlanRequest("mis_1", "why?", workflow)
    answer, again = plan(request, here, TOOLS, NOW), plan(request, here, TOOLS, NOW)
    assert json.dumps(answer.to_json()) == json.dumps(again.to_json())
    if isinstance(answer, Refusal):
        assert answer.blockers
        return
    assert len(answer.tasks) == len(workflow.tasks)
    for asked, task in zip(workflow.tasks, answer.tasks, strict=True):
        assert task.label == asked.label
        assert asked.role in (None, task.role)
        assert asked.task_type in (None, task.task_type)
        assert here.eligible(task.role)
        assert _mode(task.role) is SchedulingMode.PLANNER_SELECTABLE
        assert CATALOG.contract(task.role).supports(task.task_type)


@pytest.mark.req("LAW-14")
def test_the_deterministic_plan_reads_then_writes_then_verifies() -> None:
    planned = ask()
    assert isinstance(planned, Plan)
    whole = complete(planned, roster(), TOOLS)
    assert isinstance(whole, Plan)
    assert [(task.role, task.task_type, task.depends_on, task.source) for task in whole.tasks] == [
        ("researcher", "research", (), TaskSource.PLANNER_SELECTED),
        ("builder", "build_answer", ("t01",), TaskSource.PLANNER_SELECTED),
        ("verifier", "verification", ("t01", "t02"), TaskSource.COVERAGE_SUPPLIED),
    ]
    assert {each.role for each in whole.roles if each.dispatched} == {"researcher", "builder", "verifier"}


@pytest.mark.req("CLAW-03")
@pytest.mark.parametrize("missing", ["researcher", "builder", "verifier"])
def test_a_colony_without_a_needed_role_refuses_and_substitutes_nobody(missing: str) -> None:
    here = roster(gates=Gates(disabled=frozenset([missing])))
    planned = ask(to=here)
    assert isinstance(planned, Plan)
    assert codes(complete(planned, here, TOOLS)) == ["role_unavailable"]


def test_a_required_role_no_step_is_for_is_refused_before_work() -> None:
    here = roster(implemented=ALL_MISSION_ROLES)
    planned = ask(to=here, required_roles=("scribe",))
    assert isinstance(planned, Plan)
    answer = complete(planned, here, TOOLS)
    assert isinstance(answer, Refusal)
    assert [(each.code.value, each.subject) for each in answer.blockers] == [("role_unavailable", "scribe")]


@pytest.mark.req("S003-3-06")
def test_requiring_a_verifier_is_met_by_the_inserted_one() -> None:
    planned = ask(required_roles=("verifier",))
    assert isinstance(planned, Plan)
    whole = complete(planned, roster(), TOOLS)
    assert isinstance(whole, Plan)
    assert not whole.unmet_roles


@pytest.mark.req("S003-6-04")
def test_twelve_steps_and_an_inserted_one_are_one_too_many() -> None:
    planned = ask(*[RequestedTask(f"s{n}", "research") for n in range(12)])
    assert isinstance(planned, Plan)
    assert codes(complete(planned, roster(), TOOLS)) == ["too_many_tasks"]
