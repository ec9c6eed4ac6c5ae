"""A verdict from evidence rows, and from nothing else (colony law 8; reference §11, *EvidenceVerdict*)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from anthill.sdk.evidence import EvidenceRow


class Verdict(StrEnum):
    """What the rows say. `verification_unavailable` is what a store failure gives: never a pass, never an absence."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"
    VERIFICATION_UNAVAILABLE = "verification_unavailable"


def verdict(rows: Sequence[EvidenceRow] | None) -> Verdict:
    """Judge rows; None stands for rows that could not be read.

    A deterministic failure cannot be overridden, a row that claims a determinism its kind does not have counts as
    one, and without a deterministic pass nothing has passed.
    """
    if rows is None:
        return Verdict.VERIFICATION_UNAVAILABLE
    if any(not row.claim_holds or (row.deterministic and not row.passed) for row in rows):
        return Verdict.FAILED
    return Verdict.PASSED if any(row.deterministic for row in rows) else Verdict.UNKNOWN
