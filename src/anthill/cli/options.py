"""What every command takes: the form of its answer, and where the colony is."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from formicaria.ground.errors import InvalidRequest
from formicaria.ground.output import Output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from anthill.cli.desk import Desk

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
DataDirOption = Annotated[
    Path | None, typer.Option("--data-dir", help="Folder of the colony (ANTHILL_DATA_DIR, else ./.anthill).")
]
UrlOption = Annotated[str, typer.Option("--url", help="Address of a running colony, instead of a folder.")]
KeyFileOption = Annotated[Path | None, typer.Option("--key-file", help="File that holds the key for --url.")]
ProjectOption = Annotated[
    str, typer.Option("--project", "-p", envvar="ANTHILL_PROJECT", help="The colony's project of the mission.")
]


def data_dir_of(data_dir: Path | None) -> Path:
    """Return the folder that was named, or the default one."""
    from anthill.host.opening import DEFAULT_DATA_DIR

    return data_dir or Path(os.environ.get("ANTHILL_DATA_DIR") or DEFAULT_DATA_DIR)


@contextmanager
def working_desk(data_dir: Path | None, url: str, key_file: Path | None) -> Iterator[Desk]:
    """A colony that can work: a running one by its address, or the folder's own, held by this command."""
    if url:
        with _remote(url, key_file) as desk:
            yield desk
        return
    from anthill.cli.local import LocalDesk
    from anthill.host.opening import opened

    _quiet()
    with opened(data_dir_of(data_dir), "an anthill command") as here:
        yield LocalDesk(here)


@contextmanager
def reading_desk(data_dir: Path | None, url: str, key_file: Path | None) -> Iterator[Desk]:
    """A colony to look at, also while a server holds it."""
    if url:
        with _remote(url, key_file) as desk:
            yield desk
        return
    from anthill.cli.local import LocalDesk
    from anthill.host.opening import opened_to_read

    _quiet()
    with opened_to_read(data_dir_of(data_dir)) as here:
        yield LocalDesk(here)


def colony_there(data_dir: Path | None) -> bool:
    """Whether there is a colony to look at in the folder."""
    from anthill.host.opening import DATABASE

    return (data_dir_of(data_dir) / DATABASE).exists()


def _quiet() -> None:
    # Unconfigured, the log would be on standard output, in the middle of a command's answer.
    from formicaria.ground import logs

    logs.configure("warning")


@contextmanager
def _remote(url: str, key_file: Path | None) -> Iterator[Desk]:
    from anthill.cli.remote import RemoteDesk

    if key_file is None:
        raise InvalidRequest("A running colony asks for a key.", remedy="Name the file that holds it with --key-file.")
    with RemoteDesk(url, key_file) as desk:
        yield desk


def output_of(*, as_json: bool) -> Output:
    """Return where the answer goes."""
    return Output(as_json=as_json)
