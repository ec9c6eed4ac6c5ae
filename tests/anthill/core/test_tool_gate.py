"""Authorize before running: who may run what, with which arguments (colony law 4, seed 003)."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import pytest
from tests.anthill.core.builders import (
    ALL_MISSION_ROLES,
    EVERYTHING_GRANTED,
    DictEffects,
    FunctionTool,
    ListJournal,
    parameters,
    roster,
)

from anthill.core.roles.catalog import CATALOG
from anthill.core.roles.contract import FORBIDDEN_TO_MISSION_AGENTS, RuntimeKind
from anthill.core.tools.authorization import Bindings, DenialCode, Denied, fingerprint
from anthill.core.tools.principal import Principal, is_genuine, mint
from anthill.core.tools.registry import Frame, ToolGate, ToolRefused, ToolRegistry
from anthill.sdk.failure import FailureClass
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope, KnowledgeScopeContext
from anthill.sdk.tool import Effect, ToolResult

SCOPE = KnowledgeScope.for_mission("proj_a", "mis_1")


class Bench:
    """A gate over some tools, with everything it records."""

    def __init__(self, *tools: FunctionTool, **roster_options: Any) -> None:
        self.journal, self.effects = ListJournal(), DictEffects()
        registry = ToolRegistry(tools)
        options = {"implemented": [], "tools": registry.names, "granted": EVERYTHING_GRANTED} | roster_options
        self.gate = ToolGate(registry, roster(**options), self.journal, self.effects)

    def run(
        self, who: Any, tool: str, args: Any = None, bound: frozenset[str] = frozenset(), number: int = 1
    ) -> ToolResult:
        frame = Frame(deadline=1e12, fence=1, bindings=Bindings(bound))
        with KnowledgeScopeContext.enter(SCOPE):
            return self.gate.run(who, tool, args if args is not None else {}, frame, number)

    @property
    def denial(self) -> DenialCode:
        denials = [detail for kind, _, detail in self.journal.entries if kind == "denied"]
        assert len(denials) == 1
        assert isinstance(denials[0], Denied)
        return denials[0].code


FORGED = [
    "", "queen", "director", "system", "researcher", None, 0, {"role": "researcher"}, ["researcher"],
    SimpleNamespace(role="researcher", mission_id="mis_1", task_id="t"),
]  # fmt: skip


@pytest.mark.req("CLAW-04")
@pytest.mark.req("S003-4-01")
@pytest.mark.req("S003-4-02")
@pytest.mark.parametrize("who", FORGED, ids=repr)
def test_whoever_is_not_made_by_the_core_is_refused(who: object) -> None:
    tool = FunctionTool("knowledge_retrieve")
    bench = Bench(tool)
    result = bench.run(who, "knowledge_retrieve")
    assert result.failure is not None
    assert result.failure.failure_class is FailureClass.AUTHORIZATION_FAILURE
    assert (bench.denial, tool.runs) == (DenialCode.UNKNOWN_IDENTITY, [])


@pytest.mark.req("CLAW-04")
def test_a_principal_cannot_be_made_copied_with_changes_or_altered() -> None:
    real = mint("researcher", "mis_1", "t1")
    with pytest.raises(TypeError):
        Principal(object(), "researcher", "mis_1", "t1")
    with pytest.raises(AttributeError):
        real.role = "coder"
    hollow = object.__new__(Principal)
    assert not is_genuine(hollow)
    object.__setattr__(hollow, "role", "researcher")
    assert not is_genuine(hollow)
    bent = mint("researcher", "mis_1", "t1")
    object.__setattr__(bent, "role", "coder")
    assert not is_genuine(bent)
    for leaving in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError):
            leaving(real)
    with pytest.raises(TypeError):
        type("Sub", (Principal,), {})


@pytest.mark.req("S001-6-01", "S000-8-13")
@pytest.mark.req("CLAW-04")
@pytest.mark.req("LAW-06")
@pytest.mark.req("S003-4-03")
@pytest.mark.parametrize("role", [*CATALOG.roles, "", "system", "oracle"])
def test_every_role_with_every_tool_runs_exactly_what_its_contract_allows(role: str) -> None:
    declared = {name for entry in CATALOG.entries if entry.contract for name in entry.contract.allowed_tools}
    names = sorted(declared | FORBIDDEN_TO_MISSION_AGENTS | {"knowledge_review", "brand_new_tool"})
    tools = {name: FunctionTool(name) for name in names}
    contract = CATALOG.contract(role)
    allowed = set(contract.allowed_tools) if contract else set()
    for name in names:
        bench = Bench(tools[name])
        result = bench.run(mint(role, "mis_1", "t1"), name)
        assert (result.ok, bool(tools[name].runs)) == (name in allowed, name in allowed), name


@pytest.mark.req("CLAW-04")
@pytest.mark.req("S003-4-04")
@pytest.mark.parametrize("role", sorted(ALL_MISSION_ROLES))
@pytest.mark.parametrize("tool", sorted(FORBIDDEN_TO_MISSION_AGENTS))
def test_writing_tools_are_structurally_impossible_even_when_bound(role: str, tool: str) -> None:
    writer = FunctionTool(tool, effect=Effect.WRITE)
    bench = Bench(writer)
    bound = frozenset([fingerprint(tool, {}, SCOPE)])
    assert not bench.run(mint(role, "mis_1", "t1"), tool, bound=bound).ok
    assert (bench.denial, writer.runs) == (DenialCode.STRUCTURALLY_FORBIDDEN, [])


@pytest.mark.parametrize(
    "role", [entry.role for entry in CATALOG.entries if entry.kind is not RuntimeKind.MISSION_AGENT]
)
def test_control_plane_and_services_run_no_tools(role: str) -> None:
    bench = Bench(FunctionTool("knowledge_retrieve"))
    assert not bench.run(mint(role, "mis_1", "t1"), "knowledge_retrieve").ok
    assert bench.denial is DenialCode.NOT_A_MISSION_AGENT


@pytest.mark.req("S003-4-05")
def test_a_contract_binds_before_its_role_is_active() -> None:
    bench = Bench(FunctionTool("web_search"), FunctionTool("read_text_file"), implemented=[])
    assert bench.run(mint("web", "mis_1", "t1"), "web_search").ok
    assert not bench.run(mint("web", "mis_1", "t1"), "read_text_file").ok


def test_a_missing_capability_is_named_in_the_denial() -> None:
    bench = Bench(FunctionTool("web_search"), granted=[])
    result = bench.run(mint("web", "mis_1", "t1"), "web_search")
    assert bench.denial is DenialCode.MISSING_CAPABILITY
    assert "model.invoke, network.http.public" in result.text


@pytest.mark.req("CLAW-04")
@pytest.mark.parametrize("effect", [Effect.PROPOSE, Effect.WRITE])
def test_a_side_effect_runs_only_with_the_very_arguments_that_were_bound(effect: Effect) -> None:
    tool = FunctionTool("knowledge_search", effect=effect, parameters=parameters(query={"type": "string"}))
    bench = Bench(tool)
    who, planned = mint("researcher", "mis_1", "t1"), fingerprint("knowledge_search", {"query": "a"}, SCOPE)
    assert not bench.run(who, "knowledge_search", {"query": "b"}, frozenset([planned])).ok
    ran = bench.run(who, "knowledge_search", {"query": "a"}, frozenset([planned]), number=2)
    # No contract permits writes, so even bound arguments do not make one possible.
    assert (ran.ok, len(tool.runs)) == ((True, 1) if effect is Effect.PROPOSE else (False, 0))


def test_the_fingerprint_covers_tool_arguments_and_scope() -> None:
    other = KnowledgeScope.for_mission("proj_b", "mis_1")
    prints = {
        fingerprint("a", {"x": 1}, SCOPE), fingerprint("b", {"x": 1}, SCOPE),
        fingerprint("a", {"x": 2}, SCOPE), fingerprint("a", {"x": 1}, other),
    }  # fmt: skip
    assert len(prints) == 4
    assert fingerprint("a", {"x": 1, "y": 2}, SCOPE) == fingerprint("a", {"y": 2, "x": 1}, SCOPE)


def test_an_effect_is_not_repeated_by_a_resumed_task() -> None:
    tool = FunctionTool("knowledge_search", effect=Effect.PROPOSE)
    bench = Bench(tool)
    bound = frozenset([fingerprint("knowledge_search", {}, SCOPE)])
    first = bench.run(mint("researcher", "mis_1", "t1"), "knowledge_search", bound=bound)
    again = bench.run(mint("researcher", "mis_1", "t1"), "knowledge_search", bound=bound)
    assert (first, len(tool.runs)) == (again, 1)


SCHEMA = parameters(
    query={"type": "string", "minLength": 1, "maxLength": 5}, limit={"type": "integer", "minimum": 1, "maximum": 50}
)
BAD_ARGUMENTS = [
    {}, {"query": "a"}, {"query": 1, "limit": 1}, {"query": "", "limit": 1}, {"query": "abcdef", "limit": 1},
    {"query": "a", "limit": 0}, {"query": "a", "limit": 51}, {"query": "a", "limit": True}, {"query": "a", "limit": 1.5},
    {"query": "a", "limit": 1, "project": "proj_b"}, {"query": "a", "limit": float("nan")}, {"query": "a", "limit": 2**60},
]  # fmt: skip


@pytest.mark.parametrize("args", BAD_ARGUMENTS, ids=repr)
def test_arguments_that_do_not_fit_run_nothing(args: Any) -> None:
    tool = FunctionTool("knowledge_search", parameters=SCHEMA)
    bench = Bench(tool)
    result = bench.run(mint("researcher", "mis_1", "t1"), "knowledge_search", args)
    assert result.failure is not None
    assert (result.failure.failure_class, tool.runs) == (FailureClass.VALIDATION_FAILURE, [])
    assert "abcdef" not in result.text
    assert "proj_b" not in result.text


def test_an_unknown_tool_is_a_typed_failure_and_its_name_is_not_recorded() -> None:
    bench = Bench(FunctionTool("knowledge_search"))
    result = bench.run(mint("researcher", "mis_1", "t1"), "Robert'); DROP TABLE")
    assert result.failure is not None
    assert result.failure.failure_class is FailureClass.VALIDATION_FAILURE
    assert bench.journal.entries[0][1].tool == "(not a tool name)"


def test_a_tool_that_raises_is_a_typed_failure_without_its_message() -> None:
    def burst(_ctx: object, _args: object) -> ToolResult:
        raise RuntimeError("secret content")

    bench = Bench(FunctionTool("knowledge_search", burst))
    result = bench.run(mint("researcher", "mis_1", "t1"), "knowledge_search")
    assert result.failure is not None
    assert result.failure.failure_class is FailureClass.TOOL_FAILURE
    assert "secret content" not in result.text


@pytest.mark.req("S001-3.1-02")
def test_the_tool_gets_its_scope_from_the_context_entered_around_it() -> None:
    tool = FunctionTool("knowledge_search")
    bench = Bench(tool)
    bench.run(mint("researcher", "mis_1", "t1"), "knowledge_search")
    bench.gate.run(mint("researcher", "mis_1", "t1"), "knowledge_search", {}, Frame(1e12, 1), 2)
    assert [context.scope for context in tool.contexts] == [SCOPE, UNRESOLVED]


@pytest.mark.req("S000-4.1-02")
@pytest.mark.req("S003-4-06")
def test_every_run_is_recorded_before_and_after_and_a_denial_once() -> None:
    bench = Bench(FunctionTool("knowledge_search"), FunctionTool("web_search"))
    bench.run(mint("researcher", "mis_1", "t1"), "knowledge_search")
    bench.run(mint("researcher", "mis_1", "t1"), "web_search", number=2)
    assert bench.journal.kinds == ["called", "finished", "called", "denied"]


@pytest.mark.req("S001-3.1-01")
@pytest.mark.req("LAW-12")
@pytest.mark.parametrize("word", ["project", "project_id", "scope", "tenant", "workspace_id", "knowledgeScope"])
def test_no_tool_may_take_a_scope_as_an_argument(word: str) -> None:
    with pytest.raises(ToolRefused, match="choose a scope"):
        ToolRegistry([FunctionTool("knowledge_search", parameters=parameters(**{word: {"type": "string"}}))])


BAD_SCHEMAS = [
    {}, {"type": "object", "properties": {}}, {"type": "array", "items": {"type": "string"}},
    parameters(query={"type": "string", "pattern": "x"}), parameters(query={"type": "text"}), parameters(query={}),
]  # fmt: skip


@pytest.mark.parametrize("schema", BAD_SCHEMAS, ids=repr)
def test_a_schema_that_cannot_be_enforced_is_refused_at_registration(schema: Any) -> None:
    with pytest.raises(ToolRefused):
        ToolRegistry([FunctionTool("knowledge_search", parameters=schema)])


def test_a_registered_tool_cannot_be_replaced() -> None:
    registry = ToolRegistry([FunctionTool("knowledge_search")])
    with pytest.raises(ToolRefused, match="taken"):
        registry.register(FunctionTool("knowledge_search"))
