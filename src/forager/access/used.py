"""When a credential was last used, noted aside."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from formicaria.ground import credentials
from formicaria.ground.clock import later
from formicaria.ground.credentials import Credential
from formicaria.ground.database import Database
from formicaria.ground.errors import Error
from formicaria.ground.logs import get_logger

NOTED_EVERY_SECONDS: Final = 60.0


class LastUsed:
    """Notes when a credential was last used, to the minute, without making a request wait for the database's one writer."""

    def __init__(self, database: Database) -> None:
        """Write through ``database``."""
        self._database = database
        self._noted: dict[str, str] = {}
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="last-used")

    def note(self, used: Credential, now: str) -> None:
        """Note a use unless one was noted within the last minute."""
        with self._lock:
            last = max(self._noted.get(used.id, ""), used.last_used_at)
            if last and now < later(last, NOTED_EVERY_SECONDS):
                return
            self._noted[used.id] = now
        self._writer.submit(self._write, used.id, now)

    def _write(self, id_: str, now: str) -> None:
        try:
            with self._database.write() as connection:
                credentials.touch(connection, id_, now)
        except Error as error:
            get_logger("access").warning("last_use_not_noted", credential=id_, code=error.code)

    def settle(self) -> None:
        """Wait until everything noted so far is written."""
        self._writer.submit(lambda: None).result()
