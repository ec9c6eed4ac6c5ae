"""Evidence opened in the original layout, and a document read as it was understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import Connection

from forager.errors import BlobUnusable, CannotOpen
from forager.model.evidence import Evidence
from forager.model.source import SourceState
from forager.parse import pdf_view
from forager.query import evidence, items, sources, states, told
from forager.query.errors import RecordNotFound
from forager.query.pin import Pin
from forager.query.told import Taken
from forager.query.views import ItemDetail, SourceView
from forager.store import documents
from forager.ui.shell import shell
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import ROLES, marks_of
from forager.ui.viewer.opening import view
from forager.ui.viewer.pictures import Pictures
from forager.ui.viewer.stored import Kept
from forager.ui.visit import HTML, PageRoute, RecordId, Visit, VisitOf
from forager.verify import fault

router = APIRouter(route_class=PageRoute)
FARTHEST: Final = 100_000_000
Number = Annotated[int, Query(ge=0, le=FARTHEST)]
PDF: Final = "application/pdf"
SCALE: Final = 2.0
"""Pixels to the point of a page's picture."""
PICTURES: Final = Pictures()
LEGEND: Final = {
    "value": "its value", "subject": "what it is about", "header": "head of its column or row",
    "qualifier": "what limits it", "attribution": "who says it",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """Whether an excerpt stands in the original bytes now; ``why`` says what is wrong. ``kept``: there are bytes to download."""

    good: bool
    kept: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A piece of evidence among those of its statement: its number from 1, how many there are, its neighbours' ids."""

    at: int
    of: int
    previous: str = ""
    next: str = ""


@router.get("/evidence/{evidence_id}")
def evidence_page(
    visit: VisitOf, evidence_id: RecordId, around: Number = 0, column: Number = 0, sheet: Number = 0, table: Number = 0
) -> Response:
    """One place where a statement is made, marked in its original, which is opened and checked now."""
    with visit.call.record("evidence", evidence_id) as (connection, at):
        row = evidence.by_ids(connection, at, [evidence_id])[evidence_id]
        shown = evidence.views(connection, at, [evidence_id])[evidence_id]
        item = _item(connection, at, row)
        of = sources.source_view(connection, at.project_id, row.source_id)
        kept = _kept(connection, row.source_id)
        members = sources.members(connection, at.project_id, row.source_id)
    data, lost = _bytes(visit, of)
    check = _checked(visit, data, lost, kept, row)
    look = Look(marks_of(row.spans), around, column, sheet, table)
    owner = visit.call.project(at.project_id)
    return HTML.page(
        visit.request,
        "evidence.html",
        shell(visit, owner, "knowledge"),
        base=owner,
        evidence=shown,
        source=of,
        item=item.item if item else None,
        place=_turn(item, evidence_id),
        check=check,
        view=view(kept, look, data, visit.call.engine.apart.run) if kept else None,
        members=members,
        reading=False,
        tabled=any(mark.role == "header" for mark in look.marks),
        moved=bool(around or column or sheet or table),
        legend=[(role, LEGEND[role]) for role in ROLES if any(mark.role == role for mark in look.marks)],
    )


@router.get("/sources/{source_id}/read")
def read_page(
    visit: VisitOf, source_id: RecordId, around: Number = 0, column: Number = 0, sheet: Number = 0, table: Number = 0
) -> Response:
    """A document as it was understood: what was taken from where, and what was passed over."""
    with visit.call.record("source", source_id) as (connection, at):
        of = sources.source_view(connection, at.project_id, source_id)
        members = sources.members(connection, at.project_id, source_id)
        kept = _kept(connection, source_id)

        def tell(start: int, end: int) -> Sequence[Taken]:
            return told.between(connection, at.project_id, source_id, start, end)

        look = Look((), around, column, sheet, table, tell, reading=True)
        data, lost = _bytes(visit, of)
        opened = view(kept, look, data, visit.call.engine.apart.run) if kept else None
    owner = visit.call.project(at.project_id)
    return HTML.page(
        visit.request,
        "read.html",
        shell(visit, owner, "sources"),
        base=owner,
        source=of,
        members=members,
        kept=data is not None,
        lost=lost,
        view=opened,
        reading=True,
    )


@router.get("/sources/{source_id}/pages/{number:int}.png")
def page_picture(visit: VisitOf, source_id: RecordId, number: Annotated[int, Path(ge=1)]) -> Response:
    """A page of a PDF as a picture, drawn from the original bytes.

    Raises:
        RecordNotFound: there is no such document, or it is no PDF that can be had.
        ParseError: there is no such page, or it cannot be drawn.
    """
    owner = visit.call.owner("source", source_id)
    with visit.call.engine.database.read() as connection:
        of = sources.source_view(connection, owner.id, source_id)
    if of.state == SourceState.PURGED or of.media_type != PDF:
        raise states.missing()

    def draw() -> bytes:
        data = visit.call.engine.blobs.get(owner.id, of.content_hash)
        return visit.call.engine.apart.run(pdf_view.page_picture, data, number, SCALE)

    picture = PICTURES.get((owner.id, of.content_hash, number), draw)
    return Response(picture, media_type="image/png")


def _kept(connection: Connection, source_id: str) -> Kept | None:
    found = documents.get(connection, source_id)
    return Kept.of(found.text, found.structure) if found else None


def _item(connection: Connection, at: Pin, row: Evidence) -> ItemDetail | None:
    """The statement that the evidence stands behind; None when none is published yet."""
    try:
        return items.item(connection, at, row.item_id)
    except RecordNotFound:
        return None


def _turn(item: ItemDetail | None, evidence_id: str) -> Turn:
    ids = [each.id for each in item.evidence] if item else []
    if evidence_id not in ids:
        return Turn(1, 1)
    here = ids.index(evidence_id)
    following = ids[here + 1] if here + 1 < len(ids) else ""
    return Turn(here + 1, len(ids), ids[here - 1] if here else "", following)


def _bytes(visit: Visit, of: SourceView) -> tuple[bytes | None, str]:
    """The original bytes; or None and why they cannot be had."""
    if of.state == SourceState.PURGED:
        return None, "The document was erased."
    try:
        return visit.call.engine.blobs.get(of.project_id, of.content_hash), ""
    except BlobUnusable as error:
        return None, f"{error.message} {error.remedy}".strip()


def _checked(visit: Visit, data: bytes | None, lost: str, kept: Kept | None, row: Evidence) -> Check:
    """Open the excerpt anew in the original bytes, as ``forager verify`` does."""
    if data is None:
        return Check(good=False, kept=False, why=lost)
    if kept is None:
        return Check(good=False, kept=True, why="What was read from the document is not kept any more.")
    try:
        why = visit.call.engine.apart.run(fault, data, kept.parser, kept.text, row)
    except CannotOpen as error:
        return Check(good=False, kept=True, why=error.sentence)
    return Check(good=not why, kept=True, why=f"{why[:1].upper()}{why[1:]}." if why else "")
