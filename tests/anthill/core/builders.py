"""Small real parts for the core's tests: rosters, tools and journals that implement the real protocols."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from anthill.core.roles.availability import Gates, Roster, grant
from anthill.core.roles.catalog import CATALOG
from anthill.core.roles.contract import Capability
from anthill.core.tools.authorization import Denied
from anthill.core.tools.registry import Call
from anthill.sdk.evidence import EvidenceLane
from anthill.sdk.tool import Effect, ToolContext, ToolResult, ToolSpec
from anthill.sdk.values import JsonObject

HANDLERS = frozenset({"researcher", "builder", "verifier", "archivist"})
ALL_MISSION_ROLES = frozenset(entry.role for entry in CATALOG.entries if entry.contract)
EVERYTHING_GRANTED = frozenset(Capability)
NOW = "2026-01-01T00:00:00.000000Z"


def roster(
    implemented: Collection[str] = HANDLERS,
    gates: Gates | None = None,
    tools: Collection[str] = ("knowledge_retrieve",),
    granted: Collection[Capability] | None = None,
) -> Roster:
    """A roster of the shipped catalogue."""
    capabilities = grant(tools, model_available=False) if granted is None else granted
    return Roster(CATALOG, implemented=implemented, gates=gates or Gates(), tools=tools, granted=capabilities)


def parameters(**properties: JsonObject) -> JsonObject:
    """An object schema whose properties are all required."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass
class FunctionTool:
    """A tool made of a function; counts its runs."""

    name: str
    function: Callable[[ToolContext, JsonObject], ToolResult] = lambda _ctx, _args: ToolResult.succeeded("done")
    effect: Effect = Effect.READ
    lane: EvidenceLane = EvidenceLane.NONE
    idempotent: bool = False
    parameters: JsonObject = field(default_factory=parameters)
    runs: list[JsonObject] = field(default_factory=list)
    contexts: list[ToolContext] = field(default_factory=list)

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, "A tool of a test.", self.parameters, self.effect, self.lane, self.idempotent)

    def run(self, ctx: ToolContext, args: JsonObject) -> ToolResult:
        self.runs.append(args)
        self.contexts.append(ctx)
        return self.function(ctx, args)


@dataclass
class ListJournal:
    """A journal that keeps what it is told."""

    entries: list[tuple[str, Call, object]] = field(default_factory=list)

    def called(self, call: Call) -> None:
        self.entries.append(("called", call, None))

    def denied(self, call: Call, denial: Denied) -> None:
        self.entries.append(("denied", call, denial))

    def finished(self, call: Call, spec: ToolSpec | None, result: ToolResult) -> None:
        self.entries.append(("finished", call, result))

    @property
    def kinds(self) -> list[str]:
        return [kind for kind, _, _ in self.entries]


class DictEffects:
    """An effect ledger in memory: once done, never again."""

    def __init__(self) -> None:
        self.done: dict[str, str] = {}

    def run(
        self, key: str, fingerprint: str, act: Callable[[], str], *, fence: int = 0, idempotent: bool = False
    ) -> str:
        if key not in self.done:
            self.done[key] = act()
        return self.done[key]
