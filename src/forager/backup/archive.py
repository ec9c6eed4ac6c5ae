"""The file of a backup: parts stored one after another in a ZIP, uncompressed, and a manifest with the digest of each.

Times and modes are fixed and parts come in a total order: one state gives one sequence of bytes, but for the manifest's own id and time.
Whatever is not exactly what the manifest names is refused: another part, a compressed one, two of a name, other bytes, another version.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, Self

from forager.errors import BackupRefused
from formicaria.ground.canonical import canonical, sha256_hex

FORMAT: Final = "forager.backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
PIECE: Final = 1 << 20
_LARGEST_MANIFEST: Final = 1 << 30
_PART: Final = re.compile(r"tables/[a-z_]{1,40}\.jsonl|blobs/proj_[a-z0-9]{1,40}/[0-9a-f]{64}")
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Part:
    """One part as the manifest states it: SHA-256 (hexadecimal) and bytes."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup is of, and every part of it. ``columns`` and ``rows`` are by table, ``heads`` by audit chain."""

    id: str
    snapshot_at: str
    release: str
    schema: str
    instance_id: str
    generation: str
    columns: Mapping[str, list[str]]
    rows: Mapping[str, int]
    heads: list[dict[str, str | int]]
    parts: Mapping[str, Part] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Its one form as canonical JSON."""
        told = {name: getattr(self, name) for name in self.__slots__ if name != "parts"}
        parts = {name: {"sha256": each.sha256, "size": each.size} for name, each in self.parts.items()}
        return canonical({"format": FORMAT, "version": VERSION, **told, "parts": parts})

    @property
    def digest(self) -> str:
        """SHA-256 of the manifest, and through its digests of the whole backup."""
        return sha256_hex(self.to_bytes())


class Writer:
    """Puts parts into a file, then the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        """Begin in an open, empty file."""
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED, strict_timestamps=True)
        self.parts: dict[str, Part] = {}

    def __enter__(self) -> Self:
        """The writer."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Write the directory of the ZIP."""
        self._zip.close()

    def add(self, name: str, pieces: Iterable[bytes]) -> Part:
        """Store a part. Raises OSError."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(_info(name), "w", force_zip64=True) as target:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                target.write(piece)
        self.parts[name] = Part(digest.hexdigest(), size)
        return self.parts[name]

    def close(self, manifest: Manifest) -> None:
        """Store the manifest, last."""
        with self._zip.open(_info(MANIFEST), "w") as target:
            target.write(manifest.to_bytes())


def _info(name: str) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name, _EARLIEST)
    made.external_attr = 0o600 << 16
    return made


class Reader:
    """An archive whose every byte was checked when it was opened."""

    def __init__(self, path: Path) -> None:
        """Open and check. Raises BackupRefused when it is not wholly what its manifest says."""
        self._zip = _zip(path)
        try:
            self.manifest = self._read_manifest()
            self._check_names()
            for name in sorted(self.manifest.parts):
                self._check(name)
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        """The reader."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close the file."""
        self._zip.close()

    def names(self, folder: str) -> list[str]:
        """The parts of a folder, in order."""
        return sorted(name for name in self.manifest.parts if name.startswith(f"{folder}/"))

    def open(self, name: str) -> IO[bytes]:
        """A part to be read."""
        return self._zip.open(name)

    def lines(self, name: str) -> Iterator[list[object]]:
        """The rows of a table's part. Raises BackupRefused."""
        with self.open(name) as file:
            for line in file:
                row = _json(line)
                if not isinstance(row, list):
                    raise _damaged()
                yield row

    def _read_manifest(self) -> Manifest:
        names = [each.filename for each in self._zip.infolist()]
        if names.count(MANIFEST) != 1:
            raise BackupRefused("That is no backup of FORAGER.", remedy="Name a file that `forager backup` wrote.")
        if self._zip.getinfo(MANIFEST).file_size > _LARGEST_MANIFEST:
            raise _damaged()
        data = b"".join(self._pieces(MANIFEST))
        made = _manifest(_json(data))
        if made.to_bytes() != data:
            raise _damaged()
        return made

    def _check_names(self) -> None:
        infos = [each for each in self._zip.infolist() if each.filename != MANIFEST]
        names = [each.filename for each in infos]
        stored = all(each.compress_type == zipfile.ZIP_STORED and not each.flag_bits & 1 for each in infos)
        sound = all(_PART.fullmatch(name) for name in names)
        if not (stored and sound and len(names) == len(set(names)) and set(names) == set(self.manifest.parts)):
            raise _damaged()

    def _check(self, name: str) -> None:
        stated, digest, size = self.manifest.parts[name], hashlib.sha256(), 0
        for piece in self._pieces(name):
            digest.update(piece)
            size += len(piece)
        if Part(digest.hexdigest(), size) != stated:
            raise _damaged()

    def _pieces(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(name) as file:
                while piece := file.read(PIECE):
                    yield piece
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            OSError,
            ValueError,
        ) as error:
            raise _damaged() from error


def _zip(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise BackupRefused("That is no backup of FORAGER, or it was cut short.", remedy="Use another copy.") from error
    except OSError as error:
        raise BackupRefused("The backup cannot be read.", remedy="Check its name, and that you may read it.") from error


def _damaged() -> BackupRefused:
    return BackupRefused("The backup is damaged; nothing of it was used.", remedy="Use another copy.")


def _json(data: bytes) -> object:
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged() from error
    return value


def _manifest(told: object) -> Manifest:
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BackupRefused("That is no backup of FORAGER.", remedy="Name a file that `forager backup` wrote.")
    if told.get("version") != VERSION:
        raise BackupRefused(
            "This backup has a form that this release does not know.", remedy="Use the release it names."
        )
    try:
        parts = {str(name): Part(str(each["sha256"]), int(each["size"])) for name, each in told["parts"].items()}
        texts = {
            name: str(told[name]) for name in ("id", "snapshot_at", "release", "schema", "instance_id", "generation")
        }
        columns = {str(name): [str(each) for each in listed] for name, listed in told["columns"].items()}
        rows = {str(name): int(each) for name, each in told["rows"].items()}
        heads: list[dict[str, str | int]] = [
            {"stream": str(each["stream"]), "seq": int(each["seq"]), "digest": str(each["digest"])}
            for each in told["heads"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged() from error
    return Manifest(**texts, columns=columns, rows=rows, heads=heads, parts=parts)
