"""Lines of JSON and tables for a spreadsheet: what a revision says, tenant and general in separate files, with a manifest."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from forager.derive import content
from forager.export import layout, records
from forager.export.anthill import SCOPES, Order
from forager.export.archive import Archive
from formicaria.ground.canonical import canonical, canonical_text

MANIFEST: Final = "manifest.json"
_KNOWN: Final = {"items": "knowledge"}
PARTS: Final = tuple(_KNOWN.get(name, name) for name in content.FILES)
"""The parts that say what a revision says; the others only serve to restore it."""
TABLES: Final[dict[str, tuple[str, ...]]] = {
    "sources": ("id", "logical_name", "sha256", "size", "media_type", "title", "language", "document_date", "authoritative", "scope"),
    "knowledge": (
        "id", "type", "statement", "subject", "attribute", "value_kind", "value", "value_written", "qualifiers", "modality", "support",
        "confidence", "status", "scope", "effective_date", "valid_from", "valid_to", "document_date", "superseded_by", "review_status",
        "independent_sources", "source_ids", "evidence_ids", "conflict_ids",
    ),
    "evidence": ("id", "item_id", "source_id", "excerpt", "excerpt_sha256", "spans", "support", "rule", "model"),
    "entities": ("id", "entity_class", "name", "aliases", "identifiers", "mention_count", "confidence", "status", "source_ids"),
    "relations": ("id", "kind", "from_id", "from_name", "to_id", "to_name", "source_ids"),
    "conflicts": ("id", "kind", "subject", "attribute_key", "description", "status", "suggestion", "resolution", "item_ids", "source_ids"),
    "decisions": ("seq", "kind", "targets", "choice", "winner", "undoes", "credential", "actor", "at", "note"),
}  # fmt: skip
"""The columns of each table."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_STARTS: Final = "=+-@\t\r\n|%"
"""A cell that begins so is a formula to some spreadsheet (OWASP, CSV injection)."""


def write_jsonl(order: Order, path: Path) -> None:
    """An archive with one file of canonical JSON lines for each part and confidentiality."""
    with Archive(path) as archive:
        for part in PARTS:
            for scope in SCOPES:
                archive.add(layout.path_of(scope, part), records.lines(order.seen, part, scope))
        _close(archive, order, "jsonl", headed=False)


def write_csv(order: Order, path: Path) -> None:
    """An archive with one table for each part and confidentiality; no cell can be taken for a formula."""
    with Archive(path) as archive:
        for part, columns in TABLES.items():
            for scope in SCOPES:
                archive.add(f"{scope}/{part}.csv", _table(order, part, columns, scope))
        _close(archive, order, "csv", headed=True)


def _table(order: Order, part: str, columns: Sequence[str], scope: str) -> Iterator[bytes]:
    yield _row(columns)
    if scope == layout.GENERAL and not order.seen.general:
        return
    for record in records.records(order.seen, part):
        if records.scope_of(order.seen, part, record) == scope:
            shown = record | {"scope": scope}
            yield _row([cell(shown[name]) for name in columns])


def cell(value: object) -> str:
    """A value as a cell: lists and objects as JSON; text that a spreadsheet may run is led by an apostrophe."""
    text = value if isinstance(value, str) else canonical_text(value)
    return "'" + text if text[:1] and text[0] in _STARTS and not _NUMBER.fullmatch(text) else text


def _row(cells: Sequence[str]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().encode()


def _close(archive: Archive, order: Order, kind: str, *, headed: bool) -> None:
    own = order.project
    manifest = {
        "format": f"forager.export.{kind}",
        "canonical_schema_version": layout.SCHEMA,
        "project": {"id": own.id, "slug": own.slug, "name": own.name},
        "content_digest": order.content_digest,
        "confidentiality": dict(layout.CONFIDENTIALITY),
        "files": [
            {"path": each.path, "sha256": each.sha256, "size": each.size, "records": each.pieces - headed}
            for each in archive.entries
        ],
    }
    archive.add(MANIFEST, [canonical(manifest) + b"\n"])
