"""Why a mission ended as it did, in one sentence from its rows."""

from __future__ import annotations

from collections.abc import Sequence

from anthill.console.words import NOTHING_FOUND, OUTCOMES_TOLD, REQUIREMENTS, Told
from anthill.core.evidence.outcome import DeliverableStatus, OutcomeCode, TaskState, VerificationStatus
from anthill.core.store.missions import Mission
from anthill.core.store.tasks import Task
from anthill.sdk.values import Json

NO_BASE = "no knowledge base is mapped to its project"
NOTHING_CITED = "nothing in it rests on the knowledge base"
_UNAVAILABLE = "knowledge_unavailable: "
_BROKEN = (OutcomeCode.FAILED_RETRYABLE.value, OutcomeCode.FAILED_PERMANENT.value, OutcomeCode.PARTIAL.value)


def why(mission: Mission, tasks: Sequence[Task]) -> Told:
    """The sentence for a mission that is closed, and what to do."""
    told = OUTCOMES_TOLD.get(mission.outcome) or Told(str(mission.evaluation.get("explanation", "")))
    if mission.outcome == OutcomeCode.COMPLETED_UNVERIFIED.value:
        return _unverified(mission, tasks)
    if mission.outcome in _BROKEN:
        return Told(f"{told.sentence} {_failure(tasks)}".strip(), told.remedy)
    return told


def unanswered(mission: Mission) -> bool:
    """Whether the mission's answer says that it is none."""
    return mission.evaluation.get("unanswered") is True


def _unverified(mission: Mission, tasks: Sequence[Task]) -> Told:
    read = mission.scope.is_queryable and not _unread(tasks)
    sound = _passed(mission) and not _texts(mission.evaluation.get("unmet_requirements"))
    if unanswered(mission) and read and sound:
        return NOTHING_FOUND
    none = unanswered(mission) or not read
    lead = "There is no answer" if none else "There is an answer, and it is not verified"
    return Told(_joined(lead, _doubts(mission, tasks)), _remedy(mission, tasks))


def _doubts(mission: Mission, tasks: Sequence[Task]) -> list[str]:
    doubts = []
    unmet = [REQUIREMENTS.get(each, each) for each in _texts(mission.evaluation.get("unmet_requirements"))]
    if not mission.scope.is_queryable:
        doubts.append(NO_BASE)
    elif _unread(tasks):
        doubts.append("the knowledge base could not be read")
    elif mission.evaluation.get("deliverable_status") != DeliverableStatus.SATISFIED.value and not unmet:
        doubts.append(NOTHING_CITED if _passed(mission) else "it does not pass every check")
    doubts += unmet
    if not doubts and not _passed(mission):
        doubts.append(str(mission.evaluation.get("explanation", "")).rstrip("."))
    return list(dict.fromkeys(doubts))


def _passed(mission: Mission) -> bool:
    return mission.evaluation.get("verification_status") == VerificationStatus.PASSED.value


def _remedy(mission: Mission, tasks: Sequence[Task]) -> str:
    if not mission.scope.is_queryable:
        return "Choose a project that reads a knowledge base, or have one mapped; see under Knowledge."
    if _unread(tasks):
        return "See under Knowledge why it could not be read, then ask again."
    return "Read the checks below before you rely on it."


def _unread(tasks: Sequence[Task]) -> bool:
    return any(each.startswith(_UNAVAILABLE) for task in tasks for each in task.warnings)


def _failure(tasks: Sequence[Task]) -> str:
    failed = [each for each in tasks if each.state is TaskState.FAILED]
    return f"{failed[0].label}: {failed[0].reason}" if failed and failed[0].reason else ""


def _joined(lead: str, doubts: Sequence[str]) -> str:
    return f"{lead}: {'; '.join(doubts)}." if doubts else f"{lead}."


def _texts(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list | tuple) else []
