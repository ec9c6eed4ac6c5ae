"""One derivation: begin, documents, names, statements and disagreements, relations, publish.

Only one runs for a project at a time (a leased unit of work); every batch is its own transaction that also renews the lease, so a
derivation that lost its lease can write nothing more. Until the last transaction nobody sees any of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Connection, select, update

from forager.derive import begin as beginning
from forager.derive import flags, mark
from forager.derive.documents import derive_documents
from forager.derive.names import add_blocks, component_of, derive_names
from forager.derive.publish import Indexer, Producer, Published, publish
from forager.derive.relations import derive_relations
from forager.derive.replay import Rulings, rulings
from forager.derive.slots import canonical_groups, derive_groups, derive_sentences
from forager.model.job import StageName
from forager.store.tables import instance, project
from formicaria.ground import work
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, NotFound
from formicaria.ground.tables import unit
from formicaria.ground.work import Unit

KIND = "derive"
LEASE_SECONDS = 120.0
GROUPS_AT_ONCE = 100

Report = Callable[[StageName, int, int], None]
"""Told of progress: stage, done, total."""


class Stopped(Conflict):
    """The derivation was asked to stop; nothing of it is visible, and the next one begins again."""

    code = "cancelled"


@dataclass(frozen=True, slots=True)
class Derivation:
    """What one derivation needs: where, for whom, and whom to tell."""

    database: Database
    project_id: str
    clock: Clock
    job_id: str = ""
    report: Report = field(default=lambda _stage, _done, _total: None)
    stop: Callable[[], bool] = field(default=lambda: False)
    index: Indexer | None = None
    owner: str = "engine"


def run(task: Derivation) -> Published:
    """Bring a project's derived state up to its live evidence and decisions.

    Raises NotFound for an unknown project, Conflict when another derivation of it runs, Stopped when ``stop`` said so, LostLease when
    another worker took it over.
    """
    held = _claim(task)
    rev = _published(task) + 1
    try:
        with task.database.write() as connection:
            if not beginning.begin(connection, task.project_id):
                work.settle(connection, held, "done")
                return Published(rev - 1, changed=False)
        crash_point("derive.after_begin")
        _names_and_documents(task, held, rev)
        _statements(task, held, rev)
        return _publish(task, held, rev)
    except Stopped:
        with task.database.write() as connection:
            work.settle(connection, held, "cancelled")
        raise


def _claim(task: Derivation) -> Unit:
    with task.database.write() as connection:
        work.enqueue(connection, KIND, task.project_id, group=task.project_id, at=task.clock.now())
        again = (unit.c.kind == KIND) & (unit.c.key == task.project_id) & (unit.c.state != "running")
        connection.execute(update(unit).where(again).values(state="queued", attempts=0))
        dead = (unit.c.kind == KIND) & (unit.c.key == task.project_id) & (unit.c.attempts >= work.MAX_ATTEMPTS)
        connection.execute(update(unit).where(dead).values(attempts=0))
        held = work.claim(task.database, connection, [KIND], task.owner, LEASE_SECONDS, task.project_id)
    if held is None:
        raise Conflict("This project is being brought up to date already.", remedy="Try again in a moment.")
    return held


def _published(task: Derivation) -> int:
    with task.database.read() as connection:
        found = connection.execute(
            select(project.c.published_rev).where(project.c.id == task.project_id)
        ).scalar_one_or_none()
    if found is None:
        raise NotFound("There is no such project.")
    return int(found)


def _batch(task: Derivation, held: Unit, step: Callable[[Connection], object]) -> None:
    """One transaction of a derivation; refuses to begin when asked to stop."""
    if task.stop():
        raise Stopped("The work was cancelled at a boundary; what was read is kept.")
    with task.database.write() as connection:
        work.renew(task.database, connection, held, LEASE_SECONDS)
        step(connection)
    crash_point("derive.after_batch")


def _names_and_documents(task: Derivation, held: Unit, rev: int) -> None:
    with task.database.read() as connection:
        decided = rulings(connection, task.project_id)
        total = mark.count(connection, task.project_id, "node")
    task.report(StageName.ENTITY_RESOLUTION, 0, total)
    _batch(task, held, lambda connection: derive_documents(connection, task.project_id, rev, decided))
    for nodes in _pages(task, "node"):
        _batch(task, held, partial(_blocks, task, nodes))
    done: set[str] = set()
    for nodes in _pages(task, "node"):
        fresh = [node for node in nodes if node not in done]
        if fresh:
            _batch(task, held, partial(_names, task, rev, decided, fresh, done))
        task.report(StageName.ENTITY_RESOLUTION, min(len(done), total), total)
    for nodes in _pages(task, "relation_node"):
        _batch(task, held, partial(_relations, task, rev, nodes))
    task.report(StageName.ENTITY_RESOLUTION, total, total)


def _blocks(task: Derivation, nodes: Sequence[str], connection: Connection) -> None:
    add_blocks(connection, task.project_id, nodes)


def _names(
    task: Derivation, rev: int, decided: Rulings, ids: Sequence[str], done: set[str], connection: Connection
) -> None:
    for id_ in ids:
        if id_ in done:
            continue
        members = component_of(connection, task.project_id, [id_], done, decided)
        derive_names(connection, task.project_id, rev, members, decided)
        mark.mark(connection, task.project_id, "relation_node", members)
        done |= members


def _relations(task: Derivation, rev: int, nodes: Sequence[str], connection: Connection) -> None:
    derive_relations(connection, task.project_id, rev, nodes)


def _pages(task: Derivation, kind: str) -> list[list[str]]:
    """All marked keys of a kind in pages; taken before the step, which may mark more of other kinds."""
    pages: list[list[str]] = []
    with task.database.read() as connection:
        last = ""
        while page := mark.marked(connection, task.project_id, kind, last, GROUPS_AT_ONCE):
            pages.append(page)
            last = page[-1]
    return pages


def _statements(task: Derivation, held: Unit, rev: int) -> None:
    with task.database.read() as connection:
        decided = rulings(connection, task.project_id)
    _batch(task, held, lambda connection: _learn(connection, task.project_id))
    _batch(task, held, lambda connection: canonical_groups(connection, task.project_id))
    groups, sentences = _pages(task, "group"), _pages(task, "item")
    total = sum(map(len, groups)) + sum(map(len, sentences))
    done = 0
    for keys in groups:
        _batch(task, held, partial(_groups, task, rev, decided, keys))
        done += len(keys)
        task.report(StageName.DEDUP_CONFLICT, done, total)
    for keys in sentences:
        _batch(task, held, partial(_sentences, task, rev, decided, keys))
        done += len(keys)
        task.report(StageName.DEDUP_CONFLICT, done, total)


def _learn(connection: Connection, project_id: str) -> None:
    slots: set[str] = set()
    for kind in ("words", "group"):
        last = ""
        while page := mark.marked(connection, project_id, kind, last):
            slots |= {str(mark.parsed(key)[-1]) for key in page}
            last = page[-1]
    flags.learn(connection, project_id, slots)


def _groups(task: Derivation, rev: int, decided: Rulings, keys: Sequence[str], connection: Connection) -> None:
    slots = [(str(token), str(slot)) for token, slot in map(mark.parsed, keys)]
    derive_groups(connection, task.project_id, rev, slots, decided)


def _sentences(task: Derivation, rev: int, decided: Rulings, keys: Sequence[str], connection: Connection) -> None:
    derive_sentences(connection, task.project_id, rev, keys, decided)


def _publish(task: Derivation, held: Unit, rev: int) -> Published:
    if task.stop():
        raise Stopped("The work was cancelled at a boundary; what was read is kept.")
    task.report(StageName.INDEXING, 0, 1)
    with task.database.write() as connection:
        row = connection.execute(select(instance.c.instance_id, instance.c.generation)).one()
        producer = Producer(row.instance_id, row.generation)
        work.settle(connection, held, "done")
        found = publish(
            connection,
            task.project_id,
            rev,
            job_id=task.job_id,
            producer=producer,
            at=task.clock.now(),
            index=task.index,
        )
    crash_point("publish.after_commit")
    task.report(StageName.INDEXING, 1, 1)
    task.report(StageName.EXPORT_AVAILABILITY, 1, 1)
    return found
