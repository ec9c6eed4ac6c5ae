"""Bring a database to this release's schema; refuse one from a newer release. Alembic is loaded only when there is work."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

import sqlalchemy as sa
from sqlalchemy import Connection

from formicaria.ground.database import Database
from formicaria.ground.errors import NewerDatabase

_LOCK = 7_209_313_371


def schema_revision(connection: Connection) -> str | None:
    """The schema revision recorded in the database; None for a new one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()


def migrate(database: Database, package: str, revisions: Sequence[str]) -> bool:
    """Apply the migrations in ``package`` up to ``revisions[-1]``. Returns whether anything was done.

    Raises NewerDatabase when the database stands at a revision this release does not know.
    """
    with database.read() as connection:
        present = schema_revision(connection)
    if present == revisions[-1]:
        return False
    if present is not None and present not in revisions:
        raise NewerDatabase(
            f"This database was written by a newer release (schema {present}; this release knows up to {revisions[-1]}).",
            remedy="Install that release, or use another data folder.",
        )
    _upgrade(database, package, revisions[-1])
    return True


def _upgrade(database: Database, package: str, target: str) -> None:
    from alembic import command  # noqa: PLC0415  # a second of start-up time, only needed here
    from alembic.config import Config  # noqa: PLC0415

    with resources.as_file(resources.files(package)) as folder, database.write() as connection:
        if not database.is_sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, target)


def run_environment(metadata: Sequence[sa.MetaData]) -> None:
    """The body of a service's ``migrations/env.py``: run on the connection handed in by ``migrate``."""
    from alembic import context  # noqa: PLC0415

    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=list(metadata), transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
