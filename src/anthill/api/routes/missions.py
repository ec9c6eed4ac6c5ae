"""`/missions`: plan, run, watch, read, cancel."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query

from anthill.api.services import Services, credential_of
from anthill.api.shape import Envelope
from anthill.api.stream import event_json
from anthill.api.wire import (
    EventPage,
    EventView,
    GraphView,
    MissionBody,
    MissionPage,
    MissionView,
    PlanView,
    ReportView,
    TaskView,
)
from anthill.core.missions.errors import PlanRefused
from anthill.core.missions.intake import MissionRequest
from anthill.core.missions.report import mission_json, task_json
from anthill.core.planning.plan import Refusal
from anthill.core.store.missions import Mission
from anthill.core.store.records import EventFilter
from anthill.sdk.permission import Caller, Permission
from formicaria.ground.canonical import digest
from formicaria.ground.errors import Forbidden

ACCEPTED = 202


def missions_router(services: Services) -> APIRouter:
    """The routes of missions."""
    router = APIRouter(prefix="/missions", tags=["missions"])
    _add_writes(router, services)
    _add_reads(router, services)
    return router


def _add_writes(router: APIRouter, services: Services) -> None:
    runner = Depends(services.guard.require(Permission.RUN_MISSION))

    @router.post("", status_code=ACCEPTED, summary="Take a mission in; it runs by itself")
    def submit(
        body: MissionBody,
        caller: Caller = runner,
        idempotency_key: Annotated[str, Header(max_length=128)] = "",
    ) -> Envelope[MissionView]:
        request = _request(body, caller)
        return Envelope(
            message="The mission was taken in.",
            data=_view(_submitted(services, request, body, idempotency_key)),
        )

    @router.post("/plan", summary="Preview a plan, or its refusal; nothing runs")
    def preview(body: MissionBody, caller: Caller = runner) -> Envelope[PlanView]:
        answer = services.colony.plan(_request(body, caller))
        if isinstance(answer, Refusal):
            raise PlanRefused(answer)
        return Envelope(data=PlanView.model_validate(answer.to_json()))

    @router.post("/{mission_id}/cancel", summary="Begin nothing more for a mission")
    def cancel(mission_id: str, caller: Caller = runner) -> Envelope[MissionView]:
        found = services.colony.cancel(mission_id, credential_of(caller), caller.project_id)
        return Envelope(message="Nothing more is begun for it.", data=_view(found))


def _add_reads(router: APIRouter, services: Services) -> None:
    reader = Depends(services.guard.require(Permission.READ_STATUS))
    listener = Depends(services.guard.require(Permission.READ_EVENTS))
    colony = services.colony

    @router.get("", summary="Missions, newest first")
    def listed(
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        after: Annotated[str, Query(max_length=100)] = "",
        caller: Caller = reader,
    ) -> Envelope[MissionPage]:
        found = colony.missions(caller.project_id, limit, after)
        following = f"{found[-1].created_at} {found[-1].id}" if len(found) == limit else ""
        return Envelope(data=MissionPage(missions=[_view(each) for each in found], next=following))

    @router.get("/{mission_id}", summary="One mission")
    def one(mission_id: str, caller: Caller = reader) -> Envelope[MissionView]:
        return Envelope(data=_view(colony.mission(mission_id, caller.project_id)))

    @router.get("/{mission_id}/graph", summary="A mission's steps and what they wait for")
    def graph(mission_id: str, caller: Caller = reader) -> Envelope[GraphView]:
        steps = [TaskView.model_validate(task_json(each)) for each in colony.graph(mission_id, caller.project_id)]
        return Envelope(data=GraphView(mission_id=mission_id, tasks=steps))

    @router.get("/{mission_id}/report", summary="Everything there is to read of a mission, from its rows")
    def report(mission_id: str, caller: Caller = reader) -> Envelope[ReportView]:
        return Envelope(data=ReportView.model_validate(colony.report(mission_id, caller.project_id).to_json()))

    @router.get("/{mission_id}/events", summary="A mission's events, in order")
    def events(
        mission_id: str,
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
        caller: Caller = listener,
    ) -> Envelope[EventPage]:
        found = colony.mission(mission_id, caller.project_id)
        wanted = EventFilter(mission_id=found.id, project_id=caller.project_id)
        read = colony.events(after, wanted, limit)
        views = [EventView.model_validate(event_json(each)) for each in read]
        return Envelope(data=EventPage(events=views, last=read[-1].seq if read else after))


def _request(body: MissionBody, caller: Caller) -> MissionRequest:
    project_id = body.project_id.strip()
    if caller.project_id is not None:
        if project_id not in ("", caller.project_id):
            raise Forbidden("This credential is limited to another project.")
        project_id = caller.project_id
    return body.to_core(credential_of(caller), project_id)


def _submitted(services: Services, request: MissionRequest, body: MissionBody, key: str) -> Mission:
    if not key:
        return services.colony.submit(request)
    return services.colony.submit_once(request, key, digest(body.model_dump(mode="json")))


def _view(mission: Mission) -> MissionView:
    return MissionView.model_validate(mission_json(mission))
