"""The mission part of the colony's error tree.

AnthillError
├── PlanRefused      409  plan_refused
└── MissionNotFound  404  not_found
"""

from __future__ import annotations

from anthill.core.planning.plan import Refusal
from anthill.sdk.errors import AnthillError


class PlanRefused(AnthillError):
    """The workflow cannot be honoured as asked; `details` holds every blocker."""

    code = "plan_refused"
    status = 409
    exit_code = 5

    def __init__(self, refusal: Refusal) -> None:
        """Take the refusal; the message is its first blocker."""
        first = refusal.blockers[0]
        super().__init__(
            f"This cannot be planned: {first.detail} ({first.code.value}: {first.subject})",
            remedy="See the blockers, or preview with the plan command.",
            details=dict(refusal.to_json()),
        )
        self.refusal = refusal


class MissionNotFound(AnthillError):
    """There is no such mission for this caller; foreign and missing are one answer."""

    code = "not_found"
    status = 404
    exit_code = 4
