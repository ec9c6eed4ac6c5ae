"""What a death left undone: decisions and derivations that are recorded and not yet to be seen (design notes §8, §9)."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, and_, exists, func, or_, select

from forager.derive.publish import Published
from forager.derive.run import KIND, Derivation, Stopped
from forager.store.jobs import OPEN
from forager.store.tables import decision, job, project
from formicaria.ground.clock import Clock
from formicaria.ground.database import Database
from formicaria.ground.errors import Error
from formicaria.ground.logs import get_logger
from formicaria.ground.tables import unit


def behind(database: Database, connection: Connection) -> tuple[str, ...]:
    """The projects, in the order of making, with a decision that no derivation began with, or a derivation whose process died.

    A project with an unfinished job is left out: the job derives at its end.
    """
    last = select(func.coalesce(func.max(decision.c.seq), 0)).where(decision.c.project_id == project.c.id)
    # Nobody waits with a derivation: one that is not over, and that nobody holds, was somebody's who died.
    held = and_(unit.c.state == "running", unit.c.lease_until >= database.now(connection))
    begun = exists().where(
        unit.c.kind == KIND, unit.c.key == project.c.id, unit.c.state.in_(("queued", "running")), ~held
    )
    busy = exists().where(job.c.project_id == project.c.id, job.c.status.in_(OPEN))
    wanting = or_(project.c.derived_seq < last.scalar_subquery(), begun)
    query = select(project.c.id).where(wanting, ~busy).order_by(project.c.ordinal, project.c.id)
    return tuple(connection.execute(query).scalars())


def catch_up(
    database: Database, clock: Clock, derive: Callable[[Derivation], Published], stop: Callable[[], bool], owner: str
) -> None:
    """Bring every project that is behind up to date. One that cannot be is logged and left to its next job."""
    with database.read() as connection:
        found = behind(database, connection)
    for project_id in found:
        try:
            derive(Derivation(database, project_id, clock, stop=stop, owner=owner))
        except Stopped:
            return
        except Error as error:
            get_logger("jobs").error("cannot_catch_up", code=error.code)
