"""Health, status, roles, tools, events and the audit."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials

from anthill.access.guard import BEARER, SESSION_COOKIE, offered
from anthill.api.services import Services
from anthill.api.shape import Envelope
from anthill.api.stream import lines
from anthill.api.wire import AuditView, FaultView, HeadView, HealthView, RoleView, StatusView, ToolView
from anthill.core.roles.matrix import matrix
from anthill.core.store.records import EventFilter, last_event
from anthill.sdk.permission import Caller, Permission
from anthill.sdk.tool import ToolSpec
from formicaria.ground.errors import Error, Forbidden

REPLAYED = 50


def colony_router(services: Services) -> APIRouter:
    """The routes that look at the colony itself."""
    router = APIRouter(tags=["colony"])
    _add_state(router, services)
    _add_audit(router, services)
    _add_stream(router, services)
    return router


def _add_state(router: APIRouter, services: Services) -> None:
    reader = Depends(services.guard.require(Permission.READ_STATUS))

    @router.get("/health", summary="Whether the colony answers")
    def health() -> Envelope[HealthView]:
        services.colony.check_store()
        return Envelope(data=HealthView(status="ok", version=services.version))

    @router.get("/status", summary="How the colony and its modules stand")
    def status(caller: Caller = reader) -> Envelope[StatusView]:  # noqa: ARG001 - the dependency is the check
        probes = {name: {"state": each.state, "reason": each.reason} for name, each in services.colony.probes().items()}
        view = StatusView(version=services.version, modules=probes, findings=list(services.findings))
        return Envelope(data=view)

    @router.get("/roles", summary="The role matrix, with the reason why a role cannot work")
    def roles(caller: Caller = reader) -> Envelope[list[RoleView]]:  # noqa: ARG001 - the dependency is the check
        return Envelope(data=[RoleView.model_validate(row) for row in matrix(services.colony.roster)])

    @router.get("/tools", summary="Registered tools")
    def tools(caller: Caller = reader) -> Envelope[list[ToolView]]:  # noqa: ARG001 - the dependency is the check
        return Envelope(data=[_tool(spec) for spec in services.colony.tools()])


def _add_audit(router: APIRouter, services: Services) -> None:
    auditor = Depends(services.guard.require(Permission.READ_AUDIT))

    @router.get("/audit/verify", summary="Check every chain, anchor and artifact")
    def verify(caller: Caller = auditor) -> Envelope[AuditView]:
        _unlimited(caller)
        faults = services.colony.audit_faults()
        view = AuditView(
            sound=not faults,
            entries=services.colony.audit_entries(),
            faults=[FaultView(stream=each.stream, seq=each.seq, problem=each.problem) for each in faults],
        )
        return Envelope(data=view)

    @router.get("/audit/heads", summary="The heads of every chain, to keep elsewhere")
    def heads(caller: Caller = auditor) -> Envelope[list[HeadView]]:
        _unlimited(caller)
        found = services.colony.audit_heads()
        return Envelope(data=[HeadView(stream=each.stream, seq=each.seq, digest=each.digest) for each in found])


def _add_stream(router: APIRouter, services: Services) -> None:
    listener = Depends(services.guard.require(Permission.READ_EVENTS))

    @router.get(
        "/events/stream",
        summary="Events as they happen (server-sent); resumes after Last-Event-ID",
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    )
    def stream(
        request: Request,
        mission_id: Annotated[str, Query(max_length=100)] = "",
        event_type: Annotated[str, Query(max_length=100)] = "",
        last_event_id: Annotated[str, Header(max_length=20)] = "",
        caller: Caller = listener,
        bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
        session: Annotated[str | None, Depends(SESSION_COOKIE)] = None,
    ) -> StreamingResponse:
        wanted = EventFilter(mission_id, event_type, caller.project_id)
        shown = offered(request, bearer, session, "")

        def still_admitted() -> bool:
            try:
                return services.guard.admit(shown).may(Permission.READ_EVENTS)
            except Error:
                return False

        body = lines(services.broadcaster, _start(services, last_event_id), wanted, still_admitted)
        return StreamingResponse(body, media_type="text/event-stream")

    @router.get("/openapi.json", summary="This description", include_in_schema=True)
    def description(
        request: Request,
        caller: Caller = Depends(services.guard.require(Permission.READ_STATUS)),  # noqa: ARG001, B008
    ) -> dict[str, Any]:
        found: dict[str, Any] = request.app.openapi()
        return found


def _start(services: Services, last_event_id: str) -> int:
    if last_event_id.isdecimal():
        return int(last_event_id)
    with services.colony.records.read() as connection:
        return max(0, last_event(connection) - REPLAYED)


def _unlimited(caller: Caller) -> None:
    # The chains of every project are checked together, so whoever may see only one may not ask.
    if caller.project_id is not None:
        raise Forbidden("A credential limited to one project cannot check the whole record.")


def _tool(spec: ToolSpec) -> ToolView:
    return ToolView(
        name=spec.name,
        description=spec.description,
        effect=spec.effect.value,
        lane=spec.lane.value,
        parameters=dict(spec.parameters),
    )
