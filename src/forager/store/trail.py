"""The audit trail of a store as somebody outside holds it to account: heads to keep elsewhere, lines to take away, a check."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from sqlalchemy import Connection

from forager.store.identity import SYSTEM, identity
from formicaria.ground import audit
from formicaria.ground.audit import Entry, Fault, Head
from formicaria.ground.canonical import canonical, parse
from formicaria.ground.errors import InvalidRequest

HEADS = "audit.heads"
"""The act by which the system chain records where the other chains end."""


def heads_document(connection: Connection, at: str) -> dict[str, object]:
    """Where every chain ends now, and of which store: to be kept where this store's keeper cannot reach it."""
    known = identity(connection)
    return {
        "instance_id": known.instance_id if known else "",
        "generation": known.generation if known else "",
        "taken_at": at,
        "heads": [{"stream": head.stream, "seq": head.seq, "digest": head.digest} for head in audit.heads(connection)],
    }


def heads_of(document: object) -> dict[str, Head]:
    """The heads in a document that ``heads_document`` made, by stream. Raises InvalidRequest when it is none."""
    listed = document.get("heads") if isinstance(document, Mapping) else None
    try:
        found = [Head(str(each["stream"]), int(each["seq"]), str(each["digest"])) for each in listed or ()]
    except (KeyError, TypeError, ValueError):
        found = []
    if not found:
        raise InvalidRequest("That holds no heads of an audit trail.", remedy="Make them with `forager audit head`.")
    return {head.stream: head for head in found}


def lines(connection: Connection) -> Iterator[bytes]:
    """Every entry as one line of canonical JSON, by stream and number."""
    for entry in audit.every_entry(connection):
        yield canonical(dict(zip(Entry.__slots__, entry.fields(), strict=True))) + b"\n"


def check(connection: Connection, kept: Mapping[str, Head] | None = None) -> tuple[Fault, ...]:
    """Every fault of every chain, held against ``kept`` from elsewhere and against what the system chain recorded of the others.

    Without heads from elsewhere a cut or rewritten end of the system chain is not seen, nor of another chain whose record there was
    rewritten too, or that grew since the last record.
    """
    return audit.verify(connection, kept, anchored_heads(connection))


def anchored_heads(connection: Connection) -> dict[str, Head]:
    """The newest head of each other chain that the system chain recorded."""
    found: dict[str, Head] = {}
    for entry in audit.entries_of(connection, SYSTEM):
        if entry.action == HEADS:
            found |= _recorded(entry.facts)
    return found


def _recorded(facts: str) -> dict[str, Head]:
    try:
        told = parse(facts)
        pairs = {name: str(value).split(":", 1) for name, value in told.items()} if isinstance(told, dict) else {}
        return {stream: Head(stream, int(seq), digest) for stream, (seq, digest) in pairs.items()}
    except (json.JSONDecodeError, ValueError):
        # The entry's own digest tells that it was changed.
        return {}
