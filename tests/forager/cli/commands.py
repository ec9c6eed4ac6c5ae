"""Real ``forager`` processes: run one to its end, or keep a server up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMMAND = (sys.executable, "-m", "forager")
SECONDS = 120


@dataclass(frozen=True, slots=True)
class Done:
    """An ended command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """Its answer as an object."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


def forager(*words: str | Path, cwd: Path, **environment: str) -> Done:
    """Run a command to its end; whatever it prints is no traceback."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=cwd,
        env={**os.environ, "FORAGER_WORKERS": "1", **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its process, its address, and its operator's key file."""

    process: subprocess.Popen[str]
    url: str
    key_file: Path

    @property
    def options(self) -> tuple[str | Path, ...]:
        """What a command needs to reach it."""
        return ("--url", self.url, "--key-file", self.key_file)


@contextmanager
def serving(data_dir: Path) -> Iterator[Server]:
    """A server on a free port, ended with SIGTERM; it must end cleanly."""
    with subprocess.Popen(
        [*COMMAND, "serve", "--data-dir", str(data_dir), "--port", "0"],
        env={**os.environ, "FORAGER_WORKERS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("listening on http://127.0.0.1:"), process.communicate()[1]
            yield Server(process, first.removeprefix("listening on ").strip(), data_dir / "operator.key")
        finally:
            process.terminate()
            _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    assert "Traceback" not in err
