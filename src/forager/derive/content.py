"""What a revision says, as ordered records: the content that an export holds and that the digest covers (design notes §11).

Left out are times, counters, actors' identities, history of sources no longer live, and search rows: the digest is a function of the live
sources and the decision log alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlalchemy import Connection, Table, select

from forager.store import decisions, derived
from forager.store.tables import (
    address,
    candidate_state,
    conflict_state,
    entity_state,
    evidence,
    item_state,
    relation_state,
    source,
)
from formicaria.ground.canonical import canonical, parse

Record = dict[str, object]
PAGE = 500
FILES = ("sources", "items", "evidence", "entities", "candidates", "relations", "conflicts", "addresses", "decisions")
_SOURCE_FIELDS = ("id", "logical_name", "sha256", "media_type", "title", "language", "document_date", "date_origin")
_MORE_SOURCE_FIELDS = ("authoritative", "read_state", "failure_code", "cluster", "replaced_by")
_TIMES = ("decided_at", "decision_seq")


def records(connection: Connection, project: str, rev: int, name: str) -> Iterator[Record]:
    """The records of one content file, in a total order."""
    makers = {
        "sources": _sources,
        "items": _items,
        "evidence": _evidence,
        "entities": lambda c, p, r: _states(c, entity_state, p, r),
        "candidates": lambda c, p, r: _states(c, candidate_state, p, r),
        "relations": lambda c, p, r: _states(c, relation_state, p, r),
        "conflicts": _conflicts,
        "addresses": _addresses,
        "decisions": _decisions,
    }
    return makers[name](connection, project, rev)


def digest(connection: Connection, project: str, rev: int) -> str:
    """SHA-256 over every content file's name and SHA-256, hexadecimal. Memory does not grow with the corpus."""
    whole = hashlib.sha256()
    for name in FILES:
        part = hashlib.sha256()
        for record in records(connection, project, rev, name):
            part.update(canonical(record) + b"\n")
        whole.update(f"{name} {part.hexdigest()}\n".encode())
    return whole.hexdigest()


def _states(connection: Connection, table: Table, project: str, rev: int) -> Iterator[Record]:
    last = ""
    while page := derived.bodies(connection, table, project, rev, last, PAGE):
        for _, body in page:
            record = parse(body)
            if isinstance(record, dict):
                yield record
        last = page[-1][0]


def _items(connection: Connection, project: str, rev: int) -> Iterator[Record]:
    for record in _states(connection, item_state, project, rev):
        if record["evidence_ids"]:
            yield {key: value for key, value in record.items() if key != "past_evidence_ids"}


def _evidence(connection: Connection, project: str, rev: int) -> Iterator[Record]:
    del rev
    last = ""
    while True:
        query = (
            select(evidence)
            .join(source, source.c.id == evidence.c.source_id)
            .where(evidence.c.project_id == project, source.c.included.is_(True), evidence.c.id > last)
            .order_by(evidence.c.id)
            .limit(PAGE)
        )
        rows = connection.execute(query).all()
        if not rows:
            return
        for row in rows:
            record = dict(row._mapping)
            yield record | {"spans": parse(record["spans"]), "qualifiers": parse(record["qualifiers"])}
        last = rows[-1].id


def _sources(connection: Connection, project: str, rev: int) -> Iterator[Record]:
    del rev
    columns = [source.c[name] for name in (*_SOURCE_FIELDS, *_MORE_SOURCE_FIELDS)]
    mine = (source.c.project_id == project) & (source.c.state == "live") & (source.c.read_state != "waiting")
    for row in connection.execute(select(*columns).where(mine).order_by(source.c.id)):
        yield dict(row._mapping)


def _conflicts(connection: Connection, project: str, rev: int) -> Iterator[Record]:
    for record in _states(connection, conflict_state, project, rev):
        resolution = record["resolution"]
        kept = (
            {key: value for key, value in resolution.items() if key not in _TIMES}
            if isinstance(resolution, dict)
            else {}
        )
        yield record | {"resolution": kept}


def _addresses(connection: Connection, project: str, rev: int) -> Iterator[Record]:
    live = {str(record["id"]) for record in _items(connection, project, rev)}
    query = select(address.c.id, address.c.kind, address.c.canonical_id).where(
        derived.at_revision(address, project, rev)
    )
    for id_, kind, target in connection.execute(query.order_by(address.c.id)):
        if kind != "item" or target in live:
            yield {"id": id_, "kind": kind, "canonical_id": target}


def _decisions(connection: Connection, project: str, rev: int) -> Iterator[Record]:
    del rev
    for row in decisions.log(connection, project):
        yield {
            "seq": row.seq,
            "kind": row.kind,
            "targets": list(row.targets),
            "choice": row.choice,
            "winner": row.winner,
            "undoes": row.undoes,
            "fingerprint": row.fingerprint,
        }
