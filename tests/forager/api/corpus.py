"""Two customers' files, ingested once in a session and copied for each test, on both databases."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from tests.forager.postgres import postgres_database

from forager.accept.files import Offered
from forager.api.app import create_app
from forager.engine import Engine
from forager.model.export import Format
from forager.settings import Settings
from forager.store import tokens
from forager.store.acts import Caller
from formicaria.ground.clock import FixedClock

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
BUILT_AT = "2026-03-01T09:00:00.000000Z"
BEGUN_AT = "2026-03-10T09:00:00.000000Z"
BUILDER = Caller("test", "builder")
STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@dataclass(frozen=True, slots=True)
class Built:
    """A data folder with both customers in it, and the database's address when it is not in the folder."""

    folder: Path
    database: str = ""


def settings(folder: Path, database: str = "") -> Settings:
    return replace(Settings.load(folder, {}), workers=1, database_url=database)


def files(name: str) -> list[Offered]:
    """The files of one customer as they are on disk."""
    folder = EXAMPLES / name
    paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return [Offered(path.name, path.read_bytes()) for path in paths]


def _build(folder: Path, database: str = "") -> Built:
    with Engine.open(settings(folder, database), clock=FixedClock(BUILT_AT)) as engine:
        for name in ("Falcon", "Osprey"):
            made = engine.create_project(name, f"what {name} knows", BUILDER)
            engine.accept(made.id, files(name.lower()), BUILDER)
            engine.process(made.id, BUILDER)
        assert [job.status for job in engine.run_jobs()] == ["completed", "completed"]
        engine.export(engine.project("falcon").id, Format.FTM, BUILDER)
    return Built(folder, database)


@pytest.fixture(scope="session")
def built_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return _build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def built_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    with postgres_database() as url:
        yield _build(tmp_path_factory.mktemp("built"), url)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(BEGUN_AT)


def opened(built: Built, folder: Path, clock: FixedClock) -> Iterator[Engine]:
    """An engine on a copy that a test may change."""
    shutil.copytree(built.folder, folder)
    if not built.database:
        with Engine.open(settings(folder), clock=clock) as engine:
            yield engine
        return
    with (
        postgres_database(str(sa.make_url(built.database).database)) as url,
        Engine.open(settings(folder, url), clock=clock) as engine,
    ):
        yield engine


@pytest.fixture
def engine(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> Iterator[Engine]:
    """Both customers in the embedded database."""
    yield from opened(request.getfixturevalue("built_sqlite"), tmp_path / "copy", clock)


@pytest.fixture(params=STORES)
def any_engine(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> Iterator[Engine]:
    """Both customers, once for each kind of database."""
    yield from opened(request.getfixturevalue(f"built_{request.param}"), tmp_path / "copy", clock)


@pytest.fixture(scope="session", params=STORES)
def shared_engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Both customers, once for each kind of database, for tests that change nothing of theirs."""
    built = request.getfixturevalue(f"built_{request.param}")
    yield from opened(built, tmp_path_factory.mktemp("shared") / "copy", FixedClock(BEGUN_AT))


@dataclass(frozen=True, slots=True)
class Api:
    """The interface in one process, and keys for it."""

    engine: Engine
    http: TestClient
    key: str

    def token(self, *scopes: str, projects: tuple[str, ...] = (), expires_at: str = "") -> str:
        """A new token with these scopes."""
        with self.engine.database.write() as connection:
            at = self.engine.clock.now()
            made = tokens.mint(
                connection, name="a test", scopes=scopes, limited_to=projects, expires_at=expires_at, by=BUILDER, at=at
            )
        return made[0]

    def call(self, method: str, path: str, key: str | None = None, **how: object):
        """A request with a key: the operator's unless another is given; "" sends none."""
        given = self.key if key is None else key
        headers = dict(how.pop("headers", {}))
        if given:
            headers["authorization"] = f"Bearer {given}"
        return self.http.request(method, path, headers=headers, **how)

    def get(self, path: str, key: str | None = None, **how: object):
        return self.call("GET", path, key, **how)

    def post(self, path: str, body: object, key: str | None = None, **how: object):
        return self.call("POST", path, key, json=body, **how)

    def ok(self, path: str, **query: object) -> dict:
        """The body of a GET that must succeed."""
        answer = self.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def project(self, name: str) -> str:
        """The id of a project."""
        return self.engine.project(name).id


def api_over(engine: Engine) -> Api:
    key = (engine.settings.data_dir / "operator.key").read_text().strip()
    return Api(engine, TestClient(create_app(engine), raise_server_exceptions=False), key)


@pytest.fixture
def api(engine: Engine) -> Iterator[Api]:
    made = api_over(engine)
    yield made
    made.http.app.state.service.gate.used.settle()
    made.http.close()


@pytest.fixture(scope="session")
def shared_sqlite(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The same in the embedded database only, for tests to which the database does not matter."""
    yield from opened(built_sqlite, tmp_path_factory.mktemp("shared") / "copy", FixedClock(BEGUN_AT))


@pytest.fixture
def shared_api(shared_sqlite: Engine) -> Iterator[Api]:
    """A fresh interface over the shared embedded store."""
    made = api_over(shared_sqlite)
    yield made
    made.http.app.state.service.gate.used.settle()
    made.http.close()


@pytest.fixture
def any_shared_api(shared_engine: Engine) -> Iterator[Api]:
    """A fresh interface over the shared store, once for each kind of database."""
    made = api_over(shared_engine)
    yield made
    made.http.app.state.service.gate.used.settle()
    made.http.close()


@pytest.fixture
def any_api(any_engine: Engine) -> Iterator[Api]:
    made = api_over(any_engine)
    yield made
    made.http.app.state.service.gate.used.settle()
    made.http.close()
