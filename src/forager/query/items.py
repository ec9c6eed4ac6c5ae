"""Knowledge items: lists with filters and facets, and one item under any of its addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select

from forager.derive.subjects import DOCUMENT
from forager.model.evidence import Evidence
from forager.model.source import Source
from forager.model.state import ItemState
from forager.model.statement import Status
from forager.query import clock, evidence, names, states
from forager.query.page import Page, PageRequest, paged
from forager.query.pin import Pin, canonical
from forager.query.views import ItemDetail, ItemView
from forager.store import derived
from forager.store.tables import evidence as evidence_table
from forager.store.tables import item_state
from formicaria.ground.canonical import canonical_text

TITLE: Final = 80
"""Characters of the title of a statement that has no attribute."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list of items is limited to; empty means no limit. Each field that holds several words takes any of them.

    ``attribute`` is a bare key ("launch_date") or a readable one ("falcon|launch_date"). ``documents_from`` is a day: the earliest
    document that makes the statement is dated on it or later. ``valid_at`` is a day, month or year in which the statement may hold.
    """

    types: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    entity: str = ""
    source: str = ""
    attribute: str = ""
    documents_from: str = ""
    valid_at: str = ""

    def __post_init__(self) -> None:
        """Refuse days that are none."""
        if self.documents_from:
            clock.day_of(self.documents_from, "documents_from")
        if self.valid_at:
            clock.period_of(self.valid_at)


def items(connection: Connection, at: Pin, filters: Filters, page: PageRequest) -> Page[ItemView]:
    """A page of items, grouped by what they are about: ordered by subject, attribute, id.

    Those with a named subject come first, then those without one, and last what a document says of itself.
    """
    query = select(item_state.c.id, item_state.c.body).where(condition(connection, at, filters))
    rank = case((item_state.c.subject_token.startswith(DOCUMENT), 2), (item_state.c.subject_words == "", 1), else_=0)
    ordered = query.order_by(rank, item_state.c.subject_words, item_state.c.slot, item_state.c.id)
    rows, total = paged(connection, ordered, page)
    found = [states.from_body(ItemState, str(row[1])) for row in rows]
    note = limits_note(connection, at, filters)
    return Page(shown(connection, at, found), page.page, page.page_size, total, at.revision_id, note)


def item(connection: Connection, at: Pin, id_: str, valid_at: str = "") -> ItemDetail:
    """One item with its evidence and entities; its note says whether it can hold at ``valid_at``. Raises RecordNotFound."""
    state, moved = states.one(connection, item_state, ItemState, at, id_)
    view = replace(shown(connection, at, [state])[0], redirected_from=moved)
    known = names.entity_refs(connection, at, state.entity_ids)
    entities = [known[each] for each in state.entity_ids if each in known]
    note = " ".join(filter(None, [at.note, holding_note(state, valid_at)]))
    return ItemDetail(view, evidence.of_item(connection, at, state), entities, note)


def holding_note(state: ItemState, valid_at: str) -> str:
    """Whether an item can hold at a time, in words; empty when none is asked for."""
    if not valid_at:
        return ""
    if not (state.valid_from or state.valid_to):
        return f"It tells no time of its own; nothing speaks against it at {valid_at}."
    holds = clock.holds(state.valid_from, state.valid_to, clock.period_of(valid_at))
    return (
        f"By its own words it can hold at {valid_at}." if holds else f"By its own words it does not hold at {valid_at}."
    )


def facets(connection: Connection, at: Pin, filters: Filters) -> dict[str, dict[str, int]]:
    """How many items there are of each type, status and support; each is counted without its own limit."""
    counted = {"type": ("types", item_state.c.type), "status": ("statuses", item_state.c.status)}
    counted["support"] = ("supports", item_state.c.support)
    found: dict[str, dict[str, int]] = {}
    for name, (limit, column) in counted.items():
        without = replace(filters, **{limit: ()})  # type: ignore[arg-type]  # the three limits are tuples
        query = select(column, func.count()).where(condition(connection, at, without)).group_by(column).order_by(column)
        found[name] = {str(word): int(number) for word, number in connection.execute(query)}
    return found


def shown(connection: Connection, at: Pin, found: Sequence[ItemState]) -> list[ItemView]:
    """Items in the wire's shape, in the order given."""
    first = {state.id: (*state.evidence_ids, *state.past_evidence_ids)[:1] for state in found}
    rows = evidence.by_ids(connection, at, [id_ for ids in first.values() for id_ in ids])
    spoken = {id_: rows[ids[0]] for id_, ids in first.items() if ids and ids[0] in rows}
    ids = {id_ for state in found for id_ in state.source_ids} | {row.source_id for row in spoken.values()}
    known = names.sources(connection, at.project_id, ids)
    return [_view(at, state, known, spoken.get(state.id)) for state in found]


def _view(at: Pin, state: ItemState, known: Mapping[str, Source], first: Evidence | None) -> ItemView:
    same = {each.name: getattr(state, each.name) for each in fields(ItemView) if each.name in ItemState.__slots__}
    name, version = names.extractor(state.extractor)
    own = [first.source_id] if first else []
    return ItemView(
        **same
        | {
            "project_id": at.project_id,
            "title": title(state),
            "attribute_value": state.value,
            "attribute_value_kind": state.value_kind,
            "attribute_value_written": state.value_written,
            "qualifiers": {pair[0]: pair[1] for pair in state.qualifiers},
            "confidence": names.share(state.confidence),
            "contested": state.status == Status.DISPUTED,
            "evidence_count": len(state.evidence_ids) or len(state.past_evidence_ids),
            "source_names": names.source_names(known, state.source_ids or own),
            "source_name": next(iter(names.source_names(known, own)), ""),
            "location": first.spans[0].location.words if first and first.spans else "",
            "extractor_name": name,
            "extractor_version": version,
            "model_name": state.model,
        }
    )


def title(state: ItemState) -> str:
    """A statement's short name: its subject and attribute, else its first words."""
    if state.subject and state.attribute:
        return f"{state.subject}: {state.attribute.replace('_', ' ')}"
    words = " ".join(state.statement.split())
    return words if len(words) <= TITLE else words[: TITLE - 1].rstrip() + "…"


def condition(connection: Connection, at: Pin, filters: Filters) -> ColumnElement[bool]:
    """The rows of ``item_state`` that fit, at the pin."""
    parts = [derived.at_revision(item_state, at.project_id, at.rev)]
    for words, column in (
        (filters.types, item_state.c.type),
        (filters.supports, item_state.c.support),
        (filters.statuses, item_state.c.status),
    ):
        if words:
            parts.append(column.in_(sorted(words)))
    if filters.entity:
        parts.append(_names(canonical(connection, at, filters.entity)[0]))
    if filters.source:
        parts.append(_from_source(at, filters.source))
    if filters.attribute:
        parts.append(_attribute(filters.attribute))
    if filters.documents_from:
        parts.append(item_state.c.doc_from >= filters.documents_from)
    if filters.valid_at:
        parts.append(clock.valid(connection, at, filters.valid_at))
    return and_(*parts)


def _names(id_: str) -> ColumnElement[bool]:
    # A quotation mark inside a statement is escaped in a body, so the quoted id is found only where it stands as one.
    return item_state.c.body.contains(canonical_text(id_), autoescape=True)


def _from_source(at: Pin, source_id: str) -> ColumnElement[bool]:
    said = select(evidence_table.c.item_id).where(
        evidence_table.c.source_id == source_id, evidence_table.c.project_id == at.project_id
    )
    silent = item_state.c.body.contains('"source_ids":[]', autoescape=True)
    return or_(_names(source_id), and_(silent, item_state.c.id.in_(said)))


def _attribute(key: str) -> ColumnElement[bool]:
    if "|" not in key:
        return item_state.c.slot == key
    return item_state.c.body.contains(f'"attribute_key":{canonical_text(key)}', autoescape=True)


def limits_note(connection: Connection, at: Pin, filters: Filters) -> str:
    """What a reader must know of an answer held to clocks: which, and how much is left out by each."""
    told = [at.note]
    if filters.documents_from:
        undated = and_(condition(connection, at, replace(filters, documents_from="")), item_state.c.doc_from == "")
        told.append(
            f"Statements of documents dated from {filters.documents_from} on; {_count(connection, undated)} of undated ones "
            "are left out."
        )
    if filters.valid_at:
        whole = condition(connection, at, replace(filters, valid_at=""))
        out = _count(connection, whole) - _count(connection, condition(connection, at, filters))
        timeless = and_(condition(connection, at, filters), item_state.c.valid_from == "", item_state.c.valid_to == "")
        told.append(
            f"What can hold at {filters.valid_at}: {out} that hold at another time are left out; "
            f"{_count(connection, timeless)} tell no time of their own and are kept."
        )
    return " ".join(filter(None, told))


def _count(connection: Connection, mine: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(item_state).where(mine)).scalar_one())
