"""The Makefile: what it offers, and what it says when Python is missing."""

from __future__ import annotations

import os
import subprocess

import pytest
from tests.setup.support import ROOT

TARGETS = (
    "help",
    "setup",
    "demo",
    "up",
    "link",
    "test",
    "check",
    "format",
    "bench",
    "soak",
    "mutants",
    "pictures",
    "docs",
    "snap",
)


def make(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run(["make", *words], cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


def test_make_alone_lists_every_target() -> None:
    listed = [line.split()[0] for line in make().stdout.splitlines()[1:]]
    assert tuple(listed) == TARGETS


@pytest.mark.parametrize("target", ["setup", "demo", "up", "test"])
def test_a_missing_python_is_one_sentence(target: str) -> None:
    done = make(target, "PYTHON=/nonexistent/python3")
    assert done.returncode == 2
    assert "install Python 3.11 or newer" in done.stderr.splitlines()[0]


def test_the_demo_needs_the_runtime_only() -> None:
    lines = make("--dry-run", "demo", "ONCE=1").stdout.splitlines()
    assert lines[-2:] == ["python3 tools/bootstrap.py --runtime", ".venv/bin/formicaria demo --once"]


def test_the_demo_serves_until_stopped_unless_told_otherwise() -> None:
    assert make("--dry-run", "demo").stdout.splitlines()[-1].rstrip() == ".venv/bin/formicaria demo"


def test_the_tests_come_after_the_checks() -> None:
    lines = make("--dry-run", "test").stdout
    assert lines.index("tools/bootstrap.py") < lines.index("mypy") < lines.index("lint-imports") < lines.index("pytest")
