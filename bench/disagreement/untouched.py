"""F5c, first part: documents nobody edited, all in one project. Every disagreement between them is looked at; none is expected."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select

from bench.disagreement.engine import base, opened
from forager.model.state import ConflictState
from forager.store.tables import source

BATCH = 60


@dataclass(frozen=True, slots=True)
class Untouched:
    """How many documents could be read, and the disagreements found among them."""

    documents: int
    conflicts: tuple[ConflictState, ...]


def read_all(folder: Path) -> Untouched:
    """Every file of a folder and its subfolders through the engine."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with opened(workers=2) as engine:
        project = base(engine, "untouched")
        for batch in _batches(files):
            project.ingest([(str(path.relative_to(folder)), path.read_bytes()) for path in batch])
        mine = (source.c.project_id == project.project_id) & (source.c.read_state == "read")
        with engine.database.read() as connection:
            documents = connection.execute(select(func.count()).where(mine)).scalar_one()
        return Untouched(int(documents), tuple(project.conflicts()))


def _batches(files: Sequence[Path]) -> list[Sequence[Path]]:
    return [files[at : at + BATCH] for at in range(0, len(files), BATCH)]
