"""Runs a documentation page as a reader would: its `console` blocks in order, each command's output compared with the page.

In a block, a line that begins with `$ ` is a command (a final backslash carries it on to the next line) and a line
`# -> words` says what its output holds; several hold in the order given. A block marked `console serve` holds one command that goes on
running: its words are awaited, and it is stopped when the page ends. Ports that a page names are exchanged for free ones.
Every other fenced block is only read.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(?P<kind>\S*)(?P<words>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
PORT = re.compile(r"\b(8790|8791|5230)\b")
SECONDS_TO_SERVE = 60
SECONDS_TO_RUN = 120


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a page, and the words its output holds, in order."""

    line: str
    expected: tuple[str, ...]
    serves: bool


class PageError(AssertionError):
    """A page says something that does not happen."""


def commands(text: str) -> list[Command]:
    """Return the commands of a page, in order."""
    found: list[Command] = []
    for fence in FENCE.finditer(text):
        if fence["kind"] == "console":
            found += _commands_of(fence["body"], serves=fence["words"].strip() == "serve")
    return found


def run(text: str, folder: Path, environ: Mapping[str, str]) -> None:
    """Run every command of a page in `folder`; raises `PageError` at the first that fails or prints something else."""
    with ExitStack() as running:
        for command in commands(_with_free_ports(text)):
            if command.serves:
                running.enter_context(_serving(command, folder, environ))
            else:
                _run_one(command, folder, environ)


def _commands_of(body: str, *, serves: bool) -> Iterator[Command]:
    joined = re.sub(r"\\\n\s*", "", body)
    line, expected = "", []
    for written in [*joined.splitlines(), "$ "]:
        if written.startswith("$ "):
            if line:
                yield Command(line, tuple(expected), serves)
            line, expected = written[2:], []
        elif written.startswith("# -> "):
            expected.append(written[5:].strip())


def _run_one(command: Command, folder: Path, environ: Mapping[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", command.line],
        cwd=folder,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS_TO_RUN,
        check=False,
    )
    if done.returncode:
        raise PageError(f"`{command.line}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    _compare(command, done.stdout)


def _compare(command: Command, output: str) -> None:
    at = 0
    for words in command.expected:
        found = output.find(words, at)
        if found < 0:
            raise PageError(f"`{command.line}` did not print {words!r}, or not in that place:\n{output}")
        at = found + len(words)


@contextmanager
def _serving(command: Command, folder: Path, environ: Mapping[str, str]) -> Iterator[None]:
    """Start a command that goes on running, wait for its words, and interrupt it at the end, as Ctrl-C would."""
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command.line}"],
        cwd=folder,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # A terminal's Ctrl-C reaches every process of the command.
        start_new_session=True,
    )
    with process:
        try:
            _await(command, process)
            yield
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(timeout=SECONDS_TO_RUN)


def _await(command: Command, process: subprocess.Popen[str]) -> None:
    """Read the output until the last of the words has come; a reader thread keeps the pipe empty afterwards."""
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_read, args=(process, lines), daemon=True).start()
    output = ""
    for words in command.expected:
        while words not in output:
            try:
                line = lines.get(timeout=SECONDS_TO_SERVE)
            except queue.Empty:
                line = None
            if line is None:
                raise PageError(f"`{command.line}` did not print {words!r}:\n{output}")
            output += line


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)


def _with_free_ports(text: str) -> str:
    named = sorted(set(PORT.findall(text)))
    with ExitStack() as held:
        probes = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in named]
        free = {port: str(probe.getsockname()[1]) for port, probe in zip(named, probes, strict=True)}
    return PORT.sub(lambda match: free[match[1]], text)


def environment(root: Path) -> dict[str, str]:
    """Return a reader's environment: the programs of the checkout's `.venv` first, and nothing else of ours."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
    return {
        **kept,
        "PATH": f"{root / '.venv' / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
