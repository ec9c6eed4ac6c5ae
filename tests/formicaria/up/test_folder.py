"""A person's folder as files: what is offered, what is left out, and what is said of a folder that gives nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from formicaria.ground.errors import InvalidRequest
from formicaria.up.folder import Group, counted, walk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with something of every kind."""
    root = tmp_path / "papers"
    for name in ("b.md", "a/z.txt", "a/b/c.eml", ".git/config", ".hidden.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (root / "link.md").symlink_to(root / "b.md")
    (root / "link").symlink_to(tmp_path)
    os.mkfifo(root / "pipe")
    return root


def test_every_regular_file_is_offered_under_its_name_below_the_folder(folder: Path) -> None:
    found = walk(folder)
    assert [each.name for each in found.files] == ["a/b/c.eml", "a/z.txt", "b.md"]
    assert [each.size for each in found.files] == [9, 7, 4]
    with found.files[0].open() as file:
        assert file.read() == b"a/b/c.eml"


def test_hidden_linked_and_odd_things_are_left_out_and_counted(folder: Path) -> None:
    left = walk(folder).left
    assert [(each.name, each.group) for each in left] == [
        (".git", Group.HIDDEN),
        (".hidden.md", Group.HIDDEN),
        ("link", Group.LINK),
        ("link.md", Group.LINK),
        ("pipe", Group.SPECIAL),
    ]
    assert counted(left) == "2 hidden, 2 links, 1 not a regular file"


def test_the_own_data_folder_is_never_offered(folder: Path) -> None:
    found = walk(folder, own=folder / "a")
    assert [each.name for each in found.files] == ["b.md"]
    assert Group.OWN in {each.group for each in found.left}


def test_only_the_folder_itself_when_it_is_not_deep(folder: Path) -> None:
    assert [each.name for each in walk(folder, deep=False).files] == ["b.md"]


def test_a_closed_folder_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a fault put in: the superuser, who may run this, reads every folder."""
    scandir = os.scandir

    def closed(path: Path) -> object:
        if path == folder / "a":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", closed)
    found = walk(folder)
    assert [each.name for each in found.left if each.group is Group.CLOSED] == ["a"]
    assert [each.name for each in found.files] == ["b.md"]


def test_a_file_that_became_a_link_is_not_opened(folder: Path) -> None:
    found = walk(folder).files[2]
    found.path.unlink()
    found.path.symlink_to("/etc/hostname")
    with pytest.raises(OSError, match="symbolic links"):
        found.open()


@pytest.mark.parametrize(
    ("made", "named", "words"),
    [
        ((), "none", "There is no folder"),
        (("file.txt",), "file.txt", "is not a folder"),
        (("d/.only", "d/.hidden"), "d", r"no files to read in .*d \(2 hidden left out\)"),
    ],
)
def test_a_folder_that_gives_nothing_is_one_sentence(
    tmp_path: Path, made: tuple[str, ...], named: str, words: str
) -> None:
    for name in made:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    with pytest.raises(InvalidRequest, match=words) as told:
        walk(tmp_path / named)
    assert told.value.remedy
