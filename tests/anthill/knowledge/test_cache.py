"""What is remembered: for its own scope, its own settings and its own time."""

from dataclasses import replace

import pytest
from tests.anthill.knowledge.support import FALCON_SCOPE, GLOBAL_SCOPE, OSPREY_SCOPE

from anthill.modules.knowledge.cache import CAPACITY, KnowledgeCache
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.knowledge import KnowledgeContext, KnowledgeMetadata, KnowledgeScope
from anthill.sdk.scope import UNRESOLVED

SETTINGS = KnowledgeSettings(enabled=True, cache_seconds=30)


def made(scope: KnowledgeScope) -> KnowledgeContext:
    return KnowledgeContext(KnowledgeMetadata("q", scope))


@pytest.mark.req("S001-3.4-01", "S001-1-01")
def test_an_entry_is_read_back_under_its_own_scope_only() -> None:
    cache = KnowledgeCache()
    cache.put("q", made(FALCON_SCOPE), SETTINGS)
    assert cache.get(FALCON_SCOPE, "q", SETTINGS) == made(FALCON_SCOPE)
    others = [
        OSPREY_SCOPE,
        GLOBAL_SCOPE,
        UNRESOLVED,
        KnowledgeScope.for_mission("proj_falcon", "m1", "falcon"),
        KnowledgeScope.for_workspace("proj_falcon", "w1"),
        KnowledgeScope.for_project("proj_falcon", "another"),
    ]
    assert [cache.get(scope, "q", SETTINGS) for scope in others] == [None] * len(others)


@pytest.mark.req("S001-3.4-01")
def test_nothing_is_kept_for_an_unresolved_scope() -> None:
    cache = KnowledgeCache()
    cache.put("q", made(UNRESOLVED), SETTINGS)
    assert cache.get(UNRESOLVED, "q", SETTINGS) is None


def test_an_entry_ends_with_its_time() -> None:
    now = [0.0]
    cache = KnowledgeCache(lambda: now[0])
    cache.put("q", made(FALCON_SCOPE), SETTINGS)
    now[0] = 29.9
    assert cache.get(FALCON_SCOPE, "q", SETTINGS) is not None
    now[0] = 30.0
    assert cache.get(FALCON_SCOPE, "q", SETTINGS) is None


def test_zero_seconds_remember_nothing() -> None:
    cache = KnowledgeCache()
    off = replace(SETTINGS, cache_seconds=0)
    cache.put("q", made(FALCON_SCOPE), off)
    assert cache.get(FALCON_SCOPE, "q", off) is None


@pytest.mark.parametrize(
    "change", [{"token": "fgr_other"}, {"endpoint": "http://127.0.0.1:1"}, {"project_map": {"falcon": "proj_new"}}]
)
def test_changed_settings_forget_everything(change: dict) -> None:
    cache = KnowledgeCache()
    cache.put("q", made(FALCON_SCOPE), SETTINGS)
    assert cache.get(FALCON_SCOPE, "q", replace(SETTINGS, **change)) is None


def test_one_scope_is_forgotten_and_the_other_kept() -> None:
    cache = KnowledgeCache()
    for scope in (FALCON_SCOPE, OSPREY_SCOPE):
        cache.put("q", made(scope), SETTINGS)
    cache.invalidate(FALCON_SCOPE)
    assert cache.get(FALCON_SCOPE, "q", SETTINGS) is None
    assert cache.get(OSPREY_SCOPE, "q", SETTINGS) is not None
    cache.clear()
    assert cache.get(OSPREY_SCOPE, "q", SETTINGS) is None


def test_a_full_cache_starts_anew() -> None:
    cache = KnowledgeCache()
    for number in range(CAPACITY + 1):
        cache.put(str(number), made(FALCON_SCOPE), SETTINGS)
    assert cache.get(FALCON_SCOPE, "0", SETTINGS) is None
    assert cache.get(FALCON_SCOPE, str(CAPACITY), SETTINGS) is not None
