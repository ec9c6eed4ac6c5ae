"""The read tools. None takes a project, scope, tenant or workspace: what a model may choose cannot widen what it reads.

They are registered always and refuse at call time when knowledge is off (seed 000 section 9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from anthill.modules.knowledge.present import context_text, entities_text, evidence_text, fact_text, search_text
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.modules.knowledge.sources import source_set
from anthill.modules.knowledge.texts import failure_class, failure_text
from anthill.sdk.evidence import EvidenceKind, EvidenceLane, EvidenceNote
from anthill.sdk.knowledge import KnowledgeProvider, Outcome, RetrievalRequest, SearchRequest
from anthill.sdk.source_set import SOURCE_SET
from anthill.sdk.tool import Effect, Tool, ToolContext, ToolResult, ToolSpec
from anthill.sdk.values import Json, JsonObject

_QUERY: Final[JsonObject] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 2000,
    "description": "What to look for, in words or as a question.",
}
_ID: Final[JsonObject] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 200,
    "description": "The id of a statement, as a search or retrieval gave it.",
}
_HISTORICAL: Final[JsonObject] = {
    "type": "boolean",
    "default": False,
    "description": "Also give statements that were superseded or archived.",
}


@dataclass(frozen=True, slots=True)
class KnowledgeDesk:
    """What a tool works with: the provider in force and the settings in force."""

    provider: Callable[[], KnowledgeProvider]
    settings: Callable[[], KnowledgeSettings]


Run = Callable[[KnowledgeDesk, ToolContext, JsonObject], ToolResult]


@dataclass(frozen=True, slots=True)
class KnowledgeTool:
    """One read tool: its description and the function that answers."""

    spec: ToolSpec
    desk: KnowledgeDesk
    answer: Run

    def run(self, ctx: ToolContext, args: JsonObject) -> ToolResult:
        """Answer once under the context's scope; the provider refuses before anybody is asked when there is none."""
        return self.answer(self.desk, ctx, args)


def knowledge_tools(desk: KnowledgeDesk) -> tuple[Tool, ...]:
    """The five read tools, in their order."""
    return tuple(
        KnowledgeTool(_spec(name, description, properties), desk, answer)
        for name, description, properties, answer in _TABLE
    )


def _search(desk: KnowledgeDesk, ctx: ToolContext, args: JsonObject) -> ToolResult:
    request = SearchRequest(
        query=_text(args, "query"),
        scope=ctx.scope,
        limit=_whole(args, "limit", 10),
        include_historical=args.get("include_historical") is True,
        deadline=ctx.deadline,
    )
    found = desk.provider().search(request)
    if found.value is None:
        return _refused(found)
    return _given("knowledge_search", search_text(found.value), f"{len(found.value.hits)} candidates", ctx)


def _retrieve(desk: KnowledgeDesk, ctx: ToolContext, args: JsonObject) -> ToolResult:
    settings = desk.settings()
    request = RetrievalRequest(
        query=_text(args, "query"),
        scope=ctx.scope,
        top_k=_whole(args, "top_k", settings.default_top_k),
        include_entities=args.get("include_entities") is not False,
        include_historical=args.get("include_historical") is True,
        max_context_chars=settings.max_context_chars,
        deadline=ctx.deadline,
    )
    outcome = desk.provider().retrieve(request)
    if outcome.value is None:
        return _refused(outcome)
    context = outcome.value
    counted = (
        f"{len(context.facts)} facts, {len(context.evidence)} excerpts, {len(context.open_conflicts)} open conflicts"
    )
    data = {SOURCE_SET: source_set(context).to_json()}
    return _given("knowledge_retrieve", context_text(context), counted, ctx, data)


def _get(desk: KnowledgeDesk, ctx: ToolContext, args: JsonObject) -> ToolResult:
    found = desk.provider().get(_text(args, "knowledge_id"), ctx.scope, deadline=ctx.deadline)
    return _refused(found) if found.value is None else _given("knowledge_get", fact_text(found.value), "1 fact", ctx)


def _evidence(desk: KnowledgeDesk, ctx: ToolContext, args: JsonObject) -> ToolResult:
    knowledge_id = _text(args, "knowledge_id")
    found = desk.provider().evidence(knowledge_id, ctx.scope, deadline=ctx.deadline)
    if found.value is None:
        return _refused(found)
    return _given("knowledge_evidence", evidence_text(knowledge_id, found.value), f"{len(found.value)} excerpts", ctx)


def _entity(desk: KnowledgeDesk, ctx: ToolContext, args: JsonObject) -> ToolResult:
    name = _text(args, "name")
    found = desk.provider().find_entities(name, ctx.scope, deadline=ctx.deadline)
    if found.value is None:
        return _refused(found)
    return _given("knowledge_entity", entities_text(name, found.value), f"{len(found.value)} entities", ctx)


_TABLE: Final[tuple[tuple[str, str, Mapping[str, Json], Run], ...]] = (
    (
        "knowledge_search",
        "List statements of the organization's knowledge that match a query. Candidates only: read them before use.",
        {
            "query": _QUERY,
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
            "include_historical": _HISTORICAL,
        },
        _search,
    ),
    (
        "knowledge_retrieve",
        "Retrieve statements with their evidence, open disagreements and citable references.",
        {
            "query": _QUERY,
            "top_k": {"type": "integer", "minimum": 1, "maximum": 50},
            "include_entities": {"type": "boolean", "default": True},
            "include_historical": _HISTORICAL,
        },
        _retrieve,
    ),
    ("knowledge_get", "Read one statement: support, status, confidence.", {"knowledge_id": _ID}, _get),
    ("knowledge_evidence", "Read where one statement stands in its sources.", {"knowledge_id": _ID}, _evidence),
    (
        "knowledge_entity",
        "Find people, organizations, projects and other named things.",
        {"name": {"type": "string", "minLength": 1, "maxLength": 500}},
        _entity,
    ),
)
_REQUIRED: Final = ("query", "knowledge_id", "name")


def _spec(name: str, description: str, properties: Mapping[str, Json]) -> ToolSpec:
    parameters: dict[str, Json] = {
        "type": "object",
        "properties": dict(properties),
        "required": [each for each in _REQUIRED if each in properties],
        "additionalProperties": False,
    }
    return ToolSpec(name, description, parameters, Effect.READ, EvidenceLane.RETRIEVAL, idempotent=True)


def _given(tool: str, text: str, counted: str, ctx: ToolContext, data: JsonObject | None = None) -> ToolResult:
    note = EvidenceNote(EvidenceKind.SOURCE_RETRIEVAL, tool, True, f"{counted} read under {ctx.scope}")
    return ToolResult.succeeded(text, data or {}, (note,))


def _refused(outcome: Outcome[object]) -> ToolResult:
    text = failure_text(outcome.failure, outcome.reason, outcome.upstream_request_id)
    return ToolResult.failed(failure_class(outcome.failure), text.partition("\n")[0], text)


def _text(args: JsonObject, name: str) -> str:
    value = args.get(name)
    return value if isinstance(value, str) else ""


def _whole(args: JsonObject, name: str, default: int) -> int:
    value = args.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
