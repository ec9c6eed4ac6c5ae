"""The account of an ingestion: what was offered, taken, read, not read and why, and what is known now."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from forager.accept.files import Account, Offered
from forager.accept.folder import Fence, Skipped, look, open_inside
from forager.model.source import ReadState, Source, SourceState
from forager.settings import DEFAULT_DATA_DIR
from formicaria.ground.errors import InvalidRequest

if TYPE_CHECKING:
    from forager.engine import Engine
    from forager.model.job import Job
    from forager.model.source import Project
    from formicaria.ground.output import Output

MINE = Fence((), anywhere=True)
"""This is the person's own process: it reads what the person may read."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """The files that a command's paths offer, and what they hold besides."""

    offered: tuple[Offered, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class Ingested:
    """Everything an ingestion has to tell. Pairs are (name, words)."""

    project_id: str
    project: str
    status: str
    error: str
    job_id: str
    revision: int
    registered: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    rejected: tuple[tuple[str, str], ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    duplicates: tuple[tuple[str, str], ...] = ()
    documents: int = 0
    statements: int = 0
    disagreements: int = 0
    stages: tuple[dict[str, object], ...] = field(default=(), repr=False)

    def to_json(self) -> dict[str, object]:
        """The account as a JSON object."""
        pairs = {
            "rejected": ("name", "reason"),
            "skipped": ("name", "why"),
            "failed": ("name", "reason"),
            "duplicates": ("name", "duplicate_of"),
        }
        plain: dict[str, object] = {name: getattr(self, name) for name in self.__slots__ if name not in pairs}
        lists = {
            name: [dict(zip(keys, each, strict=True)) for each in getattr(self, name)] for name, keys in pairs.items()
        }
        return {**plain, **lists, "revision": f"rev_{self.revision}"}


def gather(paths: Sequence[Path], data_dir: Path | None) -> Gathered:
    """The files at these paths. Raises InvalidRequest when there is nothing at one of them."""
    own = Path(os.path.realpath(data_dir or os.environ.get("FORAGER_DATA_DIR") or DEFAULT_DATA_DIR))
    offered: dict[str, Offered] = {}
    skipped: list[Skipped] = []
    for found in _found(paths, own):
        if isinstance(found, Skipped):
            skipped.append(found)
        elif found.name in offered:
            skipped.append(Skipped(found.name, "another file of this command has this name; name their common folder"))
        else:
            offered[found.name] = found
    return Gathered(tuple(offered.values()), tuple(skipped))


def _found(paths: Iterable[Path], own: Path) -> Iterator[Offered | Skipped]:
    for path in paths:
        if path.is_dir():
            folder = look(path, MINE, leave_out=own)
            yield from folder.offered
            yield from folder.skipped
        elif path.exists():
            yield Offered(path.name, partial(open_inside, path, MINE))
        else:
            raise InvalidRequest(f"There is nothing at {path}.", remedy="Check the path.")


def account_of(engine: Engine, project: Project, taken: Account, gathered: Gathered, job: Job) -> Ingested:
    """The account after the job, from the store."""
    facts = _Facts(engine, project)
    return Ingested(
        project_id=project.id,
        project=project.name,
        status=job.status.value,
        error=job.error,
        job_id=job.id,
        revision=project.published_rev,
        registered=_names(taken.registered),
        replaced=_names(taken.replaced),
        unchanged=_names(taken.duplicates),
        rejected=tuple((each.name, each.reason) for each in taken.rejected),
        skipped=tuple((each.name, each.why) for each in gathered.skipped),
        failed=tuple((each.logical_name, each.failure) for each in facts.live if each.read_state is ReadState.FAILED),
        warnings=tuple(words for stage in job.stages for words in stage.warnings),
        duplicates=facts.duplicates(),
        documents=sum(each.read_state is ReadState.READ for each in facts.live),
        statements=facts.items,
        disagreements=facts.conflicts,
        stages=tuple(_stage(job, number) for number in range(len(job.stages))),
    )


def _names(found: Sequence[Source]) -> tuple[str, ...]:
    return tuple(each.logical_name for each in found)


def _stage(job: Job, number: int) -> dict[str, object]:
    stage = job.stages[number]
    counts = {"total": stage.total, "processed": stage.processed, "skipped": stage.skipped, "failed": stage.failed}
    return {"stage": stage.name.value, "status": stage.status.value, **counts, "warnings": len(stage.warnings)}


class _Facts:
    """What the store says of a project after a job."""

    def __init__(self, engine: Engine, project: Project) -> None:
        """Look once, in one snapshot."""
        from sqlalchemy import select

        from forager.store import sources
        from forager.store.tables import revision

        with engine.database.read() as connection:
            self.all: dict[str, Source] = {}
            last = ""
            while page := sources.listed(connection, project.id, after=last):
                self.all |= {each.id: each for each in page}
                last = page[-1].id
            mine = (revision.c.project_id == project.id) & (revision.c.rev == project.published_rev)
            row = connection.execute(select(revision.c["items"], revision.c["conflicts"]).where(mine)).one_or_none()
        self.items, self.conflicts = (int(row[0]), int(row[1])) if row else (0, 0)
        living = [each for each in self.all.values() if each.state is SourceState.LIVE]
        self.live = sorted(living, key=lambda each: (each.logical_name, each.id))

    def duplicates(self) -> tuple[tuple[str, str], ...]:
        """(copy, original) by name among the living."""
        copies = [each for each in self.live if each.cluster not in {"", each.id} and each.cluster in self.all]
        return tuple((each.logical_name, self.all[each.cluster].logical_name) for each in copies)


def show(done: Ingested, out: Output) -> None:
    """Print the account for a person."""
    counts = {"new": len(done.registered), "changed": len(done.replaced), "unchanged": len(done.unchanged)}
    out.line(f'Project "{done.project}" ({done.project_id})')
    out.line(
        "Files: "
        + ", ".join(f"{number} {word}" for word, number in counts.items())
        + f"; {done.documents} read in all."
    )
    _section(out, "Not taken:", done.rejected)
    _section(out, "Left out:", done.skipped)
    _section(out, "Not read:", done.failed)
    failed = {f"{name}: {reason}" for name, reason in done.failed}
    notes = [each for each in done.warnings if each not in failed]
    _section(out, "To note:", [(each, "") for each in notes])
    _section(out, "Copies:", [(copy, f"of {original}") for copy, original in done.duplicates])
    known = f"{done.statements} statements, {done.disagreements} open disagreements (rev_{done.revision})."
    out.line(known if done.status == "completed" else f"The job is {done.status}. {done.error}".rstrip())


def _section(out: Output, title: str, rows: Sequence[tuple[str, str]]) -> None:
    if rows:
        out.line(title)
        for name, words in rows:
            out.line(f"  {name}: {words}" if words else f"  {name}")
