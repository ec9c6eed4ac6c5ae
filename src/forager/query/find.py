"""A search, whole: candidates from an index, each read again under project and revision, ranked, and shown with why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, cast

from sqlalchemy import Connection, select

from forager.extract.rules.structure import DOCUMENT_PROPERTY
from forager.model.document import Location
from forager.model.state import EntityState, ItemState
from forager.model.statement import SUPPORT_ORDER, Status, Support
from forager.query import entities as entity_reads
from forager.query import items as item_reads
from forager.query import states
from forager.query.items import Filters
from forager.query.pin import Pin
from forager.query.views import EntityView, ItemView
from forager.search.backend import Candidate, SearchBackend, Wanted
from forager.search.choose import backend_of
from forager.search.documents import Document, Kind, of_entity, of_item
from forager.search.like import ScanSearch
from forager.search.question import Question, understand
from forager.search.rank import Facts, Match, rank
from forager.search.snippet import Snippet, snippet
from forager.search.words import tokens
from forager.store.tables import chunk, entity_state, item_state, source
from formicaria.ground.canonical import parse
from formicaria.ground.errors import InvalidRequest

HISTORY: Final = frozenset({Status.SUPERSEDED, Status.ARCHIVED, Status.STALE})
MOST: Final = 200
WINDOW: Final = 200
"""Candidates looked at first; five times as many when filters leave too few."""
ENTITIES: Final = 10
BATCH: Final = 400
_HISTORY_DISCOUNT: Final = 0.4
_SUPPORT_DISCOUNT: Final = 0.05
_ABOUT_ITSELF_DISCOUNT: Final = 0.3
"""A document's own title, author or date rarely answers a question about the world."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to search for. History (superseded, stale, archived) is left out unless asked for by name or as a whole."""

    text: str
    limit: int = 20
    filters: Filters = field(default_factory=Filters)
    include_historical: bool = False
    include_entities: bool = True
    include_chunks: bool = False

    def __post_init__(self) -> None:
        """Refuse a limit that cannot be."""
        if not 1 <= self.limit <= MOST:
            raise InvalidRequest("There is no such limit.", remedy=f"Use 1 to {MOST}.")


@dataclass(frozen=True, slots=True)
class Hit:
    """A statement that answers. ``snippet`` has its matches as character ranges."""

    item: ItemView
    score: float
    why: str
    snippet: Snippet
    matched_fields: list[str]


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document that answers."""

    id: str
    project_id: str
    source_id: str
    source_name: str
    location: str
    place: dict[str, object]
    score: float
    why: str
    snippet: Snippet


@dataclass(frozen=True, slots=True)
class Found:
    """The whole answer. ``total`` is how many statements matched among the candidates looked at."""

    query: str
    revision: str
    backend: str
    hits: list[Hit]
    entities: list[EntityView]
    passages: list[Passage]
    total: int
    note: str


@dataclass(frozen=True, slots=True)
class _Search:
    connection: Connection
    at: Pin
    backend: SearchBackend
    question: Question
    entities: tuple[str, ...] = ()

    def candidates(self, kind: Kind, limit: int) -> list[Candidate]:
        return self.backend.search(
            self.connection, self.at.project_id, self.at.rev, Wanted(self.question, kind, limit, self.entities)
        )


def find(connection: Connection, at: Pin, backend: SearchBackend, request: Request) -> Found:
    """Search one project at one revision. An index that covers another revision is not asked.

    Raises:
        InvalidRequest: the query is empty or too long.
    """
    question = understand(request.text)
    backend = backend if at.recorded < 0 else backend_of(connection)
    covered = backend.covers(connection, at.project_id)
    used = backend if covered is None or covered == at.rev else ScanSearch(connection.dialect.name)
    search = _Search(connection, at, used, question)
    named = _entities(search)
    search = replace(search, entities=tuple(state.id for state in named if _is_named(question, state)))
    ranked = _items(search, request)
    views = item_reads.shown(connection, at, [state for state, _ in ranked[: request.limit]])
    hits = [_hit(question, view, match) for view, (_, match) in zip(views, ranked, strict=False)]
    people = entity_reads.shown(connection, at, named[:ENTITIES]) if request.include_entities else []
    passages = _passages(search, request) if request.include_chunks and at.newest else []
    return Found(question.text, at.revision_id, used.name, hits, people, passages, len(ranked), _note(search, request))


def _note(search: _Search, request: Request) -> str:
    at = search.at
    late = "Passages are searched at the newest revision only." if request.include_chunks and not at.newest else ""
    return " ".join(filter(None, [item_reads.limits_note(search.connection, at, request.filters), late]))


def _entities(search: _Search) -> list[EntityState]:
    """Entities whose names hold words of the question, best first."""
    proposed = search.candidates(Kind.ENTITY, WINDOW)
    known = states.many(search.connection, entity_state, EntityState, search.at, [each.id for each in proposed])
    best = max((each.relevance for each in proposed), default=1.0) or 1.0
    scored = []
    for each in proposed:
        if each.id in known:
            match = rank(search.question, of_entity(known[each.id]).fields(), each.relevance / best, Facts())
            scored.append((-match.score, each.id))
    return [known[id_] for _, id_ in sorted(scored)]


def _is_named(question: Question, state: EntityState) -> bool:
    """Whether the question holds every word of one of the entity's names."""
    asked = set(tokens(question.text))
    return any(set(tokens(name)) <= asked for name in (state.name, *state.aliases) if tokens(name))


def _items(search: _Search, request: Request) -> list[tuple[ItemState, Match]]:
    ranked: list[tuple[ItemState, Match]] = []
    for window in (WINDOW, 5 * WINDOW):
        proposed = search.candidates(Kind.ITEM, window)
        ranked = _ranked(search, request, proposed)
        if len(ranked) >= request.limit or len(proposed) < window:
            break
    return ranked


def _ranked(search: _Search, request: Request, proposed: Sequence[Candidate]) -> list[tuple[ItemState, Match]]:
    known = _admitted(search, request, [each.id for each in proposed])
    called = _names(search, known)
    best = max((each.relevance for each in proposed), default=1.0) or 1.0
    ranked = []
    for each in proposed:
        state = known.get(each.id)
        if state is not None:
            document = replace(of_item(state), names=" / ".join(called.get(id_, "") for id_ in state.entity_ids))
            match = rank(search.question, document.fields(), each.relevance / best, _facts(state))
            ranked.append((state, match))
    return sorted(ranked, key=lambda pair: (-pair[1].score, pair[0].id))


def _admitted(search: _Search, request: Request, ids: Sequence[str]) -> dict[str, ItemState]:
    """The candidates as the database has them, those that fit the filters."""
    mine = item_reads.condition(search.connection, search.at, request.filters)
    found: dict[str, ItemState] = {}
    for start in range(0, len(ids), BATCH):
        query = select(item_state.c.id, item_state.c.body).where(mine, item_state.c.id.in_(ids[start : start + BATCH]))
        found |= {row[0]: states.from_body(ItemState, row[1]) for row in search.connection.execute(query)}
    if request.include_historical or request.filters.statuses:
        return found
    # What tells its own time and held then is an answer to "what held then", whatever took its place since.
    held = bool(request.filters.valid_at)
    return {id_: state for id_, state in found.items() if state.status not in HISTORY or (held and _tells_time(state))}


def _tells_time(state: ItemState) -> bool:
    return state.status == Status.SUPERSEDED and bool(state.valid_from or state.valid_to)


def _names(search: _Search, known: Mapping[str, ItemState]) -> dict[str, str]:
    ids = {id_ for state in known.values() for id_ in state.entity_ids}
    found = states.many(search.connection, entity_state, EntityState, search.at, ids)
    return {id_: " / ".join((state.name, *state.aliases)) for id_, state in found.items()}


def _facts(state: ItemState) -> Facts:
    discount = _SUPPORT_DISCOUNT * SUPPORT_ORDER.index(Support(state.support))
    discount += _HISTORY_DISCOUNT if state.status in HISTORY else 0.0
    discount += _ABOUT_ITSELF_DISCOUNT if state.extractor.startswith(DOCUMENT_PROPERTY) else 0.0
    return Facts(state.attribute, state.value_kind, discount)


def _hit(question: Question, view: ItemView, match: Match) -> Hit:
    return Hit(view, match.score, match.why, snippet(question, view.statement), list(match.fields))


def _passages(search: _Search, request: Request) -> list[Passage]:
    proposed = search.candidates(Kind.CHUNK, WINDOW)
    by_id = {each.id: each for each in proposed}
    best = max((each.relevance for each in proposed), default=1.0) or 1.0
    query = (
        select(chunk, source.c.logical_name)
        .join(source, source.c.id == chunk.c.source_id)
        .where(chunk.c.project_id == search.at.project_id, chunk.c.id.in_(sorted(by_id)), source.c.included.is_(True))
    )
    if request.filters.source:
        query = query.where(source.c.id == request.filters.source)
    found = []
    for row in search.connection.execute(query):
        fields = Document(Kind.CHUNK, row.id, source=row.logical_name, text=row.text).fields()
        match = rank(search.question, fields, by_id[row.id].relevance / best, Facts())
        found.append((match, row))
    ordered = sorted(found, key=lambda pair: (-pair[0].score, pair[1].id))[: request.limit]
    return [_passage(search.question, match, dict(row._mapping)) for match, row in ordered]


def _passage(question: Question, match: Match, row: Mapping[str, object]) -> Passage:
    place = Location.from_json(cast("Mapping[str, object]", parse(str(row["location"]))))
    return Passage(
        id=str(row["id"]),
        project_id=str(row["project_id"]),
        source_id=str(row["source_id"]),
        source_name=str(row["logical_name"]),
        location=place.words,
        place=place.to_json(),
        score=match.score,
        why=match.why,
        snippet=snippet(question, str(row["text"])),
    )
