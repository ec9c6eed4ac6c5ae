"""Write an Anthill package: every part twice, tenant and general apart, the originals, and a manifest that vouches for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from forager.derive import content
from forager.export import layout, records
from forager.export.archive import Archive, Entry
from forager.export.records import View
from forager.model.source import Project
from forager.store.blobs import PIECE, Blobs
from formicaria.ground.canonical import canonical
from formicaria.ground.crash import crash_point


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be written: the base, what is seen of it, its content digest, and where its originals lie (None: they stay)."""

    project: Project
    seen: View
    content_digest: str
    originals: Blobs | None = None


def write(order: Order, path: Path) -> None:
    """Write the package to a path that does not exist. Raises BlobMissing or BlobDamaged when an original is not what was given."""
    with Archive(path) as archive:
        files = [_part(archive, order.seen, scope, part) for part in layout.PARTS for scope in SCOPES]
        crash_point("export.after_parts")
        if order.originals is not None:
            files += [_original(archive, order, order.originals, sha256) for sha256 in records.hashes(order.seen)]
        archive.add(layout.MANIFEST, [canonical(_manifest(order, files)) + b"\n"])


SCOPES: Final = (layout.TENANT, layout.GENERAL)


def _part(archive: Archive, seen: View, scope: str, part: layout.Part) -> dict[str, object]:
    entry = archive.add(layout.path_of(scope, part.name), records.lines(seen, part.name, scope))
    return _file(entry, scope, part.name) | {"records": entry.pieces}


def _original(archive: Archive, order: Order, blobs: Blobs, sha256: str) -> dict[str, object]:
    data = blobs.get(order.seen.project_id, sha256)
    return _file(archive.add(layout.ORIGINALS + sha256, _pieces(data)), layout.TENANT, "original") | {"records": 1}


def _pieces(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def _file(entry: Entry, scope: str, holds: str) -> dict[str, object]:
    return {"path": entry.path, "sha256": entry.sha256, "size": entry.size, "scope": scope, "holds": holds}


def _manifest(order: Order, files: list[dict[str, object]]) -> dict[str, object]:
    counts = {
        scope: {
            str(each["holds"]): each["records"]
            for each in files
            if each["scope"] == scope and each["holds"] != "original"
        }
        for scope in SCOPES
    }
    own = order.project
    return {
        "format": layout.FORMAT,
        "package_version": layout.VERSION,
        "canonical_schema_version": layout.SCHEMA,
        "project": {"id": own.id, "slug": own.slug, "name": own.name, "purpose": own.purpose},
        "content_digest": order.content_digest,
        "content_parts": list(content.FILES),
        "originals": order.originals is not None,
        "counts": counts,
        "files": sorted(files, key=lambda each: str(each["path"])),
        "parts": {part.name: part.holds for part in layout.PARTS},
        "confidentiality": dict(layout.CONFIDENTIALITY),
        "consumption": list(layout.RULES),
    }
