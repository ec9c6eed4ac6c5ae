"""Health, readiness, the description, the session, capabilities, settings."""

from __future__ import annotations

from typing import Any, Final, cast

from fastapi import APIRouter, Request, Response

from forager.access.call import Service
from forager.api.call import CallOf
from forager.api.models.system import (
    AuthenticationInfo,
    Capabilities,
    CapabilityFlags,
    Ending,
    EngineInfo,
    Health,
    InstanceInfo,
    Limits,
    Ready,
    SettingsInfo,
)
from forager.api.openapi import version
from forager.api.route import GuardedRoute
from forager.ask.choose import said_of
from forager.engine import Engine
from forager.export import flat, layout
from forager.model.export import Format
from forager.parse.registry import PARSERS
from forager.query import batch
from forager.query.page import LARGEST
from forager.search import question
from forager.store import schema
from forager.store.identity import SYSTEM
from formicaria.ground import audit
from formicaria.ground.errors import DatabaseUnusable
from formicaria.ground.migrate import schema_revision

router = APIRouter(route_class=GuardedRoute, tags=["system"])
PROTOCOL: Final = 1
CANONICAL_SCHEMA: Final = 1
STANDALONE: Final = "standalone"
MANAGED: Final = "managed"
"""A parent started the engine and handed in its credential."""


@router.get("/api/health", summary="Whether the process answers")
@router.get("/health", include_in_schema=False)
def health() -> Health:
    """Answers as long as the process lives; asks nothing else."""
    return Health(status="ok")


@router.get("/api/ready", summary="Whether the service can work", responses={503: {"model": Ready}})
@router.get("/ready", include_in_schema=False)
def ready(request: Request, response: Response) -> Ready:
    """200 when the database answers at this release's schema, else 503 with the same shape."""
    engine = _engine(request)
    database, schema_version, current = _database(engine)
    response.status_code = 200 if current else 503
    return Ready(
        status="ready" if current else "not_ready",
        version=version(),
        schema_version=schema_version,
        time=engine.clock.now(),
        database=database,
        migrations_applied=current,
        search_backend=engine.search.name,
        model_provider=said_of(engine.model),
        instance_id=engine.identity.instance_id,
        generation=engine.identity.generation,
        host_credential=_supervised(request.app.state.service),
    )


def _supervised(service: Service) -> bool:
    return service.gate.host is not None


def _mode(service: Service) -> str:
    return MANAGED if _supervised(service) else STANDALONE


@router.post("/api/shutdown", summary="End the engine", status_code=202)
def shutdown(call: CallOf) -> Ending:
    """Only the parent that started the engine may: neither the operator's key nor a token is enough. What is under way ends in order."""
    engine, parent = call.engine, call.service.gate.host
    with engine.database.write() as connection:
        audit.append(
            connection, SYSTEM, audit.Act("engine.shutdown", SYSTEM, call.access.credential_id), engine.clock.now()
        )
    if parent:
        parent.stop()
    return Ending(status="ending")


def _database(engine: Engine) -> tuple[str, str, bool]:
    try:
        with engine.database.read() as connection:
            present = schema_revision(connection) or ""
    except DatabaseUnusable as error:
        return error.sentence, "", False
    return "ok", present, present == schema.REVISIONS[-1]


def _engine(request: Request) -> Engine:
    return cast("Service", request.app.state.service).engine


@router.get("/api/openapi.json", summary="This description")
@router.get("/openapi.json", include_in_schema=False)
def description(request: Request) -> dict[str, Any]:
    """The complete OpenAPI 3.1 document."""
    return cast("dict[str, Any]", request.app.openapi())


@router.get("/api/capabilities", summary="What the service is and can do")
def capabilities(call: CallOf) -> Capabilities:
    """Versions, identity, formats, limits. What is not built is said to be absent."""
    engine, identity = call.engine, call.engine.identity
    return Capabilities(
        name="forager",
        version=version(),
        protocol_version=PROTOCOL,
        canonical_schema_version=CANONICAL_SCHEMA,
        instance_id=identity.instance_id,
        generation=identity.generation,
        mode=_mode(call.service),
        search_backend=engine.search.name,
        model_provider=said_of(engine.model),
        formats=_formats(),
        exports=_exports(),
        limits=_limits(engine),
        engine=EngineInfo(name="forager", version=version()),
        instance=InstanceInfo(
            instance_id=identity.instance_id,
            generation=identity.generation,
            generation_reason=identity.generation_reason,
            created_at=identity.created_at,
            mode=_mode(call.service),
        ),
        capabilities=_flags(),
        authentication=AuthenticationInfo(
            required=True, schemes=["bearer"], note="The operator mints fgr_ tokens under /api/settings/tokens."
        ),
        time=engine.clock.now(),
    )


def _flags() -> CapabilityFlags:
    return CapabilityFlags(
        retrieval=True,
        ingestion=True,
        exports=_exports(),
        imports=[],
        publication=True,
        change_feed=True,
        push_delivery=False,
        canonical_import=False,
        authentication=True,
        project_discovery=True,
        as_of=True,
        documents_until="knowledge, search, conflicts, entities, relations",
        valid_at="knowledge, search, conflicts",
        batch_read=True,
    )


def _exports() -> dict[str, dict[str, object]]:
    package: dict[str, object] = {
        "package_version": layout.VERSION,
        "canonical": True,
        "manifest": layout.MANIFEST,
        "checksums": "sha256-per-file",
    }
    manifest = {"manifest": flat.MANIFEST, "checksums": "sha256-per-file"}
    return {
        Format.ANTHILL.value: package,
        Format.JSONL.value: {"package_version": None, "canonical": True, **manifest},
        Format.CSV.value: {"package_version": None, "canonical": False, **manifest},
        Format.JSONLD.value: {"package_version": None, "canonical": False},
        Format.FTM.value: {"package_version": None, "canonical": False},
    }


def _formats() -> list[str]:
    return sorted(parser.name for parser in PARSERS)


def _limits(engine: Engine) -> Limits:
    settings = engine.settings
    return Limits(
        max_files=settings.max_files,
        max_request_bytes=settings.max_request_bytes,
        max_file_bytes=settings.max_file_bytes,
        max_page_size=LARGEST,
        max_query_characters=question.LONGEST,
        max_batch_items=batch.MOST,
    )


@router.get("/api/settings", summary="How the service is set up")
def settings(call: CallOf) -> SettingsInfo:
    """Limits and formats; never a path of the machine."""
    own = call.engine.settings
    return SettingsInfo(
        limits=_limits(call.engine),
        formats=_formats(),
        directory_import=bool(own.allowed_input_roots) or own.allow_any_input_root,
        search_backend=call.engine.search.name,
        model_provider=said_of(call.engine.model),
    )
