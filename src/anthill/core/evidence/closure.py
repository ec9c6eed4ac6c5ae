"""Whether a mission may close as verified: every closure requirement of its plan, judged from rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from anthill.core.evidence.citations import CitationReport
from anthill.core.evidence.outcome import TaskEnd, TaskState
from anthill.core.planning.requirements import ClosureRequirement
from anthill.sdk.evidence import EvidenceRow


@dataclass(frozen=True, slots=True)
class ClosureFacts:
    """What closing looks at. `missing_artifacts` are tasks that owe an output; `report` is the final citation check."""

    tasks: tuple[TaskEnd, ...]
    rows: tuple[EvidenceRow, ...]
    answer_id: str | None
    missing_artifacts: tuple[str, ...]
    report: CitationReport | None


def unmet_requirements(required: Sequence[str], facts: ClosureFacts) -> tuple[str, ...]:
    """Return the requirements that do not hold, in the order asked; a requirement nobody knows does not hold."""
    return tuple(name for name in required if not _holds(name, facts))


def _holds(name: str, facts: ClosureFacts) -> bool:
    check = _CHECKS.get(name)
    return check is not None and check(facts)


def _reproducible(facts: ClosureFacts) -> bool:
    return any(row.deterministic and row.claim_holds and row.passed for row in facts.rows)


def _verifier_executed(facts: ClosureFacts) -> bool:
    return any(each.role == "verifier" and each.state is TaskState.COMPLETE for each in facts.tasks)


def _verifier_judged(facts: ClosureFacts) -> bool:
    verifiers = {each.task_id for each in facts.tasks if each.role == "verifier"}
    judged = {artifact for row in facts.rows if row.task_id in verifiers for artifact in row.artifact_ids}
    return facts.answer_id is not None and facts.answer_id in judged


def _artifacts_there(facts: ClosureFacts) -> bool:
    return facts.answer_id is not None and not facts.missing_artifacts


def _claims_supported(facts: ClosureFacts) -> bool:
    return facts.report is not None and facts.report.sound


def _executed(facts: ClosureFacts) -> bool:
    return all(each.state is TaskState.COMPLETE or _excused(each, facts) for each in facts.tasks if each.critical)


def _excused(task: TaskEnd, facts: ClosureFacts) -> bool:
    return task.state is TaskState.SKIPPED and any(row.task_id == task.task_id for row in facts.rows)


_CHECKS: Final[Mapping[str, Callable[[ClosureFacts], bool]]] = {
    ClosureRequirement.REPRODUCIBLE_CHECK: _reproducible,
    ClosureRequirement.VERIFIER_EXECUTED: _verifier_executed,
    ClosureRequirement.VERIFIER_JUDGED_ANSWER: _verifier_judged,
    ClosureRequirement.NO_UNRESOLVED_ARTIFACTS: _artifacts_there,
    ClosureRequirement.NO_UNSUPPORTED_CLAIMS: _claims_supported,
    ClosureRequirement.TASKS_EXECUTED: _executed,
}
