"""What every command takes: a project, the form of its answer, and where the store is."""

from __future__ import annotations

import getpass
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from formicaria.ground.errors import InvalidRequest
from formicaria.ground.output import Output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from forager.cli.remote import Remote
    from forager.engine import Engine
    from forager.model.source import Project
    from forager.settings import Settings
    from forager.store.acts import Caller

FEW = 32
"""Documents that one process reads sooner than two that must be started first."""

ProjectOption = Annotated[
    str, typer.Option("--project", "-p", envvar="FORAGER_PROJECT", help="Project, by name or id.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
DataDirOption = Annotated[
    Path | None, typer.Option("--data-dir", help="Folder of the store (FORAGER_DATA_DIR, else ./.forager).")
]
UrlOption = Annotated[str, typer.Option("--url", help="Address of a running server, instead of a folder.")]
KeyFileOption = Annotated[Path | None, typer.Option("--key-file", help="File that holds the key for --url.")]


def settings_of(data_dir: Path | None) -> Settings:
    """The settings, with the data folder that was named."""
    from forager.settings import Settings

    return Settings.load(data_dir)


def me() -> Caller:
    """The person at this machine, as the audit trail names them."""
    from forager.store.acts import Caller

    try:
        return Caller("local", getpass.getuser())
    except (KeyError, OSError):
        return Caller("local")


@contextmanager
def whole_store(data_dir: Path | None, files: int = 0) -> Iterator[Engine]:
    """The store, opened for work. A few ``files`` are read in this process: starting others would take longer."""
    from dataclasses import replace

    from forager.engine import Engine

    settings = settings_of(data_dir)
    if files <= FEW and not settings.workers:
        settings = replace(settings, workers=1)
    with Engine.open(settings, label="a forager command") as engine:
        yield engine


@contextmanager
def read_store(data_dir: Path | None) -> Iterator[Engine]:
    """The store, opened for reading, also while a server holds it."""
    from forager.engine import Engine

    with Engine.open(settings_of(data_dir), exclusive=False) as engine:
        yield engine


@contextmanager
def server(url: str, key_file: Path | None) -> Iterator[Remote]:
    """A running server."""
    from forager.cli.remote import Remote

    if key_file is None:
        raise InvalidRequest("A server asks for a key.", remedy="Name the file that holds it with --key-file.")
    with Remote(url, key_file) as remote:
        yield remote


def chosen(engine: Engine, ref: str) -> Project:
    """The project named, or the only one there is."""
    if ref:
        return engine.project(ref)
    found = engine.projects()
    if len(found) != 1:
        raise InvalidRequest("Which project?", remedy="Name it with --project.")
    return found[0]


def output_of(*, as_json: bool) -> Output:
    """Where the answer goes."""
    return Output(as_json=as_json)
