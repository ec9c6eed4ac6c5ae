"""Child processes: they say where they listen, end with their children, and do not outlive whoever started them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.formicaria.up.conftest import Make, alive, until

from formicaria.up.processes import ServiceFailed, how, is_free, operator_environment, service_environment

pytestmark = pytest.mark.processes


def test_it_says_where_it_listens_and_ends_when_told(make: Make) -> None:
    service = make()
    assert service.await_address().startswith("http://127.0.0.1:")
    service.stop()
    assert not alive(service.pid)


def test_one_that_does_not_start_is_told_with_its_last_words_and_its_code(make: Make) -> None:
    with pytest.raises(ServiceFailed, match=r"SMALL ended \(code 2\)") as told:
        make("refuse").await_address()
    assert told.value.remedy == "The setting cannot be honoured."
    assert told.value.ended == 2


def test_last_words_are_this_runs_own(make: Make, tmp_path: Path) -> None:
    (tmp_path / "small.log").write_text("Words of an earlier run.\n")
    service = make()
    service.await_address()
    assert service.last_words() == f"Its log is {tmp_path / 'small.log'}."


def test_its_children_end_with_it(make: Make, tmp_path: Path) -> None:
    service = make("parent")
    service.await_address()
    child = int((tmp_path / "small.log").read_text())
    assert alive(child)
    os.kill(service.pid, signal.SIGKILL)
    assert service.wait() == -signal.SIGKILL
    until(lambda: not alive(child))


@pytest.mark.parametrize("kind", ["serve", "stubborn"])
def test_a_service_ends_when_its_launcher_is_killed(tmp_path: Path, kind: str) -> None:
    from tests.formicaria.up.conftest import SOURCE

    (tmp_path / "smallservice.py").write_text(SOURCE)
    launcher = (
        "import os, sys, pathlib\n"
        "from formicaria.up.processes import Service\n"
        f"s = Service('S', 'smallservice', ['0', {kind!r}], pathlib.Path({str(tmp_path / 'log')!r}), dict(os.environ))\n"
        "s.await_address(); print(s.pid, flush=True); sys.stdin.read()\n"
    )
    environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", launcher], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        child = int(started.stdout.readline())
        assert alive(child)
        started.kill()
        started.wait()
        until(lambda: not alive(child))


def test_a_log_is_kept_below_its_size_while_it_is_written(make: Make, tmp_path: Path) -> None:
    service, log = make(), tmp_path / "small.log"
    service.await_address()
    log.write_text("x" * 1000)
    service.trim(most=2000)
    assert log.stat().st_size == 1000
    service.trim(most=500)
    assert log.stat().st_size == 0
    assert (tmp_path / "small.log.1").read_text() == "x" * 1000


def test_a_taken_port_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert not is_free(port)
    assert is_free(port)
    assert is_free(0)


@pytest.mark.parametrize(("code", "words"), [(-9, "signal 9"), (7, "code 7")])
def test_an_end_in_words(code: int, words: str) -> None:
    assert how(code) == words


def test_variables_that_would_lead_a_service_elsewhere_do_not_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "FORAGER_DATA_DIR",
        "FORAGER_HOST",
        "ANTHILL_PORT",
        "ANTHILL_KNOWLEDGE_FORAGER_TOKEN",
        "FORAGER_WORKERS",
    ):
        monkeypatch.setenv(name, "1")
    assert {name for name in operator_environment() if name.startswith(("FORAGER_", "ANTHILL_"))} == {"FORAGER_WORKERS"}
    assert not {name for name in service_environment() if name.startswith(("FORAGER_", "ANTHILL_"))}
