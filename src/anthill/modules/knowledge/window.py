"""What the colony's pages show of this module: how the service stands, what is bound, and where its own pages are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from anthill.modules.knowledge.client import configured_endpoint
from anthill.modules.knowledge.endpoint import EndpointRefused
from anthill.modules.knowledge.project_map import GLOBAL_KEY, WORKSPACE_PREFIX
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.knowledge import KnowledgeAvailability, KnowledgeProvider, Outcome
from anthill.sdk.knowledge_window import BoundBase
from anthill.sdk.permission import Caller


@dataclass(frozen=True, slots=True)
class EnginePages:
    """The engine's pages below one checked origin. Ids are data from elsewhere and are escaped whole."""

    origin: str

    @property
    def home(self) -> str:
        """Its first page."""
        return f"{self.origin}/"

    def base(self, project_ref: str) -> str:
        """One base, from its sources on."""
        return f"{self.origin}/projects/{quote(project_ref, safe='')}"

    def review(self, project_ref: str) -> str:
        """The disagreements of one base."""
        return f"{self.base(project_ref)}/review"

    def evidence(self, evidence_id: str) -> str:
        """The excerpt in its document."""
        return f"{self.origin}/evidence/{quote(evidence_id, safe='')}"

    def conflict(self, conflict_id: str) -> str:
        """One disagreement, side by side."""
        return f"{self.origin}/conflicts/{quote(conflict_id, safe='')}"


@dataclass(frozen=True, slots=True)
class Window:
    """Fills the SDK's `KnowledgeWindow`."""

    provider: Callable[[], KnowledgeProvider]
    settings: Callable[[], KnowledgeSettings]

    def availability(self) -> KnowledgeAvailability:
        """What a probe finds."""
        return self.provider().probe()

    def projects(self, caller: Caller) -> tuple[str, ...]:
        """The projects of the map; the other kinds of key are not projects."""
        keys = (
            key for key in self.settings().project_map if key != GLOBAL_KEY and not key.startswith(WORKSPACE_PREFIX)
        )
        return tuple(key for key in keys if caller.project_id in (None, key))

    def bases(self, caller: Caller) -> Outcome[tuple[BoundBase, ...]]:
        """The map joined with the service's own list of bases; one call to the service."""
        found = self.provider().projects()
        if found.value is None:
            return Outcome.refused(found.failure, found.reason, found.upstream_request_id)
        known = {each.project_ref: each for each in found.value}
        mine = set(self.projects(caller)) if caller.project_id is not None else None
        bound = self.settings().project_map.items()
        return Outcome(tuple(BoundBase(key, known.get(ref)) for key, ref in bound if mine is None or key in mine))

    def pages(self, *, here: bool) -> EnginePages | None:
        """The pages at the configured endpoint."""
        settings = self.settings()
        if not settings.enabled:
            return None
        try:
            endpoint = configured_endpoint(settings)
        except EndpointRefused:
            return None
        return EnginePages(endpoint.origin) if endpoint.remote or here else None
