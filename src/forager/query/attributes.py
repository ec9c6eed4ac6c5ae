"""Attributes of a base: how many statements have each, and whether it has one value at a time, and who says so."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from forager.derive import flags
from forager.extract.attributes import get
from forager.query.page import Page, PageRequest, slice_of
from forager.query.pin import Pin
from forager.query.states import missing
from forager.query.views import AttributeView
from forager.store import derived
from forager.store.tables import item_state


def listed(connection: Connection, at: Pin, page: PageRequest) -> Page[AttributeView]:
    """A page of attributes, those of most statements first."""
    mine = derived.at_revision(item_state, at.project_id, at.rev) & (item_state.c.slot != "")
    mine &= item_state.c.slot.not_like("% %")
    query = select(item_state.c.slot, func.count()).where(mine).group_by(item_state.c.slot)
    rows = sorted(
        ((str(slot), int(number)) for slot, number in connection.execute(query)), key=lambda row: (-row[1], row[0])
    )
    chosen = slice_of(rows, page)
    single = flags.singles(connection, at.project_id, [slot for slot, _ in chosen])
    said = flags.declared(connection, at.project_id)
    views = [AttributeView(slot, number, single[slot], _origin(slot, said)) for slot, number in chosen]
    return Page(views, page.page, page.page_size, len(rows), at.revision_id, at.note)


def one(connection: Connection, at: Pin, slot: str) -> AttributeView | None:
    """One attribute; None when it is none, such as a proposition."""
    if not slot or " " in slot:
        return None
    mine = derived.at_revision(item_state, at.project_id, at.rev) & (item_state.c.slot == slot)
    number = int(connection.execute(select(func.count()).select_from(item_state).where(mine)).scalar_one())
    single = flags.single_valued(connection, at.project_id, slot)
    return AttributeView(slot, number, single, _origin(slot, flags.declared(connection, at.project_id)))


def _origin(slot: str, said: dict[str, bool]) -> str:
    return "a person" if slot in said else "the catalogue" if get(slot) is not None else "counted"


def check(connection: Connection, at: Pin, slot: str) -> None:
    """Whether any statement has the attribute. Raises RecordNotFound."""
    mine = derived.at_revision(item_state, at.project_id, at.rev) & (item_state.c.slot == slot)
    if not slot or connection.execute(select(item_state.c.id).where(mine).limit(1)).first() is None:
        raise missing()
