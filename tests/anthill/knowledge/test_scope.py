"""The scope of knowledge: what it may read, and how it travels with work."""

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from anthill.sdk.scope import (
    UNRESOLVED,
    KnowledgeConfidentiality,
    KnowledgeScope,
    KnowledgeScopeContext,
    KnowledgeScopeKind,
    ScopedExecutor,
    start_thread,
)

ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
FALCON = KnowledgeScope.for_project("proj_falcon", "falcon")
MISSION = KnowledgeScope.for_mission("proj_falcon", "m1", "falcon")
GLOBAL = KnowledgeScope.for_global("proj_falcon")
WORKSPACE = KnowledgeScope.for_workspace("proj_falcon", "w1")
OSPREY = KnowledgeScope.for_project("proj_osprey", "osprey")

TENANT = KnowledgeConfidentiality.TENANT
GENERAL = KnowledgeConfidentiality.GENERAL
UNKNOWN = KnowledgeConfidentiality.UNKNOWN


@pytest.mark.req("S001-3.5-01", "S001-3.5-02", "S001-3.5-04")
@pytest.mark.parametrize(
    ("scope", "band", "allowed"),
    [
        (GLOBAL, GENERAL, True),
        (GLOBAL, TENANT, False),
        (GLOBAL, UNKNOWN, False),
        (WORKSPACE, TENANT, True),
        (FALCON, TENANT, True),
        (FALCON, GENERAL, True),
        (MISSION, UNKNOWN, True),
        (UNRESOLVED, GENERAL, False),
        (UNRESOLVED, TENANT, False),
    ],
)
def test_scope_band_rule(scope: KnowledgeScope, band: KnowledgeConfidentiality, allowed: bool) -> None:
    assert scope.allows(band) is allowed


@pytest.mark.req("S000-12-04", "S001-10-01")
def test_scope_has_no_kind_that_means_every_project() -> None:
    assert {kind.value for kind in KnowledgeScopeKind} == {"none", "global", "workspace", "project", "mission"}


@pytest.mark.parametrize("ref", [None, "", "   "])
@pytest.mark.parametrize("kind", list(KnowledgeScopeKind))
def test_scope_without_a_base_is_not_queryable(kind: KnowledgeScopeKind, ref: str | None) -> None:
    scope = KnowledgeScope(kind, ref)
    assert not scope.is_queryable
    assert not scope.allows(GENERAL)
    assert str(scope) == "unresolved"


def test_scope_of_kind_none_is_a_refusal_even_with_a_base() -> None:
    assert not KnowledgeScope(KnowledgeScopeKind.NONE, "proj_falcon").is_queryable


def test_scope_says_its_kind_and_base() -> None:
    assert str(MISSION) == "mission proj_falcon"


@pytest.mark.req("S001-3.4-01")
def test_cache_keys_differ_whenever_scopes_read_differently() -> None:
    scopes = [
        FALCON,
        MISSION,
        GLOBAL,
        WORKSPACE,
        OSPREY,
        UNRESOLVED,
        KnowledgeScope.for_project("a:b"),
        KnowledgeScope(KnowledgeScopeKind.PROJECT, "a", workspace_id="b"),
        KnowledgeScope.for_project("-"),
        KnowledgeScope(KnowledgeScopeKind.PROJECT),
    ]
    assert len({scope.cache_key for scope in scopes}) == len(scopes)


@pytest.mark.req("S001-3.1-02", "LAW-12")
@pytest.mark.parametrize(
    ("outer", "inner", "effective"),
    [
        (FALCON, MISSION, MISSION),
        (FALCON, FALCON, FALCON),
        (MISSION, FALCON, UNRESOLVED),
        (FALCON, OSPREY, UNRESOLVED),
        (GLOBAL, FALCON, UNRESOLVED),
        (GLOBAL, KnowledgeScope.for_global("proj_falcon", "m1"), KnowledgeScope.for_global("proj_falcon", "m1")),
        (KnowledgeScope.for_project("proj_falcon"), GLOBAL, GLOBAL),
        (MISSION, KnowledgeScope.for_mission("proj_falcon", "m2", "falcon"), UNRESOLVED),
        (UNRESOLVED, FALCON, UNRESOLVED),
        (FALCON, UNRESOLVED, UNRESOLVED),
    ],
)
def test_scope_only_narrows(outer: KnowledgeScope, inner: KnowledgeScope, effective: KnowledgeScope) -> None:
    with KnowledgeScopeContext.enter(outer), KnowledgeScopeContext.enter(inner) as entered:
        assert entered == effective
        assert KnowledgeScopeContext.current() == effective


@pytest.mark.req("S001-3.1-03")
def test_scope_is_unresolved_until_entered_and_restored_after() -> None:
    assert KnowledgeScopeContext.current() is UNRESOLVED
    with KnowledgeScopeContext.enter(FALCON):
        with KnowledgeScopeContext.enter(MISSION):
            pass
        assert KnowledgeScopeContext.current() == FALCON
    assert KnowledgeScopeContext.current() is UNRESOLVED


def test_scope_is_restored_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), KnowledgeScopeContext.enter(FALCON):
        _ = 1 // 0
    assert KnowledgeScopeContext.current() is UNRESOLVED


def test_a_plain_thread_loses_the_scope_and_the_helpers_keep_it() -> None:
    seen: list[KnowledgeScope] = []
    with KnowledgeScopeContext.enter(MISSION):
        with ThreadPoolExecutor(1) as plain:
            assert plain.submit(KnowledgeScopeContext.current).result() is UNRESOLVED
        with ScopedExecutor(2) as scoped:
            assert list(scoped.map(lambda _: KnowledgeScopeContext.current(), range(4))) == [MISSION] * 4
        start_thread(lambda: seen.append(KnowledgeScopeContext.current()), name="reader").join()
    assert seen == [MISSION]


def test_two_submitters_of_one_pool_keep_their_own_scopes() -> None:
    with ScopedExecutor(1) as pool:
        with KnowledgeScopeContext.enter(FALCON):
            first = pool.submit(KnowledgeScopeContext.current)
        with KnowledgeScopeContext.enter(OSPREY):
            second = pool.submit(KnowledgeScopeContext.current)
        assert (first.result(), second.result()) == (FALCON, OSPREY)


@pytest.mark.req("S001-3.5-04")
def test_one_method_decides_what_a_scope_reads_and_no_order_of_the_bands_does() -> None:
    """The word is compared in one more place, which labels a record for the colony and lets nothing through."""
    source = Path(__file__).parents[3] / "src" / "anthill"
    compared, ordered = set(), set()
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare):
                continue
            words = ast.unparse(node).lower()
            if "knowledgeconfidentiality." in words:
                compared.add(path.relative_to(source).as_posix())
            if ("confidential" in words or "band" in words) and any(isinstance(op, ORDERING) for op in node.ops):
                ordered.add(path.relative_to(source).as_posix())
    assert (compared, ordered) == ({"sdk/scope.py", "modules/knowledge/sources.py"}, set())
