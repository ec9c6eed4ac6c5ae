"""What the commands ask of a colony, whether it is a folder's or runs behind an address. Answers are plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Row = dict[str, Any]
Show = Callable[[str], None]


class Desk(Protocol):
    """The verbs of the command line."""

    def run_mission(self, request: Mapping[str, Any], show: Show) -> Row:
        """Take a mission in, wait until it is closed, and return its report; `show` gets the present state."""
        ...

    def report(self, mission_id: str) -> Row:
        """Return what there is to read of a mission."""
        ...

    def cancel(self, mission_id: str) -> Row:
        """Begin nothing more for a mission; returns its row."""
        ...

    def missions(self, limit: int) -> list[Row]:
        """Return missions, newest first."""
        ...

    def plan(self, request: Mapping[str, Any]) -> Row:
        """Return the plan a mission would get; raises the refusal."""
        ...

    def roles(self) -> list[Row]:
        """Return the role matrix."""
        ...

    def audit(self, kept: Mapping[str, tuple[int, str]]) -> Row:
        """Check the record against itself and against heads kept elsewhere."""
        ...

    def heads(self) -> list[Row]:
        """Return the heads of every chain."""
        ...


def progress_line(steps: list[Row]) -> str:
    """Return the present state of a mission in one line."""
    return ", ".join(f"{step['role']} {step['state']}" for step in steps)
