"""Projects: knowledge bases that share nothing."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from forager.api.call import CallOf, PageOf, ProjectRef
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.sources import Project, ProjectRequest, Verification
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.query import projects

router = APIRouter(route_class=GuardedRoute, tags=["projects"])


@router.get("/api/projects", summary="The projects the caller may see")
def list_projects(
    call: CallOf,
    page: PageOf,
    archived: Annotated[bool, Query(description="Whether archived projects are listed too.")] = False,
) -> Paged[Project]:
    """In the order of making, with their counts."""
    with call.engine.database.read() as connection:
        found = projects.projects(connection, call.limit, page, archived=archived)
    return Paged[Project].model_validate(found)


@router.post(
    "/api/projects", summary="Make a project", status_code=201, response_model=Project, responses=refusals(409)
)
def create_project(call: CallOf, body: ProjectRequest, key: KeyOf = "") -> Response:
    """A new, empty project. Its id follows from its name for ever."""
    return once(call, key, "projects", body.model_dump()).answer(
        lambda also: call.engine.create_project(body.name, body.purpose, call.by(body.actor), also),
        lambda connection, made: Project.model_validate(projects.view(connection, made)),
        201,
    )


@router.get("/api/projects/{project_id}", summary="One project", responses=refusals(404))
def get_project(call: CallOf, project_id: ProjectRef) -> Project:
    """A project with its counts at the published revision."""
    with call.reading(project_id) as (connection, _):
        return Project.model_validate(projects.view(connection, projects.find(connection, project_id, call.limit)))


@router.get("/api/projects/{project_id}/verify", summary="Open every piece of evidence again", responses=refusals(404))
def verify_project(call: CallOf, project_id: ProjectRef) -> Verification:
    """Re-reads the original bytes of every source; what is lost is listed, never hidden."""
    found = call.project(project_id)
    return Verification.model_validate({"project_id": found.id, **call.engine.verify(found.id).to_json()})
