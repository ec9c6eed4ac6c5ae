"""Contracts and gates bind again at dispatch, whatever a plan or a row says (colony law 2, seed 003)."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update
from tests.anthill.missions.support import FALCON, QUESTION, FunctionAnt, RetrieveTool, colony

from anthill.core.agents.context import AntContext
from anthill.core.agents.researcher import _source_set
from anthill.core.missions.intake import MissionRequest
from anthill.core.roles.availability import Gates
from anthill.core.store.tables import task
from anthill.sdk.result import AntExecutionResult, succeeded

FALCON_QUESTION = MissionRequest(QUESTION, project_id="falcon")


@pytest.mark.req("CLAW-02")
@pytest.mark.req("S003-2-02")
def test_a_task_outside_the_roles_contract_is_rejected_by_the_runtime(tmp_path: Path) -> None:
    tool = RetrieveTool({"proj_f": FALCON})
    here = colony(tmp_path, tool=tool)
    accepted = here.submit(FALCON_QUESTION)
    with here.records.database.write() as connection:
        connection.execute(update(task).where(task.c.role == "researcher").values(task_type="patch_proposal"))
    here.run_until_closed(accepted.id)
    first = here.graph(accepted.id)[0]
    here.stop()
    assert (first.state.value, first.ant_status, first.failure_class) == ("failed", "blocked", "authorization_failure")
    assert tool.scopes == []


@pytest.mark.req("CLAW-02")
@pytest.mark.req("S003-7-06")
@pytest.mark.parametrize("role", ["researcher", "builder", "verifier"])
def test_a_role_switched_off_after_planning_does_not_run(tmp_path: Path, role: str) -> None:
    before = colony(tmp_path)
    accepted = before.submit(FALCON_QUESTION)
    before.stop()
    here = colony(tmp_path, gates=Gates(disabled=frozenset([role])))
    closed = here.run_until_closed(accepted.id)
    ended = next(each for each in here.graph(accepted.id) if each.role == role)
    here.stop()
    assert (ended.ant_status, ended.reason) == ("blocked", f"The role {role} cannot work: disabled.")
    assert closed.outcome == "failed_permanent"


@pytest.mark.req("CLAW-09")
def test_a_disabled_archivist_remembers_nothing_and_the_mission_stays_as_it_ended(tmp_path: Path) -> None:
    here = colony(tmp_path, gates=Gates(disabled=frozenset(["archivist"])))
    accepted = here.submit(FALCON_QUESTION)
    closed = here.run_until_closed(accepted.id)
    schemas = [each.schema for each in here.report(accepted.id).artifacts]
    here.stop()
    assert closed.outcome == "completed_verified"
    assert "memory_candidate" not in schemas


@pytest.mark.req("CLAW-10")
def test_a_source_set_that_nobody_retrieved_verifies_nothing(tmp_path: Path) -> None:
    def remember(_ctx: AntContext) -> AntExecutionResult:
        return succeeded("recalled", artifacts=(_source_set(FALCON),))

    here = colony(tmp_path, handlers={"researcher": FunctionAnt(remember)})
    accepted = here.submit(FALCON_QUESTION)
    closed = here.run_until_closed(accepted.id)
    here.stop()
    assert (closed.outcome, closed.evaluation["deliverable_status"]) == ("completed_unverified", "not_satisfied")


@pytest.mark.req("LAW-05")
def test_closing_twice_keeps_the_first_end(tmp_path: Path) -> None:
    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    first = here.run_until_closed(accepted.id)
    here.cancel(accepted.id, "tok_x")
    here.run_pending()
    again = here.mission(accepted.id)
    here.stop()
    assert again == first
