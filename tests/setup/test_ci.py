"""CI's script: it installs what is missing, does what the README says, and fails when a part of it fails."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.setup.support import ROOT

LOGGING = '#!/bin/sh\necho "$(basename "$0") $* CI=$CI" >> "{log}"\n{then}\n'


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A PATH on which apt-get and make only say how they were called, and nothing else is installed but bash."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "dirname", "basename"):
        (folder / name).symlink_to(str(shutil.which(name)))
    for name in ("apt-get", "make"):
        write(folder / name)
    return folder


def write(program: Path, then: str = "") -> None:
    program.write_text(LOGGING.format(log=program.parent / "log", then=then))
    program.chmod(0o755)


def run(machine: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [str(machine / "bash"), str(ROOT / ".ci" / "run")],
        env={"PATH": str(machine)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return done.returncode, (machine / "log").read_text().splitlines()


def test_missing_parts_are_installed_and_only_those(machine: Path) -> None:
    write(machine / "bwrap")
    code, calls = run(machine)
    assert code == 0
    assert calls[0] == "apt-get update -qq CI=true"
    installed = calls[1].split()
    assert {"install", "chromium", "tesseract-ocr", "git"} <= set(installed)
    assert {"bubblewrap", "make"}.isdisjoint(installed)


def test_nothing_is_installed_where_nothing_is_missing(machine: Path) -> None:
    for name in ("git", "bwrap", "chromium", "tesseract"):
        write(machine / name)
    if not Path("/usr/lib/postgresql").is_dir():
        pytest.skip("the script looks for PostgreSQL in Debian's folder: apt-get install postgresql")
    assert run(machine)[1] == ["make demo ONCE=1 CI=true", "make test CI=true"]


def test_it_does_what_the_readme_says(machine: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    calls = [call.removesuffix(" CI=true") for call in run(machine)[1] if call.startswith("make")]
    assert calls == ["make demo ONCE=1", "make test"]
    assert all(call in text for call in calls)


@pytest.mark.parametrize("then", ["exit 3", '[ "$1" = demo ] || exit 3'], ids=["demo", "test"])
def test_it_fails_when_a_part_of_it_fails(machine: Path, then: str) -> None:
    write(machine / "make", then)
    assert run(machine)[0] == 3


def test_a_failed_installation_ends_it(machine: Path) -> None:
    write(machine / "apt-get", "exit 100")
    code, calls = run(machine)
    assert code == 100
    assert not any(call.startswith("make") for call in calls)
