"""`anthill audit verify | heads`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from anthill.cli.options import DataDirOption, JsonOption, KeyFileOption, UrlOption, output_of, reading_desk
from formicaria.ground.errors import InvalidRequest

app = typer.Typer(no_args_is_help=True, help="Check the record, or print its heads.", rich_markup_mode=None)
FAULTY = 1


@app.command("verify")
def verify(
    heads: Annotated[
        Path | None,
        typer.Option("--heads", help="Heads kept elsewhere (from audit heads --json), which show a re-hashed record."),
    ] = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> int:
    """Check every chain, anchor and artifact; exit code 1 when something is wrong.

    Example: anthill audit verify --heads heads.json
    """
    out = output_of(as_json=as_json)
    kept = _kept(heads) if heads else {}
    with reading_desk(data_dir, url, key_file) as desk:
        found = desk.audit(kept)

    def people() -> None:
        out.line(f"{found['entries']} entries: {'sound' if found['sound'] else 'NOT SOUND'}.")
        for fault in found["faults"]:
            out.line(f"  {fault['stream']} {fault['seq']}: {fault['problem']}")

    out.data(found, people)
    return 0 if found["sound"] else FAULTY


@app.command("heads")
def heads_of(
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Print the head of every chain, to keep where this machine's owner cannot change it.

    Example: anthill audit heads --json > heads.json
    """
    out = output_of(as_json=as_json)
    with reading_desk(data_dir, url, key_file) as desk:
        rows = desk.heads()
    cells = [[row["stream"], row["seq"], row["digest"]] for row in rows]
    out.data(rows, lambda: out.table(("stream", "seq", "digest"), cells, "Nothing is recorded yet."))


def _kept(path: Path) -> dict[str, tuple[int, str]]:
    try:
        rows = json.loads(path.read_text("utf-8"))
        return {str(row["stream"]): (int(row["seq"]), str(row["digest"])) for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidRequest(
            f"{path} does not hold heads.", remedy="Make it with anthill audit heads --json."
        ) from error
