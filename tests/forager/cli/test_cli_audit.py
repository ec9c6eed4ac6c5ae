"""The audit trail taken away: heads, a copy, and the script of the page that checks them without FORAGER."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.tampering import unguard
from tests.forager.cli.commands import Done

from forager.cli import app
from forager.engine import Engine
from forager.settings import Settings
from forager.store.acts import Caller
from formicaria.ground import output
from formicaria.ground.audit import Entry

PAGE = Path(__file__).resolve().parents[3] / "docs" / "howto" / "audit-a-package.md"


@pytest.fixture
def here(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., Done]:
    """Run a command in this process, beside a store in which something was done."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".forager").mkdir()
    shutil.copy(sqlite_template, tmp_path / ".forager" / "forager.db")
    with Engine.open(Settings(tmp_path / ".forager")) as engine:
        made = engine.create_project("Falcon", "", Caller("cred_1", "Ann"))
        engine.describe_project(made.id, "Falcon \N{EURO SIGN}", "line\nend", Caller("cred_1", 'A "n"\\n'))

    def run(*words: str) -> Done:
        capsysbinary.readouterr()
        code = output.run(app, words)
        out, err = capsysbinary.readouterr()
        return Done(code, out.decode(), err.decode())

    return run


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The script that the page shows."""
    (found,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found.splitlines()) <= 50
    path = tmp_path / "audit.py"
    path.write_text(found, "utf-8")
    return path


def checked(script: Path, lines: list[str]) -> subprocess.CompletedProcess[str]:
    (script.parent / "audit.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    command = [sys.executable, "-I", str(script), "audit.jsonl", "heads.json"]
    return subprocess.run(command, cwd=script.parent, capture_output=True, text=True, check=False)


def rehashed(lines: list[str]) -> list[str]:
    ends: dict[str, str] = {}
    made = []
    for line in lines:
        told = json.loads(line)
        told["previous"] = ends.get(told["stream"], "0" * 64)
        ends[told["stream"]] = told["digest"] = Entry(**told).computed_digest()
        made.append(json.dumps(told))
    return made


def test_the_script_of_the_page_checks_every_hash(here: Callable[..., Done], script: Path) -> None:
    assert here("audit", "head", "heads.json").code == 0
    lines = here("audit", "export").out.splitlines()
    done = checked(script, lines)
    assert (done.returncode, done.stdout.split(", ")[-1]) == (0, "0 faults\n")
    edited = [line.replace('"actor":"Ann"', '"actor":"Eve"') for line in lines]
    assert edited != lines
    for touched, says in (
        (edited, "its content was changed"),
        (lines[1:], "it does not follow"),
        ([lines[1], lines[0], *lines[2:]], "it does not follow"),
        (lines[:-1], "it does not go on from the head"),
        (rehashed(edited), "it does not go on from the head"),
        ([line for line in lines if '"stream":"system"' in line], "it does not go on from the head"),
    ):
        found = checked(script, touched)
        assert found.returncode == 1
        assert says in found.stdout


def test_a_trail_is_held_against_heads_kept_elsewhere(here: Callable[..., Done], tmp_path: Path) -> None:
    here("audit", "head", "heads.json")
    assert "go on from the heads" in here("audit", "verify", "--head", "heads.json").out
    alone = here("audit", "verify")
    assert alone.code == 0
    assert "only against heads kept elsewhere" in alone.out
    with Engine.open(Settings(tmp_path / ".forager")) as engine, engine.database.write() as connection:
        unguard(connection)
        connection.exec_driver_sql("UPDATE audit_entry SET actor = 'Eve' WHERE actor = 'Ann'")
    found = here("audit", "verify", "--json")
    assert found.code == 1
    (fault,) = json.loads(found.out)["faults"]
    assert (fault["seq"], fault["problem"]) == (1, "its content was changed")


def test_what_is_taken_away_is_its_owners_alone(here: Callable[..., Done], tmp_path: Path) -> None:
    here("audit", "export", "audit.jsonl")
    assert (tmp_path / "audit.jsonl").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", [None, "no json", "{}", "[]", '{"heads": [{"stream": "system"}]}'])
def test_a_file_without_heads_is_refused_in_one_sentence(
    here: Callable[..., Done], tmp_path: Path, text: str | None
) -> None:
    if text is not None:
        (tmp_path / "heads.json").write_text(text)
    refused = here("audit", "verify", "--head", "heads.json")
    assert refused.code == 2
    assert refused.err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_one_sentence(here: Callable[..., Done]) -> None:
    refused = here("audit", "head", "absent/heads.json")
    assert (refused.code, refused.err.count("\n")) == (7, 1)
