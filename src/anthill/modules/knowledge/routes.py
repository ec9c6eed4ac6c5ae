"""`/knowledge/*`: each route asks for its permission and hands on to the console's reads."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Query

from anthill.modules.knowledge.console import KnowledgeConsole
from anthill.modules.knowledge.views import (
    ConflictListView,
    EntityView,
    Envelope,
    EvidenceListView,
    FactView,
    ProjectListView,
    RetrieveBody,
    RetrieveView,
    SearchView,
    SourceListView,
    StatusView,
)
from anthill.sdk.module import ApiSeams
from anthill.sdk.permission import Caller, Permission

_PROJECT = Query(default=None, max_length=200, description="One of the colony's projects; none means the default base.")


def knowledge_router(console: KnowledgeConsole, api: ApiSeams) -> APIRouter:
    """The read routes over one console, guarded by the API's own permissions."""
    router = APIRouter(prefix="/knowledge", tags=["knowledge"])
    _add_retrieval(router, console, api)
    _add_records(router, console, api)
    _add_lists(router, console, api)
    return router


def _add_retrieval(router: APIRouter, console: KnowledgeConsole, api: ApiSeams) -> None:
    reader = Depends(api.require(Permission.READ_KNOWLEDGE))

    @router.get("/status", summary="How knowledge stands")
    def status(caller: Caller = reader) -> Envelope[StatusView]:
        return Envelope(data=console.status(caller))

    @router.get("/search", summary="Ranked candidates")
    def search(
        q: str = Query(min_length=1, max_length=2000),
        project: str | None = _PROJECT,
        limit: int = Query(default=20, ge=1, le=50),
        include_historical: bool = False,
        caller: Caller = reader,
    ) -> Envelope[SearchView]:
        return Envelope(data=console.search(caller, project, q, limit, historical=include_historical))

    @router.post("/retrieve", summary="Statements with evidence and disagreements")
    def retrieve(body: RetrieveBody, caller: Caller = reader) -> Envelope[RetrieveView]:
        return Envelope(data=console.retrieve(caller, body))


def _add_records(router: APIRouter, console: KnowledgeConsole, api: ApiSeams) -> None:
    reader = Depends(api.require(Permission.READ_KNOWLEDGE))

    @router.get("/items/{knowledge_id}", summary="One statement")
    def item(knowledge_id: str, project: str | None = _PROJECT, caller: Caller = reader) -> Envelope[FactView]:
        return Envelope(data=console.item(caller, project, knowledge_id))

    @router.get("/items/{knowledge_id}/evidence", summary="Where one statement stands in its sources")
    def evidence(
        knowledge_id: str, project: str | None = _PROJECT, caller: Caller = reader
    ) -> Envelope[EvidenceListView]:
        return Envelope(data=console.evidence(caller, project, knowledge_id))

    @router.get("/entities", summary="Entities by name")
    def entities(
        name: str = Query(min_length=1, max_length=500), project: str | None = _PROJECT, caller: Caller = reader
    ) -> Envelope[tuple[EntityView, ...]]:
        return Envelope(data=console.entities(caller, project, name))


def _add_lists(router: APIRouter, console: KnowledgeConsole, api: ApiSeams) -> None:
    reader = Depends(api.require(Permission.READ_KNOWLEDGE))
    manager = Depends(api.require(Permission.MANAGE_KNOWLEDGE))

    @router.get("/conflicts", summary="Open disagreements")
    def conflicts(project: str | None = _PROJECT, caller: Caller = reader) -> Envelope[ConflictListView]:
        return Envelope(data=console.conflicts(caller, project))

    @router.get("/sources", summary="Documents of the base")
    def sources(project: str | None = _PROJECT, caller: Caller = reader) -> Envelope[SourceListView]:
        return Envelope(data=console.sources(caller, project))

    @router.get("/projects", summary="Bases that can be bound")
    def projects(caller: Caller = manager) -> Envelope[ProjectListView]:
        return Envelope(data=console.projects(caller))
