"""The real engine over a temporary folder: files in, published states out."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Table, select

from forager.accept.files import Offered
from forager.engine import Engine
from forager.model.job import RunState
from forager.model.state import ConflictState, ItemState
from forager.query.states import from_body
from forager.settings import Settings
from forager.store import derived
from forager.store.acts import Caller
from forager.store.tables import conflict_state, item_state, project, source
from formicaria.ground.clock import FixedClock

BY = Caller("tok_bench", "bench")


@dataclass(frozen=True, slots=True)
class Base:
    """One project of an engine."""

    engine: Engine
    project_id: str

    def ingest(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Accept, read and publish."""
        self.engine.accept(self.project_id, [Offered(name, data) for name, data in files], BY)
        self.engine.process(self.project_id, BY)
        for job in self.engine.run_jobs():
            if job.status is not RunState.COMPLETED:
                raise RuntimeError(f"the job ended as {job.status}: {job.error}")

    def conflicts(self) -> list[ConflictState]:
        """Disagreements of the published revision, copies left out."""
        return [each for each in map(_conflict, self._bodies(conflict_state)) if each.kind != "duplicate_source"]

    def items(self) -> list[ItemState]:
        """Statements of the published revision."""
        return [from_body(ItemState, body) for body in self._bodies(item_state)]

    def revision(self) -> int:
        """The published revision."""
        mine = select(project.c.published_rev).where(project.c.id == self.project_id)
        with self.engine.database.read() as connection:
            return int(connection.execute(mine).scalar_one())

    def known_at(self, rev: int) -> list[str]:
        """The statements as they stood at a revision."""
        return self._bodies(item_state, rev)

    def names(self) -> dict[str, str]:
        """Source id to logical name, every version."""
        mine = select(source.c.id, source.c.logical_name).where(source.c.project_id == self.project_id)
        with self.engine.database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(mine)}

    def _bodies(self, table: Table, rev: int = 0) -> list[str]:
        found: list[str] = []
        last = ""
        rev = rev or self.revision()
        with self.engine.database.read() as connection:
            while page := derived.bodies(connection, table, self.project_id, rev, last):
                found += [body for _, body in page]
                last = page[-1][0]
        return found


def _conflict(body: str) -> ConflictState:
    return from_body(ConflictState, body)


@contextmanager
def opened(workers: int = 1) -> Iterator[Engine]:
    """An engine on an empty store that goes with it."""
    with TemporaryDirectory() as folder:
        engine = Engine.open(Settings(data_dir=Path(folder), workers=workers), clock=FixedClock())
        try:
            yield engine
        finally:
            engine.close()


def base(engine: Engine, name: str) -> Base:
    """A new project."""
    return Base(engine, engine.create_project(name, "", BY).id)
