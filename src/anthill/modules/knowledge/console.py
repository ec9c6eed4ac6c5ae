"""What a person or program asks about knowledge outside a mission: one scope per request, then the provider's reads.

A caller names one of the colony's projects and never a base; the operator's map is the boundary (seed 001 section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TypeVar

from anthill.modules.knowledge.errors import KnowledgeForbidden, error_for
from anthill.modules.knowledge.project_map import ProjectMap
from anthill.modules.knowledge.render import render
from anthill.modules.knowledge.settings import GATE_VARIABLE, KnowledgeSettings
from anthill.modules.knowledge.views import (
    ConflictListView,
    ConflictView,
    EntityView,
    EvidenceListView,
    EvidenceView,
    FactView,
    ProjectListView,
    ProjectView,
    RetrieveBody,
    RetrieveView,
    SearchView,
    SourceListView,
    SourceView,
    StatusView,
)
from anthill.sdk.knowledge import KnowledgeContext, KnowledgeProvider, Outcome, RetrievalRequest, SearchRequest
from anthill.sdk.permission import Caller
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope, KnowledgeScopeContext

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KnowledgeConsole:
    """The reads behind `/knowledge/*`. Each raises a `KnowledgeError` when there is no answer."""

    provider: Callable[[], KnowledgeProvider]
    project_map: ProjectMap
    settings: Callable[[], KnowledgeSettings]
    environ: Mapping[str, str]

    def status(self, caller: Caller) -> StatusView:
        """How knowledge stands; it answers with the feature off as well. A limited caller sees its own project only."""
        settings, found = self.settings(), self.provider().probe()
        shown = {
            key: base
            for key, base in settings.project_map.items()
            if caller.project_id is None or key == caller.project_id
        }
        return StatusView(
            **asdict(found),
            usable=found.usable,
            allow_remote=settings.allow_remote,
            projects=tuple(sorted(shown)),
            project_map=shown,
            default_project=settings.default_project if caller.project_id is None else "",
            token_set=bool(settings.token),
            gate_env_var=GATE_VARIABLE,
            gate_env_pinned=GATE_VARIABLE in self.environ,
        )

    def search(self, caller: Caller, project: str | None, query: str, limit: int, *, historical: bool) -> SearchView:
        """Ranked candidates."""
        with self._scope(caller, project) as scope:
            request = SearchRequest(query, scope, limit, include_historical=historical)
            return SearchView.model_validate(_value(self.provider().search(request)))

    def retrieve(self, caller: Caller, body: RetrieveBody) -> RetrieveView:
        """One context and the exact text a model would read."""
        settings = self.settings()
        with self._scope(caller, body.project) as scope:
            request = RetrievalRequest(
                query=body.query,
                scope=scope,
                top_k=body.top_k or settings.default_top_k,
                include_historical=body.include_historical,
                max_context_chars=settings.max_context_chars,
            )
            return _context_view(_value(self.provider().retrieve(request)))

    def item(self, caller: Caller, project: str | None, knowledge_id: str) -> FactView:
        """One statement."""
        with self._scope(caller, project) as scope:
            return FactView.model_validate(_value(self.provider().get(knowledge_id, scope)))

    def evidence(self, caller: Caller, project: str | None, knowledge_id: str) -> EvidenceListView:
        """Where one statement stands."""
        with self._scope(caller, project) as scope:
            rows = _value(self.provider().evidence(knowledge_id, scope))
            return EvidenceListView(
                knowledge_id=knowledge_id, evidence=tuple(EvidenceView.model_validate(row) for row in rows)
            )

    def entities(self, caller: Caller, project: str | None, name: str) -> tuple[EntityView, ...]:
        """Entities by name."""
        with self._scope(caller, project) as scope:
            found = _value(self.provider().find_entities(name, scope))
            return tuple(EntityView.model_validate(entity) for entity in found)

    def conflicts(self, caller: Caller, project: str | None) -> ConflictListView:
        """The open disagreements."""
        with self._scope(caller, project) as scope:
            found = _value(self.provider().conflicts(scope))
            return ConflictListView(conflicts=tuple(ConflictView.model_validate(each) for each in found))

    def sources(self, caller: Caller, project: str | None) -> SourceListView:
        """The documents."""
        with self._scope(caller, project) as scope:
            found = _value(self.provider().sources(scope))
            return SourceListView(sources=tuple(SourceView.model_validate(each) for each in found))

    def projects(self, caller: Caller) -> ProjectListView:
        """The bases an operator may bind; refused to a caller limited to one project."""
        if caller.project_id is not None:
            raise KnowledgeForbidden("A credential limited to one project may not list knowledge bases.")
        found = _value(self.provider().projects())
        return ProjectListView(projects=tuple(ProjectView.model_validate(each) for each in found))

    @contextmanager
    def _scope(self, caller: Caller, project: str | None) -> Iterator[KnowledgeScope]:
        with KnowledgeScopeContext.enter(self._resolved(caller, project)) as scope:
            yield scope

    def _resolved(self, caller: Caller, project: str | None) -> KnowledgeScope:
        if caller.project_id is None:
            return self.project_map.resolve_console(project or None)
        if project and project != caller.project_id:
            return UNRESOLVED
        return self.project_map.resolve_console(caller.project_id)


def _value(outcome: Outcome[T]) -> T:
    if outcome.value is None:
        raise error_for(outcome)
    return outcome.value


def _context_view(context: KnowledgeContext) -> RetrieveView:
    return RetrieveView(
        query=context.metadata.query,
        scope=str(context.metadata.scope),
        backend=context.metadata.backend,
        took_ms=context.metadata.elapsed_ms,
        truncated=context.metadata.truncated,
        degradation=context.metadata.degradation,
        open_conflicts=len(context.open_conflicts),
        facts=tuple(FactView.model_validate(fact) for fact in context.facts),
        evidence=tuple(EvidenceView.model_validate(row) for row in context.evidence),
        entities=tuple(EntityView.model_validate(entity) for entity in context.entities),
        conflicts=tuple(ConflictView.model_validate(conflict) for conflict in context.conflicts),
        rendered=render(context),
    )
