"""``forager audit head | export | verify``: who did what, held to account from outside."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from forager.cli.options import DataDirOption, JsonOption, KeyFileOption, UrlOption, output_of, read_store, server
from formicaria.ground.errors import InvalidRequest, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from formicaria.ground.audit import Head
    from formicaria.ground.output import Output

app = typer.Typer(
    help="The audit trail: where it ends, a copy to take away, a check.", no_args_is_help=True, rich_markup_mode=None
)

FileArgument = Annotated[Path | None, typer.Argument(help="File to write; none: standard output.")]
HeadOption = Annotated[
    Path | None, typer.Option("--head", help="Heads kept elsewhere, as `forager audit head` wrote them.")
]


@app.command("head")
def head(
    file: FileArgument = None, data_dir: DataDirOption = None, url: UrlOption = "", key_file: KeyFileOption = None
) -> None:
    """Write where every chain ends now. Keep it where the keeper of this store cannot reach it.

    Example: forager audit head /mnt/elsewhere/heads.json
    """
    from forager.store import trail

    if url:
        with server(url, key_file) as remote:
            told = remote.get("audit/heads")
    else:
        with read_store(data_dir) as engine, engine.database.read() as connection:
            told = trail.heads_document(connection, engine.clock.now())
    _write(file, [json.dumps(told, indent=2).encode() + b"\n"])


@app.command("export")
def export(
    file: FileArgument = None, data_dir: DataDirOption = None, url: UrlOption = "", key_file: KeyFileOption = None
) -> None:
    """Write every entry as one line of canonical JSON, by chain and number.

    Example: forager audit export audit.jsonl
    """
    from forager.store import trail

    if url:
        with server(url, key_file) as remote, remote.stream("audit/export") as pieces:
            _write(file, pieces)
        return
    with read_store(data_dir) as engine, engine.database.read() as connection:
        _write(file, trail.lines(connection))


@app.command("verify")
def verify(
    head: HeadOption = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> int:
    """Check that every chain is whole, and goes on from heads kept elsewhere. Exit 1 when something is wrong.

    Example: forager audit verify --head /mnt/elsewhere/heads.json
    """
    from forager.store import trail
    from formicaria.ground import audit

    kept = heads_in(head) if head else {}
    told: dict[str, object]
    if url:
        with server(url, key_file) as remote:
            ends = [{"stream": each.stream, "seq": each.seq, "digest": each.digest} for each in kept.values()]
            told = remote.post("audit/verify", {"heads": ends}) if ends else remote.get("audit/verify")
    else:
        with read_store(data_dir) as engine, engine.database.read() as connection:
            faults = [
                {"stream": each.stream, "seq": each.seq, "problem": each.problem}
                for each in trail.check(connection, kept)
            ]
            told = {"ok": not faults, "entries": audit.count(connection), "faults": faults}
    out = output_of(as_json=as_json)
    out.data(told, lambda: _show(out, told, with_heads=head is not None))
    return 0 if told["ok"] else 1


def _show(out: Output, told: dict[str, object], *, with_heads: bool) -> None:
    faults = told["faults"]
    for each in faults if isinstance(faults, list) else ():
        out.line(f"{each['stream']}, entry {each['seq']}: {each['problem']}.")
    if not told["ok"]:
        return
    out.line(f"All {told['entries']} entries follow one another.")
    if with_heads:
        out.line("They go on from the heads that were kept.")
    else:
        out.line("Whether the end was cut or everything written anew shows only against heads kept elsewhere: --head.")


def heads_in(path: Path) -> dict[str, Head]:
    """The heads that a file holds. Raises InvalidRequest."""
    from forager.store import trail

    try:
        return trail.heads_of(json.loads(path.read_bytes()))
    except OSError as error:
        raise InvalidRequest("The file of heads cannot be read.", remedy="Check --head.") from error
    except ValueError as error:
        raise InvalidRequest(
            "That holds no heads of an audit trail.", remedy="Make them with `forager audit head`."
        ) from error


def _write(path: Path | None, pieces: Iterable[bytes]) -> None:
    try:
        with _opened(path) as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unavailable(
            f"The file could not be written ({os.strerror(error.errno or 0)}).", remedy="Choose another place."
        ) from error


def _opened(path: Path | None) -> AbstractContextManager[IO[bytes]]:
    from contextlib import nullcontext

    if path is None:
        return nullcontext(sys.stdout.buffer)
    # It names people and records: its owner's alone.
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
