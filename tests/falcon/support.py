"""The Falcon files read by the real engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from forager.accept.files import Offered
from forager.derive import content
from forager.engine import Engine
from forager.model.job import RunState
from forager.settings import Settings
from forager.store import derived
from forager.store.acts import Caller
from forager.store.tables import conflict_state, entity_state, item_state, project, source
from formicaria.ground.canonical import parse
from formicaria.ground.clock import FixedClock

EXAMPLES = Path(__file__).parents[2] / "examples"
FALCON = EXAMPLES / "falcon"
OSPREY = EXAMPLES / "osprey"
BY = Caller("tok_test", "Ann")
Record = dict[str, object]


def offered(folder: Path) -> list[Offered]:
    """The files directly in a folder."""
    return [
        Offered(path.name, path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.is_file() and path.suffix != ".py"
    ]


@dataclass
class Base:
    """One project in one engine."""

    engine: Engine
    project_id: str

    def ingest(self, files: Iterable[Offered]) -> None:
        """Accept, read and publish."""
        self.engine.accept(self.project_id, files, BY)
        self.process()

    def process(self) -> None:
        """Run a job over what waits, to its end."""
        self.engine.process(self.project_id, BY)
        (job,) = self.engine.run_jobs()
        assert job.status is RunState.COMPLETED, (job.error_code, job.error)

    def states(self, table_name: str) -> list[Record]:
        """Current bodies of a kind: items, entities, conflicts."""
        table = {"items": item_state, "entities": entity_state, "conflicts": conflict_state}[table_name]
        with self.engine.database.read() as connection:
            rev = connection.execute(
                select(project.c.published_rev).where(project.c.id == self.project_id)
            ).scalar_one()
            found, last = [], ""
            while page := derived.bodies(connection, table, self.project_id, rev, last):
                found += [parse(body) for _, body in page]
                last = page[-1][0]
        return [row for row in found if isinstance(row, dict)]

    def names(self) -> dict[str, str]:
        """Source id to logical name."""
        with self.engine.database.read() as connection:
            rows = connection.execute(
                select(source.c.id, source.c.logical_name).where(source.c.project_id == self.project_id)
            )
            return {row[0]: row[1] for row in rows}

    def digest(self) -> str:
        """The content digest of what is published."""
        with self.engine.database.read() as connection:
            rev = connection.execute(
                select(project.c.published_rev).where(project.c.id == self.project_id)
            ).scalar_one()
            return content.digest(connection, self.project_id, rev)

    def records(self, name: str) -> list[Record]:
        """The records of one content file."""
        with self.engine.database.read() as connection:
            rev = connection.execute(
                select(project.c.published_rev).where(project.c.id == self.project_id)
            ).scalar_one()
            return list(content.records(connection, self.project_id, rev, name))


def open_base(data_dir: Path, name: str = "Falcon", *, workers: int = 1, url: str = "") -> Base:
    """A new engine in ``data_dir`` with one project."""
    engine = Engine.open(Settings(data_dir=data_dir, workers=workers, database_url=url), clock=FixedClock())
    return Base(engine, engine.create_project(name, "", BY).id)


def shuffled(files: Sequence[Offered], seed: int) -> list[Offered]:
    """The files in another order, the same for a seed."""
    import random

    mixed = list(files)
    random.Random(seed).shuffle(mixed)
    return mixed
