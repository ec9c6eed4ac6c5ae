"""Jobs: processing in the background, progress from persisted rows."""

from __future__ import annotations

from typing import Annotated, Final, cast

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import func, select
from starlette.concurrency import run_in_threadpool

from forager.api.call import CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.sources import ActorRequest, Job, JobError, ProcessRequest, Stage
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.api.streams import Streams, Told
from forager.model import job as model
from forager.store.tables import job as job_table

router = APIRouter(route_class=GuardedRoute, tags=["jobs"])
EVENTS: Final = "text/event-stream"


@router.post(
    "/api/projects/{project_id}/process",
    summary="Process what waits",
    status_code=202,
    response_model=Job,
    responses=refusals(404, 409),
)
def process(call: CallOf, project_id: ProjectRef, body: ProcessRequest, key: KeyOf = "") -> Response:
    """Queues a job and answers at once. 409 while another job of the project is not finished; its id is in the details."""
    found = call.project(project_id)
    return once(call, key, "process", found.id, body.model_dump()).answer(
        lambda also: call.engine.process(
            found.id, call.by(body.actor), force=body.force, failed=body.failed, also=also
        ),
        lambda _connection, made: shown(made),
        202,
    )


@router.get("/api/projects/{project_id}/jobs", summary="A project's jobs", responses=refusals(404))
def list_jobs(call: CallOf, project_id: ProjectRef, page: PageOf) -> Paged[Job]:
    """The newest first."""
    with call.reading(project_id) as (connection, at):
        mine = select(func.count()).select_from(job_table).where(job_table.c.project_id == at.project_id)
        total = int(connection.execute(mine).scalar_one())
    found = call.engine.jobs(at.project_id, page.page_size, page.offset)
    return Paged[Job](items=[shown(each) for each in found], page=page.page, page_size=page.page_size, total=total)


@router.get("/api/jobs/{job_id}", summary="One job", responses=refusals(404))
def get_job(call: CallOf, job_id: RecordId) -> Job:
    """A job with its eleven stages."""
    found = call.owner("job", job_id)
    return shown(call.engine.job(job_id, (found.id,)))


@router.get(
    "/api/jobs/{job_id}/events",
    summary="How a job goes on, as it does",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Events `progress` and, last, `end`; the data of each is the job. Lines that begin with a colon say nothing.",
            "content": {EVENTS: {"schema": {"type": "string"}}},
        },
        204: {"description": "The job is over, and that is what was received last."},
        **refusals(404),
    },
    openapi_extra={"x-stream": True},
)
async def job_events(
    request: Request,
    call: CallOf,
    job_id: RecordId,
    last: Annotated[
        str, Header(alias="Last-Event-ID", max_length=200, description="Id of the event received last.")
    ] = "",
) -> Response:
    """The job as it stands, then at each change, until it ends; what stands already is not told again to whoever names it.

    The stream also ends when the credential does.
    """
    streams = cast("Streams", request.app.state.streams)
    found = await run_in_threadpool(get_job, call, job_id)
    told = Told.of(found)
    if told.ended and told.id == last:
        return Response(status_code=204)
    streams.check_room()
    return StreamingResponse(streams.listen(job_id, call.access.credential_id, last), media_type=EVENTS)


@router.post("/api/jobs/{job_id}/cancel", summary="Cancel a job", responses=refusals(404, 409))
def cancel_job(call: CallOf, job_id: RecordId, body: ActorRequest) -> Job:
    """It stops at its next boundary; what is finished is kept."""
    call.owner("job", job_id)
    return shown(call.engine.cancel(job_id, call.by(body.actor)))


@router.post("/api/jobs/{job_id}/retry", summary="Take up a failed or cancelled job", responses=refusals(404, 409))
def retry_job(call: CallOf, job_id: RecordId, body: ActorRequest) -> Job:
    """It goes on where it stopped."""
    call.owner("job", job_id)
    return shown(call.engine.retry(job_id, call.by(body.actor)))


def shown(of: model.Job) -> Job:
    """A job as it is told."""
    failed = JobError(code=of.error_code, message=of.error, stage=of.current_stage) if of.error_code else None
    return Job(
        id=of.id,
        project_id=of.project_id,
        status=of.status,
        current_stage=of.current_stage,
        cancel_requested=of.cancel_requested,
        force=of.force,
        progress=round(of.progress, 4),
        error=failed,
        stages=[_stage(each) for each in of.stages],
        revision_id=f"rev_{of.revision}" if of.revision else "",
        created_at=of.created_at,
        started_at=of.started_at,
        finished_at=of.finished_at,
    )


def _stage(of: model.Stage) -> Stage:
    return Stage(
        stage=of.name,
        status=of.status,
        total=of.total,
        processed=of.processed,
        skipped=of.skipped,
        failed=of.failed,
        warnings=list(of.warnings),
    )
