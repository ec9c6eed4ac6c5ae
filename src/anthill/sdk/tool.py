"""What a tool is: a description a model may read, and `run(ctx, args)` (seed 003 *Capability enforcement*).

`args` is everything a model may choose. Whatever a model may not choose (who asks, for which mission, in
which scope, until when) is in the frozen `ToolContext`, which only the core builds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from anthill.sdk.evidence import EvidenceLane, EvidenceNote
from anthill.sdk.failure import Failure, FailureClass
from anthill.sdk.scope import KnowledgeScope
from anthill.sdk.values import JsonObject


class Effect(StrEnum):
    """What a run of the tool does to the world outside the mission."""

    READ = "read"
    PROPOSE = "propose"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the registry, the planner and a model see it.

    `parameters` is a JSON Schema of type object; arguments are checked against it before every run.
    `idempotent` permits the runtime to repeat a run whose outcome was lost in a crash.
    """

    name: str
    description: str
    parameters: JsonObject
    effect: Effect
    lane: EvidenceLane = EvidenceLane.NONE
    idempotent: bool = False


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What the core hands to a tool beside its arguments.

    `deadline` is an instant of `time.monotonic()`, in seconds. `scope` is the mission's knowledge scope;
    a tool reads it from here and never from an argument.
    """

    principal_role: str
    mission_id: str
    task_id: str
    scope: KnowledgeScope
    deadline: float
    correlation_id: str = ""

    def remaining(self, now: float) -> float:
        """Seconds left at `now` (an instant of `time.monotonic()`), never negative."""
        return max(0.0, self.deadline - now)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What one run gave: text for a reader, data for the runtime, or a typed failure.

    Control never reads `text`. Keys of `data` the runtime understands: `source_set`
    (`anthill.sdk.source_set.SourceSet.to_json()`).
    """

    ok: bool
    text: str
    data: JsonObject = field(default_factory=dict)
    failure: Failure | None = None
    evidence: tuple[EvidenceNote, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a result that is both or neither."""
        if self.ok == (self.failure is not None):
            raise ValueError("A tool result is a success without a failure, or a failure with one.")

    @classmethod
    def succeeded(
        cls, text: str, data: JsonObject | None = None, evidence: tuple[EvidenceNote, ...] = ()
    ) -> ToolResult:
        """Make a success."""
        return cls(ok=True, text=text, data=data or {}, evidence=evidence)

    @classmethod
    def failed(cls, failure_class: FailureClass, reason: str, text: str = "") -> ToolResult:
        """Make a typed failure; `text` (what a model reads) is the reason unless given."""
        return cls(ok=False, text=text or reason, failure=Failure(failure_class, reason))


class Tool(Protocol):
    """The seam every tool stands behind, built in or provided by a module."""

    @property
    def spec(self) -> ToolSpec:
        """What the tool is."""
        ...

    def run(self, ctx: ToolContext, args: JsonObject) -> ToolResult:
        """Do it once; every failure is a typed result, an exception is a defect of the tool."""
        ...
