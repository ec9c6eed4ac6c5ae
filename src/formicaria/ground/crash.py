"""Named crash points: places where a test may kill the process as a power cut would."""

from __future__ import annotations

import os
import signal

VARIABLE = "FORMICARIA_CRASH_AT"
_passed: dict[str, int] = {}


def crash_point(name: str) -> None:
    """Die here by SIGKILL when ``FORMICARIA_CRASH_AT`` is ``name`` or ``name:N`` (the N-th passage); else nothing."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return
    point, _, count = wanted.partition(":")
    if point != name:
        return
    _passed[name] = _passed.get(name, 0) + 1
    if _passed[name] >= int(count or 1):
        os.kill(os.getpid(), signal.SIGKILL)
