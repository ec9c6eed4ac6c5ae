"""A small engine that speaks FORAGER's wire in this process, truthfully or as a test tells it to lie."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from starlette.testclient import TestClient

from anthill.modules.knowledge.client import ForagerClient
from anthill.modules.knowledge.provider import ForagerKnowledgeProvider
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.scope import KnowledgeScope, KnowledgeScopeContext

FALCON = "proj_falcon"
OSPREY = "proj_osprey"
TOKEN = "fgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
CANARY = "the osprey nests in Reykjavik harbour"

Row = dict[str, object]
Answer = Callable[[Request], Response]

FALCON_SCOPE = KnowledgeScope.for_project(FALCON, "falcon")
OSPREY_SCOPE = KnowledgeScope.for_project(OSPREY, "osprey")
GLOBAL_SCOPE = KnowledgeScope.for_global(FALCON)


def sha256(text: str) -> str:
    """The hash an honest engine records for an excerpt."""
    return hashlib.sha256(text.encode()).hexdigest()


def evidence(evidence_id: str, source: str, location: str, excerpt: str, **more: object) -> Row:
    """An evidence row as the wire has it."""
    return {
        "id": evidence_id,
        "source_id": "src_" + source.split(".", maxsplit=1)[0].replace("-", "_"),
        "source_name": source,
        "source_type": source.rpartition(".")[2],
        "location": location,
        "excerpt": excerpt,
        "content_hash": sha256(excerpt),
        "extractor_name": "forager-deterministic",
        "extractor_version": "1.0.0",
        "confidence": 0.9,
        "missing_excerpt": False,
        **more,
    }


def item(item_id: str, statement: str, *rows: Row, project: str = FALCON, **more: object) -> Row:
    """A knowledge item as the wire has it, with its evidence."""
    return {
        "id": item_id,
        "project_id": project,
        "type": "fact",
        "subject": "",
        "title": "",
        "statement": statement,
        "support": "direct_fact",
        "status": "active",
        "confidence": 0.9,
        "scope": "tenant",
        "evidence_count": len(rows),
        "entity_ids": [],
        "conflict_ids": [],
        "entities": [],
        "evidence": [{"project_id": project, "target_id": item_id, **row} for row in rows],
        "extractor_name": "forager-deterministic",
        "extractor_version": "1.0.0",
        **more,
    }


def side(row: Row, value: str, *sources: str) -> Row:
    """One side of a conflict row."""
    return {
        "id": row["id"],
        "project_id": row["project_id"],
        "statement": row["statement"],
        "status": row["status"],
        "scope": row["scope"],
        "value": value,
        "source_names": list(sources),
    }


def conflict(conflict_id: str, *sides: Row, project: str = FALCON, **more: object) -> Row:
    """A conflict row as the wire has it."""
    return {
        "id": conflict_id,
        "project_id": project,
        "type": "attribute_mismatch",
        "attribute_key": "falcon|launch_date",
        "status": "open",
        "description": "",
        "item_ids": [each["id"] for each in sides],
        "items": list(sides),
        "source_ids": [],
        "suggested_resolution": None,
        **more,
    }


MARCH = item(
    "ki_march",
    "The launch date for Project Falcon is March 3, 2026.",
    evidence("ev_m1", "01-kickoff-memo.md", "Section: Launch, line 12", "The launch date is March 3, 2026."),
    evidence("ev_m2", "08-design-review.docx", "Table 1, row 2", "Launch date: March 3, 2026"),
    status="disputed",
    attribute_key="falcon|launch_date",
    attribute_value="2026-03-03",
    conflict_ids=["cf_launch"],
    entities=[
        {"id": "ent_falcon", "canonical_name": "Project Falcon", "type": "project", "project_id": FALCON},
        {
            "id": "ent_robert",
            "canonical_name": "Robert Smith",
            "type": "person",
            "project_id": FALCON,
            "aliases": [{"alias": "Bob Smith"}, {"alias": "robert smith"}, {"alias": "bob smith"}],
        },
    ],
)
APRIL = item(
    "ki_april",
    "The launch date for Project Falcon has moved to April 10, 2026.",
    evidence("ev_a1", "02-schedule-update.eml", "message body, line 3", "the launch moves to April 10, 2026"),
    status="disputed",
    attribute_key="falcon|launch_date",
    attribute_value="2026-04-10",
    effective_date="2026-02-02",
    conflict_ids=["cf_launch"],
    entities=[{"id": "ent_falcon", "canonical_name": "Project Falcon", "type": "project", "project_id": FALCON}],
)
BUDGET = item(
    "ki_budget",
    "The budget of Project Falcon may reach 2 million euros.",
    evidence("ev_b1", "03-notes.txt", "line 4", "Rumour has it the budget may reach 2 million euros."),
    support="unverified_claim",
    confidence=0.25,
)
LESSON = item(
    "ki_lesson",
    "Freezing requirements early shortens integration.",
    evidence("ev_l1", "09-lessons.md", "line 2", "Freezing requirements early shortens integration."),
    type="lesson",
    support="supported_inference",
    confidence=0.75,
    scope="general",
)
SECRET = item("ki_secret", CANARY, evidence("ev_s1", "osprey.md", "line 1", CANARY), project=OSPREY)
LAUNCH = conflict(
    "cf_launch",
    side(MARCH, "2026-03-03", "01-kickoff-memo.md", "08-design-review.docx"),
    side(APRIL, "2026-04-10", "02-schedule-update.eml"),
    suggested_resolution={
        "winner_id": "ki_april",
        "reason": "02-schedule-update.eml is newer by document date",
    },
)


@dataclass
class Engine:
    """The engine's memory, what it was asked, and the lies a test has planted under a route's name."""

    items: list[Row] = field(default_factory=lambda: [MARCH, APRIL, BUDGET, LESSON, SECRET])
    conflicts: list[Row] = field(default_factory=lambda: [LAUNCH])
    entities: list[Row] = field(default_factory=list)
    sources: list[Row] = field(default_factory=list)
    capabilities: Row = field(default_factory=lambda: {"name": "forager", "version": "0.1.0", "protocol_version": 1})
    faults: dict[str, Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    page_size: int | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def asked(self, request: Request) -> None:
        """Write down one request."""
        with self._lock:
            query = f"?{request.url.query}" if request.url.query else ""
            self.requests.append(request.url.path + query)
            self.headers.append(dict(request.headers))

    def app(self) -> FastAPI:
        """The engine as an application."""
        app = FastAPI(openapi_url=None)
        for path, name, answer in (
            ("/api/ready", "ready", self._ready),
            ("/api/capabilities", "capabilities", lambda request: JSONResponse(self.capabilities)),
            ("/api/projects", "projects", self._projects),
            ("/api/projects/{project}/search", "search", self._search),
            ("/api/projects/{project}/conflicts", "conflicts", self._conflicts),
            ("/api/projects/{project}/entities", "entities", lambda request: self._rows(request, self.entities)),
            ("/api/projects/{project}/sources", "sources", lambda request: self._rows(request, self.sources)),
            ("/api/knowledge/{item}", "item", self._item),
            ("/api/knowledge/{item}/evidence", "evidence", self._evidence),
        ):
            app.add_api_route(path, self._route(name, answer), methods=["GET"])
        return app

    def _route(self, name: str, answer: Answer) -> Callable[[Request], Response]:
        def handle(request: Request) -> Response:
            self.asked(request)
            record_id = request.path_params.get("item", "")
            fault = self.faults.get(f"{name}:{record_id}") or self.faults.get(name) or self.faults.get("*")
            return (fault or answer)(request)

        return handle

    def _ready(self, _request: Request) -> Response:
        return JSONResponse(
            {
                "status": "ready",
                "version": "0.1.0",
                "schema_version": 1,
                "search_backend": "sqlite-fts5",
                "model_provider": "none (deterministic mode)",
                "instance_id": "fgi_test",
                "generation": "gen_test",
            }
        )

    def _projects(self, request: Request) -> Response:
        rows = [{"id": ref, "name": ref, "processing_state": "idle"} for ref in (FALCON, OSPREY)]
        return JSONResponse(page(rows, request))

    def _search(self, request: Request) -> Response:
        project = request.path_params["project"]
        if project not in (FALCON, OSPREY):
            return refusal(404, "not_found", "No such project.")
        mine = [row for row in self.items if row["project_id"] == project]
        limit = int(request.query_params["limit"])
        hits = [
            {
                "item": {name: value for name, value in row.items() if name not in ("evidence", "entities")},
                "score": 1.0 / place,
                "snippet": row["statement"],
                "why": "matched in statement",
                "matched_fields": ["statement"],
                "contested": bool(row["conflict_ids"]),
                "evidence_count": row["evidence_count"],
            }
            for place, row in enumerate(mine[:limit], 1)
        ]
        return JSONResponse(
            {
                "query": request.query_params["q"],
                "knowledge": hits,
                "entities": [],
                "took_ms": 3,
                "backend": "sqlite-fts5",
            }
        )

    def _item(self, request: Request) -> Response:
        found = [row for row in self.items if row["id"] == request.path_params["item"]]
        return JSONResponse(found[0]) if found else refusal(404, "not_found", "No such item.")

    def _evidence(self, request: Request) -> Response:
        found = [row for row in self.items if row["id"] == request.path_params["item"]]
        rows = found[0]["evidence"] if found else []
        return JSONResponse({"items": rows, "page": 1, "page_size": 200, "total": len(rows)})

    def _conflicts(self, request: Request) -> Response:
        wanted = {each for each in request.query_params.get("item_ids", "").split(",") if each}
        kept = [row for row in self.conflicts if not wanted or wanted & set(row["item_ids"])]
        return self._rows(request, kept)

    def _rows(self, request: Request, rows: list[Row]) -> Response:
        return JSONResponse(page(rows, request, self.page_size))


def page(rows: list[Row], request: Request, at_most: int | None = None) -> Row:
    """A list answer as the wire has it."""
    number = int(request.query_params.get("page", "1"))
    size = int(request.query_params.get("page_size", "50"))
    size = size if at_most is None else min(size, at_most)
    return {"items": rows[(number - 1) * size : number * size], "page": number, "page_size": size, "total": len(rows)}


def refusal(status: int, code: str, message: str, request_id: str = "req_upstream") -> Response:
    """An error answer as the wire has it."""
    return JSONResponse(
        {"error": {"code": code, "message": message, "request_id": request_id, "details": {}}}, status_code=status
    )


@dataclass
class Bench:
    """A provider over an engine in this process. `settings` may be replaced between calls, as an operator would."""

    engine: Engine
    settings: KnowledgeSettings
    http: TestClient
    provider: ForagerKnowledgeProvider

    def change(self, **settings: object) -> None:
        """Change settings in force."""
        self.settings = replace(self.settings, **settings)


@contextmanager
def bench(engine: Engine | None = None, **settings: object) -> Iterator[Bench]:
    """A provider over an engine, with knowledge on and nothing cached unless asked."""
    engine = engine or Engine()
    given: dict[str, object] = {"enabled": True, "token": TOKEN, "cache_seconds": 0, **settings}
    with TestClient(engine.app(), raise_server_exceptions=False) as http:
        held = Bench(engine, KnowledgeSettings(**given), http, None)
        held.provider = ForagerKnowledgeProvider(ForagerClient(http, lambda: held.settings), lambda: held.settings)
        try:
            yield held
        finally:
            held.provider.close()


def in_scope(scope: KnowledgeScope):
    """Put a scope in force for a `with` block."""
    return KnowledgeScopeContext.enter(scope)
