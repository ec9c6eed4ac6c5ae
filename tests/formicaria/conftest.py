"""Databases for the ground's tests: the same tests on SQLite and, where there is a server, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.forager.postgres import postgres_database

from formicaria.ground.database import Database, open_database, sqlite_url
from formicaria.ground.tables import metadata


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "ground.db")
    else:
        with postgres_database() as url:
            yield url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An open database with the ground's tables."""
    opened = open_database(database_url)
    metadata.create_all(opened.engine)
    yield opened
    opened.close()
