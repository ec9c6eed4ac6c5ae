"""``forager export | exports``: a file of what is published, and the record of those that were made."""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from forager.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    ProjectOption,
    UrlOption,
    chosen,
    me,
    output_of,
    read_store,
    server,
    whole_store,
)
from forager.cli.reading import remote_project, when
from formicaria.ground.errors import InvalidRequest, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from forager.cli.remote import Json, Remote
    from forager.query.exports import ExportView
    from formicaria.ground.output import Output

BLOCK = 1 << 20
FormatOption = Annotated[str, typer.Option("--format", "-f", help="anthill, jsonl, csv, jsonld or ftm.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (("export", export), ("exports", exports), ("import", import_)):
        app.command(name)(command)


def export(
    file: Annotated[Path | None, typer.Argument(help="File to write; none: a name that says what it is, here.")] = None,
    form: FormatOption = "anthill",
    no_originals: Annotated[
        bool, typer.Option("--no-originals", help="Leave the original files out of a package.")
    ] = False,
    project: ProjectOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Make a file of what is published: a package, lines of JSON, tables or a graph.

    Example: forager export falcon.anthill.zip --project falcon
    """
    if url:
        with server(url, key_file) as remote:
            shown = _remote(remote, file, {"format": form, "originals": not no_originals}, project)
    else:
        shown = _local(data_dir, project, form, file, originals=not no_originals)
    out = output_of(as_json=as_json)
    out.data(shown, lambda: _told(out, shown))


def _told(out: Output, shown: Json) -> None:
    out.line(f"{shown['file']}: {shown['format']} of {shown['revision']}, {shown['size_bytes']} bytes.")
    out.line(f"SHA-256 {shown['sha256']}")


def _local(data_dir: Path | None, project: str, form: str, file: Path | None, *, originals: bool) -> Json:
    from forager.model.export import Format
    from forager.query.exports import shown

    if form not in {each.value for each in Format}:
        raise InvalidRequest("There is no such format.", remedy="Use anthill, jsonl, csv, jsonld or ftm.")
    with whole_store(data_dir) as engine:
        base = chosen(engine, project)
        made = engine.export(base.id, Format(form), me(), originals=originals)
        view = shown(made, base.slug)
        target = file or Path(view.file_name)
        with engine.export_file(made).open("rb") as source:
            _copied(iter(lambda: source.read(BLOCK), b""), target, view.sha256)
    return {"file": str(target), **asdict(view)}


def _remote(remote: Remote, file: Path | None, body: Json, project: str) -> Json:
    base = remote_project(remote, project)
    made = remote.post(f"projects/{quote(base, safe='')}/exports", body)
    target = file or Path(str(made["file_name"]))
    with remote.stream(f"exports/{quote(str(made['id']), safe='')}/download") as pieces:
        _copied(pieces, target, str(made["sha256"]))
    return {"file": str(target), **made}


def _copied(pieces: Iterable[bytes], target: Path, sha256: str) -> None:
    """Write the file beside its place, and put it there only when it is what was recorded."""
    digest = hashlib.sha256()
    try:
        with _beside(target) as (path, file):
            for piece in pieces:
                digest.update(piece)
                file.write(piece)
            file.close()
            if digest.hexdigest() != sha256:
                raise Unavailable("What arrived is not what was recorded.", remedy="Export again.")
            path.replace(target)
    except OSError as error:
        raise Unavailable(
            f"The file could not be written ({os.strerror(error.errno or 0)}).", remedy="Choose another place."
        ) from error


@contextmanager
def _beside(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    path = target.with_name(f".{target.name}.part")
    path.unlink(missing_ok=True)
    # It holds what documents say: its owner's alone.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        try:
            yield path, file
        finally:
            path.unlink(missing_ok=True)


def exports(
    project: ProjectOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List the exports that were made, the newest first.

    Example: forager exports --project falcon
    """
    if url:
        with server(url, key_file) as remote:
            base = remote_project(remote, project)
            told = remote.get(f"projects/{quote(base, safe='')}/exports")
    else:
        told = {"items": [asdict(each) for each in _listed(data_dir, project)]}
    out = output_of(as_json=as_json)
    out.data(told, lambda: _list(out, told["items"]))


def _listed(data_dir: Path | None, project: str) -> list[ExportView]:
    from forager.query import exports as query
    from forager.query.page import LARGEST, PageRequest

    with read_store(data_dir) as engine, engine.database.read() as connection:
        base = chosen(engine, project)
        return list(query.listed(connection, base.id, base.slug, PageRequest(1, LARGEST)).items)


def _list(out: Output, items: object) -> None:
    rows = items if isinstance(items, list) else []
    for each in rows:
        made = f"{each['id']}  {when(each['created_at'])}  {each['format']:8}{each['revision']:8}"
        out.line(f"{made}{each['size_bytes']:>12}  {each['sha256'][:16]}")
    if not rows:
        out.line("No export was made yet. Make one with `forager export`.")


def import_(
    package: Annotated[Path, typer.Argument(help="An Anthill package, as `forager export` wrote it.")],
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
) -> None:
    """Bring a base up again from a package, under the ids that it had. The whole package is checked before anything is written.

    Example: forager import falcon.anthill.zip --data-dir elsewhere
    """
    from forager.store.projects import digest_at

    with whole_store(data_dir) as engine:
        made = engine.import_package(package, me())
        engine.run_jobs()
        job = engine.job(made.job.id)
        with engine.database.read() as connection:
            same = digest_at(connection, made.project_id, job.revision) == made.content_digest
    told: Json = {
        "project_id": made.project_id, "name": made.name, "sources": made.sources, "originals": made.originals,
        "job_id": job.id, "status": job.status.value, "revision": f"rev_{job.revision}", "same": same,
    }  # fmt: skip
    out = output_of(as_json=as_json)
    out.data(told, lambda: _taken(out, told))


def _taken(out: Output, told: Json) -> None:
    out.line(f"{told['name']}: {told['sources']} documents, {told['originals']} originals.")
    if told["same"]:
        out.line("The base says what the package says, digest for digest.")
    else:
        out.line(
            "Documents were read anew by this release, or the work is not done: the base may say more or less than the package."
        )
