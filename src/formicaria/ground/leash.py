"""A service that was started by a supervisor ends with it, even when the supervisor is killed.

The supervisor holds the writing end of a pipe whose reading end is the service's standard input. The operating system closes it with the
last process that holds it, whatever ended that process, and the end of input ends the service: the same on Linux and macOS, without a
poll and without a process between.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping

VARIABLE = "FORMICARIA_SUPERVISED"
"""Set to 1 by a supervisor that holds the pipe; ``FORAGER_SUPERVISED`` means the same to the engine."""
GRACE_SECONDS = 20.0


def hold(environ: Mapping[str, str] | None = None, grace: float = GRACE_SECONDS, also: str = "") -> None:
    """End this process in order once standard input ends, if a supervisor started it (``FORMICARIA_SUPERVISED=1``, or ``also``).

    What has not ended ``grace`` seconds after that is killed, with the processes of its own group.
    """
    found = os.environ if environ is None else environ
    if "1" in (found.get(VARIABLE), found.get(also)):
        threading.Thread(target=_wait, args=(grace,), name="leash", daemon=True).start()


def _wait(grace: float) -> None:
    while _input():
        continue
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(grace)
    # Only a group of our own: anything else belongs to whoever started us.
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def _input() -> bytes:
    try:
        return os.read(0, 4096)
    except OSError:
        return b""
