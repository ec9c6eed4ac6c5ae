"""Open a colony in a data folder: one process to a store, configuration read, modules made, everything wired."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from anthill.access.accounts import Accounts
from anthill.core.colony.colony import Colony, Parts
from anthill.core.colony.settings import SETTINGS, read_core
from anthill.core.store.schema import open_store
from anthill.host.config import FILE, FileSettings
from anthill.host.modules import MODULES, MakeModule
from anthill.sdk.module import Module
from formicaria.ground.clock import SystemClock
from formicaria.ground.database import sqlite_url
from formicaria.ground.errors import DatabaseUnusable, NotFound
from formicaria.ground.storelock import StoreLock

DEFAULT_DATA_DIR: Final = ".anthill"
DATABASE: Final = "anthill.db"
KEY_FILE: Final = "operator.key"


@dataclass(frozen=True, slots=True)
class Opened:
    """A colony that is open and not yet working."""

    colony: Colony
    accounts: Accounts
    modules: tuple[Module, ...]
    settings: FileSettings
    data_dir: Path


@contextmanager
def opened(
    data_dir: Path,
    label: str,
    environ: Mapping[str, str] | None = None,
    modules: Sequence[MakeModule] = MODULES,
) -> Iterator[Opened]:
    """Open the colony in `data_dir` for this process alone; stops it at the end of the block.

    Raises `StoreHeld` when another process has it, `DatabaseUnusable` for a folder that cannot be written,
    `NewerDatabase` and `ConfigurationRefused` as their names say.
    """
    _prepare(data_dir)
    with StoreLock(data_dir, label), _wired(data_dir, environ, modules) as here:
        ensure_operator_key(data_dir, here.accounts)
        yield here


@contextmanager
def opened_to_read(
    data_dir: Path, environ: Mapping[str, str] | None = None, modules: Sequence[MakeModule] = MODULES
) -> Iterator[Opened]:
    """Open the colony only to look, also while a server holds it; nothing runs and nothing is made.

    Raises `NotFound` where there is no colony yet.
    """
    settings = FileSettings(data_dir / FILE, os.environ if environ is None else environ)
    settings.declare(SETTINGS)
    if not settings.get("database_url") and not (data_dir / DATABASE).exists():
        raise NotFound(f"There is no colony in {data_dir}.", remedy="Start one with anthill serve, or run a mission.")
    with _wired(data_dir, environ, modules) as here:
        yield here


@contextmanager
def _wired(data_dir: Path, environ: Mapping[str, str] | None, modules: Sequence[MakeModule]) -> Iterator[Opened]:
    surroundings = os.environ if environ is None else environ
    settings = FileSettings(data_dir / FILE, surroundings)
    settings.declare(SETTINGS)
    made = tuple(make(settings, surroundings) for make in modules)
    settings.declare([each for module in made for each in module.settings()])
    colony = Colony(_parts(data_dir, settings, made))
    try:
        yield Opened(colony, Accounts(colony.records), made, settings, data_dir)
    finally:
        colony.stop()


def ensure_operator_key(data_dir: Path, accounts: Accounts) -> None:
    """Make the key of whoever holds the data folder, at the first start or after it was removed (mode 0600)."""
    path = data_dir / KEY_FILE
    if path.exists():
        return
    minted = accounts.mint_operator_key()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(minted.secret + "\n")


def _prepare(data_dir: Path) -> None:
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(
            f"The data folder {data_dir} cannot be made.", remedy="Choose a writable --data-dir."
        ) from error


def _parts(data_dir: Path, settings: FileSettings, modules: tuple[Module, ...]) -> Parts:
    configured = settings.get("database_url")
    url = configured if isinstance(configured, str) and configured else sqlite_url(data_dir / DATABASE)
    database = open_store(url)
    return Parts(database, SystemClock(), read_core(settings), modules, exclusive=database.is_sqlite)
