"""What a module of the colony is, and what the colony hands it. The core never names one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from anthill.sdk.knowledge_window import KnowledgeWindow
from anthill.sdk.model import ModelClient
from anthill.sdk.permission import Caller, Permission
from anthill.sdk.scope import KnowledgeScope
from anthill.sdk.setting import Setting
from anthill.sdk.tool import Tool


@dataclass(frozen=True, slots=True)
class Probe:
    """How a module stands now: `state` is one word (`off`, `ready`, `degraded`), `reason` one sentence."""

    state: str
    reason: str


class ScopeResolver(Protocol):
    """Turns a mission's project into the one knowledge base it may read (seed 000 §6.1)."""

    def in_use(self) -> bool:
        """Whether knowledge is switched on at all."""
        ...

    def resolve_mission(self, mission_id: str, project_id: str | None, workspace_id: str | None) -> KnowledgeScope:
        """Resolve once, at intake; an unmapped project is `UNRESOLVED` and never a wider base."""
        ...


@dataclass(frozen=True, slots=True)
class Providers:
    """What a module offers beside tools; everything is optional. `window` is for the colony's pages."""

    scopes: ScopeResolver | None = None
    model: ModelClient | None = None
    window: KnowledgeWindow | None = None


class ApiSeams(Protocol):
    """What the colony's API hands to a module that adds routes."""

    def require(self, permission: Permission) -> Callable[..., Caller]:
        """Return a FastAPI dependency: the authenticated caller, or a refusal in the API's one error shape."""
        ...

    def record(self, caller: Caller, act: str, details: Mapping[str, str]) -> None:
        """Put one act of a person on the system audit stream; `details` holds ids and choices, never content."""
        ...


class Module(Protocol):
    """A set of capabilities the composition root plugs in; it imports the SDK and nothing else of ours."""

    @property
    def name(self) -> str:
        """One lower-case word."""
        ...

    def settings(self) -> Sequence[Setting]:
        """Everything the module reads from configuration."""
        ...

    def tools(self) -> Sequence[Tool]:
        """Registered always: a tool whose feature is off refuses at call time (seed 000 §9)."""
        ...

    def providers(self) -> Providers:
        """What the core may call directly."""
        ...

    def routers(self, api: ApiSeams) -> Sequence[object]:
        """Return the module's FastAPI routers; each route asks `api.require` for its permission.

        Typed as objects because the SDK knows no web framework; the composition root refuses anything else.
        """
        ...

    def probe(self) -> Probe:
        """Say how the module stands; bounded in time, never raises."""
        ...

    def close(self) -> None:
        """Let go of connections and threads."""
        ...
