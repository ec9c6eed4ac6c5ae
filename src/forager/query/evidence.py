"""The evidence of a statement: each place in words and as a structure, with the excerpt checked against its hash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from forager.derive.items import BASE, POOR_PARSE
from forager.model.evidence import Evidence
from forager.model.source import Source
from forager.model.state import ItemState
from forager.model.statement import Support
from forager.query import names
from forager.query.pin import Pin
from forager.query.views import EvidenceView, SpanView
from forager.store import evidence as evidence_rows
from formicaria.ground.canonical import text_digest


def of_item(connection: Connection, at: Pin, state: ItemState, *, past: bool = False) -> list[EvidenceView]:
    """An item's evidence in display order: what lives, and what no longer does when nothing lives or ``past`` asks for it."""
    return of_items(connection, at, [state], past=past)[state.id]


def of_items(
    connection: Connection, at: Pin, states: Sequence[ItemState], *, past: bool = False
) -> dict[str, list[EvidenceView]]:
    """The same for many items, by item id; the database is asked as often as for one."""
    shown = {each.id: (*each.evidence_ids, *_gone(each, past=past)) for each in states}
    ids = [id_ for each in shown.values() for id_ in each]
    rows = {row.id: row for row in evidence_rows.by_ids(connection, at.project_id, ids)}
    known = names.sources(connection, at.project_id, [row.source_id for row in rows.values()])
    return {
        each.id: [
            _view(at, each.id, id_, rows.get(id_), known, live=id_ in each.evidence_ids) for id_ in shown[each.id]
        ]
        for each in states
    }


def _gone(state: ItemState, *, past: bool) -> Sequence[str]:
    return state.past_evidence_ids if past or not state.evidence_ids else []


def views(connection: Connection, at: Pin, ids: Sequence[str]) -> dict[str, EvidenceView]:
    """Evidence as it is shown, by id; what is not there is shown as missing."""
    rows = {row.id: row for row in evidence_rows.by_ids(connection, at.project_id, ids)}
    known = names.sources(connection, at.project_id, [row.source_id for row in rows.values()])
    found = {}
    for id_ in ids:
        row = rows.get(id_)
        live = row is not None and known[row.source_id].included
        found[id_] = _view(at, row.item_id if row else "", id_, row, known, live=live)
    return found


def by_ids(connection: Connection, at: Pin, ids: Sequence[str]) -> dict[str, Evidence]:
    """Evidence rows of this project by id."""
    return {row.id: row for row in evidence_rows.by_ids(connection, at.project_id, ids)}


def _view(
    at: Pin, target: str, id_: str, row: Evidence | None, known: Mapping[str, Source], *, live: bool
) -> EvidenceView:
    if row is None:
        return _lost(at, target, id_, live=live)
    source = known[row.source_id]
    # Words that are not those the hash was taken of are nobody's evidence: they are shown as missing, never as found.
    missing = not row.excerpt or text_digest(row.excerpt) != row.excerpt_sha256
    name, version = names.extractor(row.rule)
    return EvidenceView(
        id=row.id,
        project_id=row.project_id,
        target_id=target,
        source_id=row.source_id,
        source_name=source.logical_name,
        source_type=names.source_type(source),
        source_hash=source.sha256,
        document_date=source.document_date,
        authoritative=source.authoritative,
        chunk_id=row.chunk_id,
        location=row.spans[0].location.words if row.spans else "",
        place=row.spans[0].location.to_json() if row.spans else {},
        spans=[SpanView(span.role, span.start, span.end, span.location.to_json()) for span in row.spans],
        start=row.start,
        end=row.end,
        excerpt="" if missing else row.excerpt,
        content_hash=row.excerpt_sha256,
        missing_excerpt=missing,
        statement=row.sentence,
        value=row.value,
        value_written=row.value_written,
        support=row.support,
        modality=row.modality,
        reported_by=row.reported_by,
        extractor_name=name,
        extractor_version=version,
        model_name=row.model,
        confidence=names.share(BASE[Support(row.support)] - (POOR_PARSE if row.quality else 0)),
        live=live,
    )


def _lost(at: Pin, target: str, id_: str, *, live: bool) -> EvidenceView:
    return EvidenceView(
        id=id_, project_id=at.project_id, target_id=target, source_id="", source_name="", source_type="", source_hash="",
        document_date="", authoritative=False, chunk_id="", location="", place={}, spans=[], start=0, end=0, excerpt="",
        content_hash="", missing_excerpt=True, statement="", value="", value_written="", support="", modality="",
        reported_by="", extractor_name="", extractor_version="", model_name="", confidence=0.0, live=live,
    )  # fmt: skip
