"""What must hold before a mission may close as verified (colony reference §4.4, closure baseline)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class ClosureRequirement(StrEnum):
    """One condition for `completed_verified`; all of them are evaluated from rows at the end."""

    REPRODUCIBLE_CHECK = "at_least_one_reproducible_check"
    VERIFIER_EXECUTED = "verifier_task_executed"
    VERIFIER_JUDGED_ANSWER = "verifier_artifact_reached_compiler"
    NO_UNRESOLVED_ARTIFACTS = "no_unresolved_required_artifacts"
    NO_UNSUPPORTED_CLAIMS = "no_unsupported_major_claims"
    TASKS_EXECUTED = "required_tasks_executed_or_evidence_backed_skip"


CLOSURE_REQUIREMENTS: Final = tuple(each.value for each in ClosureRequirement)
CITATION_INTEGRITY: Final = "citation_integrity"
REQUIRED_CHECKS: Final = (CITATION_INTEGRITY,)
"""Ids of the checks an answer must pass."""
