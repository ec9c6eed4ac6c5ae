"""The migrations and the table definitions say the same; a newer database is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.forager.postgres import postgres_database

from forager.store import schema
from forager.store.tables import metadata as forager_metadata
from formicaria.ground.database import Database, open_database
from formicaria.ground.errors import DatabaseUnusable, NewerDatabase
from formicaria.ground.tables import metadata as ground_metadata

COLUMNS = """
    SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef"
CONSTRAINTS = """
    SELECT conrelid::regclass::text, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2"""
POSTGRES_FACTS = (COLUMNS, INDEXES, CONSTRAINTS)
SQLITE_FACTS = ("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name",)


def facts(database: Database) -> list[tuple[object, ...]]:
    """Everything the database says about its schema, Alembic's own table left out; white space aside, for SQLite keeps what was typed."""
    queries = SQLITE_FACTS if database.is_sqlite else POSTGRES_FACTS
    with database.read() as connection:
        rows = [tuple(map(_even, row)) for query in queries for row in connection.exec_driver_sql(query)]
    return [row for row in rows if "alembic_version" not in str(row)]


def _even(cell: object) -> object:
    return " ".join(cell.split()).replace(" ,", ",") if isinstance(cell, str) else cell


def from_metadata(url: str) -> Database:
    """A database made straight from the table definitions."""
    made = open_database(url)
    with made.write() as connection:
        for metadata in (ground_metadata, forager_metadata):
            metadata.create_all(connection)
    return made


def test_migrations_make_what_the_tables_say_on_sqlite(tmp_path: Path) -> None:
    migrated = schema.open_store(f"sqlite:///{tmp_path}/migrated.db")
    defined = from_metadata(f"sqlite:///{tmp_path}/defined.db")
    assert facts(migrated) == facts(defined)
    assert len(facts(migrated)) > 40
    migrated.close()
    defined.close()


@pytest.mark.postgres
def test_migrations_make_what_the_tables_say_on_postgresql() -> None:
    with postgres_database() as one, postgres_database() as other:
        migrated, defined = schema.open_store(one), from_metadata(other)
        assert facts(migrated) == facts(defined)
        assert len(facts(migrated)) > 100
        migrated.close()
        defined.close()


@pytest.mark.postgres
def test_every_text_column_on_postgresql_sorts_by_bytes() -> None:
    query = (
        "SELECT DISTINCT collation_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND data_type = 'text' AND table_name <> 'alembic_version'"
    )
    with postgres_database() as url:
        migrated = schema.open_store(url)
        with migrated.read() as connection:
            assert connection.exec_driver_sql(query).scalars().all() == ["C"]
        migrated.close()


def test_opening_again_changes_nothing(store_url: str, database: Database) -> None:
    before = facts(database)
    again = schema.open_store(store_url)
    assert facts(again) == before
    assert schema.is_current(again)
    again.close()


def test_a_newer_database_is_refused_in_one_sentence(store_url: str, database: Database) -> None:
    with database.write() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999_later'"))
    with pytest.raises(NewerDatabase) as refused:
        schema.open_store(store_url)
    assert refused.value.exit_code == 2
    assert "9999_later" in refused.value.sentence
    assert "\n" not in refused.value.sentence


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="cannot be opened"):
        schema.open_store(f"sqlite:///{tmp_path}/absent/store.db")
