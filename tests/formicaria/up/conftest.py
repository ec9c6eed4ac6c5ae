"""A small service that behaves like ours: it listens, says where, and ends when told."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from formicaria.up.processes import Service

SOURCE = """
import os, socket, subprocess, sys
from formicaria.ground import leash
leash.hold(grace=0.5)
port, how = int(sys.argv[1]), sys.argv[2]
if how == "refuse":
    print("The setting cannot be honoured.", file=sys.stderr, flush=True)
    sys.exit(2)
if how == "once" and os.path.exists(sys.argv[3]):
    sys.exit(3)
with socket.create_server(("127.0.0.1", port)) as listening:
    if how == "once":
        open(sys.argv[3], "w").close()
    if how == "parent":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(child.pid, file=sys.stderr, flush=True)
    if how == "stubborn":
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(f"listening on http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    while True:
        listening.accept()
"""

Make = Callable[..., Service]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Start such a service: ``make(how, port)``; every one is killed at the end."""
    (tmp_path / "smallservice.py").write_text(SOURCE)
    made: list[Service] = []

    def start(how: str = "serve", port: int = 0) -> Service:
        environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
        words = [str(port), how, str(tmp_path / "was-here")]
        made.append(Service("SMALL", "smallservice", words, tmp_path / "small.log", environ))
        return made[-1]

    yield start
    for each in made:
        if alive(each.pid):
            os.kill(each.pid, signal.SIGKILL)
            each.wait()


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status")
    return not status.exists() or "State:\tZ" not in status.read_text()


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something that is going to happen."""
    pause = threading.Event()
    for _ in range(int(seconds / 0.05)):
        if true():
            return
        pause.wait(0.05)
    raise AssertionError("it did not happen")
