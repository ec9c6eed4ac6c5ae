"""The archivist: what may be remembered of a closed mission. It proposes; a person promotes (colony law 9).

A candidate holds ids, codes and counts, never words of the mission, and carries the confidentiality computed from
everything the mission produced: one tenant input makes it tenant.
"""

from __future__ import annotations

from typing import Final

from anthill.core.agents.context import AntContext
from anthill.core.evidence.outcome import OutcomeCode
from anthill.sdk.artifact import ArtifactDraft, combined
from anthill.sdk.result import AntExecutionResult, blocked, skipped, succeeded
from anthill.sdk.values import Json
from formicaria.ground.canonical import canonical_text

MEMORY_CANDIDATE: Final = "memory_candidate"
_NEGATIVE: Final = frozenset(
    {OutcomeCode.PARTIAL, OutcomeCode.FAILED_PERMANENT, OutcomeCode.FAILED_RETRYABLE, OutcomeCode.TIMED_OUT}
)


class Archivist:
    """Runs after a mission is closed, once."""

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        """Propose memory candidates for the outcome in `ctx.facts`."""
        words = str(ctx.facts.get("outcome", ""))
        if words not in tuple(OutcomeCode):
            return blocked("The mission is not closed.")
        outcome = OutcomeCode(words)
        if outcome.neutral:
            return skipped("A cancelled mission teaches nothing.")
        inputs = tuple(ctx.read_artifacts())
        draft = ArtifactDraft(
            schema=MEMORY_CANDIDATE,
            title="What may be remembered",
            payload=canonical_text([_candidate(kind, ctx) for kind in kinds_for(outcome)]),
            confidentiality=combined(each.confidentiality for each in inputs),
            inputs=tuple(each.artifact_id for each in inputs),
        )
        return succeeded(f"Candidates: {', '.join(kinds_for(outcome))}.", artifacts=(draft,))


def kinds_for(outcome: OutcomeCode) -> tuple[str, ...]:
    """Return which candidates an outcome gives; only `completed_verified` gives a positive one."""
    if outcome.positive:
        return ("episodic", "procedural_candidate")
    return ("episodic", "negative") if outcome in _NEGATIVE else ("episodic",)


def _candidate(kind: str, ctx: AntContext) -> dict[str, Json]:
    return {
        "kind": kind,
        "mission_id": ctx.mission_id,
        "outcome": ctx.facts.get("outcome", ""),
        "route": ctx.facts.get("route", ""),
        "auto_promote": False,
    }
