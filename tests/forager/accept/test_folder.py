"""The fence around the server's folders, and what a walk offers and lists."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from forager.accept import folder
from forager.accept.folder import Fence
from forager.errors import InputRefused
from formicaria.ground.errors import InvalidRequest

ANYWHERE = Fence((), anywhere=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder ``in`` that may be read, with ``in-secret`` and ``out`` beside it."""
    for name in ("in/sub", "in-secret", "out"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "in/a.md").write_text("a")
    (tmp_path / "in/sub/b.md").write_text("b")
    (tmp_path / "in-secret/c.md").write_text("c")
    (tmp_path / "out/d.md").write_text("d")
    return tmp_path


def drawn(tree: Path) -> Fence:
    return folder.fence([str(tree / "in")], anywhere=False)


@pytest.mark.req("S001-4.2-01", "S001-4.2-02")
@pytest.mark.req("S001-4.2-02")
@pytest.mark.parametrize("roots", [[], ["in"], [""], ["."]])
def test_without_a_root_every_folder_is_refused(tree: Path, roots: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    with pytest.raises(InputRefused) as refused:
        folder.resolve(str(tree / "in"), folder.fence(roots, anywhere=False))
    assert refused.value.status == 403


@pytest.mark.req("S001-4.2-01")
@pytest.mark.parametrize("path", ["in-secret", "out", ".", "in/../out", "in/../in-secret", "absent"])
def test_a_folder_outside_the_root_is_refused_whether_it_is_there_or_not(tree: Path, path: str) -> None:
    with pytest.raises(InputRefused):
        folder.resolve(f"{tree}/{path}", drawn(tree))


@pytest.mark.parametrize("path", ["in", "", "/in\0"])
def test_a_path_that_is_not_absolute_is_refused(tree: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    with pytest.raises(InputRefused):
        folder.resolve(path, drawn(tree))


@pytest.mark.req("S001-4.2-01")
def test_a_folder_inside_the_root_is_resolved(tree: Path) -> None:
    assert folder.resolve(f"{tree}/in/sub/../sub", drawn(tree)) == Path(os.path.realpath(tree / "in/sub"))


def test_a_missing_folder_inside_the_root_says_so(tree: Path) -> None:
    with pytest.raises(InvalidRequest):
        folder.resolve(str(tree / "in/absent"), drawn(tree))


@pytest.mark.req("S001-4.2-03")
@pytest.mark.req("S001-4.2-03")
def test_a_link_cannot_lead_out(tree: Path) -> None:
    (tree / "in/way-out").symlink_to(tree / "out")
    (tree / "in/file-out.md").symlink_to(tree / "out/d.md")
    (tree / "in/file-in.md").symlink_to(tree / "in/a.md")
    with pytest.raises(InputRefused):
        folder.resolve(str(tree / "in/way-out"), drawn(tree))
    seen = folder.look(tree / "in", drawn(tree))
    assert [each.name for each in seen.offered] == ["a.md", "file-in.md", "sub/b.md"]
    assert {each.name for each in seen.skipped} == {"way-out", "file-out.md"}
    assert all("leads out" in each.why for each in seen.skipped)


@pytest.mark.req("S001-4.2-03")
def test_a_file_exchanged_for_a_link_after_the_walk_is_not_read(tree: Path) -> None:
    seen = folder.look(tree / "in", drawn(tree))
    offered = seen.offered[0]
    (tree / "in/a.md").unlink()
    (tree / "in/a.md").symlink_to(tree / "out/d.md")
    assert callable(offered.content)
    with pytest.raises(PermissionError):
        offered.content()


@pytest.mark.req("S001-4.2-05")
@pytest.mark.req("S001-4.2-05")
def test_opening_the_fence_warns_at_every_use(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert folder.resolve(str(tree / "out"), ANYWHERE) == Path(os.path.realpath(tree / "out"))
    out, err = capsys.readouterr()
    assert (out + err).count("any_input_root_is_allowed") == 2


def test_hidden_version_control_and_odd_files_are_listed(tree: Path) -> None:
    inside = tree / "in"
    (inside / ".git").mkdir()
    (inside / ".git/config").write_text("x")
    (inside / ".env").write_text("x")
    (inside / "CVS").mkdir()
    os.mkfifo(inside / "pipe")
    (inside / "broken").symlink_to(inside / "nowhere")
    seen = folder.look(inside, ANYWHERE)
    assert [each.name for each in seen.offered] == ["a.md", "sub/b.md"]
    assert [(each.name, each.why) for each in seen.skipped] == [
        (".env", "hidden"),
        (".git", "hidden"),
        ("CVS", "a version control folder"),
        ("broken", "a link to something that is not a file"),
        ("pipe", "not a regular file"),
    ]


@pytest.mark.req("S001-4.2-04")
@pytest.mark.req("S001-4.2-04")
def test_an_unreadable_folder_is_listed_and_the_rest_is_offered(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(folder.os, "scandir", scandir)
    seen = folder.look(tree / "in", drawn(tree))
    assert [each.name for each in seen.offered] == ["a.md"]
    assert [(each.name, each.why) for each in seen.skipped] == [
        ("sub/", "the folder cannot be read (Permission denied)")
    ]


def test_without_recursion_inner_folders_are_listed(tree: Path) -> None:
    seen = folder.look(tree / "in", drawn(tree), recursive=False)
    assert [each.name for each in seen.offered] == ["a.md"]
    assert [each.name for each in seen.skipped] == ["sub"]


def test_the_stores_own_folder_is_left_out(tree: Path) -> None:
    own = Path(os.path.realpath(tree / "in/sub"))
    seen = folder.look(tree / "in", drawn(tree), leave_out=own)
    assert [each.name for each in seen.offered] == ["a.md"]
    assert [each.why for each in seen.skipped] == ["this store's own folder"]
