"""Stores for FORAGER's tests: the same tests run on SQLite and, where there is a server, on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.forager.postgres import empty, postgres_database

from forager.store.schema import open_store
from formicaria.ground.database import Database, sqlite_url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file at this release's schema, to be copied."""
    path = tmp_path_factory.mktemp("template") / "store.db"
    open_store(sqlite_url(path)).close()
    return path


@pytest.fixture(scope="session")
def postgres_store() -> Iterator[str]:
    """The address of one PostgreSQL database at this release's schema."""
    with postgres_database() as url:
        open_store(url).close()
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store without content, once for each kind of database."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path / "store.db")
        yield sqlite_url(tmp_path / "store.db")
    else:
        url = request.getfixturevalue("postgres_store")
        # Tests that open an engine on this database leave its identity behind.
        empty(url)
        yield url
        empty(url)


@pytest.fixture
def database(store_url: str) -> Iterator[Database]:
    """An open store at this release's schema."""
    opened = open_store(store_url)
    yield opened
    opened.close()
