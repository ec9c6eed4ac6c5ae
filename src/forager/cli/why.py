"""``forager why``: how an entity was made, or why two names are one thing or two."""

from __future__ import annotations

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
    from pydantic import BaseModel

    from forager.cli.reading import Row
    from formicaria.ground.output import Output


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("why")(why)


def why(
    entity: Annotated[str, typer.Argument(help="An entity, or one of its names in context (ent_…).")],
    other: Annotated[str, typer.Argument(help="Another: why are the two one thing, or why not?")] = "",
    project: ProjectOption = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Tell how an entity was made, or why two names are one thing or two: every feature with its points.

    Example: forager why ent_6r2vq5x2 ent_m7hb3k4w --project falcon
    """
    found = _remote(entity, other, project, url, key_file) if url else _here(entity, other, project, data_dir)
    out = output_of(as_json=as_json)
    out.data(found, lambda: _compared(out, found) if other else _made(out, found))


def _remote(entity: str, other: str, project: str, url: str, key_file: KeyFileOption) -> Row:
    from forager.cli.reading import remote_project

    with server(url, key_file) as remote:
        if not other:
            return remote.get(f"entities/{quote(entity, safe='')}/why", {})
        ref = quote(remote_project(remote, project), safe="")
        return remote.get(f"projects/{ref}/entities/compare", {"left": entity, "right": other})


def _here(entity: str, other: str, project: str, data_dir: DataDirOption) -> Row:
    from forager.api.models.entities import Comparison, EntityWhy
    from forager.query import why as reads
    from forager.query.pin import pin

    with read_store(data_dir) as engine:
        base = chosen(engine, project)
        with engine.database.read() as connection:
            at = pin(connection, base)
            answer: BaseModel = (
                Comparison.model_validate(reads.compared(connection, at, entity, other))
                if other
                else EntityWhy.model_validate(reads.why(connection, at, entity))
            )
            return answer.model_dump(mode="json")


def _made(out: Output, found: Row) -> None:
    out.line(f"{found['canonical_name']} · {found['id']}")
    for node in found["nodes"]:
        told = f" · {node['promoted_by']}" if node["promoted_by"] else ""
        out.line(f"  {node['name']} · {node['mention_count']} mentions{told} · {node['id']}")
        for fact in node["facts"]:
            out.line(f"    {fact['scheme'] or fact['kind']}: {fact['value']} ({fact['place']}, {fact['source_id']})")
    names = {node["id"]: node["name"] for node in found["nodes"]}
    for edge in found["edges"]:
        out.line(f"  joined at {edge['score']:.2f}: {names[edge['left_id']]} and {names[edge['right_id']]}")
        out.line(f"    {edge['words']}")
        _features(out, edge["features"])
    _judged(out, found)


def _compared(out: Output, found: Row) -> None:
    out.line(f"{found['left']['canonical_name']} and {found['right']['canonical_name']}: {found['verdict']}")
    out.line(f"  score {found['score']:.2f} ({found['band']})")
    _features(out, [each for each in found["features"] if each["points"]])
    shared = ", ".join(found["shared_blocks"])
    out.line(f"  compared under: {shared}" if shared else "  never compared: no key in common")
    _judged(out, found)


def _features(out: Output, found: list[Row]) -> None:
    for each in found:
        forbids = " (forbids joining)" if each["cannot"] else ""
        out.line(f"    {each['points']:+.2f} {each['name']}: {each['words']}{forbids}")


def _judged(out: Output, found: Row) -> None:
    from forager.cli.reading import by_whom, when

    for each in found["judgements"]:
        out.line(f"  {each['choice']} by {by_whom(each)}, {when(each['at'])} (decision {each['seq']})")
