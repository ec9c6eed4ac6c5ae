"""The reads FORAGER offers, each held to one scope: every record's own project is compared before it is believed.

FORAGER's record routes answer for any project the token may see, so the check is on the answer (seed 001 section 3).
A foreign record, a record that does not exist and an id that cannot exist are one answer in one wording.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from anthill.modules.knowledge import wire
from anthill.modules.knowledge.client import Call, ForagerClient
from anthill.modules.knowledge.rows import MalformedAnswer, count, field_records, record, records, text
from anthill.modules.knowledge.texts import NOT_FOUND
from anthill.sdk.knowledge import (
    KnowledgeEntity,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeFailure,
    KnowledgeHit,
    KnowledgeProject,
    KnowledgeScope,
    KnowledgeSearch,
    KnowledgeSource,
    Outcome,
)
from anthill.sdk.values import Json, JsonObject

T = TypeVar("T")
Rows = tuple[JsonObject, ...]

PAGE_SIZE: Final = 200
MAX_PAGES: Final = 50
_MISSING_RECORD: Final = (KnowledgeFailure.NOT_FOUND, NOT_FOUND)
_MISSING_BASE: Final = (
    KnowledgeFailure.SCOPE_UNRESOLVED,
    "the mapped knowledge base does not exist in the knowledge service",
)


@dataclass(frozen=True, slots=True)
class ItemDetail:
    """One statement with everything its detail carries."""

    fact: KnowledgeFact
    evidence: tuple[KnowledgeEvidence, ...]
    entities: tuple[KnowledgeEntity, ...]


@dataclass(frozen=True, slots=True)
class Within:
    """How long the calls of one read may take: each `timeout_ms`, all of them until `deadline`."""

    timeout_ms: int
    deadline: float | None = None


class ForeignRecord(Exception):
    """The record belongs to another base, or to a band this scope may not read."""


class ForagerReads:
    """FORAGER's read routes as typed, scope-checked answers. It decides nothing about whether a scope may be used."""

    def __init__(self, client: ForagerClient) -> None:
        """Take the client that makes the calls."""
        self._client = client

    def search(
        self, scope: KnowledgeScope, query: str, limit: int, within: Within, *, historical: bool
    ) -> Outcome[KnowledgeSearch]:
        """The ranked candidates the scope may see, in FORAGER's order, each statement once."""
        asked = [("q", query), ("limit", str(limit)), ("include_entities", "true"), ("include_chunks", "false")]
        if historical:
            asked.append(("include_historical", "true"))
        call = _rooted(scope, "search", within, asked)
        return self._read(call, lambda answer: _search(record(answer), query, scope), _MISSING_BASE)

    def item(self, scope: KnowledgeScope, knowledge_id: str, within: Within) -> Outcome[ItemDetail]:
        """One statement with its evidence and entities."""
        if not _is_id(knowledge_id):
            return Outcome.refused(*_MISSING_RECORD)
        direct = _direct(scope, ("knowledge", knowledge_id), within)
        first = self._read(direct, lambda answer: _owned(record(answer), knowledge_id, scope))
        if first.value is None:
            return passed_on(first)
        row = first.value
        if "evidence" not in row:
            rows = self._read(_direct(scope, ("knowledge", knowledge_id, "evidence"), within), listed)
            if rows.value is None:
                return passed_on(rows)
            row = {**row, "evidence": rows.value}
        return parsed(lambda: _detail(row, scope), first.upstream_request_id)

    def entities(self, scope: KnowledgeScope, name: str, within: Within) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """The first 25 entities FORAGER finds under a name."""
        call = _rooted(scope, "entities", within, [("q", name), ("page_size", "25")])
        return self._read(
            call, lambda answer: tuple(wire.entity(row) for row in shown(listed(answer), scope)), _MISSING_BASE
        )

    def sources(self, scope: KnowledgeScope, within: Within) -> Outcome[tuple[KnowledgeSource, ...]]:
        """Every document of the base the scope may see."""
        rows = self.every(scope, "sources", [], within)
        if rows.value is None:
            return passed_on(rows)
        kept = shown(rows.value, scope)
        return parsed(lambda: tuple(wire.source(row) for row in kept), rows.upstream_request_id)

    def projects(self, within: Within) -> Outcome[tuple[KnowledgeProject, ...]]:
        """The bases this credential may see, for binding."""
        call = Call(("projects",), within.timeout_ms, [("page_size", str(PAGE_SIZE))], deadline=within.deadline)
        return self._read(call, lambda answer: tuple(wire.project(row) for row in listed(answer)))

    def system(self, name: str, within: Within, query: Sequence[tuple[str, str]] = ()) -> Outcome[JsonObject]:
        """One of FORAGER's unscoped records about itself."""
        return self._read(Call((name,), within.timeout_ms, query, deadline=within.deadline), record)

    def every(
        self, scope: KnowledgeScope, leaf: str, query: Sequence[tuple[str, str]], within: Within
    ) -> Outcome[Rows]:
        """All rows of a project's list, page after page, foreign ones left out. More than 10,000 is a failure."""
        gathered: list[JsonObject] = []
        seen = 0
        for page in range(1, MAX_PAGES + 1):
            asked = [*query, ("page", str(page)), ("page_size", str(PAGE_SIZE))]
            answer = self._read(_rooted(scope, leaf, within, asked), _page, _MISSING_BASE)
            if answer.value is None:
                return passed_on(answer)
            rows, total = answer.value
            gathered.extend(row for row in rows if is_ours(row, scope))
            seen += len(rows)
            if not rows or seen >= total:
                return Outcome(tuple(gathered), upstream_request_id=answer.upstream_request_id)
        return Outcome.refused(KnowledgeFailure.MALFORMED, f"the knowledge service listed more than {MAX_PAGES} pages")

    def _read(
        self, call: Call, parse: Callable[[Json], T], missing: tuple[KnowledgeFailure, str] = _MISSING_RECORD
    ) -> Outcome[T]:
        answer = self._client.get(call)
        if answer.failure is KnowledgeFailure.NOT_FOUND:
            return Outcome.refused(*missing)
        if not answer.ok:
            return passed_on(answer)
        return parsed(lambda: parse(answer.value), answer.upstream_request_id)


def parsed(parse: Callable[[], T], request_id: str | None) -> Outcome[T]:
    """What `parse` gives, or the typed failure of an answer that is foreign or malformed."""
    try:
        return Outcome(parse(), upstream_request_id=request_id)
    except ForeignRecord:
        return Outcome.refused(*_MISSING_RECORD)
    except MalformedAnswer as error:
        words = f"the knowledge service's answer does not have its declared shape: {error}"
        return Outcome.refused(KnowledgeFailure.MALFORMED, words, request_id)


def passed_on(outcome: Outcome[object]) -> Outcome[T]:
    """The same failure for another type of value."""
    return Outcome.refused(outcome.failure, outcome.reason, outcome.upstream_request_id)


def listed(answer: Json) -> Rows:
    """The rows of a list, with or without its page around it; raises `MalformedAnswer`."""
    return records(record(answer).get("items")) if isinstance(answer, Mapping) else records(answer)


def is_ours(row: JsonObject, scope: KnowledgeScope) -> bool:
    """Whether a record says that it belongs to the scope's base; one that says nothing does not."""
    return row.get("project_id") == scope.project_ref


def is_within(row: JsonObject, scope: KnowledgeScope) -> bool:
    """Whether a record inside a record of ours is not of another base and of a band the scope may read."""
    return _is_near(row, scope) and scope.allows(wire.confidentiality(row.get("scope")))


def shown(rows: Rows, scope: KnowledgeScope) -> Rows:
    """The rows that are ours and of a band the scope may read."""
    return tuple(row for row in rows if is_ours(row, scope) and is_within(row, scope))


def _rooted(scope: KnowledgeScope, leaf: str, within: Within, query: Sequence[tuple[str, str]]) -> Call:
    return Call(("projects", scope.project_ref or "", leaf), within.timeout_ms, query, deadline=within.deadline)


def _direct(scope: KnowledgeScope, segments: Sequence[str], within: Within) -> Call:
    return Call(segments, within.timeout_ms, project_ref=scope.project_ref, deadline=within.deadline)


def _is_id(knowledge_id: str) -> bool:
    # A segment of dots would change the path however it is encoded; no record is named so.
    return bool(knowledge_id.strip(". ")) and len(knowledge_id) <= 200 and knowledge_id.isprintable()


def _page(answer: Json) -> tuple[Rows, int]:
    row = record(answer)
    rows = records(row.get("items"))
    return rows, count(row, "total") if "total" in row else len(rows)


def _search(answer: JsonObject, query: str, scope: KnowledgeScope) -> KnowledgeSearch:
    rows = records(answer.get("knowledge"))
    hits: dict[str, KnowledgeHit] = {}
    for row in rows:
        item = record(row.get("item"))
        if shown((item,), scope):
            hit = wire.hit(row, item)
            hits.setdefault(hit.knowledge_id, hit)
    return KnowledgeSearch(
        query=query,
        hits=tuple(hits.values()),
        entities=tuple(wire.entity(row) for row in shown(field_records(answer, "entities"), scope)),
        backend=text(answer, "backend"),
        took_ms=count(answer, "took_ms"),
        candidates_considered=len(rows),
    )


def _owned(row: JsonObject, asked: str, scope: KnowledgeScope) -> JsonObject:
    # Before anything else is asked about it: a foreign record must not cost another request than a missing one.
    if not shown((row,), scope):
        raise ForeignRecord
    if asked not in (text(row, "id"), text(row, "redirected_from")):
        raise MalformedAnswer("another record was answered than the one asked for")
    return row


def _detail(row: JsonObject, scope: KnowledgeScope) -> ItemDetail:
    knowledge_id = text(row, "id")
    ours = [each for each in field_records(row, "evidence") if _is_near(each, scope)]
    evidence = tuple(wire.evidence(each, knowledge_id) for each in ours)
    entities = tuple(wire.entity(each) for each in field_records(row, "entities") if is_within(each, scope))
    return ItemDetail(wire.fact(row, evidence), evidence, entities)


def _is_near(row: JsonObject, scope: KnowledgeScope) -> bool:
    return row.get("project_id", scope.project_ref) == scope.project_ref
