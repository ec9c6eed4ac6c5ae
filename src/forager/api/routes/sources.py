"""Sources: sent, listed, fetched as they were, removed, restored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, BinaryIO, Final
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Query, Response, UploadFile
from sqlalchemy import Connection

from forager.accept import files as accepting
from forager.accept.files import Offered
from forager.access.call import Call
from forager.api.call import CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.common import Paged, Words
from forager.api.models.sources import Account, ActorRequest, DirectoryRequest, Skipped, Source
from forager.api.once import Also, KeyOf, once
from forager.api.route import GuardedRoute
from forager.errors import TooManyFiles
from forager.query import sources
from formicaria.ground.canonical import sha256_hex
from formicaria.ground.errors import InvalidRequest

router = APIRouter(route_class=GuardedRoute, tags=["sources"])
LONGEST_ACTOR = 200
_BYTES: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/octet-stream": {}}, "description": "The bytes as they were sent."}
}


@router.get("/api/projects/{project_id}/sources", summary="A project's sources", responses=refusals(404))
def list_sources(
    call: CallOf,
    project_id: ProjectRef,
    page: PageOf,
    state: Annotated[str, Query(max_length=20, description="live, superseded, removed or purged; empty: all.")] = "",
) -> Paged[Source]:
    """Every version, by name; the last accepted version of a name first."""
    with call.reading(project_id) as (connection, at):
        return Paged[Source].model_validate(sources.sources(connection, at.project_id, state, page))


@router.post(
    "/api/projects/{project_id}/sources",
    summary="Send files",
    response_model=Account,
    responses=refusals(404, 409, 413),
)
def upload_sources(
    call: CallOf,
    project_id: ProjectRef,
    files: Annotated[list[UploadFile], File(description="The files.")],
    paths: Annotated[
        list[str] | None,
        Form(description="A folder-relative name for each file, in the same order; else the file's own."),
    ] = None,
    actor: Annotated[Words, Form(max_length=LONGEST_ACTOR, description="Who sends them, as the caller claims.")] = "",
    key: KeyOf = "",
) -> Response:
    """What is accepted is safe on disk. The same bytes under the same name do nothing; other bytes become its new version."""
    _check_number(call, files, paths)
    found = call.project(project_id)
    offered = [Offered(name, _opener(file)) for name, file in zip(_names(files, paths), files, strict=True)]
    content = [[each.name, _digest(file)] for each, file in zip(offered, files, strict=True)] if key else []
    return once(call, key, "sources", found.id, content, actor).answer(
        lambda also: call.engine.accept(found.id, offered, call.by(actor), also),
        lambda connection, made: _account(connection, found.id, made),
        200,
    )


def _check_number(call: Call, files: Sequence[UploadFile], paths: Sequence[str] | None) -> None:
    most = call.engine.settings.max_files
    if len(files) > most:
        raise TooManyFiles(f"One request may bring {most} files.", remedy="Send them in several.")
    if paths and len(paths) != len(files):
        raise InvalidRequest("There are not as many paths as files.", remedy="Send one path for each file, or none.")


def _names(files: Sequence[UploadFile], paths: Sequence[str] | None) -> list[str]:
    given = paths or [""] * len(files)
    return [path or file.filename or "" for path, file in zip(given, files, strict=True)]


def _opener(file: UploadFile) -> Callable[[], BinaryIO]:
    def opened() -> BinaryIO:
        file.file.seek(0)
        return file.file

    return opened


def _digest(file: UploadFile) -> str:
    file.file.seek(0)
    return sha256_hex(file.file.read())


def _account(
    connection: Connection, project_id: str, made: accepting.Account, skipped: Sequence[Skipped] = ()
) -> Account:
    groups = {name: getattr(made, name) for name in ("registered", "replaced", "duplicates")}
    shown = {
        name: [Source.model_validate(each) for each in sources.shown(connection, group)]
        for name, group in groups.items()
    }
    rejected = [{"name": each.name, "reason": each.reason} for each in made.rejected]
    return Account.model_validate({"project_id": project_id, "rejected": rejected, "skipped": list(skipped), **shown})


@router.post(
    "/api/projects/{project_id}/sources/directory",
    summary="Import a folder of the server",
    response_model=Account,
    responses=refusals(404, 409),
)
def import_directory(call: CallOf, project_id: ProjectRef, body: DirectoryRequest, key: KeyOf = "") -> Response:
    """Refused with 403 unless the folder's real path lies below an allowed input root; with none allowed, always."""
    found = call.project(project_id)
    skipped: list[Skipped] = []

    def take(also: Also[accepting.Account] | None) -> accepting.Account:
        made = call.engine.accept_directory(
            found.id, body.path, call.by(body.actor), recursive=body.recursive, also=also
        )
        skipped.extend(Skipped(name=each.name, reason=each.why) for each in made.skipped)
        return made.account

    return once(call, key, "directory", found.id, body.model_dump()).answer(
        take, lambda connection, made: _account(connection, found.id, made, skipped), 200
    )


@router.get("/api/sources/{source_id}", summary="One source", responses=refusals(404))
def get_source(call: CallOf, source_id: RecordId) -> Source:
    """One version of a document, with the account of what in it was not read."""
    with call.record("source", source_id) as (connection, at):
        return Source.model_validate(sources.source_view(connection, at.project_id, source_id))


@router.get(
    "/api/sources/{source_id}/original",
    summary="The original bytes",
    response_class=Response,
    responses=_BYTES | refusals(404),
)
def get_original(call: CallOf, source_id: RecordId) -> Response:
    """Exactly what was sent, checked against its hash; always a download, never shown as a page."""
    with call.record("source", source_id) as (connection, at):
        found = sources.source_view(connection, at.project_id, source_id)
    data = call.engine.blobs.get(found.project_id, found.content_hash)
    name = found.original_name.rpartition("/")[2]
    headers = {
        "content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        "x-content-sha256": found.content_hash,
    }
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.delete("/api/sources/{source_id}", summary="Remove a source", responses=refusals(404, 409))
def remove_source(call: CallOf, source_id: RecordId) -> Source:
    """Takes it out of the living; the next processing archives what only it said. Nothing is deleted."""
    found = call.owner("source", source_id)
    call.engine.remove_source(found.id, source_id, call.by(""))
    return get_source(call, source_id)


@router.post("/api/sources/{source_id}/restore", summary="Bring a removed source back", responses=refusals(404, 409))
def restore_source(call: CallOf, source_id: RecordId, body: ActorRequest) -> Source:
    """Live again, unless its name has another live version."""
    found = call.owner("source", source_id)
    call.engine.restore_source(found.id, source_id, call.by(body.actor))
    return get_source(call, source_id)
