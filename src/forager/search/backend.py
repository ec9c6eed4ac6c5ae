"""The seam behind which an index stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from forager.search.documents import Kind
from forager.search.question import Question


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record an index proposes. ``relevance`` is the index's own measure: greater is better, comparable only within one answer."""

    id: str
    relevance: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an index is asked: a question, the kind of record, how many at most. ``entities`` are ids whose naming also counts."""

    question: Question
    kind: Kind
    limit: int
    entities: tuple[str, ...] = ()


class SearchBackend(Protocol):
    """An index over each project apart. It proposes; what is shown is read from the database."""

    @property
    def name(self) -> str:
        """The word by which the wire names it."""
        ...

    def index(self, connection: Connection, project_id: str, rev: int) -> None:
        """Bring the project's index to revision ``rev``, in the caller's write transaction."""
        ...

    def covers(self, connection: Connection, project_id: str) -> int | None:
        """The revision that the project's index covers; None when it can answer at every revision."""
        ...

    def search(self, connection: Connection, project_id: str, rev: int, wanted: Wanted) -> list[Candidate]:
        """The best candidates that hold in ``rev``, best first, ties by id."""
        ...
