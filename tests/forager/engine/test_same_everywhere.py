"""The same files give the same rows, whatever the number of readers, the order they came in, and the database."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select
from tests.forager.engine.corpus import BROKEN, BY, FILES, offered, processed

from forager.derive import content
from forager.engine import Engine
from forager.settings import Settings
from forager.store.tables import chunk, document, evidence, mention, relation

LAYER = (document, chunk, evidence, mention, relation)
ALL = {**FILES, "picture.md": BROKEN}


def read_with(settings: Settings, names: list[str]) -> tuple[str, list[tuple[object, ...]]]:
    """The digest of what is published, and every row that reading made, in a total order."""
    with Engine.open(settings) as engine:
        project = engine.create_project("Falcon", "", BY)
        engine.accept(project.id, offered(ALL, names), BY)
        processed(engine, project.id)
        with engine.database.read() as connection:
            rows = [
                tuple(row) for table in LAYER for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            rev = engine.project(project.id).published_rev
            return content.digest(connection, project.id, rev), rows


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[tuple[object, ...]]]:
    """One reader, in the files' own order, on SQLite."""
    return read_with(Settings(data_dir=tmp_path_factory.mktemp("one"), workers=1), list(ALL))


def test_two_readers_and_another_order_give_the_same_rows(
    reference: tuple[str, list[tuple[object, ...]]], tmp_path: Path
) -> None:
    assert len(reference[1]) > 20
    assert read_with(Settings(data_dir=tmp_path / "two", workers=2), list(reversed(ALL))) == reference


@pytest.mark.postgres
def test_postgresql_gives_the_same_rows(
    reference: tuple[str, list[tuple[object, ...]]], postgres_store: str, tmp_path: Path
) -> None:
    from tests.forager.postgres import empty

    empty(postgres_store)
    settings = Settings(data_dir=tmp_path / "data", database_url=postgres_store, workers=1)
    assert read_with(settings, sorted(ALL)) == reference
    empty(postgres_store)
