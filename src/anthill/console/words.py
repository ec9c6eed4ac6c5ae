"""Codes as people read them: one word, one shape, one sentence, and what to do next. A code without words is shown as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from anthill.core.evidence.citations import Finding
from anthill.core.evidence.outcome import NOTHING_ANSWERS, VERIFIED_MEANS, OutcomeCode, TaskState
from anthill.core.planning.plan import RefusalCode
from anthill.core.planning.requirements import ClosureRequirement
from anthill.core.roles.availability import Unavailable
from anthill.core.store.missions import OPEN


@dataclass(frozen=True, slots=True)
class Word:
    """A state: its word, and the kind of badge that gives it a shape (`good`, `warn`, `bad`, `info`, `busy`, `plain`)."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Told:
    """A code told: the sentence, and what a person can do."""

    sentence: str
    remedy: str = ""


TRUE_TO_SOURCE: Final = Word("true to its source", "good")
"""Of a sentence: it says what its cited excerpts say, and they are unaltered. Whether the source is right nobody checked."""
NO_ANSWER: Final = Word("no answer found", "warn")
NOTHING_FOUND: Final = Told(
    NOTHING_ANSWERS, "Ask in the words that the documents use, or add the document that says it and ask again."
)

WAITING: Final = Word("waiting", "busy")
RUNNING: Final = Word("running", "info busy")
STOPPING: Final = Word("stopping", "warn busy")

OUTCOMES: Final[Mapping[str, Word]] = {
    OutcomeCode.COMPLETED_VERIFIED: Word("verified", "good"),
    OutcomeCode.COMPLETED_UNVERIFIED: Word("not verified", "warn"),
    OutcomeCode.PARTIAL: Word("partly done", "warn"),
    OutcomeCode.FAILED_RETRYABLE: Word("failed, try again", "bad"),
    OutcomeCode.FAILED_PERMANENT: Word("failed", "bad"),
    OutcomeCode.TIMED_OUT: Word("out of time", "bad"),
    OutcomeCode.CANCELLED: Word("cancelled", "plain"),
    OutcomeCode.ESCALATED: Word("needs a person", "warn"),
}

OUTCOMES_TOLD: Final[Mapping[str, Told]] = {
    OutcomeCode.COMPLETED_VERIFIED: Told(
        "Every sentence is cited or marked as not from the knowledge base, and every check passed.", VERIFIED_MEANS
    ),
    OutcomeCode.COMPLETED_UNVERIFIED: Told("There is an answer, and it is not verified."),
    OutcomeCode.PARTIAL: Told("Some steps did not run or failed; none that the answer needs."),
    OutcomeCode.FAILED_RETRYABLE: Told("A step that the mission needs failed for a passing reason.", "Ask again."),
    OutcomeCode.FAILED_PERMANENT: Told("A step that the mission needs failed.", "Read why at the step below."),
    OutcomeCode.TIMED_OUT: Told("It ran out of time.", "Ask again, or ask for less at once."),
    OutcomeCode.CANCELLED: Told("It was cancelled; nothing more was begun for it."),
    OutcomeCode.ESCALATED: Told(
        "Something it did may or may not have happened.", "A person must look before it is tried again."
    ),
}

STATES: Final[Mapping[TaskState, Word]] = {
    TaskState.PENDING: Word("waiting", ""),
    TaskState.READY: Word("ready", ""),
    TaskState.BLOCKED: Word("blocked", "warn"),
    TaskState.RUNNING: RUNNING,
    TaskState.COMPLETE: Word("done", "good"),
    TaskState.FAILED: Word("failed", "bad"),
    TaskState.SKIPPED: Word("skipped", "plain"),
    TaskState.CANCELLED: Word("cancelled", "plain"),
}

SHAPES: Final[Mapping[TaskState, str]] = {
    TaskState.PENDING: "○",
    TaskState.READY: "○",
    TaskState.BLOCKED: "▲",
    TaskState.RUNNING: "◐",
    TaskState.COMPLETE: "✓",
    TaskState.FAILED: "✕",
    TaskState.SKIPPED: "·",
    TaskState.CANCELLED: "·",
}
"""The shape before a state's word in a drawing."""

SUPPORTS: Final[Mapping[str, Word]] = {
    "direct_fact": Word("stated", "good"),
    "supported_inference": Word("composed", "info"),
    "uncertain_inference": Word("hedged", "warn"),
    "unverified_claim": Word("reported", "warn"),
    "unknown": Word("support not known", "plain"),
}

FINDINGS: Final[Mapping[str, Told]] = {
    Finding.EMPTY_ANSWER: Told("The answer has no sentence."),
    Finding.UNCITED_SENTENCE: Told("It is neither cited nor marked as not from the knowledge base."),
    Finding.CITED_BUT_DISCLAIMED: Told("It is marked as not from the knowledge base and cites it all the same."),
    Finding.UNRESOLVED_CITATION: Told("It cites something that was not retrieved."),
    Finding.OUT_OF_SCOPE_CITATION: Told("It cites something outside this mission's knowledge base."),
    Finding.MISSING_EXCERPT: Told("The cited place has no excerpt, so nobody can read it again."),
    Finding.EXCERPT_HASH_MISMATCH: Told("The excerpt is not the one its recorded hash was taken of."),
    Finding.UNSUPPORTED_VALUE: Told("It holds a date, number or name that its cited excerpts do not."),
    Finding.HIDDEN_CONFLICT: Told("It rests on a statement that is in an open disagreement, and does not say so."),
    Finding.CONFLICTS_UNREAD: Told("The disagreements could not be read, so nobody can say whether one is hidden."),
}

REQUIREMENTS: Final[Mapping[str, str]] = {
    ClosureRequirement.REPRODUCIBLE_CHECK: "no check that anybody can repeat has passed",
    ClosureRequirement.VERIFIER_EXECUTED: "the verifier did not finish",
    ClosureRequirement.VERIFIER_JUDGED_ANSWER: "the verifier did not judge this answer",
    ClosureRequirement.NO_UNRESOLVED_ARTIFACTS: "something that a step owed is missing",
    ClosureRequirement.NO_UNSUPPORTED_CLAIMS: "the answer did not pass its citation check",
    ClosureRequirement.TASKS_EXECUTED: "a step that the mission needs was not done",
}

REFUSALS: Final[Mapping[str, str]] = {
    RefusalCode.ROLE_UNAVAILABLE: "See under Colony why the role cannot work, or ask without requiring it.",
    RefusalCode.ROLE_IS_POLICY_INSERTED: "Leave the step out: the colony adds it by itself where it belongs.",
    RefusalCode.UNKNOWN_ROLE: "Choose a role from the list under Colony.",
    RefusalCode.TOO_MANY_TASKS: "Ask for less at once.",
}

UNAVAILABLE: Final[Mapping[str, Told]] = {
    Unavailable.UNCLASSIFIED: Told("It is not in the catalogue, so it may do nothing."),
    Unavailable.NOT_A_MISSION_ROLE: Told("It works for the colony itself and is never given a step."),
    Unavailable.NOT_EXECUTABLE: Told("It is described here and is never to run."),
    Unavailable.NO_HANDLER: Told("This release has no code for it."),
    Unavailable.NO_CONTRACT: Told("It has no contract, so it may do nothing."),
    Unavailable.CLOSED_BY_MASTER_SWITCH: Told(
        "The switch for specialist roles is off.", "specialist_ant_execution_enabled"
    ),
    Unavailable.CLOSED_BY_ROLLOUT_FLAG: Told("Its own switch is off."),
    Unavailable.DISABLED: Told("The operator turned it off.", "disabled_roles"),
}

KINDS: Final[Mapping[str, str]] = {
    "MissionAgent": "Roles that do the steps of missions",
    "ControlPlane": "Roles that run the colony",
    "DeterministicService": "Services",
    "VisualScaffold": "Not classified",
}

SCHEMAS: Final[Mapping[str, str]] = {
    "source_set": "what was retrieved",
    "sourced_answer": "the answer",
    "research_brief": "why nothing was retrieved",
    "memory_candidate": "what may be remembered",
}


SHOWN: Final[Mapping[str, str]] = {
    "": "All",
    OPEN: "Not over yet",
    **{code: word.text.capitalize() for code, word in OUTCOMES.items()},
}
"""What the list of missions may be narrowed to."""


def outcome_word(outcome: str, status: str, stop_reason: str, *, unanswered: bool = False) -> Word:
    """The badge of a mission: how it ended, or that it has not; `unanswered` where its answer says that it is none."""
    if unanswered and outcome == OutcomeCode.COMPLETED_UNVERIFIED:
        return NO_ANSWER
    if outcome:
        return OUTCOMES.get(outcome) or Word(outcome.replace("_", " "), "plain")
    if stop_reason:
        return STOPPING
    return RUNNING if status == "running" else WAITING
