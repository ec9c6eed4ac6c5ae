"""What a caller of the colony's API may do. A permission that is not in this table is refused (colony.md)."""

from dataclasses import dataclass
from enum import StrEnum


class Permission(StrEnum):
    """One thing a user or an API token may be allowed to do."""

    RUN_MISSION = "run_mission"
    READ_STATUS = "read_status"
    READ_EVENTS = "read_events"
    READ_AUDIT = "read_audit"
    READ_KNOWLEDGE = "read_knowledge"
    MANAGE_KNOWLEDGE = "manage_knowledge"
    MANAGE_USERS = "manage_users"


def parse_permission(text: str) -> Permission | None:
    """Read a stored or requested permission; None (refused) for any other word."""
    return Permission(text) if text in Permission.__members__.values() else None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request, as the API established it.

    `project_id` is the one project an API token is limited to, or None for no limit of its own.
    """

    user_id: str
    name: str
    permissions: frozenset[Permission]
    project_id: str | None = None
    token_id: str | None = None

    def may(self, permission: Permission) -> bool:
        """Whether the permission was granted."""
        return permission in self.permissions
