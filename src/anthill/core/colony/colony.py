"""The colony: its store, roles, tools, gates and workers, behind the verbs the API and the command line use."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from anthill.core.agents.context import Ant
from anthill.core.agents.handlers import HANDLERS
from anthill.core.colony.settings import CoreSettings
from anthill.core.evidence.outcome import StopReason
from anthill.core.missions.archive import Archive
from anthill.core.missions.errors import MissionNotFound, PlanRefused
from anthill.core.missions.finalize import Finalizer
from anthill.core.missions.intake import Intake, MissionRequest
from anthill.core.missions.report import Report, compile_report
from anthill.core.missions.runner import Runner
from anthill.core.missions.scheduler import ARCHIVE_UNIT, CLOSE_UNIT, TASK_UNIT, request_stop
from anthill.core.missions.workers import UnitRunner, Workers
from anthill.core.planning.plan import Plan, Refusal
from anthill.core.roles.availability import Roster, grant
from anthill.core.roles.catalog import CATALOG
from anthill.core.store import missions, tasks
from anthill.core.store.audit_check import check
from anthill.core.store.missions import EVERY, Contract, Mission, MissionFilter
from anthill.core.store.records import EventFilter, Note, Records, events_after, events_since
from anthill.core.store.tasks import Task
from anthill.core.tools.registry import ToolRegistry
from anthill.sdk.event import Event, EventType, Fact
from anthill.sdk.module import Module, Probe, ScopeResolver
from anthill.sdk.tool import ToolSpec
from formicaria.ground import audit, idempotency, work
from formicaria.ground.audit import Fault, Head
from formicaria.ground.clock import Clock, later
from formicaria.ground.database import Database
from formicaria.ground.effects import EffectLedger
from formicaria.ground.errors import Unavailable
from formicaria.ground.idempotency import Answer

SERVICES = frozenset({"constraint", "planner", "queen"})
"""Control-plane roles that are code here: the tool gate, the planner, and the runtime that runs missions."""
_ACCEPTED = 202


@dataclass(frozen=True, slots=True)
class Parts:
    """What a colony is made of; the composition root and tests fill it."""

    database: Database
    clock: Clock
    settings: CoreSettings
    modules: tuple[Module, ...] = ()
    handlers: Mapping[str, Ant] = field(default_factory=lambda: HANDLERS)
    exclusive: bool = True
    """Whether this process is the only one on the store: then a dead predecessor's leases are free at once."""


class Colony:
    """Everything one process needs to plan, run and show missions."""

    def __init__(self, parts: Parts) -> None:
        """Wire the parts; nothing runs before `start` or `run_until_closed`."""
        self._parts = parts
        self.records = Records(parts.database, parts.clock)
        self.registry = ToolRegistry(tool for module in parts.modules for tool in module.tools())
        self.roster = _roster(parts, self.registry)
        self._intake = _intake(parts, self.records, self.roster, self.registry)
        self._workers = self._new_workers()
        self._begun = False
        self._lock = threading.Lock()

    # Running

    def start(self) -> None:
        """Recover what a dead predecessor left, and start working."""
        self._begin()
        self._workers.start()

    def stop(self) -> None:
        """Finish what is in hand, anchor the chains, and let go of everything."""
        self._workers.stop()
        if self._begun:
            self.records.anchor_all()
            self.records.note(Note(EventType.COLONY_STOPPED, message="the colony stopped"))
        for module in self._parts.modules:
            module.close()
        self._parts.database.close()

    def run_until_closed(self, mission_id: str) -> Mission:
        """Work on one mission in this thread until it is closed and archived."""
        self._begin()
        while True:
            self._workers.sweep()
            if self._workers.step(mission_id):
                continue
            found = self.mission(mission_id)
            if not found.status.open:
                return found
            time.sleep(self._parts.settings.worker_limits.poll_seconds)

    def run_pending(self) -> int:
        """Do every unit that is ready now, in this thread; returns how many there were."""
        self._begin()
        done = 0
        while self._workers.step():
            done += 1
        return done

    def _begin(self) -> None:
        with self._lock:
            if self._begun:
                return
            with self.records.write() as transaction:
                if self._parts.exclusive:
                    work.release_all(transaction.connection)
                eligible = ",".join(each.entry.role for each in self.roster.standing if each.eligible)
                started: dict[str, Fact] = {"eligible_roles": eligible}
                transaction.note(Note(EventType.COLONY_STARTED, message="the colony started", facts=started))
                for module in self._parts.modules:
                    facts: dict[str, Fact] = {"module": module.name, "tools": len(tuple(module.tools()))}
                    transaction.note(Note(EventType.MODULE_REGISTERED, message="a module was registered", facts=facts))
            self._begun = True

    def _new_workers(self) -> Workers:
        parts, limits = self._parts, self._parts.settings.mission_limits
        effects = EffectLedger(parts.database, parts.clock)
        owner = f"{socket.gethostname()}:{os.getpid()}"
        runner = Runner(self.records, self.registry, self.roster, effects, parts.handlers, limits, owner)
        archive = Archive(self.records, self.roster, parts.handlers.get("archivist"))
        runners: dict[str, UnitRunner] = {TASK_UNIT: runner, CLOSE_UNIT: Finalizer(self.records), ARCHIVE_UNIT: archive}
        longest = float(limits.task_seconds + limits.drain_seconds)
        return Workers(self.records, runners, parts.settings.worker_limits, owner, longest)

    # Missions

    def plan(self, request: MissionRequest) -> Plan | Refusal:
        """Preview the plan a mission would get; nothing is stored or run."""
        return self._intake.preview(request)

    def submit(self, request: MissionRequest) -> Mission:
        """Take a mission in; raises `PlanRefused` with every reason when it cannot be honoured."""
        try:
            with self.records.write() as transaction:
                accepted = self._intake.accept(transaction, request)
        except PlanRefused as refused:
            self._intake.refused(request, refused.refusal)
            raise
        self._workers.wake()
        return accepted

    def submit_once(self, request: MissionRequest, key: str, fingerprint: str) -> Mission:
        """As `submit`, once for each key of a credential: asked again, it gives the same mission.

        `fingerprint` is the digest of everything that was asked. Raises `Conflict` when the key stood for something else.
        """
        who = request.requested_by
        try:
            with self.records.write() as transaction:
                known = idempotency.recall(transaction.connection, who, key, fingerprint)
                if known is None:
                    accepted = self._intake.accept(transaction, request)
                    answer = Answer(_ACCEPTED, accepted.id)
                    idempotency.remember(transaction.connection, who, key, fingerprint, answer, transaction.at)
        except PlanRefused as refused:
            self._intake.refused(request, refused.refusal)
            raise
        if known is not None:
            return self.mission(known.body)
        self._workers.wake()
        return accepted

    def missions(
        self, project_id: str | None = None, limit: int = 50, before: str = "", wanted: MissionFilter = EVERY
    ) -> tuple[Mission, ...]:
        """Return missions, newest first; a caller limited to a project sees only that project's."""
        with self.records.read() as connection:
            return missions.newest(connection, project_id, limit, before, wanted)

    def mission(self, mission_id: str, project_id: str | None = None) -> Mission:
        """Return a mission; raises `MissionNotFound` in the same words for a foreign and a missing one."""
        with self.records.read() as connection:
            found = missions.find(connection, mission_id, project_id)
        if found is None:
            raise MissionNotFound(
                "There is no mission with this id.", remedy="List the missions to see those there are."
            )
        return found

    def graph(self, mission_id: str, project_id: str | None = None) -> tuple[Task, ...]:
        """Return a mission's tasks with their dependencies."""
        found = self.mission(mission_id, project_id)
        with self.records.read() as connection:
            return tasks.of_mission(connection, found.id)

    def contract(self, mission_id: str, project_id: str | None = None) -> Contract | None:
        """Return what a mission was asked and planned, as written at intake."""
        found = self.mission(mission_id, project_id)
        with self.records.read() as connection:
            return missions.contract_of(connection, found.id)

    def report(self, mission_id: str, project_id: str | None = None) -> Report:
        """Compile what there is to read of a mission, from its rows."""
        found = self.mission(mission_id, project_id)
        with self.records.read() as connection:
            return compile_report(connection, found)

    def cancel(self, mission_id: str, by: str, project_id: str | None = None) -> Mission:
        """Stop a mission: once this returns nothing more is begun for it. A closed one stays as it ended."""
        found = self.mission(mission_id, project_id)
        with self.records.write() as transaction:
            missions.lock(transaction.connection, found.id)
            request_stop(transaction, found.id, StopReason.CANCELLED, by)
        self._workers.wake()
        return self.mission(mission_id, project_id)

    # Looking in

    def events(self, after: int, wanted: EventFilter, limit: int = 200) -> tuple[Event, ...]:
        """Return events with a number above `after`."""
        with self.records.read() as connection:
            return events_after(connection, after, wanted, limit)

    def recent(self, seconds: float, wanted: EventFilter, limit: int = 200) -> tuple[Event, ...]:
        """Return the events of the last `seconds`, newest first."""
        with self.records.read() as connection:
            return events_since(connection, later(self.records.clock.now(), -seconds), wanted, limit)

    def tools(self) -> tuple[ToolSpec, ...]:
        """Return every registered tool."""
        return self.registry.specs

    def audit_faults(self, kept: Mapping[str, Head] | None = None) -> tuple[Fault, ...]:
        """Check every chain, anchor and artifact; `kept` are heads stored elsewhere."""
        with self.records.read() as connection:
            return check(connection, kept)

    def audit_heads(self) -> tuple[Head, ...]:
        """Return the heads of every chain, to keep elsewhere."""
        with self.records.read() as connection:
            return audit.heads(connection)

    def audit_entries(self) -> int:
        """Return how many audit entries there are."""
        with self.records.read() as connection:
            return audit.count(connection)

    def probes(self) -> dict[str, Probe]:
        """Return how each module stands."""
        return {module.name: module.probe() for module in self._parts.modules}

    def check_store(self) -> None:
        """Raise `Unavailable` when the store does not answer."""
        try:
            with self.records.read() as connection:
                audit.heads(connection)
        except Exception as error:
            raise Unavailable("The colony's store does not answer.", remedy="Run anthill doctor.") from error


def _roster(parts: Parts, registry: ToolRegistry) -> Roster:
    return Roster(
        CATALOG,
        implemented=SERVICES | parts.handlers.keys(),
        gates=parts.settings.gates,
        tools=registry.names,
        granted=grant(registry.names, model_available=_has_model(parts.modules)),
    )


def _has_model(modules: Iterable[Module]) -> bool:
    return any(module.providers().model is not None for module in modules)


def _intake(parts: Parts, records: Records, roster: Roster, registry: ToolRegistry) -> Intake:
    return Intake(records, roster, registry.names, _scopes(parts.modules), parts.settings.mission_limits)


def _scopes(modules: Sequence[Module]) -> ScopeResolver | None:
    found = [module.providers().scopes for module in modules if module.providers().scopes is not None]
    return found[0] if found else None
