"""Original bytes, kept by content: written whole or not at all, never changed, checked at each reading (design notes §1)."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO

from forager.errors import BlobDamaged, BlobMissing, Unreadable
from formicaria.ground.errors import TooLarge, Unavailable

PIECE = 1 << 20
_TEMPORARY = "incoming-"


@dataclass(frozen=True, slots=True)
class Stored:
    """Bytes that are safe on disk: their SHA-256 (hexadecimal) and their number."""

    sha256: str
    size: int


class Blobs:
    """A folder of blobs for each project; nothing is shared between projects (timing would tell)."""

    def __init__(self, root: Path) -> None:
        """Keep blobs below ``root``."""
        self.root = root

    def put(self, project_id: str, content: bytes | IO[bytes], limit: int | None = None) -> Stored:
        """Keep bytes; on return they are safe: file and folder are synchronised.

        Raises:
            TooLarge: there are more than ``limit`` bytes.
            Unreadable: the bytes offered cannot be read.
            Unavailable: the disk is full or refuses.
        """
        folder = self.root / project_id
        try:
            _make_folder(folder)
            with _temporary(folder) as path:
                stored = _copy(BytesIO(content) if isinstance(content, bytes) else content, path, limit)
                self._settle(path, self.path(project_id, stored.sha256), stored)
        except OSError as error:
            raise Unavailable(
                f"The file could not be kept ({os.strerror(error.errno or 0)}).",
                remedy="Free some space and try again.",
            ) from error
        return stored

    def _settle(self, temporary: Path, final: Path, stored: Stored) -> None:
        if _is_whole(final, stored):
            return
        _make_folder(final.parent)
        temporary.replace(final)
        _sync(final.parent)

    def path(self, project_id: str, sha256: str) -> Path:
        """Where a blob stands, whether or not it is there."""
        return self.root / project_id / sha256[:2] / sha256

    def get(self, project_id: str, sha256: str) -> bytes:
        """The bytes of a blob, checked against their hash.

        Raises:
            BlobMissing: the file is gone.
            BlobDamaged: it holds other bytes.
        """
        try:
            data = self.path(project_id, sha256).read_bytes()
        except OSError as error:
            raise BlobMissing("The original file is not in the store any more.", remedy="Give it again.") from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise BlobDamaged("The original file in the store was altered.", remedy="Give it again.")
        return data

    def sweep(self) -> int:
        """Remove what an interrupted writer left; only for the one process that holds the store. Returns how many files."""
        left = list(self.root.glob(f"*/{_TEMPORARY}*"))
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)


@contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    path = folder / f"{_TEMPORARY}{secrets.token_hex(8)}"
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def _copy(source: IO[bytes], path: Path, limit: int | None) -> Stored:
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as target:
        while piece := _read(source):
            size += len(piece)
            if limit is not None and size > limit:
                raise TooLarge(f"It is larger than {limit} bytes.", remedy="Split it, or raise the limit.")
            digest.update(piece)
            target.write(piece)
        target.flush()
        os.fsync(target.fileno())
    return Stored(digest.hexdigest(), size)


def _read(source: IO[bytes]) -> bytes:
    try:
        return source.read(PIECE)
    except OSError as error:
        raise Unreadable(f"It cannot be read ({os.strerror(error.errno or 0)}).") from error


def _is_whole(path: Path, stored: Stored) -> bool:
    # A file that a bad disk altered is replaced by the good bytes at hand.
    if not path.exists() or path.stat().st_size != stored.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == stored.sha256


def _make_folder(folder: Path) -> None:
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        _sync(each.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
