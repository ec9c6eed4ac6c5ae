"""The documents' clock: stores that hold what the documents dated by a day said, made when asked for, kept for a while (ADR 0079, 0082)."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Table, event, select

from forager.derive.until import LeftOut, derive_until, first_day, held, last_day
from forager.model.job import StageName
from forager.query.clock import Clock, day_of
from forager.query.errors import NotSupported
from forager.query.making import Makings, Progress, awaited
from forager.query.pin import Pin, canonical, joined
from forager.search.choose import backend_for
from forager.store import derived
from forager.store.tables import metadata, project, source
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database, open_database, sqlite_url
from formicaria.ground.errors import DatabaseUnusable
from formicaria.ground.tables import metadata as ground_metadata

KEPT: Final = 8
"""Stores kept at a time; the one not read for longest goes first."""
Key = tuple[str, int, int, int, str]
"""Project, the revision that is read, the newest one, the last decision, the day."""


@dataclass(slots=True)
class _View:
    database: Database
    folder: Path
    rev: int
    left_out: LeftOut
    readers: int = 0
    gone: bool = False


def _unheard(_progress: Progress) -> None:
    """Nobody is told."""


@dataclass(slots=True)
class Past:
    """Stores by what they hold. Safe for several threads; ``close`` takes them all away.

    ``original`` is the database they are made from; ``home`` the folder they lie in, which is their owner's alone; where it cannot be
    written, the machine's own for such things. ``most`` is how many documents are judged again for one day, at most. ``patience`` is how
    many seconds a reader waits for a store that is being made; None: however long it takes, and ``watch`` is told how far it is.
    """

    original: Database
    home: Path | None = None
    most: int = 2_000
    patience: float | None = None
    watch: Callable[[Progress], None] = _unheard
    _views: OrderedDict[Key, _View] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _makings: Makings[_View] = field(default_factory=Makings)

    @contextmanager
    def reading(
        self, connection: Connection, at: Pin, clock: Clock, table: Table | None = None, id_: str = ""
    ) -> Iterator[tuple[Connection, Pin]]:
        """The pin and a snapshot to read under a clock: the same ones unless it is held to documents' dates.

        Raises:
            NotSupported: more documents are dated by the day than are judged again for one.
            BeingDerived: the store is being made and is not there within the reader's patience.
            DatabaseUnusable: it cannot be made, because the disk is full or refuses.

        ``id_`` is a record of ``table`` that is to be read: it is found under whichever of its addresses those documents know.
        """
        if not clock.documents_until or at.rev == 0:
            yield connection, at
            return
        day = day_of(clock.documents_until, "documents_until")
        view = self._taken(connection, at, day)
        try:
            with view.database.read() as inside:
                note = " ".join(filter(None, [at.note, told(at, day, view.left_out)]))
                there = replace(at, rev=view.rev, newest=True, note=note, recorded=at.rev)
                yield inside, there if table is None else _named(connection, at, inside, there, table, id_)
        finally:
            with self._lock:
                view.readers -= 1

    def _taken(self, connection: Connection, at: Pin, day: date) -> _View:
        """The store for a day, held until the reader lets it go."""
        key = _key(connection, at, day)
        while True:
            if (held_ := self._held(key)) is not None:
                return held_
            making = self._makings.begun(key, partial(self._made, at, day))
            view = awaited(making, self.patience, self.watch)
            # The revision that was read may have been overtaken while the store was made: it then stands under a newer key, and serves.
            with self._lock:
                if not view.gone:
                    view.readers += 1
                    return view

    def _held(self, key: Key) -> _View | None:
        with self._lock:
            view = self._views.get(key)
            if view is not None:
                self._views.move_to_end(key)
                view.readers += 1
        return view

    def _let_go(self, key: Key) -> None:
        """Drop what is too many, and what an earlier state of the same project said: erased words must not outlive their erasure."""
        stale = [each for each in self._views if each[0] == key[0] and each[2:4] != key[2:4]]
        spare = list(self._views)[: max(len(self._views) - KEPT, 0)]
        for each in dict.fromkeys([*stale, *spare]):
            if each != key and not self._views[each].readers:
                _end(self._views.pop(each))

    def _made(
        self, at: Pin, day: date, report: Callable[[StageName, int, int], None], stop: Callable[[], bool]
    ) -> _View:
        """Make a store from a snapshot of its own, and let it be read."""
        with self.original.read() as connection:
            key = _key(connection, at, day)
            if (there := self._views.get(key)) is not None:
                return there
            view = self._derived(connection, at, day, report, stop)
        with self._lock:
            self._views[key] = view
            self._let_go(key)
        return view

    def _derived(
        self,
        connection: Connection,
        at: Pin,
        day: date,
        report: Callable[[StageName, int, int], None],
        stop: Callable[[], bool],
    ) -> _View:
        holding = held(connection, at.project_id, at.rev, day)
        if len(holding.states) > self.most:
            raise NotSupported(
                f"{len(holding.states)} documents are dated by {day.isoformat()}; at most {self.most} are judged again for one day.",
                remedy="Raise until_documents, choose an earlier day, or read with as_of.",
                details={"parameter": "documents_until"},
            )
        folder = self._folder()
        database: Database | None = None
        try:
            database = _empty(folder)
            index = backend_for(database).index
            rev = derive_until(connection, database, at.project_id, holding, index, report, stop).rev
            crash_point("until.before_reading")
        except BaseException as error:
            if database is not None:
                database.close()
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise _refused_by_disk() from error
            raise
        return _View(database, folder, rev, holding.left_out)

    def _folder(self) -> Path:
        try:
            if self.home:
                self.home.mkdir(mode=0o700, exist_ok=True)
                return Path(tempfile.mkdtemp(dir=self.home))
        except OSError:
            pass
        try:
            return Path(tempfile.mkdtemp(prefix="forager-until-"))
        except OSError as error:
            raise _refused_by_disk() from error

    def sweep(self) -> None:
        """Take away what a process that died left in the home."""
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)

    def close(self) -> None:
        """Take every store away, also one that is on its way."""
        self._makings.close()
        with self._lock:
            while self._views:
                _end(self._views.popitem()[1])


def _key(connection: Connection, at: Pin, day: date) -> Key:
    """Days between which no document's date begins or ends are one day."""
    mine = source.c.project_id == at.project_id
    dates = connection.execute(select(source.c.document_date).where(mine).distinct()).scalars()
    ends = (end for each in dates for end in (first_day(each), last_day(each)) if end is not None)
    last = max((end for end in ends if end <= day), default=date.min)
    columns = (project.c.published_rev, project.c.derived_seq)
    newest, seq = connection.execute(select(*columns).where(project.c.id == at.project_id)).one()
    return (at.project_id, at.rev, int(newest), int(seq), last.isoformat())


def _named(connection: Connection, at: Pin, inside: Connection, there: Pin, table: Table, id_: str) -> Pin:
    for each in (id_, *joined(connection, at, id_)):
        mine = derived.at_revision(table, there.project_id, there.rev) & (
            table.c.id == canonical(inside, there, each)[0]
        )
        if inside.execute(select(table.c.id).where(mine)).one_or_none() is not None:
            return replace(there, known_as=((id_, each),)) if each != id_ else there
    return there


def _empty(folder: Path) -> Database:
    made = open_database(sqlite_url(folder / "until.db"))
    # Nothing in it is worth more than the time to make it again.
    event.listen(made.engine, "connect", lambda raw, _record: raw.execute("PRAGMA synchronous = OFF"))
    made.engine.dispose()
    ground_metadata.create_all(made.engine)
    metadata.create_all(made.engine)
    return made


def _refused_by_disk() -> DatabaseUnusable:
    return DatabaseUnusable(
        "The disk has no room for the store of that day; nothing else is touched.",
        remedy="Free some space and try again.",
    )


def _end(view: _View) -> None:
    view.gone = True
    view.database.close()
    shutil.rmtree(view.folder, ignore_errors=True)


def told(at: Pin, day: date, left_out: LeftOut) -> str:
    """In words: what the answer is held to, and how many documents are left out by it."""
    counts = (
        (left_out.undated, "undated"), (left_out.later, "dated later"), (left_out.vague, "dated too vaguely to be sure"),
    )  # fmt: skip
    missing = ", ".join(f"{number} {words}" for number, words in counts if number)
    out = f"left out: {missing}" if missing else "no document is left out"
    return f"You read what the documents dated by {day.isoformat()} said, as {at.revision_id} knows them; {out}."


def stops(connection: Connection, project_id: str) -> list[str]:
    """The days from which on the base's documents say more, oldest first."""
    mine = (source.c.project_id == project_id) & source.c.included.is_(True)
    dates = connection.execute(select(source.c.document_date).where(mine).distinct()).scalars()
    return sorted({end.isoformat() for each in dates if (end := last_day(each)) is not None})
