"""``formicaria up`` as a person starts it: run to its end, or kept while it serves; what it told, whom it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from tests.acceptance.services import SECONDS
from tests.acceptance.test_demo import first_document, processes_naming

Json = dict[str, Any]


def command(*words: str) -> list[str]:
    """A command line of ``formicaria``."""
    return [sys.executable, "-m", "formicaria.up.cli", *words]


def environment(**more: str) -> dict[str, str]:
    """Any free port for either service, and one process that reads."""
    return {**os.environ, "FORAGER_PORT": "0", "ANTHILL_PORT": "0", "FORAGER_WORKERS": "1", **more}


def finished(data: Path, *more: str, code: int = 0) -> Json:
    """Run ``up`` to its end; its document."""
    words = command("up", *more, "--data-dir", str(data), "--json")
    done = subprocess.run(
        words, env=environment(), capture_output=True, text=True, timeout=2 * SECONDS, check=False
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    found: Json = json.loads(done.stdout)
    return found


class Launcher:
    """A running ``up``. ``errors`` are the lines it has told on standard error so far."""

    def __init__(self, data: Path, words: list[str], **variables: str) -> None:
        self.data = data
        self.errors: list[str] = []
        self._told = threading.Condition()
        self.process = subprocess.Popen(
            words, env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            for line in stream:
                with self._told:
                    self.errors.append(line)
                    self._told.notify_all()

    def until(self, words: str) -> str:
        """The first line that holds these words, as soon as it is told."""
        with self._told:
            told = self._told.wait_for(lambda: any(words in line for line in self.errors), SECONDS)
            assert told, self.errors
            return next(line for line in self.errors if words in line)

    def pid_of(self, service: str) -> int:
        """The process that holds a service's store."""
        return int(json.loads((self.data / service / "store.lock").read_text())["pid"])

    def key_of(self, service: str) -> dict[str, str]:
        """The operator's credential as a header."""
        return {"authorization": f"Bearer {(self.data / service / 'operator.key').read_text().strip()}"}

    def signalled(self, number: int) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(number)
        code = self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        return code

    def close(self) -> None:
        """Kill it if it still runs; its services end with it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._reader.join(SECONDS)
        if self.process.stdout:
            self.process.stdout.close()


@contextmanager
def running(data: Path, *more: str, **variables: str) -> Iterator[Launcher]:
    """``up`` as a person sees it, killed at the end if it still runs."""
    launcher = Launcher(data, command("up", *more, "--data-dir", str(data)), **variables)
    try:
        yield launcher
    finally:
        launcher.close()


@contextmanager
def serving(data: Path, *more: str, **variables: str) -> Iterator[tuple[Launcher, Json]]:
    """``up`` once it serves, and the document it printed."""
    with running(data, *more, "--json", **variables) as launcher:
        yield launcher, first_document(launcher.process)


@contextmanager
def browser() -> Iterator[httpx2.Client]:
    """Somebody's browser: it keeps cookies and follows where it is sent."""
    with httpx2.Client(trust_env=False, follow_redirects=True, timeout=SECONDS) as client:
        yield client


def get(url: str, headers: dict[str, str] | None = None) -> httpx2.Response:
    """One request of nobody's browser."""
    return httpx2.get(url, headers=headers or {}, trust_env=False, timeout=SECONDS)


def until_gone(data: Path) -> None:
    """Wait until no process names the data folder."""
    pause = threading.Event()
    for _ in range(SECONDS * 10):
        if not processes_naming(str(data)):
            return
        pause.wait(0.1)
    raise AssertionError(processes_naming(str(data)))
