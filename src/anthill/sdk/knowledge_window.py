"""What the colony's own pages show of its knowledge, and where they lead on to: a seam beside the reads of missions.

Nothing here reads a statement. The addresses are for a person's browser; the colony itself never follows one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from anthill.sdk.knowledge import KnowledgeAvailability, KnowledgeProject, Outcome
from anthill.sdk.permission import Caller


@dataclass(frozen=True, slots=True)
class BoundBase:
    """One entry of the operator's map. `base` is None when the service shows no base of that id to this colony."""

    key: str
    base: KnowledgeProject | None


class KnowledgePages(Protocol):
    """Absolute addresses of the pages a knowledge service has of its own."""

    @property
    def home(self) -> str:
        """Its first page."""
        ...

    def base(self, project_ref: str) -> str:
        """The page of one base."""
        ...

    def review(self, project_ref: str) -> str:
        """The disagreements of one base."""
        ...

    def evidence(self, evidence_id: str) -> str:
        """The page that opens one excerpt in its document."""
        ...

    def conflict(self, conflict_id: str) -> str:
        """The page where a person reads, and may decide, one disagreement."""
        ...


class KnowledgeWindow(Protocol):
    """What a console may show. Every method answers also when the feature is off; none raises for unavailability."""

    def availability(self) -> KnowledgeAvailability:
        """How the service stands now; bounded in time."""
        ...

    def projects(self, caller: Caller) -> tuple[str, ...]:
        """The colony's projects that read a base, as far as the caller may see them; asks nobody."""
        ...

    def bases(self, caller: Caller) -> Outcome[tuple[BoundBase, ...]]:
        """The entries of the map with what the service says of each base, by key; a limited caller sees its own only."""
        ...

    def pages(self, *, here: bool) -> KnowledgePages | None:
        """The service's pages, or None when the browser cannot reach them: a service on this machine shows its pages only `here`."""
        ...
