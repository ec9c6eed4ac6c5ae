"""Evidence rows: what one source claims at one place; written once, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, insert, or_, select, tuple_

from forager.model.document import Location
from forager.model.evidence import Evidence, MentionRow, RelationRow
from forager.model.statement import LocatedSpan
from forager.store.tables import evidence, mention, relation
from formicaria.ground.canonical import canonical_text, parse

BATCH = 400


def add(connection: Connection, rows: Iterable[Evidence]) -> None:
    """Write evidence of one source."""
    values = [to_row(row) for row in rows]
    if values:
        connection.execute(insert(evidence), values)


def to_row(item: Evidence) -> dict[str, object]:
    """The database row of an evidence."""
    row: dict[str, object] = {name: getattr(item, name) for name in Evidence.__slots__}
    spans = [
        {"role": span.role, "start": span.start, "end": span.end, "location": span.location.to_json()}
        for span in item.spans
    ]
    return row | {
        "spans": canonical_text(spans),
        "qualifiers": canonical_text([list(pair) for pair in item.qualifiers]),
    }


def from_row(row: RowMapping) -> Evidence:
    """The evidence of a database row."""
    values = {name: row[name] for name in Evidence.__slots__}
    pairs = parse(row["qualifiers"])
    assert isinstance(pairs, list)  # noqa: S101  # written by to_row
    values["qualifiers"] = tuple((str(name), str(value)) for name, value in pairs)
    values["spans"] = tuple(_spans(row["spans"]))
    return Evidence(**values)


def _spans(text: str) -> Iterator[LocatedSpan]:
    rows = parse(text)
    assert isinstance(rows, list)  # noqa: S101  # written by to_row
    for row in rows:
        yield LocatedSpan(row["role"], row["start"], row["end"], Location.from_json(row["location"]))


def _load(connection: Connection, condition: ColumnElement[bool]) -> list[Evidence]:
    query = select(evidence).where(condition).order_by(evidence.c.id)
    return [from_row(row._mapping) for row in connection.execute(query)]


def of_items(connection: Connection, project: str, items: Sequence[str]) -> list[Evidence]:
    """All evidence, live or not, of the given item addresses, by id."""
    found: list[Evidence] = []
    for at in range(0, len(items), BATCH):
        part = evidence.c.item_id.in_(items[at : at + BATCH])
        found += _load(connection, and_(evidence.c.project_id == project, part))
    return sorted(found, key=lambda row: row.id)


def of_slots(connection: Connection, project: str, words: Sequence[str], slots: Sequence[str]) -> list[Evidence]:
    """All evidence, live or not, whose subject words and whose slot are among the given ones, by id."""
    found: list[Evidence] = []
    for at in range(0, len(words), BATCH):
        part = and_(evidence.c.subject_words.in_(words[at : at + BATCH]), evidence.c.slot.in_(slots))
        found += _load(connection, and_(evidence.c.project_id == project, part))
    return sorted(found, key=lambda row: row.id)


def of_subjects(connection: Connection, project: str, words: Sequence[str], sources: Sequence[str]) -> list[Evidence]:
    """All evidence of the given sources about subjects of these words, by id."""
    found: list[Evidence] = []
    for at in range(0, len(sources), BATCH):
        part = and_(evidence.c.source_id.in_(sources[at : at + BATCH]), evidence.c.subject_words.in_(words))
        found += _load(connection, and_(evidence.c.project_id == project, part))
    return sorted(found, key=lambda row: row.id)


def of_source(connection: Connection, source: str) -> list[Evidence]:
    """All evidence of one source, in the order it stands there."""
    rows = connection.execute(
        select(evidence).where(evidence.c.source_id == source).order_by(evidence.c.start, evidence.c.id)
    )
    return [from_row(row._mapping) for row in rows]


def by_ids(connection: Connection, project: str, ids: Sequence[str]) -> list[Evidence]:
    """The evidence with these ids, in the order asked; ids of another project are absent."""
    found: dict[str, Evidence] = {}
    for at in range(0, len(ids), BATCH):
        part = _load(connection, and_(evidence.c.project_id == project, evidence.c.id.in_(ids[at : at + BATCH])))
        found |= {row.id: row for row in part}
    return [found[id_] for id_ in ids if id_ in found]


def mentions_within(connection: Connection, rows: Sequence[Evidence]) -> dict[str, list[str]]:
    """For each evidence, the entity addresses of the names that stand inside its excerpt."""
    inside: dict[str, list[str]] = {row.id: [] for row in rows}
    for at in range(0, len(rows), BATCH):
        part = rows[at : at + BATCH]
        query = (
            select(evidence.c.id, mention.c.node_id)
            .join(mention, and_(mention.c.source_id == evidence.c.source_id, mention.c.start >= evidence.c.start))
            .where(evidence.c.id.in_([row.id for row in part]), mention.c.end <= evidence.c.end)
            .order_by(evidence.c.id, mention.c.start, mention.c.node_id)
        )
        for id_, node in connection.execute(query):
            inside[id_].append(node)
    return inside


def mentions_of_nodes(connection: Connection, project: str, nodes: Sequence[str]) -> list[MentionRow]:
    """Every mention of the given entity addresses, in a total order."""
    found: list[MentionRow] = []
    for at in range(0, len(nodes), BATCH):
        mine = and_(mention.c.project_id == project, mention.c.node_id.in_(nodes[at : at + BATCH]))
        rows = connection.execute(select(mention).where(mine))
        found += [MentionRow(**{name: row._mapping[name] for name in MentionRow.__slots__}) for row in rows]
    return sorted(found, key=lambda row: (row.source_id, row.start, row.node_id))


def add_mentions(connection: Connection, rows: Iterable[MentionRow]) -> None:
    """Write the mentions of one source; one row for each place and address."""
    values = [{name: getattr(row, name) for name in MentionRow.__slots__} for row in rows]
    unique = {(row["source_id"], row["start"], row["node_id"]): row for row in values}
    if unique:
        connection.execute(insert(mention), list(unique.values()))


def add_relations(connection: Connection, rows: Iterable[RelationRow]) -> None:
    """Write the relations of one source; one row for each place and relation."""
    values = [{name: getattr(row, name) for name in RelationRow.__slots__} for row in rows]
    unique = {(row["source_id"], row["start"], row["relation_id"]): row for row in values}
    if unique:
        connection.execute(insert(relation), list(unique.values()))


def relations_touching(connection: Connection, project: str, nodes: Sequence[str]) -> list[RelationRow]:
    """Every relation row one of whose ends is among ``nodes``, in a total order."""
    found: dict[tuple[str, int, str], RelationRow] = {}
    for at in range(0, len(nodes), BATCH):
        part = nodes[at : at + BATCH]
        ends = or_(relation.c.from_node.in_(part), relation.c.to_node.in_(part))
        for row in connection.execute(select(relation).where(relation.c.project_id == project, ends)):
            made = RelationRow(**{name: row._mapping[name] for name in RelationRow.__slots__})
            found[made.source_id, made.start, made.relation_id] = made
    return [found[key] for key in sorted(found)]


def slots_of_words(connection: Connection, project: str, words: Sequence[str]) -> list[tuple[str, str]]:
    """The (subject words, slot) pairs in which the given subject words stand, not counting statements about a document."""
    found: set[tuple[str, str]] = set()
    for at in range(0, len(words), BATCH):
        mine = and_(
            evidence.c.project_id == project,
            evidence.c.subject_words.in_(words[at : at + BATCH]),
            evidence.c.slot != "",
            evidence.c.about_document.is_(False),
        )
        found |= {
            (row[0], row[1])
            for row in connection.execute(select(evidence.c.subject_words, evidence.c.slot).where(mine).distinct())
        }
    return sorted(found)


def sentences_of_words(connection: Connection, project: str, words: Sequence[str]) -> list[str]:
    """The statements without an attribute that have the given subject words, not counting statements about a document."""
    found: set[str] = set()
    for at in range(0, len(words), BATCH):
        mine = and_(
            evidence.c.project_id == project,
            evidence.c.subject_words.in_(words[at : at + BATCH]),
            evidence.c.slot == "",
            evidence.c.about_document.is_(False),
        )
        found |= set(connection.execute(select(evidence.c.item_id).where(mine).distinct()).scalars())
    return sorted(found)


def groups_of_values(
    connection: Connection, project: str, kinds: Sequence[str], values: Sequence[str]
) -> list[tuple[bool, str, str]]:
    """The (about_document, subject words, slot) groups that hold one of the given values of the given kinds."""
    found: set[tuple[bool, str, str]] = set()
    columns = (evidence.c.about_document, evidence.c.subject_words, evidence.c.slot)
    for at in range(0, len(values), BATCH):
        wanted = tuple_(evidence.c.value_kind, evidence.c.value).in_(
            [(k, v) for k in kinds for v in values[at : at + BATCH]]
        )
        mine = and_(evidence.c.project_id == project, wanted, evidence.c.slot != "")
        found |= {(bool(row[0]), row[1], row[2]) for row in connection.execute(select(*columns).where(mine).distinct())}
    return sorted(found)
