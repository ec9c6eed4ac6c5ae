"""What counts as evidence, and which lane a tool may record it in (colony reference §11)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class EvidenceKind(StrEnum):
    """The kind of an evidence row; only reproducible kinds may be deterministic."""

    BUILD = "build"
    TEST_RUN = "test_run"
    HASH_MATCH = "hash_match"
    SCHEMA_VALID = "schema_valid"
    COMMAND_CHECK = "command_check"
    MODEL_REVIEW = "model_review"
    OPERATOR_JUDGMENT = "operator_judgment"
    INSPECTION = "inspection"
    SOURCE_RETRIEVAL = "source_retrieval"

    @property
    def reproducible(self) -> bool:
        """Whether anybody who repeats the check must get the same answer."""
        return self in _REPRODUCIBLE


_REPRODUCIBLE: Final = frozenset(
    {
        EvidenceKind.BUILD,
        EvidenceKind.TEST_RUN,
        EvidenceKind.HASH_MATCH,
        EvidenceKind.SCHEMA_VALID,
        EvidenceKind.COMMAND_CHECK,
    }
)


class EvidenceLane(StrEnum):
    """The lane a tool's runs are recorded in. Lanes never substitute for one another."""

    NONE = "none"
    VERDICT = "verdict"
    INSPECTION = "inspection"
    RETRIEVAL = "retrieval"


@dataclass(frozen=True, slots=True)
class EvidenceNote:
    """One fact a tool or a check established, before the core gives it an id and stores it.

    `value` names what was judged (a check id, a citation); `detail` is one sentence without content.
    """

    kind: EvidenceKind
    value: str
    passed: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One stored evidence row.

    `deterministic` is stored as claimed, so that a claim its kind cannot carry stays visible.
    `revision_id`, `patch_set_hash` and `tree_hash` say which tree was judged.
    """

    evidence_id: str
    mission_id: str
    task_id: str
    kind: EvidenceKind
    deterministic: bool
    passed: bool
    value: str
    detail: str
    artifact_ids: tuple[str, ...] = ()
    revision_id: str | None = None
    patch_set_hash: str | None = None
    tree_hash: str | None = None

    @property
    def claim_holds(self) -> bool:
        """Whether the kind can carry the claimed determinism."""
        return self.deterministic == self.kind.reproducible
