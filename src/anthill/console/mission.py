"""A mission as its page shows it: where it stands, its steps drawn and told, what happened, and what it left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from anthill.console.graph import Box, Drawing, Edge, draw
from anthill.console.graph import Step as Place
from anthill.console.told import unanswered
from anthill.console.words import SCHEMAS, SHAPES, STATES, Word, outcome_word
from anthill.core.store import artifacts
from anthill.core.store.missions import Mission
from anthill.core.store.tasks import Task
from anthill.sdk.artifact import Artifact
from anthill.sdk.event import Event, Fact
from anthill.sdk.values import Json
from formicaria.ground.clock import from_text

LABEL_CHARACTERS: Final = 24
_DIGEST: Final = re.compile(r"(sha256:)?[0-9a-f]{32,}")
_COUNTED: Final = (("tool call", "tool_calls"), ("model call", "model_calls"))


@dataclass(frozen=True, slots=True)
class Row:
    """One mission in the list."""

    id: str
    goal: str
    project: str
    created_at: str
    took: str
    word: Word


@dataclass(frozen=True, slots=True)
class Step:
    """One step: who does it, where it stands in words, what it waits for, and what it said when it ended."""

    number: int
    label: str
    role: str
    task_type: str
    state: Word
    shape: str
    look: str
    after: tuple[int, ...]
    summary: str
    reason: str
    warnings: tuple[str, ...]
    took: str


@dataclass(frozen=True, slots=True)
class Node:
    """A step in the drawing."""

    box: Box
    step: Step

    @property
    def short(self) -> str:
        """The label, cut to the width of its box."""
        text = self.step.label
        return text if len(text) <= LABEL_CHARACTERS else text[: LABEL_CHARACTERS - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Graph:
    """The drawing with its steps."""

    width: int
    height: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: when, counted from the beginning, and what it tells."""

    at: str
    words: str
    role: str
    message: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Left:
    """Something a mission left: what, by whom, the digest of its content, and whether it is still the one that was stored."""

    id: str
    what: str
    title: str
    role: str
    digest: str
    band: str
    intact: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything that a mission's page shows while it runs, and still shows afterwards."""

    mission: Row
    running: bool
    stopping: bool
    outcome: str
    readable: bool
    steps: tuple[Step, ...]
    graph: Graph
    done: int
    spent: tuple[tuple[str, int], ...]
    happenings: tuple[Happening, ...]


def standing(mission: Mission, tasks: Sequence[Task], events: Iterable[Event]) -> Standing:
    """A mission as its rows stand now."""
    return Standing(
        mission=row(mission),
        running=mission.status.open,
        stopping=mission.status.open and bool(mission.stop_reason.value),
        outcome=mission.outcome,
        readable=mission.scope.is_queryable,
        steps=steps(tasks),
        graph=graph(tasks),
        done=sum(1 for each in tasks if each.state.terminal),
        spent=spent(tasks),
        happenings=happenings(events, mission.created_at),
    )


def row(mission: Mission) -> Row:
    """A mission for the list."""
    none = unanswered(mission)
    word = outcome_word(mission.outcome, mission.status.value, mission.stop_reason.value, unanswered=none)
    took = elapsed(mission.created_at, mission.finished_at) if mission.finished_at else ""
    return Row(mission.id, mission.goal, mission.project_id, mission.created_at, took, word)


def steps(tasks: Sequence[Task]) -> tuple[Step, ...]:
    """The steps in their order, numbered from 1."""
    numbers = {each.id: number for number, each in enumerate(tasks, start=1)}
    return tuple(_step(each, numbers) for each in tasks)


def graph(tasks: Sequence[Task]) -> Graph:
    """The steps drawn."""
    drawing: Drawing = draw([Place(each.id, each.depends_on) for each in tasks])
    told = dict(zip((each.id for each in tasks), steps(tasks), strict=True))
    nodes = tuple(Node(box, told[box.id]) for box in drawing.boxes)
    return Graph(drawing.width, drawing.height, nodes, drawing.edges)


def happenings(events: Iterable[Event], begun: str) -> tuple[Happening, ...]:
    """Events in their order, with times counted from ``begun``."""
    return tuple(
        Happening(
            at=f"+{elapsed(begun, each.created_at)}",
            words=each.event_type.value.replace("_", " "),
            role=each.role,
            message=each.message,
            facts=tuple(
                (key.replace("_", " "), str(value)) for key, value in sorted(each.facts.items()) if _telling(value)
            ),
        )
        for each in events
    )


def _telling(value: Fact) -> bool:
    # A digest tells a reader nothing; the audit has it.
    return value != "" and not (isinstance(value, str) and _DIGEST.fullmatch(value))


def left(held: Iterable[Artifact]) -> tuple[Left, ...]:
    """What a mission left, in the order it was stored."""
    return tuple(
        Left(
            id=each.artifact_id,
            what=SCHEMAS.get(each.schema) or each.schema.replace("_", " "),
            title=each.title,
            role=each.producer_role,
            digest=each.content_hash,
            band=each.confidentiality.value,
            intact=artifacts.intact(each),
        )
        for each in held
    )


def spent(tasks: Iterable[Task]) -> tuple[tuple[str, int], ...]:
    """What the steps used, counted in their rows."""
    counted = [each.metrics or {} for each in tasks]
    return tuple((words, sum(_count(each.get(name)) for each in counted)) for words, name in _COUNTED)


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0


def elapsed(begun: str, ended: str) -> str:
    """The time between two instants (fixed-width UTC text): "0.4 s", "12 s", "3 min 5 s", "2 h 4 min"."""
    seconds = max(0.0, (from_text(ended) - from_text(begun)).total_seconds())
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _step(task: Task, numbers: Mapping[str, int]) -> Step:
    return Step(
        number=numbers[task.id],
        label=task.label,
        role=task.role,
        task_type=task.task_type,
        state=STATES[task.state],
        shape=SHAPES[task.state],
        look=task.state.value,
        after=tuple(sorted(numbers[each] for each in set(task.depends_on) if each in numbers)),
        summary=task.summary,
        reason=task.reason,
        warnings=task.warnings,
        took=elapsed(task.started_at, task.finished_at) if task.started_at and task.finished_at else "",
    )
