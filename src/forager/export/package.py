"""Read an Anthill package with suspicion: everything is checked before anything of it is used.

A member is stored, never deflated, so what is read is never more than the file holds; names are taken from a closed form, so none can point
elsewhere; links, duplicates and members that the manifest does not name are refused.
"""

from __future__ import annotations

import hashlib
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, NoReturn, Self, cast

from forager.derive.content import Record
from forager.errors import PackageRefused
from forager.export import layout
from forager.model import keys
from forager.store.blobs import PIECE
from formicaria.ground.canonical import canonical, parse, text_digest

LARGEST_MANIFEST: Final = 1 << 28
_ENCRYPTED: Final = 1
_NAME: Final = re.compile(r"(tenant|general)/[a-z]+\.jsonl|originals/[0-9a-f]{64}")
_SCOPES: Final = (layout.TENANT, layout.GENERAL)
_EVIDENCED: Final = ("evidence", "links")


@dataclass(frozen=True, slots=True)
class Named:
    """The project that a package is of."""

    id: str
    slug: str
    name: str
    purpose: str


class Package:
    """An open package whose every byte was checked; a context manager."""

    def __init__(self, path: Path) -> None:
        """Open and check.

        Raises:
            PackageRefused: it is no package, of another version, damaged, or not what its manifest says.
        """
        self._zip = _opened(path)
        try:
            self._manifest = self._read_manifest()
            self.project = _project(self._manifest)
            self.content_digest = str(self._manifest.get("content_digest"))
            self.originals = self._manifest.get("originals") is True
            self._check_files()
            self._check_records()
        except (
            zipfile.BadZipFile,
            KeyError,
            TypeError,
            ValueError,
            EOFError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            self._zip.close()
            raise _refusal("The package is damaged.") from error
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        """The package."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close the file."""
        self._zip.close()

    def records(self, part: str) -> Iterator[Record]:
        """The records of a part, tenant before general."""
        for scope in _SCOPES:
            with self._zip.open(layout.path_of(scope, part)) as file:
                for line in file:
                    yield _record(line)

    def hashes(self) -> list[str]:
        """The SHA-256 of every original that travels along, in order."""
        names = (each.filename for each in self._zip.infolist())
        return sorted(name.removeprefix(layout.ORIGINALS) for name in names if name.startswith(layout.ORIGINALS))

    def original(self, sha256: str) -> IO[bytes]:
        """An original to be read."""
        return self._zip.open(layout.ORIGINALS + sha256)

    def _read_manifest(self) -> Mapping[str, object]:
        infos = self._zip.infolist()
        names = [each.filename for each in infos]
        if names.count(layout.MANIFEST) != 1:
            raise _refusal("That is no Anthill package.")
        if len(names) != len(set(names)) or not all(map(_is_plain, infos)):
            raise _refusal("The package holds something that no package holds.")
        if self._zip.getinfo(layout.MANIFEST).file_size > LARGEST_MANIFEST:
            raise _refusal("The package is damaged.")
        data = self._zip.read(layout.MANIFEST)
        manifest = _record(data)
        told = manifest.get("format"), manifest.get("package_version"), manifest.get("canonical_schema_version")
        if told != (layout.FORMAT, layout.VERSION, layout.SCHEMA):
            raise _refusal(f"This release reads packages of version {layout.VERSION}, and this is another one.")
        return manifest

    def _check_files(self) -> None:
        files = {str(each["path"]): each for each in _objects(self._manifest["files"])}
        present = {each.filename for each in self._zip.infolist()} - {layout.MANIFEST}
        parts = {layout.path_of(scope, part.name) for scope in _SCOPES for part in layout.PARTS}
        if set(files) != present or {name for name in present if not name.startswith(layout.ORIGINALS)} != parts:
            raise _refusal("The package does not hold the files that its manifest names.")
        for path, said in sorted(files.items()):
            sha256, size, lines = self._read(path)
            records = 1 if path.startswith(layout.ORIGINALS) else lines
            if (sha256, size, records) != (said["sha256"], said["size"], said["records"]):
                raise _refusal("A file of the package is not what its manifest says.")
            if path.startswith(layout.ORIGINALS) and path != layout.ORIGINALS + sha256:
                raise _refusal("An original of the package is not what its name says.")

    def _read(self, path: str) -> tuple[str, int, int]:
        digest, size, lines = hashlib.sha256(), 0, 0
        with self._zip.open(path) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
                size, lines = size + len(piece), lines + piece.count(b"\n")
        return digest.hexdigest(), size, lines

    def _check_records(self) -> None:
        own, known, contents = self.project.id, set(), set()
        for scope in _SCOPES:
            for record in self._lines(scope, "sources"):
                known.add(_source(own, record, scope))
                contents.add(str(record["sha256"]))
        if set(self.hashes()) != (contents if self.originals else set()):
            raise _refusal("The package does not hold the originals that its documents name.")
        for part in ("evidence", "documents", "passages", "mentions", "links", "counts"):
            for record in self.records(part):
                if record["source_id"] not in known or record["project_id"] != own:
                    raise _refusal("A record of the package belongs to no document of it.")
                if part in _EVIDENCED and text_digest(str(record["excerpt"])) != record["excerpt_sha256"]:
                    raise _refusal("An excerpt of the package is not what its hash says.")
        for part in ("knowledge", "entities", "candidates", "relations", "conflicts", "addresses", "decisions"):
            for _ in self.records(part):
                pass

    def _lines(self, scope: str, part: str) -> Iterator[Record]:
        with self._zip.open(layout.path_of(scope, part)) as file:
            yield from map(_record, file)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _refusal("That is no Anthill package, or it was cut short.") from error
    except OSError as error:
        raise PackageRefused(
            "The package cannot be read.", remedy="Check its name, and that you may read it."
        ) from error


def _is_plain(info: zipfile.ZipInfo) -> bool:
    """A stored, unencrypted, regular file under a name of the closed form."""
    named = info.filename == layout.MANIFEST or _NAME.fullmatch(info.filename) is not None
    kind = stat.S_IFMT(info.external_attr >> 16)
    stored = info.compress_type == zipfile.ZIP_STORED and info.compress_size == info.file_size
    return named and stored and kind in {0, stat.S_IFREG} and not info.flag_bits & _ENCRYPTED


def _record(line: bytes) -> Record:
    try:
        value = parse(line)
    except (ValueError, RecursionError) as error:
        raise _refusal("The package is damaged.") from error
    if not isinstance(value, dict) or canonical(value) + b"\n" != line:
        raise _refusal("A record of the package is not in the one form that it has.")
    return value


def _objects(value: object) -> list[Record]:
    return cast("list[Record]", value) if isinstance(value, list) else _no()


def _no() -> NoReturn:
    raise _refusal("The package is damaged.")


def _project(manifest: Mapping[str, object]) -> Named:
    told = manifest["project"]
    texts = {str(name): str(each) for name, each in told.items()} if isinstance(told, dict) else _no()
    found = Named(**texts)
    if found.id != keys.project_id(found.slug) or not found.name:
        raise _refusal("The project of the package is not what its id says.")
    return found


def _source(project_id: str, record: Record, scope: str) -> str:
    wanted = keys.source_id(project_id, str(record["logical_name"]), str(record["sha256"]))
    if record["id"] != wanted or record["scope"] != scope:
        raise _refusal("A document of the package is not what its id says.")
    return wanted


def _refusal(message: str) -> PackageRefused:
    return PackageRefused(message, remedy="Nothing of it was taken; use another copy, or make it again.")
