"""After a mission is closed: the archivist proposes what may be remembered, once, and the chain is anchored."""

from __future__ import annotations

from anthill.core.agents.context import Ant, AntContext
from anthill.core.missions.acceptance import accept
from anthill.core.missions.results import store_artifact
from anthill.core.roles.availability import Roster
from anthill.core.store import artifacts, missions, tasks
from anthill.core.store.missions import Mission
from anthill.core.store.records import Note, Records
from anthill.sdk.artifact import Artifact
from anthill.sdk.event import EventType
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, skipped
from anthill.sdk.tool import ToolResult
from anthill.sdk.values import JsonObject
from formicaria.ground import work
from formicaria.ground.crash import crash_point
from formicaria.ground.errors import Error
from formicaria.ground.work import Unit

ROLE = "archivist"
TASK_TYPE = "memory_consolidation"


class Archive:
    """Runs `archive` units."""

    def __init__(self, records: Records, roster: Roster, archivist: Ant | None) -> None:
        """Bind to one colony's records and its archivist, if it has one."""
        self._records = records
        self._roster = roster
        self._archivist = archivist

    def run(self, unit: Unit) -> None:
        """Let the archivist work on a closed mission, store its candidates, and anchor the mission's chain."""
        with self._records.read() as connection:
            mission = missions.find(connection, unit.key)
            held = artifacts.of_mission(connection, unit.key)
            route = " -> ".join(each.role for each in tasks.of_mission(connection, unit.key))
        result = self._result(mission, held, route)
        crash_point("archive.before_commit")
        with self._records.write() as transaction:
            work.settle(transaction.connection, unit, "done")
            for number, draft in enumerate(result.artifacts, start=1):
                store_artifact(transaction, unit.key, f"{unit.key}-archive", ROLE, number, draft, held)
            kind = EventType.ARCHIVIST_RAN if result.success else EventType.ARCHIVIST_SKIPPED
            facts = {"status": result.status.value, "candidates": len(result.artifacts)}
            transaction.note(Note(kind, unit.key, role=ROLE, message=result.summary, facts=facts))
            transaction.anchor(unit.key)

    def give_up(self, unit: Unit) -> None:
        """Leave a mission without memory candidates when its archiving died too often; its chain is anchored."""
        with self._records.write() as transaction:
            work.settle(transaction.connection, unit, "failed")
            message = "The archivist's worker died three times."
            transaction.note(Note(EventType.ARCHIVIST_SKIPPED, unit.key, role=ROLE, message=message))
            transaction.anchor(unit.key)

    def _result(self, mission: Mission | None, held: tuple[Artifact, ...], route: str) -> AntExecutionResult:
        contract = self._roster.catalog.contract(ROLE)
        if mission is None or contract is None or self._archivist is None or not self._roster.eligible(ROLE):
            return skipped("The archivist is not available.")
        context = AntContext(
            mission_id=mission.id,
            goal="",
            task_id=f"{mission.id}-archive",
            task_type=TASK_TYPE,
            label="Archive",
            scope=mission.scope,
            run_tool=_no_tool,
            read_artifacts=lambda: held,
            facts={"outcome": mission.outcome, "route": route},
        )
        try:
            return accept(self._archivist.execute(context), contract, "").result
        except (Error, ValueError) as error:
            return skipped(f"The archivist stopped on an unexpected {type(error).__name__}.")


def _no_tool(name: str, _args: JsonObject, _number: int) -> ToolResult:
    reason = f"The archivist's contract allows no tool, and {name} is one."
    return ToolResult.failed(FailureClass.AUTHORIZATION_FAILURE, reason)
