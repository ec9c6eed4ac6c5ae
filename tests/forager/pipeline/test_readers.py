"""Reading in other processes: results come as they are done, a deadly document fails alone, nothing grows with the corpus."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from forager.pipeline.readers import IN_FLIGHT, Readers, Result
from forager.store.readings import Asked, Failure, Success


def echo(_root: Path, asked: Asked) -> Success | Failure:
    """Stand for reading: kills its process for a deadly name, dies once for a shaky one, else says which process it was."""
    if asked.logical_name == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    if asked.logical_name == "shaky" and not (_root / "died").exists():
        (_root / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if asked.logical_name == "endless":
        while True:
            pass
    return Failure("here" if os.getpid() == int(asked.sha256) else "elsewhere", asked.logical_name)


def asked(*names: str) -> list[Asked]:
    return [Asked("proj_x", f"src_{number:03}", name, str(os.getpid())) for number, name in enumerate(names)]


class Queue:
    """Hands out documents and remembers how many were out at once."""

    def __init__(self, names: Sequence[str]) -> None:
        self.left = asked(*names)
        self.most = 0

    def __call__(self, busy: Sequence[str], room: int) -> list[Asked]:
        self.most = max(self.most, len(busy) + min(room, len(self.left)))
        assert not set(busy) & {each.source_id for each in self.left}
        out, self.left = self.left[:room], self.left[room:]
        return out


def read_all(readers: Readers, queue: Queue, *, careful: bool = False) -> dict[str, str]:
    found: list[Result] = list(readers.results(queue, careful=careful))
    readers.close()
    assert len(found) == len({each.source_id for each, _ in found})
    return {each.logical_name: outcome.code for each, outcome in found if isinstance(outcome, Failure)}


def test_one_worker_reads_in_this_process(tmp_path: Path) -> None:
    assert read_all(Readers(tmp_path, 1, echo), Queue("abc")) == dict.fromkeys("abc", "here")


def test_one_worker_told_to_be_careful_reads_in_another_process(tmp_path: Path) -> None:
    assert read_all(Readers(tmp_path, 1, echo), Queue("ab"), careful=True) == dict.fromkeys("ab", "elsewhere")


def test_no_more_is_under_way_than_the_workers_can_hold(tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(40)]
    queue = Queue(names)
    assert read_all(Readers(tmp_path, 2, echo), queue) == dict.fromkeys(names, "elsewhere")
    assert queue.most == 2 * IN_FLIGHT


def test_a_deadly_document_fails_by_itself_and_the_others_are_read(tmp_path: Path) -> None:
    found = read_all(Readers(tmp_path, 2, echo), Queue(["a", "deadly", "b"]))
    assert found == {**dict.fromkeys("ab", "elsewhere"), "deadly": "worker_died"}


def test_a_document_that_died_once_is_read_when_it_lives(tmp_path: Path) -> None:
    found = read_all(Readers(tmp_path, 2, echo), Queue(["a", "shaky", "b"]))
    assert found == dict.fromkeys(["a", "shaky", "b"], "elsewhere")


def test_processes_that_died_idle_are_no_documents_fault(tmp_path: Path) -> None:
    readers = Readers(tmp_path, 1, echo)
    left = asked("a", "b")

    def one_then_death(busy: Sequence[str], _room: int) -> list[Asked]:
        if len(left) == 1 and not busy:
            kill_idle(readers)
        return [left.pop(0)] if left and not busy else []

    found = [each.logical_name for each, _ in readers.results(one_then_death, careful=True)]
    readers.close()
    assert found == ["a", "b"]


def kill_idle(readers: Readers) -> None:
    pool = readers._pool
    assert pool is not None
    for pid in list(pool._processes):
        os.kill(pid, signal.SIGKILL)
    over = time.monotonic() + 60
    while not pool._broken and time.monotonic() < over:
        time.sleep(0.01)


def test_a_document_that_is_read_for_ever_fails_and_the_others_are_read(tmp_path: Path) -> None:
    found = read_all(Readers(tmp_path, 2, echo, seconds=2), Queue(["a", "endless", "b"]))
    assert found == {**dict.fromkeys("ab", "elsewhere"), "endless": "too_slow"}


def test_closing_at_once_ends_the_processes(tmp_path: Path) -> None:
    readers = Readers(tmp_path, 2, echo)
    results = readers.results(Queue("abcdef"))
    next(results)
    readers.close(now=True)
    results.close()


def appeared(path: Path, seconds: float = 60) -> bool:
    over = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < over:
        time.sleep(0.01)
    return path.exists()


def ended(pid: int, seconds: float = 60) -> bool:
    over = time.monotonic() + seconds
    while time.monotonic() < over:
        if not Path(f"/proc/{pid}").exists() or " Z " in Path(f"/proc/{pid}/stat").read_text():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.processes
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_a_killed_process_leaves_no_reader_behind(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.forager.pipeline.orphan", str(tmp_path)], stderr=subprocess.DEVNULL
    ) as process:
        assert appeared(tmp_path / "reader")
        process.kill()
    assert ended(int((tmp_path / "reader").read_text()))
