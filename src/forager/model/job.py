"""Jobs and the eleven persisted stages; progress is computed from the rows only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StageName(StrEnum):
    """The stages of one job, in order."""

    SOURCE_REGISTRATION = "source_registration"
    PARSING_EXTRACTION = "parsing_extraction"
    NORMALIZATION = "normalization"
    CHUNKING = "chunking"
    SEMANTIC_EXTRACTION = "semantic_extraction"
    ENTITY_RESOLUTION = "entity_resolution"
    DEDUP_CONFLICT = "dedup_conflict"
    PROVENANCE = "provenance"
    VALIDATION = "validation"
    INDEXING = "indexing"
    EXPORT_AVAILABILITY = "export_availability"


class RunState(StrEnum):
    """Where a job or stage stands."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    SKIPPED = "skipped"


TERMINAL = frozenset({RunState.COMPLETED, RunState.FAILED, RunState.CANCELLED})


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage row. Counts are of sources, or of records for the derived stages."""

    name: StageName
    status: RunState
    total: int
    processed: int
    skipped: int
    failed: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One run over a project's waiting sources."""

    id: str
    project_id: str
    status: RunState
    cancel_requested: bool
    force: bool
    error_code: str
    error: str
    created_at: str
    started_at: str
    finished_at: str
    revision: int
    stages: tuple[Stage, ...]

    @property
    def progress(self) -> float:
        """0 to 1: the mean over stages of the share of their rows that is done."""
        return sum(_share(stage) for stage in self.stages) / len(self.stages) if self.stages else 0.0

    @property
    def current_stage(self) -> str:
        """The stage that runs, else the first that is queued, else the last."""
        running = [stage.name for stage in self.stages if stage.status is RunState.RUNNING]
        queued = [stage.name for stage in self.stages if stage.status is RunState.QUEUED]
        return next(iter([*running, *queued]), StageName.EXPORT_AVAILABILITY)


def _share(stage: Stage) -> float:
    if stage.status in {RunState.COMPLETED, RunState.SKIPPED}:
        return 1.0
    done = stage.processed + stage.skipped + stage.failed
    return min(done / stage.total, 1.0) if stage.total else 0.0
