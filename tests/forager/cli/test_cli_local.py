"""The commands on a data folder: what they print, what they refuse in one sentence, and how they leave."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.forager.cli.commands import COMMAND, SECONDS, Done, forager
from tests.forager.engine.corpus import BROKEN, FILES, STATUS

from forager.cli import app
from forager.engine import Engine
from forager.model.source import ReadState
from forager.settings import Settings
from forager.store import sources
from formicaria.ground import output
from formicaria.ground.database import open_database

pytestmark = pytest.mark.processes


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder of documents, one of them broken, and a hidden file."""
    folder = tmp_path / "files"
    (folder / "sub").mkdir(parents=True)
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    (folder / "sub" / "copy.md").write_bytes(FILES["memo.md"])
    (folder / "picture.md").write_bytes(BROKEN)
    (folder / ".secret").write_text("hidden")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run a command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Done:
        capsys.readouterr()
        code = output.run(app, words)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


def one_sentence(err: str) -> str:
    lines = err.strip().splitlines()
    assert len(lines) == 1, err
    return lines[0]


def test_ingest_says_what_became_of_each_file_and_verify_finds_all(
    files: Path, tmp_path: Path, here: Callable[..., Done]
) -> None:
    first = forager("ingest", files, "--project", "Falcon", "--json", cwd=tmp_path)
    assert first.code == 0, first.err
    told = first.json
    assert 'There was no project "Falcon"; it was made.' in first.err
    assert "reading" in first.err
    assert sorted(told["registered"]) == ["mail.eml", "memo.md", "picture.md", "status.md", "sub/copy.md"]
    assert told["skipped"] == [{"name": ".secret", "why": "hidden"}]
    assert [each["name"] for each in told["failed"]] == ["picture.md"]
    assert told["documents"] == 5
    assert told["duplicates"] == [{"name": "sub/copy.md", "duplicate_of": "memo.md"}]
    assert told["statements"] > 3
    assert told["disagreements"] >= 1
    assert told["revision"] == "rev_1"
    assert len(told["stages"]) == 11
    assert (tmp_path / ".forager" / "operator.key").exists()

    verified = here("verify", "--json")
    assert verified.code == 0
    assert verified.json["missing"] == 0
    assert verified.json["evidence"] == verified.json["verified"] > 3

    (files / "status.md").write_bytes(STATUS.replace(b"April 10", b"April 17"))
    again = here("ingest", str(files), "--project", "falcon")
    assert again.code == 0
    assert "Files: 0 new, 1 changed, 4 unchanged; 5 read in all." in again.out
    assert "  picture.md: " in again.out
    assert "rev_2" in again.out
    assert "it was made" not in again.err

    rebuilt = here("rebuild", "--check", "--json")
    assert (rebuilt.code, rebuilt.json["agrees"]) == (0, True)

    _blob_of(tmp_path, "memo.md").write_bytes(b"other bytes")
    lost = here("verify")
    assert lost.code == 1
    assert "memo.md" in lost.out


def _blob_of(folder: Path, name: str) -> Path:
    with Engine.open(Settings(data_dir=folder / ".forager"), exclusive=False) as engine:
        (project,) = engine.projects()
        with engine.database.read() as connection:
            found = next(each for each in sources.listed(connection, project.id) if each.logical_name == name)
        return engine.blobs.path(project.id, found.sha256)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("ingest", "absent.md", "--project", "x"), 2, "There is nothing at absent.md."),
        (("ingest", "."), 2, "project"),
        (("verify",), 2, "There is no store in"),
        (("verify", "--project", "x", "--url", "http://127.0.0.1:1"), 2, "asks for a key"),
        (("verify", "--project", "x", "--url", "http://127.0.0.1:1", "--key-file", "absent"), 2, "cannot be read"),
        (("rebuild",), 2, "--check"),
        (("token", "mint", "--name", "x", "--scope", "everything"), 2, "no scope everything"),
        (("token", "revoke", "tok_none"), 4, "no such token"),
        (("nonsense",), 2, "nonsense"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    here: Callable[..., Done], words: tuple[str, ...], code: int, says: str
) -> None:
    done = here(*words)
    assert done.code == code
    assert says in one_sentence(done.err)


def test_refusals_are_json_when_asked(here: Callable[..., Done]) -> None:
    done = here("verify", "--json")
    assert done.code == 2
    assert done.json["error"]["code"] == "store_absent"  # type: ignore[index]


def test_a_second_process_is_refused_with_exit_11_while_reading_works(
    files: Path, tmp_path: Path, here: Callable[..., Done]
) -> None:
    assert here("ingest", str(files / "memo.md"), "-p", "falcon").code == 0
    with Engine.open(Settings(data_dir=tmp_path / ".forager", workers=1), label="forager serve"):
        refused = forager("ingest", files, "-p", "falcon", cwd=tmp_path)
        assert refused.code == 11
        assert "in use by forager serve" in one_sentence(refused.err)
        assert here("verify").code == 0


def test_a_newer_store_and_an_unusable_folder_are_one_sentence(
    files: Path, tmp_path: Path, here: Callable[..., Done]
) -> None:
    settings = Settings(data_dir=tmp_path / ".forager", workers=1)
    Engine.open(settings).close()
    database = open_database(settings.store_url)
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999_later'")
    database.close()
    newer = here("ingest", str(files), "-p", "falcon")
    assert newer.code == 2
    assert "newer release" in one_sentence(newer.err)
    blocked = here("ingest", str(files), "-p", "falcon", "--data-dir", str(files / "memo.md"))
    assert blocked.code == 1
    assert "cannot be made" in one_sentence(blocked.err)


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = forager("serve", "--port", str(other.getsockname()[1]), cwd=tmp_path)
    assert done.code == 1
    assert "is in use" in one_sentence(done.err)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_the_next_ingest_finishes(
    tmp_path: Path, here: Callable[..., Done], workers: str
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(30):
        (folder / f"note-{number:02}.md").write_bytes(FILES["memo.md"] + b"\nThe room is %d.\n" % number)
    with subprocess.Popen(
        [*COMMAND, "ingest", str(folder), "-p", "falcon"],
        cwd=tmp_path,
        env={**os.environ, "FORAGER_WORKERS": workers},
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("reading") and not line.startswith("reading 0/"):
                break
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert err.strip().splitlines()[-1] == "Interrupted. What was finished is kept."
    assert "Traceback" not in err
    kept = _read_states(tmp_path)
    assert len(kept) == 30
    assert ReadState.READ in kept
    done = here("ingest", str(folder), "-p", "falcon", "--json")
    assert done.code == 0
    assert done.json["documents"] == 30
    assert len(done.json["unchanged"]) == 30  # type: ignore[arg-type]


def _read_states(folder: Path) -> list[ReadState]:
    with Engine.open(Settings(data_dir=folder / ".forager"), exclusive=False) as engine:
        (project,) = engine.projects()
        with engine.database.read() as connection:
            return [each.read_state for each in sources.listed(connection, project.id)]


def test_tokens_are_made_listed_and_revoked(here: Callable[..., Done]) -> None:
    made = here("token", "mint", "--name", "colony", "--scope", "read", "--days", "2", "--json").json
    assert str(made["token"]).startswith("fgr_")
    shown = here("token", "mint", "--name", "other", "--scope", "ingest")
    assert shown.out.startswith("fgr_")
    listed = here("token", "list")
    assert "colony" in listed.out
    assert str(made["token"]) not in listed.out
    revoked = here("token", "revoke", str(made["id"]))
    assert revoked.code == 0
    states = [each["revoked_at"] for each in here("token", "list", "--json").json["items"]]  # type: ignore[union-attr]
    assert [bool(each) for each in states] == [True, False]


def test_the_doctor_finds_what_is_wrong(
    here: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert here("doctor").code == 0
    Engine.open(Settings(data_dir=tmp_path / ".forager")).close()
    (tmp_path / ".forager" / "operator.key").chmod(0o644)
    monkeypatch.setenv("FORAGER_PORT", "many")
    found = here("doctor", "--json")
    wrong = {each["name"] for each in found.json["checks"] if not each["ok"]}  # type: ignore[union-attr, index]
    assert (found.code, wrong) == (1, {"settings", "key"})


def test_help_loads_no_heavy_library() -> None:
    heavy = ["sqlalchemy", "lxml", "docx", "fastapi", "uvicorn", "numpy", "httpx2", "nupunkt", "alembic", "pydantic"]
    code = f"import sys, forager.cli; print([each for each in {heavy!r} if each in sys.modules])"
    done = subprocess.run([COMMAND[0], "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
