"""What the doctor looks at; each check says what it found and, when that is wrong, what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import dataclass

from forager.engine import Engine
from forager.errors import StoreAbsent
from forager.settings import Settings
from forager.store import trail
from forager.store.identity import KEY_FILE
from formicaria.ground import audit
from formicaria.ground.errors import Error
from formicaria.ground.storelock import is_held

ROOM = 100 * 2**20
"""Bytes that should be free."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check."""

    name: str
    ok: bool
    words: str


def diagnose(settings: Settings) -> tuple[Finding, ...]:
    """Every check, in order; one that cannot be made is a finding too."""
    checks: tuple[tuple[str, Callable[[Settings], Finding]], ...] = (
        ("settings", _settings),
        ("folder", _folder),
        ("room", _room),
        ("search", _search),
        ("key", _key),
        ("holder", _holder),
        ("store", _store),
    )
    return tuple(_made(name, check, settings) for name, check in checks)


def _made(name: str, check: Callable[[Settings], Finding], settings: Settings) -> Finding:
    try:
        return check(settings)
    except StoreAbsent as error:
        return Finding(name, True, error.sentence)
    except (Error, OSError) as error:
        words = error.sentence if isinstance(error, Error) else f"{error.strerror}."
        return Finding(name, False, words)


def _settings(settings: Settings) -> Finding:
    words = " ".join(settings.findings) or "Every setting has a value it can take."
    return Finding("settings", not settings.findings, words)


def _folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    there = next(each for each in (folder, *folder.parents) if each.exists())
    ok = os.access(there, os.W_OK)
    return Finding(
        "folder", ok, f"{folder} can be written." if ok else f"{there} cannot be written. Choose another --data-dir."
    )


def _room(settings: Settings) -> Finding:
    there = next(each for each in (settings.data_dir, *settings.data_dir.parents) if each.exists())
    free = shutil.disk_usage(there).free
    return Finding(
        "room", free >= ROOM, f"{free // 2**20} MB are free." + ("" if free >= ROOM else " Free some space.")
    )


def _search(_settings: Settings) -> Finding:
    with sqlite3.connect(":memory:") as connection:
        options = {row[0] for row in connection.execute("PRAGMA compile_options")}
    ok = "ENABLE_FTS5" in options
    words = (
        f"SQLite {sqlite3.sqlite_version} has full-text search." if ok else "This SQLite has no FTS5; search is slower."
    )
    return Finding("search", True, words)  # the fallback is whole


def _key(settings: Settings) -> Finding:
    path = settings.data_dir / KEY_FILE
    if not path.exists():
        return Finding("key", True, "There is no operator key yet; the first start makes one.")
    mode = stat.S_IMODE(path.stat().st_mode)
    ok = not mode & 0o077
    return Finding(
        "key",
        ok,
        f"{path} is its owner's alone." if ok else f"{path} can be read by others (mode {mode:o}). chmod 600 it.",
    )


def _holder(settings: Settings) -> Finding:
    held = settings.data_dir.exists() and is_held(settings.data_dir)
    return Finding(
        "holder", True, "A process works on this store; use --url to write." if held else "No process holds it."
    )


def _store(settings: Settings) -> Finding:
    with Engine.open(settings, exclusive=False) as engine, engine.database.read() as connection:
        faults = trail.check(connection)
        entries = audit.count(connection)
    if faults:
        first = faults[0]
        return Finding(
            "store", False, f"The audit stream {first.stream} is broken at entry {first.seq}: {first.problem}."
        )
    return Finding("store", True, f"It opens, and all {entries} audit entries follow one another.")
