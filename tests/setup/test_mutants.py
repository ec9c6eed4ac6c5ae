"""The mutants' runner: it tells a mutant that was caught from one that survived, and from one that was never tried."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.setup.support import ROOT

CODE = '"""Adds."""\n\n\ndef add(a, b):\n    return a + b\n'
TESTS = (
    "from adding import add\n\n\ndef test_add(): assert add(2, 3) == 5\n\n\ndef test_none(): assert add(2, 2) == 4\n"
)
ROW = """
[[mutant]]
id = "minus"
law = "LAW-01"
file = "src/adding.py"
find = "{find}"
replace = "{replace}"
tests = ["{test}"]
"""
CAUGHT = ROW.format(find="a + b", replace="a - b", test="tests/test_adding.py::test_add")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name in ("src", "tests/mutants", "tools"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "src" / "adding.py").write_text(CODE)
    (tmp_path / "tests" / "test_adding.py").write_text(TESTS)
    (tmp_path / "tools" / "mutants.py").write_text((ROOT / "tools" / "mutants.py").read_text())
    return tmp_path


def run(repository: Path, rows: str, *words: str) -> subprocess.CompletedProcess[str]:
    (repository / "tests" / "mutants" / "rows.toml").write_text(rows)
    command = [sys.executable, str(repository / "tools" / "mutants.py"), *words]
    environ = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }  # the small repository needs none, and starts sooner
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


def test_a_mutant_that_a_test_sees_is_caught(repository: Path) -> None:
    done = run(repository, CAUGHT)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "minus  LAW-01      caught\n1 of 1 mutants caught\n"
    assert (repository / "src" / "adding.py").read_text() == CODE


def test_a_survivor_fails_the_run(repository: Path) -> None:
    done = run(repository, ROW.format(find="a + b", replace="a * b", test="tests/test_adding.py::test_none"))
    assert done.returncode == 1
    assert "SURVIVED" in done.stdout


def test_mutants_do_not_meet(repository: Path) -> None:
    """The second undoes what the first breaks: only alone is it caught."""
    second = ROW.format(find="def add(a, b)", replace="def add(b, a)", test="tests/test_adding.py").replace(
        "minus", "swap"
    )
    done = run(repository, CAUGHT + second)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "minus  LAW-01      caught",
        "swap   LAW-01      SURVIVED",
        "1 of 2 mutants caught",
    ]


def test_a_mutant_that_stops_the_tests_from_running_is_not_caught(repository: Path) -> None:
    done = run(repository, ROW.format(find="return", replace="return )", test="tests/test_adding.py::test_add"))
    assert done.returncode == 1
    assert "TESTS DID NOT RUN" in done.stdout


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (ROW.format(find="nowhere", replace="x", test="tests/test_adding.py"), "stands 0 times"),
        (
            ROW.format(find="add", replace="x", test="tests/test_adding.py").replace("src/adding", "tests/test_adding"),
            "times",
        ),
        (ROW.format(find="a + b", replace="a + b", test="tests/test_adding.py"), "must stand there once"),
        (CAUGHT + CAUGHT, "there twice"),
        (CAUGHT.replace('law = "LAW-01"\n', ""), "has no 'law'"),
        (CAUGHT.replace("test_add", "test_missing"), "do not pass without any mutant"),
        ("", "no mutant matches"),
    ],
    ids=["absent", "ambiguous", "no-change", "twice", "not-whole", "no-such-test", "none"],
)
def test_a_wrong_row_fails_the_run(repository: Path, rows: str, words: str) -> None:
    done = run(repository, rows)
    assert done.returncode == 1
    assert words in done.stderr


def test_one_may_be_run_alone(repository: Path) -> None:
    done = run(repository, CAUGHT + CAUGHT.replace("minus", "other"), "oth")
    assert done.stdout.endswith("1 of 1 mutants caught\n")
