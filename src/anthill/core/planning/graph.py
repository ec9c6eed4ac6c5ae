"""Dependencies between steps, by label: unknown ones and cycles are refused before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from anthill.core.planning.plan import Blocker, RefusalCode
from anthill.core.planning.request import RequestedTask, label_key


def label_ids(tasks: Sequence[RequestedTask]) -> dict[str, str]:
    """Return ordinal ids by label key, in the order asked."""
    return {label_key(task.label): ordinal(number) for number, task in enumerate(tasks, start=1)}


def ordinal(number: int) -> str:
    """Return the id of the n-th task of a plan."""
    return f"t{number:02d}"


def label_blockers(tasks: Sequence[RequestedTask]) -> tuple[Blocker, ...]:
    """Refuse empty labels and labels that stand twice: a dependency on them would mean two things."""
    blockers: list[Blocker] = []
    seen: set[str] = set()
    for task in tasks:
        key = label_key(task.label)
        if not key or key in seen:
            detail = "Two steps carry this label." if key else "A step needs a label."
            blockers.append(Blocker(RefusalCode.UNRESOLVABLE_TASK_LABEL, task.label.strip(), detail))
        seen.add(key)
    return tuple(blockers)


def dependency_blockers(tasks: Sequence[RequestedTask]) -> tuple[Blocker, ...]:
    """Refuse dependencies on no step, on itself, or in a circle."""
    ids = label_ids(tasks)
    unknown = tuple(
        Blocker(RefusalCode.UNKNOWN_DEPENDENCY, name.strip(), f"The step {task.label.strip()!r} waits for no step.")
        for task in tasks
        for name in task.depends_on
        if label_key(name) not in ids
    )
    return unknown or _cycle_blockers(tasks)


def _cycle_blockers(tasks: Sequence[RequestedTask]) -> tuple[Blocker, ...]:
    waiting = {label_key(task.label): {label_key(name) for name in task.depends_on} for task in tasks}
    stuck = _never_ready(waiting)
    return tuple(
        Blocker(RefusalCode.DEPENDENCY_CYCLE, task.label.strip(), "The step waits for itself, directly or in a circle.")
        for task in tasks
        if label_key(task.label) in stuck
    )


def _never_ready(waiting: Mapping[str, set[str]]) -> set[str]:
    left = {key: set(needs) for key, needs in waiting.items()}
    while ready := [key for key, needs in left.items() if not needs & left.keys()]:
        for key in ready:
            del left[key]
    return set(left)
