"""What a mission may use; read from configuration once, at intake, and kept in its contract."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from anthill.sdk.values import Json


@dataclass(frozen=True, slots=True)
class MissionLimits:
    """Wall clock in seconds; `max_goal_characters` bounds the question."""

    mission_seconds: int = 600
    task_seconds: int = 240
    drain_seconds: int = 20
    max_goal_characters: int = 20_000

    def to_json(self) -> dict[str, Json]:
        """Return the limits for the contract."""
        return dict(asdict(self))


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """How the runtime works: threads, seconds of a lease, seconds between looks at the queue."""

    workers: int = 2
    lease_seconds: float = 60.0
    poll_seconds: float = 0.25
    sweep_seconds: float = 1.0
    anchor_seconds: float = 3600.0
