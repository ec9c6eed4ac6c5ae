"""One process to a store: an operating-system lock that dies with its holder."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import IO, Self

from formicaria.ground.errors import DatabaseUnusable, StoreHeld


class StoreLock:
    """Holds ``<folder>/store.lock`` while the process lives; a dead holder's lock is free at once."""

    def __init__(self, folder: Path, label: str) -> None:
        """Take the lock. ``label`` names this holder to others. Raises StoreHeld when another live process has it."""
        self.path = folder / "store.lock"
        self._file = self._opened()
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = self._holder()
            self._file.close()
            raise StoreHeld(
                f"This store is in use by {holder}.", remedy="Use --url to reach it, or stop it first."
            ) from error
        self._file.seek(0)
        self._file.truncate()
        json.dump({"pid": os.getpid(), "label": label}, self._file)
        self._file.flush()

    def _opened(self) -> IO[str]:
        try:
            return os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+")
        except OSError as error:
            raise DatabaseUnusable(
                f"The data folder {self.path.parent} cannot be written.", remedy="Choose a writable --data-dir."
            ) from error

    def _holder(self) -> str:
        try:
            held = json.loads(self.path.read_text())
            return f"{held['label']} (process {int(held['pid'])})"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"

    def release(self) -> None:
        """Give the lock back."""
        self._file.close()

    def __enter__(self) -> Self:
        """The held lock."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Give it back."""
        self.release()


def is_held(folder: Path) -> bool:
    """Whether a live process holds the store in ``folder``."""
    path = folder / "store.lock"
    if not path.exists():
        return False
    with path.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False
