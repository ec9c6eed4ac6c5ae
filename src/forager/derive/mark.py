"""What must be recomputed: rows of ``dirty``, kept until the revision that recomputed them is published (design notes §5).

Kinds: ``source`` (a source id), ``node`` (an entity address), ``item`` (a statement known by its words), ``words`` (a lexical slot:
[about_document, subject words, slot]) ``group`` (a canonical slot: [subject token, slot]) and
``relation_node`` (an entity address whose entity moved).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, func, insert, select

from forager.store.tables import dirty, evidence, mention
from formicaria.ground.canonical import canonical_text, parse

BATCH = 400
LATER = "later:"
"""Before the kind of a mark that the derivation now running may not have seen: only the next one may clear it."""


def mark(connection: Connection, project: str, kind: str, keys: Iterable[str], *, later: bool = False) -> None:
    """Mark keys that are not yet marked; ``later`` for whoever is not the derivation itself."""
    kind = LATER + kind if later else kind
    wanted = sorted(set(keys))
    for start in range(0, len(wanted), BATCH):
        part = wanted[start : start + BATCH]
        mine = (dirty.c.project_id == project) & (dirty.c.kind == kind) & dirty.c.key.in_(part)
        present = set(connection.execute(select(dirty.c.key).where(mine)).scalars())
        rows = [{"project_id": project, "kind": kind, "key": key} for key in part if key not in present]
        if rows:
            connection.execute(insert(dirty), rows)


def marked(connection: Connection, project: str, kind: str, after: str = "", limit: int = BATCH) -> list[str]:
    """Marked keys of a kind in order, a page after ``after``."""
    query = select(dirty.c.key).where(dirty.c.project_id == project, dirty.c.kind == kind, dirty.c.key > after)
    return list(connection.execute(query.order_by(dirty.c.key).limit(limit)).scalars())


def count(connection: Connection, project: str, kind: str = "") -> int:
    """How many keys are marked, of one kind or of all."""
    query = select(func.count()).select_from(dirty).where(dirty.c.project_id == project)
    return int(connection.execute(query.where(dirty.c.kind == kind) if kind else query).scalar_one())


def clear(connection: Connection, project: str) -> None:
    """Forget the marks that this derivation dealt with; part of publishing."""
    mine = (dirty.c.project_id == project) & dirty.c.kind.not_like(f"{LATER}%")
    connection.execute(delete(dirty).where(mine))


def take_up(connection: Connection, project: str) -> None:
    """Make the marks left for the next derivation those of this one; part of beginning."""
    mine = (dirty.c.project_id == project) & dirty.c.kind.like(f"{LATER}%")
    for kind, key in connection.execute(select(dirty.c.kind, dirty.c.key).where(mine).order_by(dirty.c.kind)).all():
        mark(connection, project, kind.removeprefix(LATER), [key])
    connection.execute(delete(dirty).where(mine))


def words_key(words: str, slot: str, *, about_document: bool) -> str:
    """The key of a lexical slot."""
    return canonical_text([about_document, words, slot])


def group_key(token: str, slot: str) -> str:
    """The key of a canonical slot."""
    return canonical_text([token, slot])


def parsed(key: str) -> list[str | bool]:
    """The parts of a ``words`` or ``group`` key."""
    parts = parse(key)
    return [each if isinstance(each, bool) else str(each) for each in parts] if isinstance(parts, list) else []


def mark_sources(connection: Connection, project: str, sources: Sequence[str], *, later: bool = False) -> None:
    """Mark everything that the evidence, names and text of these sources bear on."""
    mark(connection, project, "source", sources, later=later)
    for start in range(0, len(sources), BATCH):
        part = sources[start : start + BATCH]
        mark_evidence(connection, project, part, later=later)
        nodes = select(mention.c.node_id).where(mention.c.source_id.in_(part)).distinct()
        mark(connection, project, "node", connection.execute(nodes).scalars(), later=later)


def mark_evidence(connection: Connection, project: str, sources: Sequence[str], *, later: bool = False) -> None:
    """Mark the slots and statements that these sources' evidence bears on."""
    columns = (evidence.c.item_id, evidence.c.about_document, evidence.c.subject_words, evidence.c.slot)
    rows = connection.execute(select(*columns).where(evidence.c.source_id.in_(sources)).distinct()).all()
    mark_rows(connection, project, [(row[0], bool(row[1]), row[2], row[3]) for row in rows], later=later)


def mark_items(connection: Connection, project: str, items: Sequence[str]) -> None:
    """Mark statements by address, each as the group it is computed in."""
    columns = (evidence.c.item_id, evidence.c.about_document, evidence.c.subject_words, evidence.c.slot)
    for start in range(0, len(items), BATCH):
        mine = (evidence.c.project_id == project) & evidence.c.item_id.in_(items[start : start + BATCH])
        rows = connection.execute(select(*columns).where(mine).distinct()).all()
        mark_rows(connection, project, [(row[0], bool(row[1]), row[2], row[3]) for row in rows])


def mark_rows(
    connection: Connection, project: str, rows: Iterable[tuple[str, bool, str, str]], *, later: bool = False
) -> None:
    """Mark (item, about_document, subject words, slot) rows."""
    found = list(rows)
    slotted = [words_key(words, slot, about_document=about) for _, about, words, slot in found if slot]
    mark(connection, project, "words", slotted, later=later)
    mark(connection, project, "item", [item for item, _, _, slot in found if not slot], later=later)
