"""Write one source's reading: the document, what it says, what it carries, in one transaction with the stage counts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from forager.derive import begin
from forager.model.source import ReadState, Source, SourceState
from forager.store import acts, documents, members, projects, sources
from forager.store.readings import Carried, Failure, Success
from forager.store.sources import Outcome, Version


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit added: new members waiting to be read, evidence kept and left out, and the failure if there was one."""

    name: str
    members: int = 0
    evidence: int = 0
    lost: int = 0
    failure: Failure | None = None


def commit(connection: Connection, source_id: str, outcome: Success | Failure, recipe: str, at: str) -> Committed:
    """Put a reading in the place of the one before, within the caller's transaction.

    A source that stopped living meanwhile is written all the same, for it may live again; a purged one is left alone.
    """
    found = _locked(connection, source_id)
    if found.state is SourceState.PURGED:
        return Committed(found.logical_name)
    if isinstance(outcome, Failure):
        begin.forget(connection, found.project_id, found.id)
        documents.fail(connection, found, outcome.code, outcome.words, recipe)
        members.lower_all(connection, found, SourceState.SUPERSEDED)
        return Committed(found.logical_name, failure=outcome)
    read = outcome.document
    if not _is_same(connection, found, outcome):
        begin.forget(connection, found.project_id, found.id)
        documents.replace(connection, found, read, recipe)
    else:
        documents.confirm(connection, found, recipe)
    fresh = _raise_members(connection, found, read.carried, at)
    return Committed(found.logical_name, fresh, len(read.evidence), read.lost)


def _locked(connection: Connection, source_id: str) -> Source:
    found = sources.get(connection, source_id)
    assert found is not None  # noqa: S101  # no source row is ever deleted
    projects.lock(connection, found.project_id)
    now = sources.get(connection, source_id)
    assert now is not None  # noqa: S101
    return now


def _is_same(connection: Connection, found: Source, outcome: Success) -> bool:
    return found.read_state is ReadState.READ and documents.is_same(connection, found.id, outcome.document)


def _raise_members(connection: Connection, parent: Source, carried: tuple[Carried, ...], at: str) -> int:
    """Accept what a living source carries and let go of what it no longer does. Returns how many are new or live again."""
    if parent.state is not SourceState.LIVE:
        return 0
    named = {each.name for each in carried}
    for gone in sources.members(connection, parent.id):
        if gone.logical_name not in named and gone.state is SourceState.LIVE:
            sources.set_state(connection, gone.id, SourceState.SUPERSEDED)
            members.lower_all(connection, gone, SourceState.SUPERSEDED)
    raised = [_raised(connection, parent, each, at) for each in carried]
    for member in (each for each in raised if each is not None):
        acts.record(
            connection, parent.project_id, acts.ENGINE, "source.member_accepted", member.id, at, payload=member.sha256
        )
    return sum(each is not None for each in raised)


def _raised(connection: Connection, parent: Source, each: Carried, at: str) -> Source | None:
    version = Version(each.name, each.sha256, each.size, parent.id)
    accepted = sources.accept(connection, parent.project_id, version, acts.ENGINE.credential, at)
    if accepted.outcome is Outcome.DUPLICATE:
        return None
    if accepted.replaced:
        members.lower_all(connection, accepted.replaced, SourceState.SUPERSEDED)
    members.raise_all(connection, accepted.source, acts.ENGINE.credential, at)
    return accepted.source
