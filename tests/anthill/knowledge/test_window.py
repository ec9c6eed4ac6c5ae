"""What the module shows the colony's pages: the map as the caller may see it, and pages a browser can really reach."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from anthill.modules.knowledge.null_provider import NullKnowledgeProvider
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.modules.knowledge.window import Window
from anthill.sdk.knowledge import KnowledgeFailure, KnowledgeProject, Outcome
from anthill.sdk.permission import Caller

MAP: Mapping[str, str] = MappingProxyType(
    {"falcon": "proj_f", "global": "proj_g", "osprey": "proj_o", "workspace:w": "proj_w"}
)
ANYBODY = Caller("usr_1", "ada", frozenset())
FALCON = KnowledgeProject("proj_f", "Falcon", 12, 240, 3, "idle")


class Listing(NullKnowledgeProvider):
    """A provider that lists one base."""

    def projects(self) -> Outcome[tuple[KnowledgeProject, ...]]:
        return Outcome((FALCON, KnowledgeProject("proj_unbound", "Unbound")))


def window(provider: NullKnowledgeProvider | None = None, **settings: object) -> Window:
    held = KnowledgeSettings(**{"enabled": True, "project_map": MAP, **settings})  # type: ignore[arg-type]  # a test's own words
    return Window(lambda: provider or Listing(""), lambda: held)


def limited(project: str) -> Caller:
    return Caller("usr_2", "eve", frozenset(), project)


def test_projects_are_the_keys_that_are_projects() -> None:
    assert window().projects(ANYBODY) == ("falcon", "osprey")


@pytest.mark.parametrize(
    ("project", "seen"), [("osprey", ("osprey",)), ("global", ()), ("workspace:w", ()), ("gone", ())]
)
def test_a_limited_caller_sees_their_own_project_and_no_other_key(project: str, seen: tuple[str, ...]) -> None:
    assert window().projects(limited(project)) == seen
    assert tuple(each.key for each in window().bases(limited(project)).value or ()) == seen


def test_the_map_is_joined_with_what_the_service_shows() -> None:
    found = {each.key: each.base for each in window().bases(ANYBODY).value or ()}
    assert found == {"falcon": FALCON, "global": None, "osprey": None, "workspace:w": None}


def test_a_service_that_lists_nothing_is_a_reason_and_not_an_empty_map() -> None:
    found = window(NullKnowledgeProvider("it is off")).bases(ANYBODY)
    assert (found.failure, found.reason) == (KnowledgeFailure.DISABLED, "it is off")


def test_pages_on_this_machine_are_for_a_browser_on_this_machine() -> None:
    assert window().pages(here=False) is None
    pages = window().pages(here=True)
    assert pages is not None
    assert pages.home == "http://127.0.0.1:8790/"
    assert pages.base("proj_f") == "http://127.0.0.1:8790/projects/proj_f"
    assert pages.review("../x") == "http://127.0.0.1:8790/projects/..%2Fx/review"
    assert pages.evidence("ev_1") == "http://127.0.0.1:8790/evidence/ev_1"
    assert pages.conflict("../x?y#z") == "http://127.0.0.1:8790/conflicts/..%2Fx%3Fy%23z"


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"enabled": False}, False),
        ({"endpoint": "http://10.0.0.5:8790"}, False),
        ({"endpoint": "javascript:alert(1)"}, False),
        ({"endpoint": "http://127.0.0.1@evil.example"}, False),
        ({"endpoint": "http://10.0.0.5:8790", "allow_remote": True}, True),
    ],
)
@pytest.mark.parametrize("here", [True, False])
def test_only_an_allowed_endpoint_has_pages(settings: dict[str, object], shown: bool, here: bool) -> None:
    assert (window(**settings).pages(here=here) is not None) is shown
