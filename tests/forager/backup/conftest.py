"""A store with two customers in it, and one backup of it for tests that only restore."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.forager.api.corpus import (  # noqa: F401
    BUILDER,
    any_engine,
    built_postgres,
    built_sqlite,
    clock,
    engine,
    shared_engine,
    shared_sqlite,
)

from forager.backup.take import Taken
from forager.derive import content
from forager.engine import Engine


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup, and what the store said of itself when it was taken."""

    taken: Taken
    digests: dict[str, str]


def digests(of: Engine) -> dict[str, str]:
    """The digest of each project's published knowledge."""
    with of.database.read() as connection:
        return {each.id: content.digest(connection, each.id, each.published_rev) for each in of.projects()}


@pytest.fixture(scope="session")
def kept(shared_engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Kept:  # noqa: F811
    """A backup of each kind of database."""
    place: Path = tmp_path_factory.mktemp("backups") / "one.forager-backup"
    return Kept(shared_engine.backup(place, BUILDER), digests(shared_engine))


@pytest.fixture(scope="session")
def one(shared_sqlite: Engine, tmp_path_factory: pytest.TempPathFactory) -> Kept:  # noqa: F811
    """A backup of the embedded database."""
    place = tmp_path_factory.mktemp("backups") / "one.forager-backup"
    return Kept(shared_sqlite.backup(place, BUILDER), digests(shared_sqlite))
