"""What an ant is given: the mission's words, its own task, the artifacts so far, and the tool gate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from anthill.sdk.artifact import Artifact
from anthill.sdk.result import AntExecutionResult
from anthill.sdk.scope import KnowledgeScope
from anthill.sdk.tool import ToolResult
from anthill.sdk.values import Json, JsonObject

RunTool = Callable[[str, JsonObject, int], ToolResult]
"""Runs a tool for this task: name, arguments, the number of the call within the task."""


@dataclass(slots=True)
class AntContext:
    """One task at work. `consumed` are the artifacts the ant looked at; what it makes inherits from them."""

    mission_id: str
    goal: str
    task_id: str
    task_type: str
    label: str
    scope: KnowledgeScope
    run_tool: RunTool
    read_artifacts: Callable[[], Sequence[Artifact]]
    facts: Mapping[str, Json] = field(default_factory=dict)
    consumed: dict[str, Artifact] = field(default_factory=dict)
    tool_calls: int = 0

    def tool(self, name: str, args: JsonObject) -> ToolResult:
        """Run a tool through the gate; calls are numbered, so that a resumed task finds what it already did."""
        self.tool_calls += 1
        return self.run_tool(name, args, self.tool_calls)

    def artifacts(self, schema: str) -> tuple[Artifact, ...]:
        """Return the mission's artifacts of a schema, oldest first, and remember that they were looked at.

        Raises the store's error when they cannot be read: not being able to look is not the same as nothing there.
        """
        found = tuple(each for each in self.read_artifacts() if each.schema == schema)
        self.consumed |= {each.artifact_id: each for each in found}
        return found


class Ant(Protocol):
    """A role's handler."""

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        """Do one task and say in a typed result what came of it."""
        ...
