"""``forager diff | decisions | revisions``: what changed, who decided, what was published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    ProjectOption,
    UrlOption,
    chosen,
    output_of,
    read_store,
    server,
)
from forager.cli.reading import LINE, LimitOption, Row, by_whom, read_one, remote_project, rest, short, when

if TYPE_CHECKING:
    from pydantic import BaseModel
    from sqlalchemy import Connection

    from forager.engine import Engine
    from forager.query.pin import Pin
    from formicaria.ground.output import Output


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (diff, decisions, revisions):
        app.command(command.__name__)(command)


def diff(
    start: Annotated[str, typer.Argument(metavar="FROM", help="A revision (rev_1), a day or an instant.")],
    end: Annotated[str, typer.Argument(metavar="TO", help="The same; left out: the newest.")] = "",
    project: ProjectOption = "",
    limit: LimitOption = 50,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Say what changed between two revisions: added, changed, superseded, newly disputed, ended.

    Example: forager diff rev_1 rev_3 --project falcon
    """
    out = output_of(as_json=as_json)
    if url:
        with server(url, key_file) as remote:
            asked: dict[str, str | int] = {"from": start, "to": end, "page_size": limit}
            found = remote.get(f"projects/{remote_project(remote, project)}/diff", asked)
    else:
        found = _diff(data_dir, project, start, end, limit)
    out.data(found, lambda: _changes(out, found))


def _diff(data_dir: DataDirOption, project: str, start: str, end: str, limit: int) -> Row:
    from forager.api.routes.revisions import answer
    from forager.query import pin, revisions
    from forager.query.page import PageRequest

    with read_store(data_dir) as engine:
        base = chosen(engine, project)
        with engine.database.read() as connection:
            pins = pin.pin(connection, base, start), pin.pin(connection, base, end)
            made = revisions.diff(connection, *pins, (), PageRequest(1, limit))
    return answer(base.id, made).model_dump(mode="json")


def _changes(out: Output, found: Row) -> None:
    counts = [f"{number} {kind} {change}" for kind, row in found["counts"].items() for change, number in row.items()]
    out.line(f"{found['start']} to {found['end']}: {', '.join(counts) or 'nothing changed'}")
    for each in found["items"]:
        status = " -> ".join(filter(None, [each["before_status"], each["after_status"]]))
        out.line(f"- {each['kind']} {each['change']} ({status or each['id']}): {short(each['label'], 200)}")
        if each["before"] and each["before"] != each["label"]:
            out.line(f"  before: {short(each['before'], 200)}")
    more = found["total"] - len(found["items"])
    if more > 0:
        out.note(f"{more} more; raise --limit.")


def decisions(
    project: ProjectOption = "",
    unattached: Annotated[
        bool, typer.Option("--unattached", help="Only those that stand and no longer find their record.")
    ] = False,
    limit: LimitOption = 50,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List what people decided, the newest first.

    Example: forager decisions --project falcon
    """
    from forager.query import decided as reads
    from forager.query.clock import NOW
    from forager.query.page import PageRequest

    def local(connection: Connection, at: Pin, _engine: Engine) -> BaseModel:
        from forager.api.models.common import Paged
        from forager.api.models.conflicts import Decision

        return Paged[Decision].model_validate(
            reads.listed(connection, at, PageRequest(1, limit), unattached=unattached)
        )

    asked: dict[str, str | int] = {"page_size": limit, "unattached": str(unattached).lower()}
    found = read_one(project, NOW, local, "decisions", asked, data_dir, url, key_file)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _decisions(out, found))


def _decisions(out: Output, found: Row) -> None:
    if not found["items"]:
        out.line("Nobody decided anything yet.")
    for each in found["items"]:
        state = " (taken back)" if each["undone"] else "" if each["attached"] else " (finds nothing)"
        about = f"number {each['undoes']}" if each["undoes"] else "; ".join(each["about"])
        out.line(f"{each['seq']}  {when(each['at'])}  {each['choice']}{state}")
        out.line(f"  {short(about, LINE - 2)}")
        out.line(f"  {short(f'by {by_whom(each)}', LINE - 2)}")
    rest(out, found)


def revisions(
    project: ProjectOption = "",
    limit: LimitOption = 50,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List what was published, the newest first.

    Example: forager revisions --project falcon
    """
    from forager.query import revisions as reads
    from forager.query.clock import NOW
    from forager.query.page import PageRequest

    def local(connection: Connection, at: Pin, _engine: Engine) -> BaseModel:
        from forager.api.models.common import Paged
        from forager.api.models.search import Revision

        return Paged[Revision].model_validate(reads.revisions(connection, at.project_id, PageRequest(1, limit)))

    found = read_one(project, NOW, local, "revisions", {"page_size": limit}, data_dir, url, key_file)
    out = output_of(as_json=as_json)
    rows = [
        (each["id"], each["published_at"][:19].replace("T", " "), each["items"], each["conflicts"])
        for each in found["items"]
    ]
    out.data(found, lambda: out.table(("revision", "when", "statements", "open"), rows, "Nothing is published yet."))
