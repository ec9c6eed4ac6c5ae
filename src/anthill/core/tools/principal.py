"""Who asks. A principal is an object only the core makes; a name proves nothing (colony law 4)."""

from __future__ import annotations

from typing import Final, final

_MINT: Final = object()


@final
class Principal:
    """An ant at work on one task of one mission.

    Made by `mint` alone: modules cannot import the core, and a string, a look-alike or a copy with changed fields is
    refused by `is_genuine`.
    """

    __slots__ = ("_seal", "mission_id", "role", "task_id")

    role: str
    mission_id: str
    task_id: str
    _seal: object

    def __init__(self, seal: object, role: str, mission_id: str, task_id: str) -> None:
        """Refuse whoever does not hold the core's seal."""
        if seal is not _MINT:
            raise TypeError("A principal is made by the core.")
        object.__setattr__(self, "role", role)
        object.__setattr__(self, "mission_id", mission_id)
        object.__setattr__(self, "task_id", task_id)
        object.__setattr__(self, "_seal", (_MINT, role, mission_id, task_id))

    def __init_subclass__(cls) -> None:
        """Nobody is a principal of another kind."""
        raise TypeError("A principal has no subclasses.")

    def __reduce__(self) -> str:
        """Never leave the process, and never come back into one."""
        raise TypeError("A principal is not stored.")

    def __setattr__(self, name: str, value: object) -> None:
        """Never change."""
        raise AttributeError("A principal does not change.")

    def __repr__(self) -> str:
        """For logs: ids only."""
        return f"Principal({self.role}, {self.mission_id}, {self.task_id})"


def mint(role: str, mission_id: str, task_id: str) -> Principal:
    """Make the principal of a task; called by the runner and by nobody else."""
    return Principal(_MINT, role, mission_id, task_id)


def is_genuine(principal: object) -> bool:
    """Whether the core made this object and its fields are the ones it was made with."""
    if type(principal) is not Principal:
        return False
    fields = [getattr(principal, name, None) for name in ("role", "mission_id", "task_id")]
    return getattr(principal, "_seal", None) == (_MINT, *fields)
