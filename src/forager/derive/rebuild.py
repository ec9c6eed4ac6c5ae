"""The proof that incremental is clean: derive everything again from the first three layers, elsewhere, and compare (design notes §5)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from sqlalchemy import Connection, Table, insert, select

from forager.derive import content
from forager.derive.run import Derivation, run
from forager.store.tables import (
    decision,
    document,
    evidence,
    instance,
    mention,
    metadata,
    project,
    relation,
    source,
    source_event,
)
from formicaria.ground.canonical import canonical
from formicaria.ground.clock import FixedClock
from formicaria.ground.database import Database, open_database, sqlite_url
from formicaria.ground.tables import metadata as ground_metadata

BATCH = 500
RESET: dict[str, object] = {"included": False, "cluster": "", "replaced_by": ""}
"""What derivation writes beside a source: a copy begins without it."""
UNPUBLISHED: dict[str, object] = {"published_rev": 0, "derived_seq": 0, "derived_recipe": ""}
"""A project of which nothing was derived."""
_DOWN: tuple[tuple[Table, dict[str, object]], ...] = (
    (source, RESET),
    (source_event, {}),
    (document, {}),
    (evidence, {}),
    (mention, {}),
    (relation, {}),
    (decision, {}),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether the published state equals a clean rebuild. ``differences`` name the first differing records, by file."""

    digest: str
    rebuilt_digest: str
    differences: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether both say the same, byte for byte."""
        return self.digest == self.rebuilt_digest


def rebuild_check(
    database: Database, project_id: str, prepare: Callable[[Database], None] = lambda _database: None
) -> Comparison:
    """Derive the project again in a temporary store from its accepted, read and decided layers, and compare what both say.

    ``prepare`` may shuffle or otherwise disturb the temporary store before the derivation; tests use it.
    """
    with tempfile.TemporaryDirectory(prefix="rebuild-") as folder:
        clean = open_database(sqlite_url(Path(folder) / "clean.db"))
        try:
            ground_metadata.create_all(clean.engine)
            metadata.create_all(clean.engine)
            with database.read() as original, clean.write() as copy:
                rev = _copy(original, copy, project_id)
            prepare(clean)
            made = run(Derivation(clean, project_id, FixedClock()))
            with database.read() as left, clean.read() as right:
                return _compare((left, rev), (right, made.rev), project_id)
        finally:
            clean.close()


def _copy(original: Connection, copy: Connection, project_id: str) -> int:
    own = original.execute(select(project).where(project.c.id == project_id)).one()
    copy.execute(insert(project).values(dict(own._mapping) | UNPUBLISHED))
    copy.execute(insert(instance).values(dict(original.execute(select(instance)).one()._mapping)))
    for table, changes in _DOWN:
        mine = select(table).where(table.c.project_id == project_id).execution_options(yield_per=BATCH)
        for rows in original.execute(mine).partitions():
            copy.execute(insert(table), [dict(row._mapping) | changes for row in rows])
    return int(own.published_rev)


def _compare(left: tuple[Connection, int], right: tuple[Connection, int], project_id: str) -> Comparison:
    digests = [content.digest(connection, project_id, rev) for connection, rev in (left, right)]
    differences = [] if digests[0] == digests[1] else list(_differences(left, right, project_id))
    return Comparison(digests[0], digests[1], tuple(differences))


def _differences(left: tuple[Connection, int], right: tuple[Connection, int], project_id: str) -> Iterator[str]:
    for name in content.FILES:
        pairs = zip_longest(
            content.records(left[0], project_id, left[1], name), content.records(right[0], project_id, right[1], name)
        )
        first = next(((one, two) for one, two in pairs if _bytes(one) != _bytes(two)), None)
        if first is not None:
            yield f"{name}: {_id(first[0])} here, {_id(first[1])} rebuilt"


def _bytes(record: content.Record | None) -> bytes:
    return b"" if record is None else canonical(record)


def _id(record: content.Record | None) -> str:
    return "nothing" if record is None else str(record.get("id", record.get("seq", "a record")))
