"""Accept files: bytes safe on disk first, then row, event and audit entry in one transaction."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO

from sqlalchemy import Connection

from forager.errors import Unreadable
from forager.model.source import Source, SourceState
from forager.store import acts, members, projects, sources
from forager.store.acts import Caller
from forager.store.blobs import Blobs, Stored
from forager.store.names import logical_name
from forager.store.sources import Accepted, Outcome, Version
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, InvalidRequest, TooLarge, Unavailable

BATCH = 50
"""Files in one transaction."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A file that someone gives: a folder-relative name, and its bytes or a way to open them."""

    name: str
    content: bytes | Callable[[], BinaryIO] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file that was not taken, and why in words."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Account:
    """What became of each offered file, each list in the order offered."""

    registered: tuple[Source, ...] = ()
    replaced: tuple[Source, ...] = ()
    duplicates: tuple[Source, ...] = ()
    rejected: tuple[Rejected, ...] = ()


Also = Callable[[Connection, Account], None]
"""Something to be written in the very transaction that accepts."""


@dataclass(slots=True)
class _Offer:
    """One call's progress: what is kept, what was turned down, and the fault that ended it early."""

    done: list[Accepted] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    fault: Unavailable | None = None

    def account(self) -> Account:
        by_outcome = {kind: tuple(each.source for each in self.done if each.outcome is kind) for kind in Outcome}
        return Account(
            by_outcome[Outcome.REGISTERED],
            by_outcome[Outcome.REPLACED],
            by_outcome[Outcome.DUPLICATE],
            tuple(self.rejected),
        )


@dataclass(frozen=True, slots=True)
class Intake:
    """What accepting needs: where rows and bytes go, what time it is, and the largest file in bytes."""

    database: Database
    blobs: Blobs
    clock: Clock
    max_file: int

    def accept(self, project_id: str, offered: Iterable[Offered], by: Caller, also: Also | None = None) -> Account:
        """Take files into a project; a few at a time, or with ``also`` all in one transaction.

        Raises:
            ProjectNotFound, ProjectArchived: there is nowhere to put them.
            Unavailable: the disk refuses. Without ``also`` what came before is accepted and stays.
        """
        with self.database.write() as connection:
            projects.writable(connection, project_id)
        offer = _Offer()
        kept = self._kept(project_id, offered, offer)
        while part := list(islice(kept, None if also else BATCH)):
            if offer.fault and also:
                break
            self._commit(project_id, part, by, offer, also)
        if offer.fault:
            raise offer.fault
        if also and not offer.done:
            self._commit(project_id, [], by, offer, also)
        return offer.account()

    def _kept(self, project_id: str, offered: Iterable[Offered], offer: _Offer) -> Iterator[Version]:
        for file in offered:
            try:
                name = logical_name(file.name)
                stored = self._stored(project_id, file.content)
            except Unavailable as fault:
                offer.fault = fault
                return
            except (InvalidRequest, TooLarge) as error:
                offer.rejected.append(Rejected(file.name, error.sentence))
                continue
            crash_point("accept.after_blob")
            yield Version(name, stored.sha256, stored.size)

    def _stored(self, project_id: str, content: bytes | Callable[[], BinaryIO]) -> Stored:
        if isinstance(content, bytes):
            return self.blobs.put(project_id, content, self.max_file)
        with _opened(content) as stream:
            return self.blobs.put(project_id, stream, self.max_file)

    def _commit(self, project_id: str, part: list[Version], by: Caller, offer: _Offer, also: Also | None) -> None:
        at = self.clock.now()
        with self.database.write() as connection:
            projects.writable(connection, project_id)
            done = [_accepted(connection, project_id, version, by, at) for version in part]
            offer.done += done
            if also:
                also(connection, offer.account())
            for each in done:
                _record(connection, each, by, at)
            crash_point("accept.before_commit")
        crash_point("accept.after_commit")

    def remove(self, project_id: str, source_id: str, by: Caller) -> Source:
        """Take a source and what it carries out of the living; its bytes and what it said stay in earlier revisions.

        Raises:
            SourceNotFound: this project has no such source.
            Conflict: it is removed already, or is part of another source.
        """
        at = self.clock.now()
        with self.database.write() as connection:
            found = _own(connection, project_id, source_id)
            sources.remove(connection, found, by.actor, at)
            members.lower_all(connection, found, SourceState.REMOVED)
            acts.record(connection, project_id, by, "source.removed", source_id, at)
        return self._now(source_id)

    def restore(self, project_id: str, source_id: str, by: Caller) -> Source:
        """Bring a removed source back: live, or superseded when its name has another live version.

        Raises:
            SourceNotFound: this project has no such source.
            Conflict: it is not removed, or is part of another source.
        """
        at = self.clock.now()
        with self.database.write() as connection:
            found = _own(connection, project_id, source_id)
            if sources.restore(connection, found, by.actor, at) is SourceState.LIVE:
                members.raise_all(connection, found, by.actor, at)
            acts.record(connection, project_id, by, "source.restored", source_id, at)
        return self._now(source_id)

    def _now(self, source_id: str) -> Source:
        with self.database.read() as connection:
            found = sources.get(connection, source_id)
        assert found is not None  # noqa: S101  # no source row is ever deleted
        return found


def _accepted(connection: Connection, project_id: str, version: Version, by: Caller, at: str) -> Accepted:
    accepted = sources.accept(connection, project_id, version, by.actor, at)
    if accepted.replaced:
        members.lower_all(connection, accepted.replaced, SourceState.SUPERSEDED)
    if accepted.outcome is not Outcome.DUPLICATE:
        members.raise_all(connection, accepted.source, by.actor, at)
    return accepted


def _record(connection: Connection, accepted: Accepted, by: Caller, at: str) -> None:
    if accepted.outcome is not Outcome.DUPLICATE:
        facts = {"outcome": accepted.outcome.value}
        made = accepted.source
        acts.record(connection, made.project_id, by, "source.accepted", made.id, at, facts, made.sha256)


def _own(connection: Connection, project_id: str, source_id: str) -> Source:
    projects.writable(connection, project_id)
    found = sources.find(connection, project_id, source_id)
    if found.parent_id:
        raise Conflict("This is part of another source.", remedy="Remove or restore the source that carries it.")
    return found


def _opened(content: Callable[[], BinaryIO]) -> BinaryIO:
    try:
        return content()
    except OSError as error:
        raise Unreadable(f"It cannot be read ({os.strerror(error.errno or 0)}).") from error
