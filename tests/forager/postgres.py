"""PostgreSQL databases for tests, on the server that ``FORMICARIA_TEST_POSTGRES_URL`` names."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa


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
