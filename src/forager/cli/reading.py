"""``forager items | search | conflicts | entities``: read a store directly, also while a server holds it, or through a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.output import Output

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import BaseModel
    from sqlalchemy import Connection

    from forager.cli.remote import Remote
    from forager.engine import Engine
    from forager.query.clock import Clock
    from forager.query.pin import Pin

Row = dict[str, Any]
Asked = dict[str, str | int]
WIDEST = 90
"""Characters of a statement in a table; the whole of it is in --json."""
LINE = 80
"""Characters of a line of a list."""

AsOfOption = Annotated[str, typer.Option("--as-of", help="What was known then: rev_3, 2026-03-15 or an instant.")]
UntilOption = Annotated[
    str, typer.Option("--documents-until", help="What the documents dated by this day said, judged from those alone.")
]
ValidOption = Annotated[str, typer.Option("--valid-at", help="What can hold then: a day, month or year.")]
LimitOption = Annotated[int, typer.Option("--limit", help="Rows at most.", min=1, max=200)]
StatusOption = Annotated[str, typer.Option("--status", help="Only this status.")]


def register(app: typer.Typer) -> None:
    """Add the reading commands."""
    for command in (items, search, conflicts, entities):
        app.command(command.__name__)(command)


def items(
    project: ProjectOption = "",
    status: StatusOption = "",
    type_: Annotated[str, typer.Option("--type", help="Only this type, such as decision.")] = "",
    limit: LimitOption = 50,
    as_of: AsOfOption = "",
    documents_until: UntilOption = "",
    valid_at: ValidOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List statements, each with its source and place.

    Example: forager items --project falcon --status disputed
    """
    from forager.query import items as reads
    from forager.query.clock import Clock
    from forager.query.items import Filters
    from forager.query.page import PageRequest

    clock = Clock(as_of, documents_until, valid_at)
    asked: Asked = {"status": status, "type": type_, "page_size": limit, **_asked(clock)}
    filters = Filters(types=_some(type_), statuses=_some(status), valid_at=valid_at)

    def local(connection: Connection, at: Pin, _engine: Engine) -> BaseModel:
        from forager.api.models.common import Paged
        from forager.api.models.knowledge import Item

        return Paged[Item].model_validate(reads.items(connection, at, filters, PageRequest(1, limit)))

    found = read_one(project, clock, local, "knowledge", asked, data_dir, url, key_file)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _items(out, found))


def search(
    query: Annotated[str, typer.Argument(help='Words or a question; "a phrase", begin*.')],
    project: ProjectOption = "",
    limit: LimitOption = 10,
    historical: Annotated[bool, typer.Option("--historical", help="Also superseded, stale and archived ones.")] = False,
    as_of: AsOfOption = "",
    documents_until: UntilOption = "",
    valid_at: ValidOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Search statements, and say why each was found.

    Example: forager search "why was the launch date changed?" --project falcon
    """
    from forager.query import find
    from forager.query.clock import Clock
    from forager.query.items import Filters

    clock = Clock(as_of, documents_until, valid_at)
    asked: Asked = {"q": query, "limit": limit, "include_historical": str(historical).lower(), **_asked(clock)}
    request = find.Request(query, limit, Filters(valid_at=valid_at), include_historical=historical)

    def local(connection: Connection, at: Pin, engine: Engine) -> BaseModel:
        from forager.api.routes.search import answer

        return answer(at, find.find(connection, at, engine.search, request), took_ms=0)

    found = read_one(project, clock, local, "search", asked, data_dir, url, key_file)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _hits(out, found))


def conflicts(
    project: ProjectOption = "",
    status: StatusOption = "open",
    limit: LimitOption = 50,
    as_of: AsOfOption = "",
    documents_until: UntilOption = "",
    valid_at: ValidOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List disagreements with both sides; --status "" lists decided ones too.

    Example: forager conflicts --project falcon
    """
    from forager.query import conflicts as reads
    from forager.query.clock import Clock
    from forager.query.page import PageRequest

    clock = Clock(as_of, documents_until, valid_at)
    asked: Asked = {"status": status, "page_size": limit, **_asked(clock)}

    def local(connection: Connection, at: Pin, _engine: Engine) -> BaseModel:
        from forager.api.models.common import Paged
        from forager.api.models.conflicts import Conflict

        return Paged[Conflict].model_validate(
            reads.conflicts(connection, at, status, "", (), PageRequest(1, limit), valid_at=valid_at)
        )

    found = read_one(project, clock, local, "conflicts", asked, data_dir, url, key_file)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _conflicts(out, found))


def entities(
    words: Annotated[str, typer.Argument(help="Only those one of whose names holds these words.")] = "",
    project: ProjectOption = "",
    limit: LimitOption = 50,
    as_of: AsOfOption = "",
    documents_until: UntilOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List people, organisations and things, with their other names.

    Example: forager entities smith --project falcon
    """
    from forager.query import entities as reads
    from forager.query.clock import Clock
    from forager.query.page import PageRequest

    clock = Clock(as_of, documents_until)
    asked: Asked = {"q": words, "page_size": limit, **_asked(clock)}

    def local(connection: Connection, at: Pin, _engine: Engine) -> BaseModel:
        from forager.api.models.common import Paged
        from forager.api.models.entities import Entity

        return Paged[Entity].model_validate(reads.entities(connection, at, words, "", PageRequest(1, limit)))

    found = read_one(project, clock, local, "entities", asked, data_dir, url, key_file)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _entities(out, found))


def _some(word: str) -> tuple[str, ...]:
    return (word,) if word else ()


def _asked(clock: Clock) -> Asked:
    return {"as_of": clock.as_of, "documents_until": clock.documents_until, "valid_at": clock.valid_at}


def read_one(
    project: str,
    clock: Clock,
    local: Callable[[Connection, Pin, Engine], BaseModel],
    leaf: str,
    asked: Asked,
    data_dir: DataDirOption,
    url: str,
    key_file: KeyFileOption,
) -> Row:
    """The same record from the store itself or from a server."""
    if url:
        with server(url, key_file) as remote, Output().progress() as show:
            remote.watch = lambda told: show(working(str(told["stage"]), _count(told["done"]), _count(told["total"])))
            wanted = {name: value for name, value in asked.items() if value != ""}
            return remote.get(f"projects/{remote_project(remote, project)}/{leaf}", wanted)
    from forager.query.pin import pin

    with read_store(data_dir) as engine, Output().progress() as show:
        found = chosen(engine, project)
        engine.past.watch = lambda told: show(working(told.stage, told.done, told.total))
        with (
            engine.database.read() as connection,
            engine.past.reading(connection, pin(connection, found, clock.as_of), clock) as (inside, at),
        ):
            return local(inside, at, engine).model_dump(mode="json")


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def working(stage: str, done: int, total: int) -> str:
    """How far the working out of a day of the past is, in steps of ten per cent: a line for each where nothing can be overwritten."""
    words = f"Working out that day: {stage.replace('_', ' ') or 'gathering the documents'}"
    return f"{words}, {done * 10 // total * 10} %" if total else words


def remote_project(remote: Remote, ref: str) -> str:
    """The project that is named, or the only one there is."""
    if ref:
        return ref
    found = remote.projects()
    if len(found) != 1:
        raise InvalidRequest("Which project?", remedy="Name it with --project.")
    return str(found[0]["id"])


def _items(out: Output, found: Row) -> None:
    if not found["items"]:
        out.line("There are no statements.")
    for each in found["items"]:
        out.line(f"{each['id']}  {each['status']}  {each['confidence']:.2f}")
        if each["attribute"]:
            out.line(f"  {short(says(each), LINE - 2)}")
        out.line(f"  {short(each['statement'], LINE - 2)}")
        out.line(f"  {short(', '.join(filter(None, [each['source_name'], each['location']])), LINE - 2)}")
    rest(out, found)


def _hits(out: Output, found: Row) -> None:
    if not found["knowledge"]:
        out.line("Nothing was found.")
    for number, hit in enumerate(found["knowledge"], 1):
        item = hit["item"]
        contested = " (disputed)" if hit["contested"] else ""
        out.line(f"{number}. {short(item['statement'], 200)}{contested}")
        out.line(f"   {item['source_name']}, {item['location']} · {item['support']} · {item['id']}")
        out.line(f"   {hit['why']}")
    if found["note"]:
        out.note(found["note"])


def _conflicts(out: Output, found: Row) -> None:
    if not found["items"]:
        out.line("There are no disagreements.")
    for each in found["items"]:
        out.line(f"{each['type']} on {each['attribute_key']} · {each['status']} · {each['id']}")
        for side in each["sides"]:
            value = f"{side['value']}: " if side["value"] and side["item_id"] else ""
            out.line(f"  - {value}{short(side['statement'], 200)} [{', '.join(side['source_names'])}]")
            if side["item_id"]:
                out.line(f"    {side['item_id']}")
        suggested = each["suggested_resolution"]
        if suggested and not each["resolution"]:
            out.line(f"  suggested, not applied: {suggested['reason']}")
        if each["resolution"]:
            made = each["resolution"]
            out.line(f"  decided: {made['action']} by {by_whom(made)}, {when(made['decided_at'])}")
    rest(out, found)


def _entities(out: Output, found: Row) -> None:
    if not found["items"]:
        out.line("There are no entities.")
    for each in found["items"]:
        apart = f" ({each['told_apart']})" if each["told_apart"] else ""
        begin = f"{each['id']}  {each['type']}  "
        out.line(begin + short(each["canonical_name"] + apart, LINE - len(begin)))
        also = ", ".join(alias["alias"] for alias in each["aliases"])
        told = f"{each['mention_count']} mentions" + (f" · also called {also}" if also else "")
        out.line(f"  {short(told, LINE - 2)}")
    rest(out, found)


def rest(out: Output, found: Row) -> None:
    """Say how many rows are not shown, and what else a reader must know."""
    more = found["total"] - len(found["items"])
    if more > 0:
        out.note(f"{more} more; raise --limit.")
    if found["note"]:
        out.note(found["note"])


def by_whom(made: Mapping[str, object]) -> str:
    """Who decided, in two parts: the name that was claimed, and the credential that was checked."""
    claimed, checked = made.get("actor") or "nobody named", made.get("credential_name") or made.get("credential")
    return f"{claimed} ({checked})" if checked else str(claimed)


def when(instant: str) -> str:
    """An instant to the minute, UTC."""
    return instant[:16].replace("T", " ")


def says(item: Row) -> str:
    """What a statement says of what: subject, attribute and value, where it has them."""
    if not item["attribute"]:
        return ""
    value = item["attribute_value_written"] or item["attribute_value"]
    of = f"{item['subject'] or 'this document'} · {item['attribute'].replace('_', ' ')}"
    return f"{of} = {'' if item['polarity'] else 'not '}{value}" if value else of


def short(text: str, widest: int = WIDEST) -> str:
    """One line of at most so many characters."""
    words = " ".join(text.split())
    return words if len(words) <= widest else words[: widest - 1].rstrip() + "…"
