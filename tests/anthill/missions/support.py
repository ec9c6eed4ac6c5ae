"""A colony over a small knowledge module of its own: the real core, store, gate and ants; only the base is scripted."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from anthill.core.agents.context import Ant, AntContext
from anthill.core.agents.handlers import HANDLERS
from anthill.core.colony.colony import Colony, Parts
from anthill.core.colony.settings import CoreSettings
from anthill.core.missions.limits import MissionLimits, WorkerLimits
from anthill.core.roles.availability import Gates
from anthill.core.store.schema import open_store
from anthill.sdk.evidence import EvidenceLane
from anthill.sdk.failure import FailureClass
from anthill.sdk.module import ApiSeams, Probe, Providers
from anthill.sdk.result import AntExecutionResult
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope
from anthill.sdk.setting import Setting
from anthill.sdk.source_set import ConflictRecord, ConflictSide, SourceRecord, SourceSet
from anthill.sdk.tool import Effect, Tool, ToolContext, ToolResult, ToolSpec
from anthill.sdk.values import JsonObject
from formicaria.ground.clock import SystemClock
from formicaria.ground.database import sqlite_url

MARCH = "The launch date for Project Falcon is March 3, 2026."
APRIL = "The launch date for Project Falcon has moved to April 10, 2026."
BUDGET = "The budget of Project Falcon is 480,000 USD."
QUESTION = "When does Project Falcon launch?"
DO_NOT_SUBSTITUTE = "Do not substitute recalled or assumed facts for it."


def record(item: str, text: str, source: str, band: str = "tenant", project: str = "proj_f") -> SourceRecord:
    """A record whose excerpt is its statement."""
    hashed = hashlib.sha256(text.encode()).hexdigest()
    return SourceRecord(
        f"knowledge:{project}/{item}", project, item, text, f"ev_{item}", text, hashed,
        f"src_{source}", source, "line 3", "direct_fact", "disputed", band,
    )  # fmt: skip


RECORDS = (
    record("ki_1", MARCH, "01-kickoff-memo.md"),
    record("ki_2", APRIL, "02-schedule-update.eml"),
    record("ki_3", BUDGET, "b.md"),
)
CONFLICT = ConflictRecord(
    "cf_1", "attribute_mismatch", "falcon|launch_date",
    (
        ConflictSide("ki_1", MARCH, "2026-03-03", ("01-kickoff-memo.md",)),
        ConflictSide("ki_2", APRIL, "2026-04-10", ("02-schedule-update.eml",)),
    ),
    "02-schedule-update.eml is newer by document date",
)  # fmt: skip
FALCON = SourceSet(QUESTION, RECORDS, (CONFLICT,))


@dataclass
class RetrieveTool:
    """`knowledge_retrieve` over one source set per base."""

    bases: dict[str, SourceSet]
    before: Callable[[], None] = lambda: None
    scopes: list[KnowledgeScope] = field(default_factory=list)

    @property
    def spec(self) -> ToolSpec:
        query: JsonObject = {"type": "string", "minLength": 1, "maxLength": 2000}
        schema: JsonObject = {
            "type": "object", "properties": {"query": query}, "required": ["query"], "additionalProperties": False,
        }  # fmt: skip
        return ToolSpec("knowledge_retrieve", "Retrieve.", schema, Effect.READ, EvidenceLane.RETRIEVAL, True)

    def run(self, ctx: ToolContext, args: JsonObject) -> ToolResult:
        self.scopes.append(ctx.scope)
        self.before()
        found = self.bases.get(ctx.scope.project_ref or "") if ctx.scope.is_queryable else None
        if found is None:
            return ToolResult.failed(
                FailureClass.AUTHORIZATION_FAILURE,
                "No base is mapped.",
                f"Knowledge retrieval unavailable.\n{DO_NOT_SUBSTITUTE}",
            )
        return ToolResult.succeeded("context", {"source_set": found.to_json()})


@dataclass
class KnowledgeModule:
    """A module with a project map."""

    tool: Tool
    project_map: Mapping[str, str] = field(default_factory=lambda: {"falcon": "proj_f", "osprey": "proj_o"})
    on: bool = True
    name: str = "knowledge"
    closed: bool = False

    def settings(self) -> Sequence[Setting]:
        return ()

    def tools(self) -> Sequence[Tool]:
        return (self.tool,)

    def providers(self) -> Providers:
        return Providers(scopes=self)

    def routers(self, api: ApiSeams) -> Sequence[object]:
        return ()

    def probe(self) -> Probe:
        return Probe("ready", "It is scripted.")

    def close(self) -> None:
        self.closed = True

    def in_use(self) -> bool:
        return self.on

    def resolve_mission(self, mission_id: str, project_id: str | None, workspace_id: str | None) -> KnowledgeScope:
        ref = self.project_map.get(project_id or "")
        return KnowledgeScope.for_mission(ref, mission_id, project_id) if ref else UNRESOLVED


def colony(
    folder: Path,
    sources: SourceSet | None = FALCON,
    *,
    url: str = "",
    handlers: Mapping[str, Ant] | None = None,
    gates: Gates | None = None,
    tool: Tool | None = None,
    limits: MissionLimits | None = None,
    module: Any = None,
) -> Colony:
    """A colony on a store in `folder`."""
    bases = {"proj_f": sources, "proj_o": SourceSet("", ())} if sources else {}
    plugged = module or KnowledgeModule(tool or RetrieveTool(bases))
    settings = CoreSettings(
        gates or Gates(), limits or MissionLimits(), WorkerLimits(workers=2, poll_seconds=0.01, sweep_seconds=0.05)
    )
    database = open_store(url or _migrated(folder))
    return Colony(Parts(database, SystemClock(), settings, (plugged,), {**HANDLERS, **(handlers or {})}))


@cache
def _template() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "anthill.db"
        open_store(sqlite_url(path)).close()
        return path.read_bytes()


def _migrated(folder: Path) -> str:
    """The address of a store in `folder`, made from one migrated once: migrating is not what these tests are about."""
    path = folder / "anthill.db"
    if not path.exists():
        path.write_bytes(_template())
    return sqlite_url(path)


class FunctionAnt:
    """An ant made of a function."""

    def __init__(self, function: Callable[[AntContext], AntExecutionResult]) -> None:
        self._function = function

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        return self._function(ctx)


def altered(sources: SourceSet, **changes: str) -> SourceSet:
    """The same source set with the first record changed."""
    return replace(sources, records=(replace(sources.records[0], **changes), *sources.records[1:]))
