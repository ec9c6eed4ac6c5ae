"""The tools of a colony, and the one chokepoint every run goes through: authorize, check, run, record.

Built-in, user-defined and MCP-provided tools all pass here (colony law 4). This is the one place that reads the
ambient knowledge scope; tools get it in their context and never as an argument.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from anthill.core.roles.availability import Roster
from anthill.core.tools import wire
from anthill.core.tools.authorization import NO_BINDINGS, Bindings, Denied, authorize, fingerprint
from anthill.core.tools.principal import Principal, is_genuine
from anthill.core.tools.schema import argument_problems, schema_problems
from anthill.sdk.errors import AnthillError
from anthill.sdk.failure import FailureClass
from anthill.sdk.scope import KnowledgeScope, KnowledgeScopeContext
from anthill.sdk.tool import Effect, Tool, ToolContext, ToolResult, ToolSpec
from anthill.sdk.values import JsonObject
from formicaria.ground.errors import Conflict
from formicaria.ground.logs import get_logger

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{2,63}")
DENIED_PREFIX: Final = "authorization_denied:"


class ToolRefused(AnthillError):
    """A tool cannot be registered: its name is taken or malformed, or its parameters cannot be enforced."""

    code = "tool_refused"


class MissionStopped(AnthillError):
    """The mission was asked to stop, so the tool did not run."""

    code = "mission_stopped"


class ToolRegistry:
    """Tools by name. A registered tool is never replaced and never removed."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        """Register the tools in the order given."""
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.register(tool)

    def register(self, tool: Tool) -> None:
        """Add a tool; raises `ToolRefused` for a name that is taken or parameters that cannot be enforced."""
        spec = tool.spec
        problems = list(schema_problems(spec.parameters))
        if not _NAME.fullmatch(spec.name) or not spec.description.strip():
            problems.append("a tool needs a plain name and a description")
        if spec.name in self._tools:
            problems.append("the name is taken")
        if problems:
            raise ToolRefused(f"The tool {spec.name!r} cannot be registered: {'; '.join(problems)}.")
        self._tools[spec.name] = tool

    @property
    def names(self) -> frozenset[str]:
        """Every registered name."""
        return frozenset(self._tools)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """Every description, by name."""
        return tuple(self._tools[name].spec for name in sorted(self._tools))

    def find(self, name: str) -> Tool | None:
        """Return the tool, or None."""
        return self._tools.get(name)


@dataclass(frozen=True, slots=True)
class Call:
    """One attempt to run a tool, as it is recorded; `key` is unique within the colony and stable across restarts."""

    key: str
    tool: str
    role: str
    mission_id: str
    task_id: str
    fingerprint: str


class ToolJournal(Protocol):
    """Where runs are recorded before and after they happen; each method commits before it returns."""

    def called(self, call: Call) -> None:
        """Note that a run is about to be authorized; raises `MissionStopped` when nothing more may begin."""
        ...

    def denied(self, call: Call, denial: Denied) -> None:
        """Put a denial on the audit stream."""
        ...

    def finished(self, call: Call, spec: ToolSpec | None, result: ToolResult) -> None:
        """Note how a run ended and record the evidence of its lane."""
        ...


class EffectRunner(Protocol):
    """The effect ledger, as the gate uses it."""

    def run(
        self, key: str, fingerprint: str, act: Callable[[], str], *, fence: int = 0, idempotent: bool = False
    ) -> str:
        """Do an effect at most once and return its stored outcome."""
        ...


@dataclass(frozen=True, slots=True)
class Frame:
    """What the runner knows about the task a call belongs to. `deadline` is an instant of `time.monotonic()`."""

    deadline: float
    fence: int
    bindings: Bindings = NO_BINDINGS


class ToolGate:
    """The chokepoint."""

    def __init__(self, registry: ToolRegistry, roster: Roster, journal: ToolJournal, effects: EffectRunner) -> None:
        """Bind the gate to one colony's tools, roles, records and ledger."""
        self._registry = registry
        self._roster = roster
        self._journal = journal
        self._effects = effects

    def run(self, principal: Principal, name: str, args: JsonObject, frame: Frame, number: int) -> ToolResult:
        """Run a tool once for a task, or return a typed failure; never raises for what a tool or a model does.

        Raises `UnknownOutcome` when an effect was begun before a crash and nobody can tell whether it happened.

        `number` counts the task's calls from 1, so that a resumed task finds the effects it already had.
        """
        scope = KnowledgeScopeContext.current()
        call = _call(principal, name, args, scope, number)
        try:
            self._journal.called(call)
        except MissionStopped as stopped:
            return ToolResult.failed(FailureClass.CANCELLATION, stopped.message)
        tool = self._registry.find(name)
        if tool is None:
            unknown = ToolResult.failed(FailureClass.VALIDATION_FAILURE, "There is no tool of that name.")
            return self._finish(call, None, unknown)
        decision = authorize(principal, tool.spec, args, scope, self._roster, frame.bindings)
        if isinstance(decision, Denied):
            self._journal.denied(call, decision)
            return ToolResult.failed(FailureClass.AUTHORIZATION_FAILURE, f"{DENIED_PREFIX} {decision.reason}")
        context = _context(decision.principal, scope, frame, call)
        return self._finish(call, tool.spec, self._perform(tool, call, context, args, frame))

    def _perform(self, tool: Tool, call: Call, context: ToolContext, args: JsonObject, frame: Frame) -> ToolResult:
        spec = tool.spec
        problems = argument_problems(spec.parameters, args) if call.fingerprint else ("they are not plain JSON",)
        if problems:
            reason = f"The arguments of {spec.name} do not fit: {'; '.join(problems)}."
            return ToolResult.failed(FailureClass.VALIDATION_FAILURE, reason)
        if spec.effect is Effect.READ:
            return _guarded(tool, context, args)
        try:
            stored = self._effects.run(
                call.key,
                call.fingerprint,
                lambda: wire.to_text(_guarded(tool, context, args)),
                fence=frame.fence,
                idempotent=spec.idempotent,
            )
        except Conflict:
            return ToolResult.failed(FailureClass.CONFLICT, f"{spec.name} was run before with other arguments.")
        return wire.from_text(stored)

    def _finish(self, call: Call, spec: ToolSpec | None, result: ToolResult) -> ToolResult:
        self._journal.finished(call, spec, result)
        return result


def _call(principal: object, name: str, args: JsonObject, scope: KnowledgeScope, number: int) -> Call:
    known = principal if isinstance(principal, Principal) and is_genuine(principal) else None
    role, mission_id, task_id = (known.role, known.mission_id, known.task_id) if known else ("", "", "")
    key = f"{task_id}/tool/{number}"
    # Only a name is recorded, and only if it can be one: a caller's text never reaches the audit stream.
    shown = name if _NAME.fullmatch(name) else "(not a tool name)"
    return Call(key, shown, role, mission_id, task_id, _fingerprint(name, args, scope))


def _fingerprint(name: str, args: JsonObject, scope: KnowledgeScope) -> str:
    try:
        return fingerprint(name, args, scope)
    except ValueError:
        return ""


def _context(principal: Principal, scope: KnowledgeScope, frame: Frame, call: Call) -> ToolContext:
    return ToolContext(principal.role, principal.mission_id, principal.task_id, scope, frame.deadline, call.key)


def _guarded(tool: Tool, context: ToolContext, args: JsonObject) -> ToolResult:
    try:
        return tool.run(context, args)
    except Exception as error:  # noqa: BLE001 - a tool's defect is a result of the task, never the runtime's end
        get_logger("tools").error("tool_defect", tool=tool.spec.name, type=type(error).__name__)
        reason = f"{tool.spec.name} failed in a way it does not declare ({type(error).__name__})."
        return ToolResult.failed(FailureClass.TOOL_FAILURE, reason)
