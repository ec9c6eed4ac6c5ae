"""``forager item``: one statement, every place that makes it, and what the other statements about the same thing are to it."""

from __future__ import annotations

from dataclasses import asdict
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
    output_of,
    read_store,
    server,
)

if TYPE_CHECKING:
    from forager.cli.reading import Row
    from formicaria.ground.output import Output

FEW = 20
"""Statements beside one that are shown to people; all of them are in --json."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("item")(item)


def item(
    item: Annotated[str, typer.Argument(help="The statement, as `forager items` names it (ki_…).")],
    project: ProjectOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Show one statement: where it is written, and which other values stand beside it and why they do or do not disagree.

    Example: forager item ki_7m2hb3k4 --project falcon
    """
    found = _remote(item, url, key_file) if url else _here(item, project, data_dir)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _shown(out, found))


def _remote(id_: str, url: str, key_file: KeyFileOption) -> Row:
    with server(url, key_file) as remote:
        path = f"knowledge/{quote(id_, safe='')}"
        return {"item": remote.get(path), "beside": remote.get(f"{path}/beside")}


def _here(id_: str, project: str, data_dir: DataDirOption) -> Row:
    from forager.api.models.knowledge import Beside, BesideList
    from forager.api.routes.knowledge import detail
    from forager.query import beside, items
    from forager.query.pin import pin

    with read_store(data_dir) as engine:
        base = chosen(engine, project)
        with engine.database.read() as connection:
            at = pin(connection, base)
            found = detail(items.item(connection, at, id_))
            others = beside.beside(connection, at, id_)
    rows = [Beside.model_validate(asdict(each)) for each in others]
    told = BesideList(knowledge_id=found.id, project_id=base.id, items=rows, summary=beside.summary(others))
    return {"item": found.model_dump(mode="json"), "beside": told.model_dump(mode="json")}


def _shown(out: Output, found: Row) -> None:
    from forager.cli.reading import says

    one, places = found["item"], found["item"]["evidence"]
    out.line(one["statement"])
    out.line(f"  {one['id']} · {one['type']} · {one['status']} · {one['support']} · confidence {one['confidence']:.2f}")
    if one["attribute"]:
        out.line(f"  {says(one)}")
    for each in places:
        out.line(
            f"  - {each['source_name']}, {each['location']}" if each["source_name"] else "  - the excerpt is missing"
        )
    _beside(out, found["beside"])


def _beside(out: Output, found: Row) -> None:
    if not found["items"]:
        return
    out.line()
    out.line(found["summary"] or "Beside it:")
    for each in found["items"][:FEW]:
        out.line(f"  {each['value_written'] or each['statement']} · {each['verdict'].replace('_', ' ')} · {each['id']}")
        out.line(f"    {each['reason']}")
        if each["evidence_id"]:
            out.line(f"    {each['source_name']}, {each['location']}")
    if len(found["items"]) > FEW:
        out.note(f"{len(found['items']) - FEW} more; see --json.")
