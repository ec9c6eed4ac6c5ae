"""From a caller to one base: the most specific key wins and an unmapped project is a refusal."""

import pytest

from anthill.modules.knowledge.project_map import ProjectMap
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope, KnowledgeScopeKind

MAP = {"falcon": "proj_falcon", "workspace:w1": "proj_shared", "global": "proj_general"}


def resolver(mapping: dict[str, str] = MAP, default: str = "proj_default") -> ProjectMap:
    settings = KnowledgeSettings(enabled=True, project_map=mapping, default_project=default)
    return ProjectMap(lambda: settings)


@pytest.mark.req("S000-6.1-02")
@pytest.mark.parametrize(
    ("project", "workspace", "kind", "ref"),
    [
        ("falcon", "w1", KnowledgeScopeKind.MISSION, "proj_falcon"),
        (None, "w1", KnowledgeScopeKind.WORKSPACE, "proj_shared"),
        (None, "w2", KnowledgeScopeKind.GLOBAL, "proj_general"),
        ("", None, KnowledgeScopeKind.GLOBAL, "proj_general"),
    ],
)
def test_the_most_specific_key_wins(project: str | None, workspace: str | None, kind: object, ref: str) -> None:
    scope = resolver().resolve_mission("m1", project, workspace)
    assert (scope.kind, scope.project_ref, scope.mission_id) == (kind, ref, "m1")


@pytest.mark.req("S000-6.1-04")
@pytest.mark.parametrize("project", ["osprey", "FALCON", "falcon ", "global", "workspace:w1", "proj_falcon"])
def test_a_mission_of_an_unmapped_project_is_unresolved_and_goes_no_further(project: str) -> None:
    assert resolver().resolve_mission("m1", project, "w1") == UNRESOLVED


def test_a_mission_never_reads_the_default_base() -> None:
    assert resolver({}).resolve_mission("m1", None, None) == UNRESOLVED


def test_a_project_called_global_is_not_the_global_key() -> None:
    assert resolver().resolve_console("global") == UNRESOLVED


@pytest.mark.req("S001-3.2-03")
@pytest.mark.parametrize("project", ["osprey", "proj_default", "workspace:w1"])
def test_a_console_caller_of_an_unmapped_project_is_refused_and_not_sent_to_the_default(project: str) -> None:
    assert resolver().resolve_console(project) == UNRESOLVED


def test_a_console_caller_without_a_project_reads_the_default_base() -> None:
    assert resolver().resolve_console(None) == KnowledgeScope.for_project("proj_default")
    assert resolver(default="").resolve_console(None) == UNRESOLVED


@pytest.mark.req("S001-3.2-01")
def test_a_console_caller_names_a_project_and_gets_its_base() -> None:
    assert resolver().resolve_console("falcon") == KnowledgeScope.for_project("proj_falcon", "falcon")


def test_binding_a_project_is_visible_to_the_resolver_immediately() -> None:
    held = [KnowledgeSettings(enabled=True)]
    live = ProjectMap(lambda: held[0])
    assert live.resolve_console("falcon") == UNRESOLVED
    held[0] = KnowledgeSettings(enabled=False, project_map=MAP)
    assert live.resolve_console("falcon").project_ref == "proj_falcon"
    assert live.in_use() is False
