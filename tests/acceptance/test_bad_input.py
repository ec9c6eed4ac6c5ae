"""Bad input and bad luck: one clear sentence, the right exit code, no traceback, nothing lost; as JSON when asked. Both commands."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.acceptance.conftest import World
from tests.acceptance.services import SECONDS, corpus, serving

from anthill.cli import app as anthill
from forager.cli import app as forager
from formicaria.ground import output
from formicaria.ground.database import open_database, sqlite_url

pytestmark = [pytest.mark.processes, pytest.mark.timeout(400)]
LIBC = ctypes.CDLL(None)
APPS = {"forager": forager, "anthill": anthill}
MEMO = corpus("falcon")[0][1]


@dataclass(frozen=True, slots=True)
class Done:
    """An ended command."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> dict[str, Any]:
        """The one JSON object of a failed ``--json`` command."""
        found: dict[str, Any] = json.loads(self.out)["error"]
        assert set(found) == {"code", "message"}
        return found

    @property
    def sentence(self) -> str:
        """The one line of a failed command."""
        assert self.out == ""
        (line,) = self.err.strip().splitlines()
        return line


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Any:
    """Run a command in this process."""

    def command(name: str, *words: object) -> Done:
        app: typer.Typer = APPS[name]
        capfd.readouterr()
        code = output.run(app, [str(each) for each in words])
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        assert "unexpected fault" not in told.out + told.err, told
        return Done(code, told.out, told.err)

    return command


def process(*words: object, cwd: Path, limit: int = 0) -> Done:
    """Run a command in a process of its own, without privileges over files, perhaps with a largest file size (bytes)."""

    def limited() -> None:
        without_privilege()
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        cwd=cwd, env={**os.environ, "FORAGER_WORKERS": "1"}, capture_output=True, text=True, timeout=SECONDS,
        check=False, preexec_fn=limited,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    assert "unexpected fault" not in done.stdout + done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


# ------------------------------------------------------------------------------------------------ where and with what

ASKING = {"forager": ("verify", "-p", "falcon"), "anthill": ("missions",)}
KEYS = {
    "binary": b"\xff\xfe\x00",
    "two lines": b"fgr_x\nX-Evil: 1\n",
    "empty": b"\n",
    "control": b"fgr\x01x",
    "long": b"a" * 9999,
}
ADDRESSES = ("nonsense", "ftp://127.0.0.1", "http://[", "http://127.0.0.1:99999", "http://", "http://a b/", "http://127.0.0.1:x",
             "file:///etc/passwd", "//127.0.0.1", "http://\x01")  # fmt: skip


@pytest.mark.parametrize("name", APPS)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_file_that_holds_no_key(run: Any, tmp_path: Path, name: str, key: str) -> None:
    (tmp_path / "key").write_bytes(KEYS[key])
    done = run(name, *ASKING[name], "--url", "http://127.0.0.1:1", "--key-file", tmp_path / "key")
    assert done.code == 2
    assert "key file" in done.sentence
    assert "fgr" not in done.sentence


@pytest.mark.parametrize("name", APPS)
@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_that_is_none(run: Any, tmp_path: Path, name: str, url: str) -> None:
    (tmp_path / "key").write_text("fgr_x\n")
    done = run(name, *ASKING[name], "--url", url, "--key-file", tmp_path / "key", "--json")
    assert (done.code, done.error["code"]) == (2, "validation_error")
    assert "http://host:port" in done.error["message"]


@pytest.mark.parametrize("name", APPS)
def test_the_key_goes_to_no_proxy(run: Any, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text("fgr_x\n")
    with socket.socket() as proxy:
        proxy.bind(("127.0.0.1", 0))
        proxy.listen()
        proxy.settimeout(0)
        for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(variable, f"http://127.0.0.1:{proxy.getsockname()[1]}")
        done = run(name, *ASKING[name], "--url", "http://127.0.0.1:1", "--key-file", tmp_path / "key", "--json")
        assert (done.code, done.error["code"]) == (7, "unavailable")
        with pytest.raises(BlockingIOError):
            proxy.accept()


@pytest.mark.parametrize("name", APPS)
def test_what_answers_is_somebody_else(run: Any, world: World, tmp_path: Path, name: str) -> None:
    """Each command at the other service, with that service's own good key."""
    service = {"forager": world.colony, "anthill": world.engine}[name]
    done = run(name, *ASKING[name], "--url", service.url, "--key-file", service.data_dir / "operator.key", "--json")
    assert done.code in {1, 4, 7}
    assert done.error["message"]


@pytest.mark.parametrize(("name", "code"), [("forager", 3), ("anthill", 3)])
def test_a_wrong_key(run: Any, world: World, tmp_path: Path, name: str, code: int) -> None:
    (tmp_path / "key").write_text("fgr_wrong\n")
    url = {"forager": world.engine, "anthill": world.colony}[name].url
    done = run(name, *ASKING[name], "--url", url, "--key-file", tmp_path / "key", "--json")
    assert (done.code, done.error["code"]) == (code, "unauthorized")


@pytest.mark.parametrize("name", APPS)
@pytest.mark.parametrize(("port", "codes"), [("99999", {2}), ("-5", {2}), ("many", {2}), ("taken", {1, 2})])
def test_a_port_that_cannot_be_had(run: Any, tmp_path: Path, name: str, port: str, codes: set[int]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        wanted = other.getsockname()[1] if port == "taken" else port
        done = run(name, "serve", "--port", wanted, "--data-dir", tmp_path / "data")
    assert done.code in codes
    assert done.sentence
    # The store it opened on the way is free and whole.
    assert run(name, "doctor", "--data-dir", tmp_path / "data").code == 0


@pytest.mark.parametrize(
    ("name", "words"), [("forager", ("verify", "-p", "none")), ("anthill", ("mission", "show", "mis_none"))]
)
def test_an_unknown_record(run: Any, world: World, name: str, words: Sequence[str]) -> None:
    service = {"forager": world.engine, "anthill": world.colony}[name]
    where = ("--url", service.url, "--key-file", service.data_dir / "operator.key")
    done = run(name, *words, *where, "--json")
    assert (done.code, done.error["code"]) == (4, "not_found")


# ------------------------------------------------------------------------------------------------ the data folder

OPENING = {
    "forager": [("verify",), ("ingest", "{memo}", "-p", "x"), ("serve", "--port", "0")],
    "anthill": [("missions",), ("plan", "x"), ("serve", "--port", "0")],
}
DATABASES = {"forager": "forager.db", "anthill": "anthill.db"}


def opening(run: Any, name: str, folder: Path, memo: Path) -> Iterator[Done]:
    for words in OPENING[name]:
        yield run(name, *(each.format(memo=memo) for each in words), "--data-dir", folder)


@pytest.fixture
def memo(tmp_path: Path) -> Path:
    """A good document."""
    path = tmp_path / "memo.md"
    path.write_bytes(MEMO)
    return path


@pytest.mark.parametrize("name", APPS)
@pytest.mark.parametrize("kind", ["garbage", "cut short", "a folder"])
def test_a_damaged_database_is_said_and_left_as_it_is(
    run: Any, tmp_path: Path, memo: Path, name: str, kind: str
) -> None:
    file = tmp_path / "data" / DATABASES[name]
    file.parent.mkdir()
    if kind == "a folder":
        file.mkdir()
    else:
        file.write_bytes(b"SQLite format 3\0" if kind == "cut short" else b"no database at all" * 500)
    before = None if file.is_dir() else file.read_bytes()
    for done in opening(run, name, file.parent, memo):
        assert done.code == 1
        assert "database file" in done.sentence
    assert run(name, "doctor", "--data-dir", file.parent, "--json").code == 1
    assert file.is_dir() or file.read_bytes() == before


@pytest.mark.parametrize("name", APPS)
def test_a_newer_database_is_refused_and_left_as_it_is(run: Any, tmp_path: Path, memo: Path, name: str) -> None:
    folder = tmp_path / "data"
    made = {"forager": ("token", "mint", "--name", "x", "--scope", "read"), "anthill": ("plan", "x")}[name]
    assert run(name, *made, "--data-dir", folder).code == 0
    database = open_database(sqlite_url(folder / DATABASES[name]))
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999_later'")
    database.close()
    for done in opening(run, name, folder, memo):
        assert (done.code, "newer release" in done.sentence) == (2, True)


@pytest.mark.parametrize("name", APPS)
def test_a_folder_that_cannot_be_one(run: Any, tmp_path: Path, memo: Path, name: str) -> None:
    for folder in (memo, memo / "below", Path("/proc/no/such")):
        *_, done = (
            run(name, *(each.format(memo=memo) for each in words), "--data-dir", folder) for words in OPENING[name][1:]
        )
        assert done.code in {1, 2}
        assert done.sentence
    assert memo.read_bytes() == MEMO


@pytest.mark.parametrize("name", APPS)
@pytest.mark.parametrize("odd", ["what?is=it", "50%41", "a#b", "a b@c:d", "ünï"])
def test_a_folder_of_any_name_holds_its_own_database(run: Any, tmp_path: Path, memo: Path, name: str, odd: str) -> None:
    folder = tmp_path / odd / "data"
    words = ("token", "mint", "--name", "x", "--scope", "read") if name == "forager" else ("plan", "x")
    assert run(name, *words, "--data-dir", folder).code == 0
    assert (folder / DATABASES[name]).is_file()
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([odd, "memo.md"])
    assert run(name, "doctor", "--data-dir", folder).code == 0


def without_privilege() -> None:
    """From here on, root too may only read and write what a file's mode allows (prctl(2), PR_CAPBSET_DROP)."""
    if os.geteuid() == 0:
        for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            assert LIBC.prctl(24, right, 0, 0, 0) == 0


def test_an_unreadable_file_is_named_and_the_others_are_taken(tmp_path: Path) -> None:
    files = tmp_path / "files"
    (files / "dark").mkdir(parents=True)
    for name in ("good.md", "locked.md", "dark/unseen.md"):
        (files / name).write_bytes(MEMO)
    (files / "locked.md").chmod(0)
    (files / "dark").chmod(0)
    done = process("forager", "ingest", files, "-p", "x", "--json", "--data-dir", tmp_path / "data", cwd=tmp_path)
    (files / "dark").chmod(0o700)
    assert done.code == 0, done
    told = json.loads(done.out)
    assert told["registered"] == ["good.md"]
    assert [(each["name"], "cannot be read" in each["reason"]) for each in told["rejected"]] == [("locked.md", True)]
    assert [each["name"] for each in told["skipped"]] == ["dark/"]


@pytest.mark.parametrize("name", APPS)
def test_a_read_only_folder(tmp_path: Path, memo: Path, name: str) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "shut").chmod(0o555)
    words = [each.format(memo=memo) for each in OPENING[name][1]]
    for folder in (tmp_path / "shut", tmp_path / "shut" / "data"):
        done = process(name, *words, "--data-dir", folder, cwd=tmp_path)
        assert done.code == 1
        assert "data folder" in done.sentence


# ------------------------------------------------------------------------------------------------ files and disks


def test_odd_files_are_each_named_with_a_reason(run: Any, tmp_path: Path) -> None:
    files = tmp_path / "files"
    (files / "folder.md").mkdir(parents=True)
    (files / "good.md").write_bytes(MEMO)
    (files / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    (files / "empty.md").write_bytes(b"")
    (files / "nowhere.md").symlink_to(files / "absent")
    os.mkfifo(files / "pipe.md")
    with socket.socket(socket.AF_UNIX) as made, working_in(files):
        made.bind("socket.md")
    done = run("forager", "ingest", files, "-p", "x", "--json", "--data-dir", tmp_path / "data")
    assert done.code == 0
    told = json.loads(done.out)
    assert {"good.md", "picture.md"} <= set(told["registered"])
    assert {each["name"] for each in told["skipped"]} == {"nowhere.md", "pipe.md", "socket.md"}
    assert "picture.md" in {each["name"] for each in told["failed"]}
    assert all(each["reason"] for each in told["failed"])
    assert json.loads(run("forager", "verify", "--json", "--data-dir", tmp_path / "data").out)["missing"] == 0


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Work in a folder for a while: the name of a local socket is short."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


HOSTILE = [
    b"\x1b[2J\x1b]0;owned\x07.md", b"a\nb.md", b"-rf.md", b"--json.md", b"\xff\xfe.md", "\u202etxt.md".encode(),
    b"' OR 1=1 --.md", b"<script>.md", b"%2e%2e%2f.md", b"..md", b"COM1.md", b" .md", b"a" * 200 + b".md",
]  # fmt: skip
NOT_TAKEN = 3
"""Names that hold controls or bytes that are no text; one more is hidden."""
TAKEN = len(HOSTILE) - NOT_TAKEN - 1


@pytest.mark.parametrize("remote", [False, True], ids=["folder", "server"])
def test_hostile_names_do_no_harm(world: World, tmp_path: Path, *, remote: bool) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for number, name in enumerate(HOSTILE):
        (files / os.fsdecode(name)).write_bytes(b"# Note\n\nThe budget for the tower is EUR %d.\n" % number)
    where: tuple[object, ...] = ("--data-dir", tmp_path / "data")
    if remote:
        where = ("--url", world.engine.url, "--key-file", world.engine.data_dir / "operator.key")
    words = ("forager", "ingest", files, "-p", "hostile", *where)
    done = process(*words, "--json", cwd=tmp_path)
    assert done.code == 0, done
    told = json.loads(done.out)
    assert len(told["registered"]) == told["documents"] == TAKEN
    assert all("not text" in each["reason"] for each in told["rejected"])
    assert (len(told["rejected"]), len(told["skipped"])) == (NOT_TAKEN, 1)
    shown = process(*words, cwd=tmp_path)
    assert shown.code == 0, shown
    assert not {"\x1b", "\x07", "\u202e"} & set(shown.out + shown.err)
    assert f"{TAKEN} unchanged" in shown.out


NOT_TEXT = os.fsdecode(b"a\xffb")
UNTEXTUAL = [
    ("forager", "ingest", "{memo}", "-p", NOT_TEXT), ("forager", "verify", "-p", NOT_TEXT), ("forager", "ingest", NOT_TEXT, "-p", "x"),
    ("forager", "token", "mint", "--name", NOT_TEXT, "--scope", "read"), ("forager", "doctor", "--data-dir", NOT_TEXT),
    ("anthill", "plan", NOT_TEXT), ("anthill", "mission", "run", NOT_TEXT), ("anthill", "plan", "x", "-p", NOT_TEXT),
    ("anthill", "mission", "show", NOT_TEXT), ("anthill", "plan", "x", "--data-dir", NOT_TEXT),
]  # fmt: skip


@pytest.mark.parametrize("words", UNTEXTUAL, ids=lambda words: " ".join(words[:3]).encode("ascii", "replace").decode())
def test_words_that_are_not_text(run: Any, tmp_path: Path, memo: Path, words: tuple[str, ...]) -> None:
    """Bytes that are no UTF-8, as a shell hands them over; nothing is begun."""
    with working_in(tmp_path):
        done = run(words[0], *(each.format(memo=memo) for each in words[1:]), "--json")
    assert (done.code, done.error["code"]) == (2, "usage")
    assert "not UTF-8" in done.error["message"]
    assert list(tmp_path.iterdir()) == [memo]


@pytest.mark.parametrize("limit", [200_000, 600_000])
def test_a_disk_that_takes_no_more(run: Any, tmp_path: Path, limit: int) -> None:
    """No file may grow beyond the limit: the large original, or the database, meets it; then there is room again."""
    files = tmp_path / "files"
    files.mkdir()
    for number in range(4):
        (files / f"note-{number}.md").write_bytes(MEMO + b"\nThe room is %d.\n" % number)
    (files / "z-large.txt").write_bytes(MEMO + b"\n" * 700_000)
    words = ("forager", "ingest", files, "-p", "x", "--data-dir", tmp_path / "data", "--json")
    full = process(*words, cwd=tmp_path, limit=limit)
    assert full.code in {1, 7}
    assert full.error["message"]
    done = run(*words)
    assert done.code == 0, done
    assert json.loads(done.out)["documents"] == 5
    assert json.loads(run("forager", "verify", "--json", "--data-dir", tmp_path / "data").out)["missing"] == 0
    assert run("forager", "doctor", "--data-dir", tmp_path / "data").code == 0


def test_one_folder_takes_one_server(tmp_path: Path) -> None:
    with serving("anthill", tmp_path / "data"):
        done = process("anthill", "serve", "--port", "0", "--data-dir", tmp_path / "data", cwd=tmp_path)
        assert done.code == 11
        assert "in use by anthill serve" in done.sentence
    assert process("anthill", "missions", "--data-dir", tmp_path / "data", cwd=tmp_path).code == 0
