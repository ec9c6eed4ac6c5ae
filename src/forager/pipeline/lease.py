"""Keep a claim alive while its work runs."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from formicaria.ground import work
from formicaria.ground.database import Database
from formicaria.ground.errors import DatabaseUnusable, LostLease
from formicaria.ground.work import Unit

LEASE_SECONDS = 60.0


@contextmanager
def kept(database: Database, held: Unit) -> Iterator[None]:
    """Renew ``held`` in the background; when that fails the work's own next write finds out by its fence."""
    over = threading.Event()

    def renew() -> None:
        while not over.wait(LEASE_SECONDS / 3):
            try:
                with database.write() as connection:
                    work.renew(database, connection, held, LEASE_SECONDS)
            except LostLease:
                return
            except DatabaseUnusable:
                continue

    thread = threading.Thread(target=contextvars.copy_context().run, args=(renew,), name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
