"""Which sources of a slot are forms of one document: read only where values differ and nothing else decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, select

from forager.derive import flags
from forager.dispute.claims import SourceFacts, Witness
from forager.dispute.kin import Document, is_one_value, is_singular, kin
from forager.dispute.signs import LONGEST, NO_SIGNS, Signs, signs_of
from forager.extract.attributes import is_single_valued
from forager.parse.opening import OPENING_LENGTH, opening_version
from forager.store.tables import document, source
from formicaria.ground.canonical import parse

MOST = 60
"""A value that more documents tell is no matter of two forms of one."""
Pairs = frozenset[tuple[str, str]]


def kin_of(
    connection: Connection, project: str, slot: str, witnesses: Sequence[Witness], token: Callable[[Witness], str]
) -> Pairs:
    """The pairs of live sources that are forms of one document and each give exactly one value under a label in the singular.

    None for an attribute of which a person says that it may have several values.
    """
    said = flags.declared(connection, project).get(slot)
    if not (is_single_valued(slot) or is_singular(slot) if said is None else said):
        return frozenset()
    told: dict[str, set[str]] = {}
    listed: set[str] = set()
    for each in witnesses:
        if each.source.live and not each.source.replaced_by and each.evidence.change != "from":
            told.setdefault(each.source.id, set()).add(token(each))
            listed |= set() if is_one_value(each) else {each.source.id}
    wanted = {id_ for id_, values in told.items() if len(values) == 1} - listed
    return kin(documents(connection, wanted)) if 1 < len(wanted) <= MOST else frozenset()


def documents(connection: Connection, sources: Collection[str]) -> list[Document]:
    """What tells kinship of the given sources, by id."""
    columns = (source.c.id, source.c.logical_name, source.c.title, source.c.document_date, document.c.shingles)
    opening = func.substr(document.c.text, 1, OPENING_LENGTH).label("opening")
    query = select(*columns, opening).join(document, document.c.source_id == source.c.id)
    return [
        Document(row.id, row.logical_name, row.title, opening_version(row.opening), row.document_date, _numbers(row[4]))
        for row in connection.execute(query.where(source.c.id.in_(sorted(sources))).order_by(source.c.id))
    ]


def _numbers(text: str) -> tuple[int, ...]:
    found = parse(text) if text else []
    return tuple(each for each in found if isinstance(each, int)) if isinstance(found, list) else ()


def with_editions(connection: Connection, witnesses: Sequence[Witness]) -> list[Witness]:
    """The same witnesses, their sources with the title, the version and the signs by which a later form is known."""
    live = {each.source.id for each in witnesses if each.source.live}
    known = {each.id: each for each in documents(connection, live)}
    signs = _signs(
        connection, {each.source.id for each in witnesses if each.source.live and not each.source.document_date}
    )
    return [replace(each, source=_marked(each.source, known.get(each.source.id), signs)) for each in witnesses]


def _signs(connection: Connection, sources: Collection[str]) -> dict[str, Signs]:
    """The signs of some undated sources; of more than ``MOST`` none is read."""
    if len(sources) > MOST:
        return {}
    query = select(document.c.source_id, func.substr(document.c.text, 1, LONGEST).label("text"))
    rows = connection.execute(query.where(document.c.source_id.in_(sorted(sources))))
    return {row.source_id: signs_of(row.text) for row in rows}


def _marked(facts: SourceFacts, known: Document | None, signs: Mapping[str, Signs]) -> SourceFacts:
    if known is None:
        return facts
    return replace(facts, title=known.title, opening=known.opening, signs=signs.get(facts.id, NO_SIGNS))
