"""Nothing is declared without a caller: every code, event, reason and permission is used by production (colony law 2).

Lessons of reference §27.2: a gate, a registry and a permission check once existed that nobody called.
"""

from __future__ import annotations

import ast
from enum import Enum
from functools import cache
from pathlib import Path

import pytest

import anthill
from anthill.core.agents.handlers import HANDLERS
from anthill.core.evidence.citations import Finding
from anthill.core.evidence.closure import _CHECKS
from anthill.core.evidence.outcome import DeliverableStatus, OutcomeCode, StopReason, VerificationStatus
from anthill.core.evidence.verdict import Verdict
from anthill.core.planning.plan import DispositionReason, RefusalCode, Strategy, TaskSource
from anthill.core.planning.requirements import ClosureRequirement
from anthill.core.roles.availability import Unavailable
from anthill.core.roles.catalog import CATALOG
from anthill.core.tools.authorization import DenialCode
from anthill.sdk.event import EventType
from anthill.sdk.evidence import EvidenceLane
from anthill.sdk.permission import Permission

SOURCE = Path(anthill.__file__).parent
ENUMS = [
    EventType, DenialCode, Finding, RefusalCode, DispositionReason, Unavailable, StopReason, OutcomeCode, Verdict,
    DeliverableStatus, VerificationStatus, ClosureRequirement, Permission, EvidenceLane, Strategy, TaskSource,
]  # fmt: skip


@cache
def used() -> frozenset[tuple[str, str]]:
    """Every `Name.MEMBER` in the colony's source."""
    found = set()
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found.add((node.value.id, node.attr))
    return frozenset(found)


@pytest.mark.req("CLAW-02")
@pytest.mark.parametrize("enum", ENUMS, ids=lambda each: each.__name__)
def test_every_member_is_used_by_production(enum: type[Enum]) -> None:
    unused = [member.name for member in enum if (enum.__name__, member.name) not in used()]
    assert unused == []


def test_every_closure_requirement_has_a_check_and_every_check_a_requirement() -> None:
    assert set(_CHECKS) == set(ClosureRequirement)


def test_every_handler_is_a_mission_role_of_the_catalogue() -> None:
    assert all(CATALOG.contract(role) is not None for role in HANDLERS)


@pytest.mark.req("LAW-12")
def test_the_ambient_scope_is_read_in_one_place_and_entered_in_one_by_the_core() -> None:
    places = {"current": set(), "enter": set()}
    for path in sorted((SOURCE / "core").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "KnowledgeScopeContext"
            ):
                places[node.attr].add(path.relative_to(SOURCE).as_posix())
    assert places == {"current": {"core/tools/registry.py"}, "enter": {"core/missions/runner.py"}}


@pytest.mark.req("CLAW-04")
def test_principals_are_minted_by_the_runner_alone() -> None:
    makers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and any(each.name == "mint" for each in node.names)
        and "principal" in str(node.module)
    }
    assert makers == {"core/missions/runner.py"}
