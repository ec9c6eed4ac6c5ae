"""From what the colony knows about a caller to one base, through the operator's map and nothing else.

Mission, project, workspace, global: the most specific wins, and an unmapped project is a refusal, never a wider base
(seed 000 section 6.1, seed 001 section 3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope, KnowledgeScopeKind

GLOBAL_KEY: Final = "global"
WORKSPACE_PREFIX: Final = "workspace:"


class ProjectMap:
    """Resolves scopes from the settings in force; fills the SDK's `ScopeResolver`."""

    def __init__(self, settings: Callable[[], KnowledgeSettings]) -> None:
        """Take a way to read the settings in force."""
        self._settings = settings

    def in_use(self) -> bool:
        """Whether knowledge is switched on at all."""
        return self._settings().enabled

    def resolve_mission(self, mission_id: str, project_id: str | None, workspace_id: str | None) -> KnowledgeScope:
        """The scope of a mission, once, at its intake.

        A mission with a project reads that project's base or none. Only a mission with no project falls to its
        workspace, then to `global`, which gives general material only. The default base is never a mission's.
        """
        if project_id:
            ref = self._project(project_id)
            return KnowledgeScope.for_mission(ref, mission_id, project_id) if ref else UNRESOLVED
        held = self._settings().project_map
        workspace_ref = held.get(WORKSPACE_PREFIX + workspace_id) if workspace_id else None
        if workspace_ref:
            return KnowledgeScope(
                KnowledgeScopeKind.WORKSPACE, workspace_ref, workspace_id=workspace_id, mission_id=mission_id
            )
        global_ref = held.get(GLOBAL_KEY)
        return KnowledgeScope.for_global(global_ref, mission_id) if global_ref else UNRESOLVED

    def resolve_console(self, project_id: str | None) -> KnowledgeScope:
        """The scope of a person or program outside a mission: the named project's base, or the default one."""
        if project_id:
            ref = self._project(project_id)
            return KnowledgeScope.for_project(ref, project_id) if ref else UNRESOLVED
        default = self._settings().default_project
        return KnowledgeScope.for_project(default) if default else UNRESOLVED

    def _project(self, project_id: str) -> str | None:
        # The other kinds of key are not projects, even if somebody names a project so.
        if project_id == GLOBAL_KEY or project_id.startswith(WORKSPACE_PREFIX):
            return None
        return self._settings().project_map.get(project_id)
