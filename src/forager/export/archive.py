"""A ZIP archive that is the same bytes for the same content: stored, fixed times and permissions, in the order written.

Deflating is left to whoever sends the file: two builds of one library give different bytes (design notes §11).
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

EPOCH = (1980, 1, 1, 0, 0, 0)
MODE = 0o100644 << 16
UNIX = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of an archive: its SHA-256 (hexadecimal), its bytes, its pieces as they were given (records or blocks)."""

    path: str
    sha256: str
    size: int
    pieces: int


class Archive:
    """An archive that is being written; a context manager."""

    def __init__(self, path: Path) -> None:
        """Begin one at a path that does not exist."""
        self._zip = zipfile.ZipFile(path, "x", zipfile.ZIP_STORED, allowZip64=True)
        self.entries: list[Entry] = []

    def add(self, path: str, pieces: Iterable[bytes]) -> Entry:
        """Write a file, a piece at a time."""
        info = zipfile.ZipInfo(path, EPOCH)
        info.external_attr, info.create_system = MODE, UNIX
        digest, size, count = hashlib.sha256(), 0, 0
        with self._zip.open(info, "w", force_zip64=True) as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size, count = size + len(piece), count + 1
        self.entries.append(Entry(path, digest.hexdigest(), size, count))
        return self.entries[-1]

    def __enter__(self) -> Self:
        """The archive."""
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        """Write its directory and close it."""
        self._zip.close()
