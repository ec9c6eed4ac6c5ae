"""Knowledge: what the documents say, searched, narrowed, and each statement with everything that stands behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Query, Response

from forager.access.scopes import Scope
from forager.query import attributes, beside, conflicts, items, sources
from forager.query.find import Passage, find
from forager.query.find import Request as Search
from forager.query.items import Filters
from forager.query.page import FARTHEST, PageRequest
from forager.query.views import AttributeView, ItemView
from forager.search.snippet import Snippet
from forager.ui.clocks import ClockOf, fields, times
from forager.ui.shell import shell, steps
from forager.ui.visit import HTML, PageRoute, ProjectRef, RecordId, Visit, VisitOf
from formicaria.ground.web.pages import go

router = APIRouter(route_class=PageRoute)
ROWS: Final = 50
FOUND: Final = 100
PASSAGES: Final = 10
FACETS: Final = (("status", "Standing"), ("type", "Kind"), ("support", "How it is said"))
SAID: Final = {
    "active": "holds", "direct_fact": "stated", "supported_inference": "composed", "uncertain_inference": "hedged",
    "unverified_claim": "reported",
}  # fmt: skip
"""What the wire's words are called on a page."""


@dataclass(frozen=True, slots=True)
class Row:
    """A statement in a list; ``pieces`` are its words, each with whether the search matched it."""

    item: ItemView
    pieces: tuple[tuple[str, bool], ...]
    why: str = ""


@router.get("/projects/{project_id}/knowledge")
def knowledge_page(
    visit: VisitOf,
    project_id: ProjectRef,
    q: Annotated[str, Query(max_length=1000)] = "",
    status: Annotated[str, Query(max_length=40)] = "",
    type: Annotated[str, Query(max_length=40)] = "",  # noqa: A002  # the wire's word
    support: Annotated[str, Query(max_length=40)] = "",
    source: Annotated[str, Query(max_length=200)] = "",
    entity: Annotated[str, Query(max_length=200)] = "",
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
    *,
    clock: ClockOf,
) -> Response:
    """The statements of a base: a page of them, or the best for a question."""
    narrow = {"status": status, "type": type, "support": support, "source": source, "entity": entity}
    chosen = narrow | fields(clock)
    limits = Filters(
        statuses=_words(status), types=_words(type), supports=_words(support), source=source, entity=entity, valid_at=clock.valid_at,
    )  # fmt: skip
    with visit.call.reading(project_id, clock) as (connection, at):
        counts = items.facets(connection, at, limits)
        of_source = sources.source_view(connection, at.project_id, source) if source else None
        if q.strip():
            search = Search(q, FOUND, limits, include_historical=bool(status), include_chunks=at.newest)
            answer = find(connection, at, visit.call.engine.search, search)
            rows = [Row(hit.item, _pieces(hit.snippet), hit.why) for hit in answer.hits]
            total, note, named = len(rows), answer.note, answer.entities
            passages = [_excerpt(each) for each in answer.passages[:PASSAGES]]
        else:
            listed = items.items(connection, at, limits, PageRequest(page, ROWS))
            rows = [Row(each, ((each.statement, False),)) for each in listed.items]
            total, note, named, passages = listed.total, listed.note, [], []
    found = visit.call.project(project_id)
    return HTML.page(
        visit.request,
        "knowledge.html",
        shell(visit, found, "knowledge"),
        base=found,
        rows=rows,
        total=total,
        note=note,
        named=named,
        passages=passages,
        q=q,
        page=page,
        page_size=FOUND if q.strip() else ROWS,
        chosen=chosen,
        facets=_facets(counts, {**chosen, "q": q}),
        source=of_source,
        narrowed=any(chosen.values()) or bool(q.strip()),
        times=times(visit, found.id, clock, {**narrow, "q": q}),
        pager=f"?{_query({**chosen, 'q': q})}&page=",
    )


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage that the search found in a document, whether or not anything in it is a statement."""

    source_name: str
    location: str
    href: str
    pieces: tuple[tuple[str, bool], ...]


def _excerpt(found: Passage) -> Excerpt:
    pointer = found.place.get("pointer")
    held = pointer if isinstance(pointer, dict) else {}
    around = next((held[name] for name in ("line_from", "page", "slide") if isinstance(held.get(name), int)), 0)
    href = f"/sources/{found.source_id}/read" + (f"?around={around}" if around else "")
    return Excerpt(found.source_name, found.location, href, _pieces(found.snippet))


def _words(value: str) -> tuple[str, ...]:
    return (value,) if value else ()


def _query(values: dict[str, str]) -> str:
    return urlencode({name: value for name, value in values.items() if value})


def _pieces(found: Snippet) -> tuple[tuple[str, bool], ...]:
    pieces: list[tuple[str, bool]] = []
    end = 0
    for start, stop in found.highlights:
        pieces += [(found.text[end:start], False), (found.text[start:stop], True)]
        end = stop
    return tuple(piece for piece in (*pieces, (found.text[end:], False)) if piece[0])


@dataclass(frozen=True, slots=True)
class Facet:
    """One way to narrow the list: its words and (value, how many, address, whether it is chosen)."""

    label: str
    rows: tuple[tuple[str, int, str, bool], ...]


def _facets(counts: dict[str, dict[str, int]], chosen: dict[str, str]) -> list[Facet]:
    made = []
    for name, label in FACETS:
        rows = [
            (
                SAID.get(word, word),
                number,
                "?" + _query({**chosen, name: "" if chosen[name] == word else word}),
                chosen[name] == word,
            )
            for word, number in sorted(counts[name].items(), key=lambda pair: (-pair[1], pair[0]))
        ]
        made.append(Facet(label, tuple(rows)))
    return made


@router.get("/knowledge/{item_id}")
def item_page(visit: VisitOf, item_id: RecordId, clock: ClockOf) -> Response:
    """One statement with every place that makes it, what it is about, who disagrees, and what became of it."""
    with visit.call.record("item", item_id, clock) as (connection, at):
        detail = items.item(connection, at, item_id, clock.valid_at)
        against = [conflicts.conflict(connection, at, id_) for id_ in detail.item.conflict_ids]
        others = beside.beside(connection, at, item_id)
    owner = visit.call.project(detail.item.project_id)
    may_review = visit.may(Scope.REVIEW)
    return HTML.page(
        visit.request,
        "item.html",
        shell(visit, owner, "knowledge"),
        base=owner,
        item=detail.item,
        evidence=detail.evidence,
        entities=detail.entities,
        conflicts=against,
        others=others,
        others_told=beside.summary(others),
        note=detail.note,
        times=times(visit, owner.id, clock),
        steps=steps(visit, "item", item_id, clock) if may_review else [],
        several=_several(visit, owner.id, detail.item) if may_review else None,
        may_review=may_review,
    )


def _several(visit: Visit, project_id: str, item: ItemView) -> AttributeView | None:
    """Whether the statement's attribute has one value at a time, and who says so."""
    with visit.call.reading(project_id) as (connection, at):
        return attributes.one(connection, at, item.attribute)


@router.post("/projects/{project_id}/attributes")
def declare(
    visit: VisitOf,
    project_id: ProjectRef,
    attribute: Annotated[str, Form(max_length=200)],
    choice: Annotated[str, Form(max_length=40)],
    back: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Says whether an attribute has one value at a time; kept in the log and undoable."""
    found = visit.call.project(project_id)
    by = visit.decides("")
    visit.call.service.reviewer.declare_attribute(found, attribute, choice, by)
    return go(visit.request, f"/knowledge/{quote(back, safe='')}" if back else f"/projects/{found.id}/knowledge")


@router.post("/knowledge/{item_id}/review")
def review_item(
    visit: VisitOf,
    item_id: RecordId,
    action: Annotated[str, Form(max_length=40)],
    note: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    """Marks a statement reviewed, rejects or archives it, or restores it; kept in the log and undoable."""
    owner = visit.call.owner("item", item_id)
    visit.call.service.reviewer.review_item(owner, item_id, action, visit.decides(note))
    return go(visit.request, f"/knowledge/{item_id}")
