"""Sources: send files, watch them being read, and read the account of what was and what was not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, BinaryIO, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, File, Form, Query, Response, UploadFile

from forager.accept.files import Account, Offered
from forager.access.scopes import Scope
from forager.errors import JobRunning, TooManyFiles
from forager.model.job import TERMINAL, Job, RunState
from forager.model.source import Project
from forager.query import account, conflicts, pin, projects, sources
from forager.query.page import FARTHEST, PageRequest
from forager.ui.shell import shell
from forager.ui.visit import HTML, PageRoute, ProjectRef, RecordId, Visit, VisitOf
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.web.pages import go, is_part

router = APIRouter(route_class=PageRoute)
ROWS: Final = 50
SHOWN: Final = {
    "": ("live", "", "All"),
    "read": ("live", "read", "Read"),
    "failed": ("live", "failed", "Not read"),
    "waiting": ("live", "waiting", "Waiting"),
    "superseded": ("superseded", "", "Earlier versions"),
    "removed": ("removed", "", "Removed"),
}
"""What the list may be narrowed to: (state, reading state, words)."""


@router.get("/projects/{project_id}/sources")
def sources_page(
    visit: VisitOf,
    project_id: ProjectRef,
    show: Annotated[str, Query(max_length=20)] = "",
    name: Annotated[str, Query(max_length=200)] = "",
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
) -> Response:
    """The documents of a base, what is being read now, and the account."""
    found = visit.call.project(project_id)
    state, reading, _ = SHOWN.get(show, SHOWN[""])
    with visit.call.engine.database.read() as connection:
        listed = sources.sources(
            connection, found.id, state, PageRequest(page, ROWS), reading=reading, named=name.strip()
        )
        told = account.account(connection, found.id)
        base = projects.view(connection, found)
        waiting, _ = conflicts.waiting(connection, pin.pin(connection, found))
    job = next(iter(visit.call.engine.jobs(found.id, 1)), None)
    return HTML.page(
        visit.request,
        "sources.html",
        shell(visit, found, "sources"),
        base=base,
        waiting=waiting,
        listed=listed,
        account=told,
        job=job,
        running=job is not None and job.status not in TERMINAL,
        show=show,
        name=name,
        shown=SHOWN,
        pager=f"?{urlencode({'show': show, 'name': name})}&page=",
        may_send=visit.may(Scope.INGEST),
    )


@router.post("/projects/{project_id}/sources")
def send_files(
    visit: VisitOf,
    project_id: ProjectRef,
    files: Annotated[list[UploadFile] | None, File()] = None,
    paths: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Keeps the files and begins to read them at once."""
    found = visit.call.project(project_id)
    sent = [each for each in files or () if each.filename]
    _check(visit, sent, paths)
    named = paths or [each.filename or "" for each in sent]
    offered = [Offered(name, _opener(file)) for name, file in zip(named, sent, strict=True)]
    taken = visit.call.engine.accept(found.id, offered, visit.call.by(""))
    if taken.registered or taken.replaced or taken.duplicates:
        _begin(visit, found)
    if taken.rejected:
        return _turned_down(visit, found, taken)
    return go(visit.request, f"/projects/{found.id}/sources")


def _turned_down(visit: Visit, found: Project, taken: Account) -> Response:
    """Names each file that was not taken in, and why: nowhere else is it ever told."""
    kept = len(taken.registered) + len(taken.replaced) + len(taken.duplicates)
    if is_part(visit.request):
        return HTML.part("turned_down_part.html", base=found, rejected=taken.rejected, kept=kept)
    frame = shell(visit, found, "sources")
    return HTML.page(visit.request, "turned_down.html", frame, base=found, rejected=taken.rejected, kept=kept)


def _check(visit: Visit, sent: Sequence[UploadFile], paths: Sequence[str] | None) -> None:
    if not sent:
        raise InvalidRequest("There was no file in what was sent.", remedy="Choose at least one file.")
    most = visit.call.engine.settings.max_files
    if len(sent) > most:
        raise TooManyFiles(f"One sending may bring {most} files.", remedy="Send the rest afterwards.")
    if paths and len(paths) != len(sent):
        raise InvalidRequest("The names do not fit the files.", remedy="Send them again.")


def _opener(file: UploadFile) -> Callable[[], BinaryIO]:
    def opened() -> BinaryIO:
        file.file.seek(0)
        return file.file

    return opened


def _begin(visit: Visit, found: Project, *, failed: bool = False) -> None:
    try:
        visit.call.engine.process(found.id, visit.call.by(""), failed=failed)
    except JobRunning:
        # What came now waits for the job under way; the page offers to read it after that.
        return


@router.post("/projects/{project_id}/process")
def read_waiting(visit: VisitOf, project_id: ProjectRef, failed: Annotated[str, Form(max_length=5)] = "") -> Response:
    """Reads what waits; with ``failed`` also tries again what could not be read."""
    found = visit.call.project(project_id)
    _begin(visit, found, failed=failed == "yes")
    return go(visit.request, f"/projects/{found.id}/sources")


@router.get("/jobs/{job_id}")
def job_page(visit: VisitOf, job_id: RecordId) -> Response:
    """The stages of a job as their rows stand; an open page asks for it again and again until it is over."""
    owner = visit.call.owner("job", job_id)
    job = visit.call.engine.job(job_id)
    if not is_part(visit.request):
        return go(visit.request, f"/projects/{owner.id}/sources")
    if job.status in TERMINAL:
        return go(visit.request, f"/projects/{owner.id}/sources")
    return HTML.part("job.html", job=job, csrf_token=visit.csrf, may_send=visit.may(Scope.INGEST))


@router.post("/jobs/{job_id}/cancel")
def cancel_job(visit: VisitOf, job_id: RecordId) -> Response:
    """Stops at the next boundary; what is finished stays."""
    owner = visit.call.owner("job", job_id)
    if visit.call.engine.job(job_id).status not in TERMINAL:
        visit.call.engine.cancel(job_id, visit.call.by(""))
    return go(visit.request, f"/projects/{owner.id}/sources")


@router.post("/jobs/{job_id}/retry")
def retry_job(visit: VisitOf, job_id: RecordId) -> Response:
    """Takes a stopped job up where it was."""
    owner = visit.call.owner("job", job_id)
    job: Job = visit.call.engine.job(job_id)
    if job.status in {RunState.FAILED, RunState.CANCELLED}:
        visit.call.engine.retry(job_id, visit.call.by(""))
    return go(visit.request, f"/projects/{owner.id}/sources")


@router.get("/sources/{source_id}")
def source_page(visit: VisitOf, source_id: RecordId) -> Response:
    """One document: what it is, what in it was not read, and the ways on from it."""
    owner = visit.call.owner("source", source_id)
    with visit.call.engine.database.read() as connection:
        view = sources.source_view(connection, owner.id, source_id)
        members = sources.members(connection, owner.id, source_id)
    return HTML.page(
        visit.request,
        "source.html",
        shell(visit, owner, "sources"),
        base=owner,
        source=view,
        members=members,
        may_send=visit.may(Scope.INGEST),
        may_decide=visit.may(Scope.REVIEW),
    )


@router.get("/sources/{source_id}/original")
def original(visit: VisitOf, source_id: RecordId) -> Response:
    """Exactly the bytes that were sent; always a download, never shown as a page."""
    owner = visit.call.owner("source", source_id)
    with visit.call.engine.database.read() as connection:
        view = sources.source_view(connection, owner.id, source_id)
    name = quote(view.original_name.rpartition("/")[2], safe="")
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{name}"}
    data = visit.call.engine.blobs.get(owner.id, view.content_hash)
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.post("/sources/{source_id}/remove")
def remove_source(visit: VisitOf, source_id: RecordId) -> Response:
    """Takes a document out of the living and brings the base up to date; nothing is deleted."""
    owner = visit.call.owner("source", source_id)
    visit.call.engine.remove_source(owner.id, source_id, visit.call.by(""))
    _begin(visit, owner)
    return go(visit.request, f"/sources/{source_id}")


@router.post("/sources/{source_id}/restore")
def restore_source(visit: VisitOf, source_id: RecordId) -> Response:
    """Brings a removed document back."""
    owner = visit.call.owner("source", source_id)
    visit.call.engine.restore_source(owner.id, source_id, visit.call.by(""))
    _begin(visit, owner)
    return go(visit.request, f"/sources/{source_id}")


@router.post("/sources/{source_id}/decide")
def decide_source(
    visit: VisitOf,
    source_id: RecordId,
    choice: Annotated[str, Form(max_length=40)],
    date: Annotated[str, Form(max_length=40)] = "",
    note: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    """Marks a document authoritative or not, or gives it its date; kept in the log and undoable."""
    owner = visit.call.owner("source", source_id)
    by = visit.decides(note)
    day = date.strip() if choice == "set_date" else ""
    visit.call.service.reviewer.decide_source(owner, source_id, choice, day, by)
    return go(visit.request, f"/sources/{source_id}")
