"""A command beside a PostgreSQL of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.setup.support import ROOT
from tools.with_postgres import URL_VARIABLE, postgres_programs

SHOW = [sys.executable, "-c", f"import os; print(os.environ.get({URL_VARIABLE!r}), flush=True)"]


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != URL_VARIABLE} | variables
    words = [sys.executable, str(ROOT / "tools" / "with_postgres.py"), *command]
    return subprocess.run(words, env=environ, capture_output=True, text=True, check=False)


def answers(url: str) -> bool:
    address = sa.make_url(url)
    try:
        socket.create_connection((str(address.host), address.port or 0)).close()
    except OSError:
        return False
    return True


def test_a_server_named_already_is_left_alone() -> None:
    assert run(*SHOW, **{URL_VARIABLE: "postgresql://given"}).stdout == "postgresql://given\n"


def test_the_exit_code_is_the_commands() -> None:
    assert run("sh", "-c", "exit 7", **{URL_VARIABLE: "postgresql://given"}).returncode == 7


def test_no_command_is_one_sentence() -> None:
    done = run()
    assert done.returncode == 2
    assert done.stderr == "with_postgres: name a command to run.\n"


@pytest.mark.postgres
def test_the_server_answers_during_the_command_and_is_gone_after(tmp_path: Path) -> None:
    query = (
        f"import os, sqlalchemy as sa; url = os.environ[{URL_VARIABLE!r}]; print(url);"
        " print(sa.create_engine(url).connect().scalar(sa.text('select 6 * 7')))"
    )
    done = run(sys.executable, "-c", query, TMPDIR=str(_open_to_all(tmp_path)))
    assert done.returncode == 0, done.stderr
    url, answer = done.stdout.split()
    assert answer == "42", done.stderr
    assert not answers(url)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
def test_the_server_ends_when_the_runner_is_stopped(tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != URL_VARIABLE}
    environ["TMPDIR"] = str(_open_to_all(tmp_path))
    waiting = [*SHOW[:-1], SHOW[-1] + "; import sys; sys.stdin.read()"]
    command = [sys.executable, str(ROOT / "tools" / "with_postgres.py"), *waiting]
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout is not None
        url = runner.stdout.readline().strip()
        assert answers(url)
        runner.send_signal(signal.SIGTERM)
        assert runner.wait() == 128 + signal.SIGTERM
    assert not answers(url)


@pytest.mark.postgres
def test_a_server_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    """Here because it may write no file larger than a block, as on a full disk."""
    runner = f"ulimit -f 1; exec '{sys.executable}' '{ROOT / 'tools' / 'with_postgres.py'}' true"
    environ = {"PATH": os.environ["PATH"], "TMPDIR": str(_open_to_all(tmp_path))}
    done = subprocess.run(["sh", "-c", runner], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("with_postgres: initdb failed")
    assert list(tmp_path.iterdir()) == []


def test_programs_are_found_where_debian_or_path_has_them() -> None:
    found = postgres_programs()
    expected = Path("/usr/lib/postgresql").is_dir() or shutil.which("initdb") is not None
    assert (found is not None) == expected
    assert found is None or (found / "postgres").exists()


def _open_to_all(folder: Path) -> Path:
    """Let the server's user pass through pytest's folders, which are root's alone."""
    for path in (folder, *folder.parents):
        if path.stat().st_uid == os.geteuid() and path.is_relative_to("/tmp") and path != Path("/tmp"):
            path.chmod(path.stat().st_mode | 0o011)
    return folder
