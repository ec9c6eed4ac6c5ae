"""Where things are kept, who holds it, and what a note left behind is worth."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from formicaria.ground.errors import ConfigurationRefused, StoreHeld
from formicaria.up import home
from formicaria.up.home import Addresses, Home


@pytest.mark.parametrize(
    ("named", "environ", "expected"),
    [
        (Path("/a"), {home.VARIABLE: "/b", "XDG_DATA_HOME": "/c"}, "/a"),
        (None, {home.VARIABLE: "/b", "XDG_DATA_HOME": "/c"}, "/b"),
        (None, {"XDG_DATA_HOME": "/c"}, "/c/formicaria"),
        (None, {"XDG_DATA_HOME": "relative"}, "~/.local/share/formicaria"),
        (None, {}, "~/.local/share/formicaria"),
    ],
)
def test_the_folder_is_the_named_one_else_the_variables_else_the_users(
    named: Path | None, environ: dict[str, str], expected: str
) -> None:
    assert home.chosen(named, environ).root == Path(expected).expanduser()


def test_the_folders_are_for_their_owner_alone(tmp_path: Path) -> None:
    made = home.prepared(Home(tmp_path / "new" / "data"))
    for folder in (made.root, made.forager, made.anthill):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    made = home.prepared(Home(tmp_path))
    assert stat.S_IMODE(made.root.stat().st_mode) == 0o755
    assert stat.S_IMODE(made.forager.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationRefused, match="cannot be made"):
        home.prepared(Home(tmp_path / "file" / "data"))


def test_the_second_holder_is_told_where_the_first_answers(tmp_path: Path) -> None:
    at = Home(tmp_path)
    with home.held(at):
        home.note(at, "http://127.0.0.1:1", "")
        told = rf"already runs on .* at http://127.0.0.1:1 \(process {os.getpid()}\)"
        with pytest.raises(StoreHeld, match=told), home.held(at):
            pass
        assert home.running(at) == Addresses(os.getpid(), "http://127.0.0.1:1", "")
        assert stat.S_IMODE(at.state_file.stat().st_mode) == 0o600
    assert not at.state_file.exists()
    assert home.running(at) is None


def test_a_note_left_behind_counts_for_nothing(tmp_path: Path) -> None:
    at = Home(tmp_path)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    at.state_file.write_text(json.dumps({"pid": ended.pid, "forager": "http://127.0.0.1:1", "anthill": ""}))
    assert home.running(at) is None
    with home.held(at):
        assert home.running(at) is None


def test_a_file_is_written_whole_and_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("old")
    path.chmod(0o644)
    home.replace(path, {"é": 1})
    assert json.loads(path.read_text("utf-8")) == {"é": 1}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
