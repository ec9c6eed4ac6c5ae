"""The same commands against a running server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from tests.forager.cli.commands import Server, forager, serving
from tests.forager.engine.corpus import BROKEN, FILES

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on an empty store."""
    with serving(tmp_path_factory.mktemp("served") / "data") as running:
        yield running


def test_ingest_verify_and_tokens_over_http(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    (folder / "picture.md").write_bytes(BROKEN)
    done = forager("ingest", folder, "-p", "Falcon", "--json", *server.options, cwd=tmp_path)
    assert done.code == 0, done.err
    told = done.json
    assert "it was made" in done.err
    assert sorted(told["registered"]) == ["mail.eml", "memo.md", "picture.md", "status.md"]  # type: ignore[call-overload]
    assert [each["name"] for each in told["failed"]] == ["picture.md"]  # type: ignore[union-attr, index]
    assert (told["documents"], told["revision"]) == (4, "rev_1")
    assert told["disagreements"] == 1
    again = forager("ingest", folder, "-p", "falcon", *server.options, cwd=tmp_path)
    assert "4 unchanged" in again.out
    verified = forager("verify", "-p", "falcon", "--json", *server.options, cwd=tmp_path).json
    assert verified["missing"] == 0
    assert verified["verified"] == verified["evidence"]
    assert forager("verify", *server.options, cwd=tmp_path).code == 0

    made = forager("token", "mint", "--name", "reader", "--scope", "read", "--json", *server.options, cwd=tmp_path).json
    key = tmp_path / "reader.key"
    key.write_text(str(made["token"]))
    reader = ("--url", server.url, "--key-file", key)
    assert forager("verify", "-p", "falcon", *reader, cwd=tmp_path).code == 0
    assert forager("ingest", folder, "-p", "falcon", *reader, cwd=tmp_path).code == 3
    assert "reader" in forager("token", "list", *server.options, cwd=tmp_path).out
    assert forager("token", "revoke", str(made["id"]), *server.options, cwd=tmp_path).code == 0
    assert forager("verify", "-p", "falcon", *reader, cwd=tmp_path).code == 3


@pytest.mark.parametrize(
    ("key", "project", "code", "says"), [("fgr_wrong", "falcon", 3, ""), (None, "nowhere", 4, "no such project")]
)
def test_a_wrong_key_and_an_unknown_project_are_one_sentence(
    server: Server, tmp_path: Path, key: str | None, project: str, code: int, says: str
) -> None:
    file = server.key_file
    if key:
        file = tmp_path / "key"
        file.write_text(key)
    done = forager("verify", "-p", project, "--url", server.url, "--key-file", file, cwd=tmp_path)
    assert done.code == code
    assert len(done.err.strip().splitlines()) == 1
    assert says in done.err


def test_a_server_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("fgr_x")
    done = forager("verify", "-p", "x", "--url", "http://127.0.0.1:1", "--key-file", tmp_path / "key", cwd=tmp_path)
    assert done.code == 7
    assert "does not answer" in done.err


def test_the_store_of_a_server_takes_no_other_writer(server: Server, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A")
    done = forager("ingest", tmp_path / "a.md", "-p", "x", "--data-dir", server.key_file.parent, cwd=tmp_path)
    assert done.code == 11
    assert "--url" in done.err


@pytest.mark.parametrize(
    ("host", "status"), [("127.0.0.1:1", 200), ("localhost", 200), ("[::1]:5", 200), ("evil.example", 400)]
)
def test_only_known_host_names_are_answered(server: Server, host: str, status: int) -> None:
    answer = httpx2.get(f"{server.url}/api/health", headers={"Host": host})
    assert answer.status_code == status
    assert answer.headers["x-request-id"]


def test_a_stopped_server_lets_go_of_its_store(tmp_path: Path) -> None:
    for _ in range(2):
        with serving(tmp_path / "data") as running:
            assert httpx2.get(f"{running.url}/api/ready").status_code == 200
