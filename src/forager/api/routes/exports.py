"""Exports: made, listed, taken away."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, Final

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from forager.api.call import CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.exports import Export, ExportRequest
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.model.export import Format
from forager.query import exports

router = APIRouter(route_class=GuardedRoute, tags=["exports"])
_BYTES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "content": {"application/octet-stream": {}},
        "description": "The bytes as they were recorded, hashed again before the first is sent.",
    }
}


@router.post(
    "/api/projects/{project_id}/exports",
    summary="Make an export",
    status_code=201,
    response_model=Export,
    responses=refusals(404, 409),
)
def make_export(call: CallOf, project_id: ProjectRef, body: ExportRequest, key: KeyOf = "") -> Response:
    """A file of what is published, whole on disk before this answers. What is archived or not published yet is not in it."""
    found = call.project(project_id)
    return once(call, key, "exports", found.id, body.model_dump()).answer(
        lambda also: call.engine.export(
            found.id, Format(body.format), call.by(body.actor), originals=body.originals, also=also
        ),
        lambda _connection, made: Export.model_validate(exports.shown(made, found.slug)),
        201,
    )


@router.get("/api/projects/{project_id}/exports", summary="A project's exports", responses=refusals(404))
def list_exports(call: CallOf, project_id: ProjectRef, page: PageOf) -> Paged[Export]:
    """The newest first."""
    found = call.project(project_id)
    with call.engine.database.read() as connection:
        return Paged[Export].model_validate(exports.listed(connection, found.id, found.slug, page))


@router.get("/api/exports/{export_id}", summary="One export", responses=refusals(404))
def get_export(call: CallOf, export_id: RecordId) -> Export:
    """What it is, when and by whom it was made, its digest and size."""
    owner = call.owner("export", export_id)
    return Export.model_validate(exports.shown(call.engine.exported(export_id), owner.slug))


@router.get(
    "/api/exports/{export_id}/download",
    summary="The bytes of an export",
    response_class=FileResponse,
    responses=_BYTES | refusals(404, 409),
)
def download_export(call: CallOf, export_id: RecordId) -> FileResponse:
    """Digest and size beside the bytes; a file that is not what was recorded is refused before anything is sent."""
    owner = call.owner("export", export_id)
    found = call.engine.exported(export_id)
    path = call.engine.export_file(found)
    headers = {
        "etag": f'"{found.sha256}"',
        "repr-digest": f"sha-256=:{_base64(found.sha256)}:",
        "digest": f"sha-256={_base64(found.sha256)}",
        "x-export-sha256": found.sha256,
        "cache-control": "no-store",
    }
    return FileResponse(
        path, media_type="application/octet-stream", headers=headers, filename=found.file_name(owner.slug)
    )


def _base64(hexadecimal: str) -> str:
    # RFC 9530 and, for older readers, RFC 3230.
    return b64encode(bytes.fromhex(hexadecimal)).decode("ascii")
