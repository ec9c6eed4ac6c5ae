"""The walls of `pyproject.toml` hold, and each of them stops what it is there to stop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINTER = Path(sys.executable).with_name("lint-imports")

# contract → (module of the offender, the line it would contain)
OFFENCES = {
    "houses": ("anthill.sdk.offence", "import forager.model.statement"),
    "launcher": ("formicaria.ground.offence", "import forager.model.statement"),
    "formicaria": ("formicaria.attic", ""),
    "forager": ("forager.model.offence", "import forager.store.tables"),
    "anthill": ("anthill.sdk.offence", "import anthill.core"),
    "colony-core": ("anthill.core.roles.offence", "import anthill.core.planning"),
    "modules-sdk": ("anthill.modules.knowledge.offence", "import anthill.core"),
    "modules-apart": ("anthill.modules.second", "import anthill.modules.knowledge"),
    "no-second-engine": ("anthill.modules.knowledge.offence", "import rapidfuzz"),
    "pure": ("forager.extract.offence", "import sqlite3"),
    "models-door": ("forager.store.offence", "import openai"),
    "acyclic": ("forager.model.offence", "import forager.model.statement"),
}
CLOSING_THE_CIRCLE = ("src/forager/model/statement.py", "import forager.model.offence")


def contracts() -> list[str]:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [entry["id"] for entry in document["tool"]["importlinter"]["contracts"]]


def lint(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(LINTER), "--no-logo", *words]
    environ = {**os.environ, "PYTHONPATH": str(root / "src"), "COLUMNS": "200"}
    return subprocess.run(command, cwd=root, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy for all offences: the linter's cache in it knows every file but the offender."""
    root = tmp_path_factory.mktemp("walls")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@contextmanager
def offence(copy: Path, contract: str) -> Iterator[str]:
    """Plant the contract's offence in the copy, name the offender, and take it out again."""
    module, line = OFFENCES[contract]
    file = copy / "src" / Path(*module.split(".")).with_suffix(".py")
    file.write_text(f'"""An offence."""\n\n{line}\n', encoding="utf-8")
    closing, words = copy / CLOSING_THE_CIRCLE[0], CLOSING_THE_CIRCLE[1]
    before = closing.read_text(encoding="utf-8")
    if contract == "acyclic":
        closing.write_text(f"{before}\n{words}\n", encoding="utf-8")
    try:
        yield module.rpartition(".")[2]
    finally:
        file.unlink()
        closing.write_text(before, encoding="utf-8")


@pytest.mark.req("S000-1-04", "S000-3.3-03", "LAW-13")
def test_every_wall_stands(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout


def test_every_wall_has_an_offence_that_proves_it() -> None:
    assert list(OFFENCES) == contracts()


@pytest.mark.req("S000-1-04", "S000-1-05", "S000-3.3-03", "LAW-13")
@pytest.mark.parametrize("contract", sorted(OFFENCES))
def test_a_wall_stops_what_it_is_there_to_stop(copy: Path, contract: str) -> None:
    with offence(copy, contract) as offender:
        done = lint(copy, "--contract", contract)
    assert done.returncode == 1
    assert offender in done.stdout
