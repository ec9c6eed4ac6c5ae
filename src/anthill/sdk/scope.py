"""Which knowledge base a piece of work may read, and how that travels with the work.

A scope is never an argument: a model chooses arguments, and isolation that a model chooses is not isolation
(seed 001 section 3). The truth is the mission row; a worker re-enters the scope from it, once, and the tool
registry is the one reader.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread
from typing import Final, ParamSpec, TypeVar
from urllib.parse import quote

__all__ = [
    "UNRESOLVED",
    "KnowledgeConfidentiality",
    "KnowledgeScope",
    "KnowledgeScopeContext",
    "KnowledgeScopeKind",
    "ScopedExecutor",
    "start_thread",
]

P = ParamSpec("P")
T = TypeVar("T")


class KnowledgeConfidentiality(StrEnum):
    """The band of a record: customer-identifying (tenant) or generalised (general); unknown counts as tenant."""

    UNKNOWN = "Unknown"
    TENANT = "Tenant"
    GENERAL = "General"


class KnowledgeScopeKind(StrEnum):
    """How a scope was resolved; there is deliberately no member for "all projects" (seed 001 section 10)."""

    NONE = "none"
    GLOBAL = "global"
    WORKSPACE = "workspace"
    PROJECT = "project"
    MISSION = "mission"


@dataclass(frozen=True, slots=True)
class KnowledgeScope:
    """One knowledge base as one piece of work may see it. A scope of kind none is a refusal, never a wildcard."""

    kind: KnowledgeScopeKind
    project_ref: str | None = None
    anthill_project_id: str | None = None
    workspace_id: str | None = None
    mission_id: str | None = None

    @classmethod
    def for_global(cls, project_ref: str, mission_id: str | None = None) -> KnowledgeScope:
        """The base mapped to `global`: general material only."""
        return cls(KnowledgeScopeKind.GLOBAL, project_ref, mission_id=mission_id)

    @classmethod
    def for_workspace(cls, project_ref: str, workspace_id: str) -> KnowledgeScope:
        """The base mapped to one workspace."""
        return cls(KnowledgeScopeKind.WORKSPACE, project_ref, workspace_id=workspace_id)

    @classmethod
    def for_project(cls, project_ref: str, anthill_project_id: str | None = None) -> KnowledgeScope:
        """The base mapped to one of the colony's projects."""
        return cls(KnowledgeScopeKind.PROJECT, project_ref, anthill_project_id=anthill_project_id)

    @classmethod
    def for_mission(cls, project_ref: str, mission_id: str, anthill_project_id: str | None = None) -> KnowledgeScope:
        """The base of one mission."""
        return cls(KnowledgeScopeKind.MISSION, project_ref, anthill_project_id, mission_id=mission_id)

    @property
    def is_queryable(self) -> bool:
        """Whether anything at all may be read under this scope."""
        return self.kind is not KnowledgeScopeKind.NONE and bool((self.project_ref or "").strip())

    @property
    def cache_key(self) -> str:
        """`kind:base:workspace:mission`, each part escaped so that two scopes never share a key."""
        return ":".join([self.kind.value, _part(self.project_ref), _part(self.workspace_id), _part(self.mission_id)])

    def allows(self, band: KnowledgeConfidentiality) -> bool:
        """Whether a record of this band may be read here.

        A rule over two cases, not an ordering: global reads general only, anything narrower reads both
        (seed 001 section 3), and an unresolved scope reads nothing.
        """
        if not self.is_queryable:
            return False
        return band is KnowledgeConfidentiality.GENERAL or self.kind is not KnowledgeScopeKind.GLOBAL

    def narrow(self, inner: KnowledgeScope) -> KnowledgeScope:
        """`inner` when it reads no more than this scope does, else `UNRESOLVED`."""
        return inner if self._contains(inner) else UNRESOLVED

    def _contains(self, inner: KnowledgeScope) -> bool:
        if not (self.is_queryable and inner.is_queryable) or self.project_ref != inner.project_ref:
            return False
        if any(inner.allows(band) and not self.allows(band) for band in KnowledgeConfidentiality):
            return False
        kept = (
            (self.anthill_project_id, inner.anthill_project_id),
            (self.workspace_id, inner.workspace_id),
            (self.mission_id, inner.mission_id),
        )
        return all(outer is None or outer == held for outer, held in kept)

    def __str__(self) -> str:
        """`<kind> <base>`, or `unresolved`."""
        return f"{self.kind.value} {self.project_ref}" if self.is_queryable else "unresolved"


UNRESOLVED: Final = KnowledgeScope(KnowledgeScopeKind.NONE)
"""The scope of work for which no base is known: it retrieves nothing."""


# None means "nothing entered yet": only there may a first scope be taken on. An entered UNRESOLVED stays closed.
_ambient: contextvars.ContextVar[KnowledgeScope | None] = contextvars.ContextVar("knowledge_scope", default=None)


class KnowledgeScopeContext:
    """The scope in force for the running work: entered in one place, read in one place, only ever narrower."""

    @staticmethod
    def current() -> KnowledgeScope:
        """The scope in force; `UNRESOLVED` where none was entered."""
        return _ambient.get() or UNRESOLVED

    @staticmethod
    @contextmanager
    def enter(scope: KnowledgeScope) -> Iterator[KnowledgeScope]:
        """Put a scope in force for a `with` block and give the one that holds.

        Nested inside another, a scope that would read more becomes `UNRESOLVED`: work is refused, never widened.
        """
        outer = _ambient.get()
        effective = scope if outer is None else outer.narrow(scope)
        token = _ambient.set(effective)
        try:
            yield effective
        finally:
            _ambient.reset(token)


class ScopedExecutor(ThreadPoolExecutor):
    """A thread pool whose work runs under the context, and so the scope, of whoever submitted it."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """As `ThreadPoolExecutor.submit`, inside a copy of the caller's context."""
        context = contextvars.copy_context()
        return super().submit(lambda: context.run(fn, *args, **kwargs))


def start_thread(target: Callable[[], object], *, name: str, daemon: bool = True) -> Thread:
    """Start a thread that runs `target` under a copy of the caller's context."""
    context = contextvars.copy_context()
    thread = Thread(target=lambda: context.run(target), name=name, daemon=daemon)
    thread.start()
    return thread


def _part(value: str | None) -> str:
    return "-" if value is None else quote(value, safe="").replace("-", "%2D")
