"""PostgreSQL databases for tests, on the server that ``FORMICARIA_TEST_POSTGRES_URL`` names."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from bench.tampering import unguard

from forager.store.schema import REVISIONS
from forager.store.tables import metadata as forager_metadata
from formicaria.ground.tables import metadata as ground_metadata


@contextmanager
def postgres_database(template: str = "template0") -> Iterator[str]:
    """A database of its own, a copy of ``template``, dropped afterwards; its address."""
    server = sa.make_url(os.environ["FORMICARIA_TEST_POSTGRES_URL"]).set(drivername="postgresql+psycopg")
    name = f"forager_{secrets.token_hex(6)}"
    admin = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8'")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
        admin.dispose()


def empty(url: str) -> None:
    """Take every row out of a store, and every table that tests or projects added to its schema."""
    engine = sa.create_engine(url)
    known = [table.name for metadata in (ground_metadata, forager_metadata) for table in metadata.sorted_tables]
    with engine.begin() as connection:
        connection.exec_driver_sql("SET lock_timeout = '10s'")
        present = sa.inspect(connection).get_table_names()
        unguard(connection)
        connection.exec_driver_sql(";".join(f'DELETE FROM "{name}"' for name in known))
        for name in ("audit_entry", "audit_head"):
            connection.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :known"), {"known": REVISIONS[-1]})
        for name in sorted(set(present) - {*known, "alembic_version"}):
            connection.exec_driver_sql(f'DROP TABLE "{name}"')
    engine.dispose()
