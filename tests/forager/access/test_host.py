"""The credential of a supervising parent: how it is handed in, how it is held, what it may do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.forager.api.corpus import Api, built_sqlite, clock, engine, shared_sqlite  # noqa: F401  # fixtures

from forager.access import host
from forager.access.host import Host
from forager.api.app import create_app
from forager.engine import Engine
from formicaria.ground.credentials import new_secret, secret_hash
from formicaria.ground.errors import ConfigurationRefused


@pytest.fixture
def handed(tmp_path: Path) -> tuple[Path, str]:
    """A file as a parent makes it, and its secret."""
    path, secret = tmp_path / "credential", new_secret("fgr_")
    path.touch(0o600)
    path.write_text(secret + "\n")
    return path, secret


def test_only_its_hash_is_held(handed: tuple[Path, str]) -> None:
    path, secret = handed
    assert host.read(str(path)) == secret_hash(secret)
    assert secret not in repr(Host(host.read(str(path)), lambda: None))
    assert host.read(str(path)) not in repr(Host(host.read(str(path)), lambda: None))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o660, 0o666])
def test_a_file_that_others_may_open_is_refused(handed: tuple[Path, str], mode: int) -> None:
    handed[0].chmod(mode)
    with pytest.raises(ConfigurationRefused, match="open to others"):
        host.read(str(handed[0]))


@pytest.mark.parametrize(
    "text",
    ["", "fgr_short", "fgo_" + "a" * 43, "fgr_" + "a" * 31, "fgr_" + "a b" * 20, "fgr_" + "é" * 40, "fgr_" + "a" * 300],
)
def test_a_file_without_a_credential_is_refused_and_not_repeated(handed: tuple[Path, str], text: str) -> None:
    handed[0].write_text(text, "utf-8")
    with pytest.raises(ConfigurationRefused, match="holds no credential") as refused:
        host.read(str(handed[0]))
    assert not text or text not in str(refused.value)


def test_what_is_no_file_of_ones_own_is_refused(handed: tuple[Path, str], tmp_path: Path) -> None:
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(handed[0])
    os.mkfifo(pipe, 0o600)
    for path in (tmp_path / "nothing", link, pipe, tmp_path):
        with pytest.raises(ConfigurationRefused) as refused:
            host.read(str(path))
        assert refused.value.exit_code == 2


@pytest.fixture
def ended() -> list[str]:
    return []


@pytest.fixture
def supervised(shared_sqlite: Engine, ended: list[str]) -> Iterator[tuple[Api, str]]:  # noqa: F811  # a fixture
    """The interface of an engine that a parent started, and the parent's secret."""
    secret = new_secret("fgr_")
    parent = Host(secret_hash(secret), lambda: ended.append("now"))
    key = (shared_sqlite.settings.data_dir / "operator.key").read_text().strip()
    with TestClient(create_app(shared_sqlite, host=parent), raise_server_exceptions=False) as http:
        yield Api(shared_sqlite, http, key), secret
        http.app.state.service.gate.used.settle()


def test_the_parent_ends_the_engine_and_it_is_recorded(supervised: tuple[Api, str], ended: list[str]) -> None:
    api, secret = supervised
    answer = api.call("POST", "/api/shutdown", secret)
    assert (answer.status_code, answer.json(), ended) == (202, {"status": "ending"}, ["now"])
    entries = api.ok("/api/audit", page_size=200)["items"]
    assert [each["credential"] for each in entries if each["action"] == "engine.shutdown"] == [host.ID]


def test_neither_the_operator_nor_any_token_ends_it(supervised: tuple[Api, str], ended: list[str]) -> None:
    api, _ = supervised
    for key in (api.key, api.token("read", "ingest", "review", "export", "projects")):
        answer = api.call("POST", "/api/shutdown", key)
        assert (answer.status_code, answer.json()["error"]["details"]) == (403, {"scope": "host"})
    assert api.call("POST", "/api/shutdown", "").status_code == 401
    assert ended == []


def test_the_parent_works_as_a_token_does_and_mints_nothing(supervised: tuple[Api, str]) -> None:
    api, secret = supervised
    assert api.get("/api/projects", secret).status_code == 200
    assert api.post("/api/projects", {"name": "Made by the parent"}, secret).status_code == 201
    assert api.post("/api/settings/tokens", {"name": "x", "scopes": ["read"]}, secret).status_code == 403
    assert api.get("/api/audit", secret).status_code == 403
    assert secret not in api.get("/api/session", secret).text


def test_the_engine_says_that_it_is_managed(supervised: tuple[Api, str], shared_sqlite: Engine) -> None:  # noqa: F811
    api, _ = supervised
    assert api.ok("/api/ready")["host_credential"] is True
    assert (api.ok("/api/capabilities")["mode"], api.ok("/api/capabilities")["instance"]["mode"]) == ("managed",) * 2
    with TestClient(create_app(shared_sqlite)) as alone:
        assert alone.get("/api/ready").json()["host_credential"] is False


def test_without_a_parent_its_secret_opens_nothing(supervised: tuple[Api, str], shared_sqlite: Engine) -> None:  # noqa: F811
    _, secret = supervised
    with TestClient(create_app(shared_sqlite)) as alone:
        for path in ("/api/projects", "/api/capabilities"):
            assert alone.get(path, headers={"authorization": f"Bearer {secret}"}).status_code == 401


def test_no_session_is_opened_with_it(supervised: tuple[Api, str]) -> None:
    api, secret = supervised
    assert api.post("/api/session/links", {}, secret).status_code == 403
