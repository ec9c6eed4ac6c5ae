"""Progress of a job as its persisted stage rows show it: a live table on a terminal, a line at each step in a pipe, nothing with --json."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formicaria.ground.output import Output

if TYPE_CHECKING:
    from rich.table import Table

    from formicaria.up.wire import Json

STEPS: Mapping[str, tuple[str, ...]] = {
    "Reading the files": (
        "source_registration",
        "parsing_extraction",
        "normalization",
        "chunking",
        "semantic_extraction",
    ),
    "Finding who is who": ("entity_resolution",),
    "Comparing statements": ("dedup_conflict",),
    "Checking every place": ("provenance", "validation"),
    "Making it searchable": ("indexing", "export_availability"),
}
COUNTED = frozenset({"parsing_extraction", "entity_resolution", "dedup_conflict", "provenance", "indexing"})
"""The stage of each step whose count is shown."""
TENTHS = 10


@dataclass(frozen=True, slots=True)
class Step:
    """One step for a person: what, how far (files or records; 0 of 0 when nothing is counted), and whether it is over."""

    label: str
    done: int
    total: int
    over: bool

    @property
    def share(self) -> float:
        """0 to 1."""
        return 1.0 if self.over else min(self.done / self.total, 1.0) if self.total else 0.0

    @property
    def count(self) -> str:
        """The count in words; empty when nothing is counted."""
        return f"{self.done} of {self.total}" if self.total else ""


def steps(job: Json) -> tuple[Step, ...]:
    """The steps of a job, from its rows alone."""
    rows = {str(row["stage"]): row for row in job["stages"]}
    return tuple(_step(label, [rows[name] for name in names if name in rows]) for label, names in STEPS.items())


def _step(label: str, rows: list[Json]) -> Step:
    counted = [row for row in rows if row["stage"] in COUNTED]
    return Step(
        label,
        sum(int(row["processed"]) + int(row["skipped"]) + int(row["failed"]) for row in counted),
        sum(int(row["total"]) for row in counted),
        over=all(row["status"] in {"completed", "skipped"} for row in rows),
    )


def line(job: Json) -> str:
    """Where a job stands, in one line: the first step that is not over."""
    found = next((step for step in steps(job) if not step.over), None)
    if found is None:
        return "100 %  done"
    words = found.label + (f", {found.count}" if found.count else "")
    return f"{float(job['progress']) * 100:3.0f} %  {words}"


@contextmanager
def shown(output: Output) -> Iterator[Callable[[Json], None]]:
    """A function that shows a job on standard error, in the way that fits what standard error is."""
    if output.as_json:
        yield lambda _job: None
    elif sys.stderr.isatty():
        with _table() as show:
            yield show
    else:
        yield _Lines(output).show


class _Lines:
    """A line whenever the step changes or a tenth of it is done."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._last = ("", -1)

    def show(self, job: Json) -> None:
        step = next((each for each in steps(job) if not each.over), None)
        mark = (step.label, int(step.share * TENTHS)) if step else ("", TENTHS)
        if mark != self._last:
            self._last = mark
            self._output.note(line(job))


@contextmanager
def _table() -> Iterator[Callable[[Json], None]]:
    from rich.console import Console  # noqa: PLC0415  # only where a person looks
    from rich.live import Live  # noqa: PLC0415

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
        yield lambda job: live.update(_drawn(steps(job)), refresh=True)


def _drawn(found: tuple[Step, ...]) -> Table:
    from rich.progress_bar import ProgressBar  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table.grid(padding=(0, 2))
    now = next((step for step in found if not step.over), None)
    for step in found:
        mark = "✓" if step.over else "•" if step is now else " "
        table.add_row(mark, step.label, ProgressBar(total=1.0, completed=step.share, width=24), step.count)
    return table
