"""Whatever dies, a mission resumes or is closed truthfully, and no effect happens twice (colony law 11)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.anthill.core.builders import EVERYTHING_GRANTED, FunctionTool, roster
from tests.anthill.missions.support import FALCON, QUESTION, FunctionAnt, RetrieveTool, colony

from anthill.core.agents.context import AntContext
from anthill.core.agents.researcher import Researcher
from anthill.core.missions.intake import MissionRequest
from anthill.core.missions.workers import Workers
from anthill.core.roles.contract import AntExecutionContract
from anthill.core.store import tasks
from anthill.core.store.records import EventFilter
from anthill.core.tools.authorization import Bindings, fingerprint
from anthill.core.tools.journal import StoredJournal
from anthill.core.tools.principal import mint
from anthill.core.tools.registry import Frame, ToolGate, ToolRegistry
from anthill.sdk.result import AntExecutionResult, succeeded
from anthill.sdk.scope import UNRESOLVED
from anthill.sdk.tool import Effect, ToolResult
from formicaria.ground import work
from formicaria.ground.effects import EffectLedger
from formicaria.ground.errors import LostLease, UnknownOutcome

FALCON_QUESTION = MissionRequest(QUESTION, project_id="falcon")
CRASH_POINTS = [
    "intake.before_commit",
    "task.after_begin",
    "task.after_begin:2",
    "task.before_settle",
    "task.before_settle:3",
    "task.after_settle",
    "close.after_evaluation",
    "close.before_commit",
    "archive.before_commit",
]
CHILD = """
import sys
from pathlib import Path
from anthill.core.missions.intake import MissionRequest
from tests.anthill.missions.support import QUESTION, colony
here = colony(Path(sys.argv[1]))
found = here.missions()
mission = found[0] if found else here.submit(MissionRequest(QUESTION, project_id="falcon"))
print(here.run_until_closed(mission.id).outcome, flush=True)
here.stop()
"""


def child(folder: Path, crash_at: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": "src:.", "PATH": "/usr/bin:/bin"} | (
        {"FORMICARIA_CRASH_AT": crash_at} if crash_at else {}
    )
    return subprocess.run(
        [sys.executable, "-c", CHILD, str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.req("LAW-05")
@pytest.mark.req("CLAW-11")
@pytest.mark.parametrize("point", CRASH_POINTS)
def test_a_mission_killed_at_any_boundary_ends_as_if_it_had_not_been(tmp_path: Path, point: str) -> None:
    killed = child(tmp_path, point)
    assert killed.returncode == -9, killed.stderr
    resumed = child(tmp_path)
    assert resumed.stdout.strip() == "completed_verified", resumed.stderr
    here = colony(tmp_path)
    report = here.report(here.missions()[0].id)
    names = [each.event_type.value for each in here.events(0, EventFilter(), 1000)]
    faults = here.audit_faults()
    here.stop()
    assert faults == ()
    assert [each.schema for each in report.artifacts] == ["source_set", "sourced_answer", "memory_candidate"]
    assert [each.state.value for each in report.tasks] == ["complete"] * 3
    for once in ("mission_created", "mission_evaluated", "mission_completed", "archivist_ran"):
        assert names.count(once) == 1, once
    assert len(report.evidence) == len({row.evidence_id for row in report.evidence})


def test_an_attempt_that_died_is_recorded_as_lost(tmp_path: Path) -> None:
    assert child(tmp_path, "task.before_settle").returncode == -9
    assert child(tmp_path).returncode == 0
    here = colony(tmp_path)
    mission = here.missions()[0]
    with here.records.read() as connection:
        attempts = tasks.attempts_of(connection, f"{mission.id}-t01")
    here.stop()
    assert [each.ended_as for each in attempts] == ["lost", "complete"]


def test_a_step_whose_worker_died_three_times_is_given_up(tmp_path: Path) -> None:
    for _ in range(3):
        assert child(tmp_path, "task.after_begin").returncode == -9
    assert child(tmp_path).stdout.strip() == "failed_permanent"
    here = colony(tmp_path)
    report = here.report(here.missions()[0].id)
    here.stop()
    assert (report.tasks[0].failure_class, report.tasks[0].reason) == (
        "internal_defect",
        "Its worker died three times; the step is given up.",
    )


def test_a_mission_whose_closing_died_three_times_is_closed_truthfully(tmp_path: Path) -> None:
    for _ in range(3):
        assert child(tmp_path, "close.after_evaluation").returncode == -9
    assert child(tmp_path).stdout.strip() == "completed_unverified"
    here = colony(tmp_path)
    report = here.report(here.missions()[0].id)
    here.stop()
    assert report.mission.evaluation["verification_status"] == "verification_unavailable"
    assert [each.state.value for each in report.tasks] == ["complete"] * 3


def test_a_mission_whose_archiving_died_three_times_keeps_its_outcome(tmp_path: Path) -> None:
    for _ in range(3):
        assert child(tmp_path, "archive.before_commit").returncode == -9
    assert child(tmp_path).stdout.strip() == "completed_verified"
    here = colony(tmp_path)
    names = [each.event_type.value for each in here.events(0, EventFilter(), 1000)]
    faults = here.audit_faults()
    here.stop()
    assert (names.count("archivist_skipped"), faults) == (1, ())


def test_a_result_of_a_worker_that_lost_its_lease_is_discarded(tmp_path: Path) -> None:
    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    workers: Workers = here._workers
    runner = workers._runners["task"]
    with here.records.database.write() as connection:
        slow = work.claim(here.records.database, connection, ("task",), "slow", 60.0)
        work.release_all(connection)
        fast = work.claim(here.records.database, connection, ("task",), "fast", 60.0)
    assert slow is not None
    assert fast is not None
    runner.run(fast)
    with pytest.raises(LostLease):
        runner.run(slow)
    here.run_until_closed(accepted.id)
    report = here.report(accepted.id)
    here.stop()
    assert report.mission.outcome == "completed_verified"
    assert [each.schema for each in report.artifacts].count("source_set") == 1


def test_a_worker_overtaken_in_mid_work_keeps_nothing_of_its_result(tmp_path: Path) -> None:
    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    runner, entered = here._workers._runners["task"], []

    def overtaken(ctx: AntContext) -> AntExecutionResult:
        entered.append(ctx.task_id)
        if len(entered) == 1:
            with here.records.database.write() as connection:
                work.release_all(connection)
                fast = work.claim(here.records.database, connection, ("task",), "fast", 60.0)
            assert fast is not None
            runner.run(fast)
        return replace(Researcher().execute(ctx), summary=f"run {len(entered)}")

    here._parts.handlers["researcher"] = FunctionAnt(overtaken)
    with here.records.database.write() as connection:
        slow = work.claim(here.records.database, connection, ("task",), "slow", 60.0)
    assert slow is not None
    with pytest.raises(LostLease):
        runner.run(slow)
    report = here.report(accepted.id)
    assert here.run_until_closed(accepted.id).outcome == "completed_verified"
    here.stop()
    assert [each.schema for each in report.artifacts] == ["source_set"]
    assert len(entered) == 2


def test_many_workers_share_the_missions_and_none_is_lost_or_done_twice(tmp_path: Path) -> None:
    tool = RetrieveTool({"proj_f": FALCON})
    here = colony(tmp_path, tool=tool)
    here.start()
    ids = [here.submit(FALCON_QUESTION).id for _ in range(8)]
    for mission_id in ids:
        here.run_until_closed(mission_id)
    outcomes = {here.mission(each).outcome for each in ids}
    faults = here.audit_faults()
    here.stop()
    assert outcomes == {"completed_verified"}
    assert len(tool.scopes) == 8
    assert faults == ()


class Proposing:
    """A gate over one proposing tool in a real ledger, as a task that crashed and came back sees it."""

    def __init__(self, folder: Path, act: Callable[[], None], *, idempotent: bool) -> None:
        self.here = colony(folder)
        self.tool = FunctionTool("knowledge_search", self._run, Effect.PROPOSE, idempotent=idempotent)
        self._act = act
        registry = ToolRegistry([self.tool])
        effects = EffectLedger(self.here.records.database, self.here.records.clock)
        open_roster = roster(tools=registry.names, granted=EVERYTHING_GRANTED)
        self.gate = ToolGate(registry, open_roster, StoredJournal(self.here.records, 1), effects)
        self.frame = Frame(1e12, 1, Bindings(frozenset([fingerprint("knowledge_search", {}, UNRESOLVED)])))

    def _run(self, _ctx: object, _args: object) -> ToolResult:
        self._act()
        return ToolResult.succeeded("proposed", {"n": 1})

    def call(self) -> ToolResult:
        return self.gate.run(mint("researcher", "", "t1"), "knowledge_search", {}, self.frame, 1)


class PowerCut(BaseException):
    """The process ends here, as far as the ledger can tell."""


def test_an_effect_done_before_a_crash_is_read_back_and_not_repeated(tmp_path: Path) -> None:
    bench = Proposing(tmp_path, lambda: None, idempotent=False)
    first = bench.call()
    assert bench.call() == first
    assert len(bench.tool.runs) == 1
    bench.here.stop()


@pytest.mark.req("CLAW-11")
def test_an_effect_begun_before_a_crash_is_an_unknown_outcome_and_never_silently_repeated(tmp_path: Path) -> None:
    def cut() -> None:
        raise PowerCut

    bench = Proposing(tmp_path, cut, idempotent=False)
    with pytest.raises(PowerCut):
        bench.call()
    for _ in range(2):
        with pytest.raises(UnknownOutcome):
            bench.call()
    assert len(bench.tool.runs) == 1
    bench.here.stop()


def test_an_idempotent_effect_begun_before_a_crash_is_repeated(tmp_path: Path) -> None:
    cuts = iter([True, False])

    def cut_once() -> None:
        if next(cuts):
            raise PowerCut

    bench = Proposing(tmp_path, cut_once, idempotent=True)
    with pytest.raises(PowerCut):
        bench.call()
    assert bench.call().ok
    assert len(bench.tool.runs) == 2
    bench.here.stop()


def test_an_unknown_outcome_stops_the_mission_for_a_person(tmp_path: Path) -> None:
    def meet_one(_ctx: AntContext) -> AntExecutionResult:
        raise UnknownOutcome("The effect x may or may not have happened.")

    here = colony(tmp_path, handlers={"researcher": FunctionAnt(meet_one)})
    accepted = here.submit(FALCON_QUESTION)
    closed = here.run_until_closed(accepted.id)
    names = [each.event_type.value for each in here.events(0, EventFilter())]
    here.stop()
    assert closed.outcome == "escalated"
    assert "effect_outcome_unknown" in names


def test_everything_a_mission_leaves_names_no_machine_path_or_secret(tmp_path: Path) -> None:
    here = colony(tmp_path)
    accepted = here.submit(FALCON_QUESTION)
    here.run_until_closed(accepted.id)
    whole = json.dumps(here.report(accepted.id).to_json()) + str(here.events(0, EventFilter(), 1000))
    here.stop()
    assert str(tmp_path) not in whole


def test_no_contract_permits_a_side_effect() -> None:
    assert AntExecutionContract.__dataclass_fields__["side_effects"].default is False
    assert succeeded("x").success
