"""Two folders of one name are not mixed into one base, and what vanished from a folder is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from formicaria.ground.errors import Conflict
from formicaria.up.colony import Base
from formicaria.up.folders import Folders
from formicaria.up.home import Home

BASE = Base("proj_1", "papers", "papers")
HERE, THERE = Path("/a/papers"), Path("/b/papers")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(Home(tmp_path))


def test_a_base_of_another_folder_is_refused_with_the_way_out(folders: Folders) -> None:
    folders.check(BASE, HERE)
    folders.remember(BASE, HERE, ["n.md"])
    folders.check(BASE, HERE)
    with pytest.raises(Conflict, match="holds another folder, /a/papers") as told:
        folders.check(BASE, THERE)
    assert "--project" in told.value.remedy
    assert told.value.exit_code == 5


def test_a_base_that_was_named_for_both_holds_both(folders: Folders) -> None:
    folders.remember(BASE, HERE, ["n.md"])
    folders.remember(BASE, THERE, ["m.md"])
    folders.check(BASE, HERE)
    folders.check(BASE, THERE)
    assert folders.gone(BASE, HERE, [], ["n.md", "m.md"]) == ["n.md"]


def test_gone_is_what_was_sent_and_is_in_the_base_and_not_in_the_folder(folders: Folders) -> None:
    folders.remember(BASE, HERE, ["kept.md", "gone.md", "removed.md"])
    assert folders.gone(BASE, HERE, ["kept.md", "new.md"], ["gone.md", "kept.md", "new.md"]) == ["gone.md"]
    assert folders.gone(Base("proj_2", "other", "other"), HERE, [], ["gone.md"]) == []
