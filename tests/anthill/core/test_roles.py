"""The role catalogue as data and the availability computed from it (colony law 1, seed 003 *Role matrix*)."""

import pytest
from tests.anthill.core.builders import ALL_MISSION_ROLES, HANDLERS, roster

from anthill.core.roles.availability import Gates, Unavailable, grant
from anthill.core.roles.catalog import CATALOG, CONTRACTS, RoleCatalog
from anthill.core.roles.contract import (
    FORBIDDEN_TO_MISSION_AGENTS,
    MODE_ANSWERS,
    Capability,
    RoleEntry,
    RuntimeKind,
    SchedulingMode,
)
from anthill.core.roles.matrix import matrix

MISSION = {
    "researcher", "web", "file", "coder", "builder", "verifier",
    "ui_cartographer", "tester", "soldier", "scribe", "medic", "archivist",
}  # fmt: skip
CONTROL = {"queen", "director", "planner", "constraint"}
SERVICES = {
    "inventory", "network_scout", "health", "proxmox", "storage", "backup",
    "security_scout", "change_archivist", "quartermaster",
}  # fmt: skip


def _kind(kind: RuntimeKind) -> set[str]:
    return {entry.role for entry in CATALOG.entries if entry.kind is kind}


@pytest.mark.req("CLAW-01")
@pytest.mark.req("S003-1-01")
@pytest.mark.req("S003-1-03")
@pytest.mark.req("S003-1-04")
@pytest.mark.req("S003-1-06")
def test_the_catalogue_holds_every_role_with_its_true_kind() -> None:
    assert _kind(RuntimeKind.MISSION_AGENT) == MISSION
    assert _kind(RuntimeKind.CONTROL_PLANE) == CONTROL
    assert _kind(RuntimeKind.DETERMINISTIC_SERVICE) == SERVICES
    assert _kind(RuntimeKind.VISUAL_SCAFFOLD) == set()


@pytest.mark.req("CLAW-01")
@pytest.mark.req("S003-1-07")
@pytest.mark.parametrize("role", ["", "system", "Researcher", "forager_ant", "quartermaster2"])
def test_what_the_catalogue_does_not_classify_is_a_scaffold_and_fails_closed(role: str) -> None:
    assert CATALOG.entry(role).kind is RuntimeKind.VISUAL_SCAFFOLD
    standing = roster(implemented=[role]).availability(role)
    assert (standing.eligible, standing.reason) == (False, Unavailable.UNCLASSIFIED)


def test_a_role_stands_once() -> None:
    entry = RoleEntry("web", RuntimeKind.MISSION_AGENT, "")
    with pytest.raises(ValueError, match="twice"):
        RoleCatalog([entry, entry])


@pytest.mark.req("S003-2-01")
@pytest.mark.req("S003-2-03")
@pytest.mark.req("S003-4-04")
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda each: each.role)
def test_every_contract_forbids_writing_and_applying(contract) -> None:
    assert set(contract.forbidden_tools) >= FORBIDDEN_TO_MISSION_AGENTS
    assert not set(contract.allowed_tools) & FORBIDDEN_TO_MISSION_AGENTS
    assert not contract.side_effects
    assert Capability.REPO_PATCH_APPLY not in (*contract.required, *contract.optional)


@pytest.mark.req("S003-2-01")
def test_every_mission_agent_has_one_versioned_contract_and_nobody_else_has_one() -> None:
    assert {entry.role for entry in CATALOG.entries if entry.contract} == MISSION
    for contract in CONTRACTS:
        assert contract.version
        assert contract.task_types
        assert contract.artifacts
        assert len(set(contract.task_types)) == len(contract.task_types)


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda each: each.role)
def test_handoffs_name_other_mission_roles(contract) -> None:
    assert set(contract.handoffs) <= MISSION - {contract.role}


def test_only_coder_and_scribe_propose_patches() -> None:
    assert {each.role for each in CONTRACTS if each.proposes_patches} == {"coder", "scribe"}


def test_a_model_is_required_for_coder_and_web_and_optional_for_the_three() -> None:
    assert {each.role for each in CONTRACTS if Capability.MODEL_INVOKE in each.required} == {"coder", "web"}
    optional = {each.role for each in CONTRACTS if Capability.MODEL_INVOKE in each.optional}
    assert optional == {"researcher", "builder", "verifier"}


@pytest.mark.req("S000-5-03", "S001-5-06", "S001-6-02", "S001-6-03", "S001-6-04")
@pytest.mark.req("S003-8-03")
@pytest.mark.req("LAW-07")
def test_only_the_researcher_reads_knowledge_and_nobody_reviews_it() -> None:
    readers = {each.role for each in CONTRACTS if any(tool.startswith("knowledge_") for tool in each.allowed_tools)}
    assert readers == {"researcher"}
    assert not any("knowledge_review" in each.allowed_tools for each in CONTRACTS)


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda each: each.role)
def test_a_role_without_code_keeps_its_kind_and_is_never_eligible(entry: RoleEntry) -> None:
    standing = roster(implemented=[]).availability(entry.role)
    expected = Unavailable.NO_HANDLER if entry.executable else Unavailable.NOT_EXECUTABLE
    assert (standing.entry.kind, standing.eligible, standing.reason) == (entry.kind, False, expected)


@pytest.mark.req("CLAW-01")
@pytest.mark.req("S003-1-03")
@pytest.mark.req("S003-1-04")
@pytest.mark.req("S003-8-15")
@pytest.mark.parametrize("role", sorted(CONTROL | SERVICES))
def test_control_plane_and_services_are_never_eligible_even_with_code(role: str) -> None:
    standing = roster(implemented=[role]).availability(role)
    expected = Unavailable.NOT_EXECUTABLE if role == "quartermaster" else Unavailable.NOT_A_MISSION_ROLE
    assert (standing.eligible, standing.reason) == (False, expected)


@pytest.mark.req("S003-1-02")
def test_eligible_now_are_the_four_with_a_handler() -> None:
    assert {each.entry.role for each in roster().standing if each.eligible} == set(HANDLERS)


SPECIALISTS = {"tester", "soldier", "medic", "archivist", "ui_cartographer", "scribe"}


@pytest.mark.req("S003-8-02")
@pytest.mark.req("S003-7-01")
@pytest.mark.req("S003-7-05")
@pytest.mark.req("S003-8-01")
@pytest.mark.parametrize("role", sorted(ALL_MISSION_ROLES))
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("master", [True, False])
@pytest.mark.parametrize("flag", [True, False])
def test_the_rollout_gates_decide_specialists_only(role: str, full: bool, master: bool, flag: bool) -> None:
    gates = Gates(full_roster=full, master=master, open_roles=frozenset([role] if flag else []))
    eligible = roster(implemented=ALL_MISSION_ROLES, gates=gates).eligible(role)
    assert eligible is (role not in SPECIALISTS or full or (master and flag))


@pytest.mark.req("S003-7-06")
@pytest.mark.parametrize("role", sorted(ALL_MISSION_ROLES))
def test_the_kill_switch_is_applied_last_and_absolutely(role: str) -> None:
    gates = Gates(full_roster=True, master=True, open_roles=frozenset([role]), disabled=frozenset([role]))
    standing = roster(implemented=ALL_MISSION_ROLES, gates=gates).availability(role)
    assert (standing.eligible, standing.reason) == (False, Unavailable.DISABLED)


@pytest.mark.req("S003-3-04")
def test_the_three_questions_of_a_scheduling_mode() -> None:
    answers = {
        mode: (each.may_author, each.may_require, each.satisfied_by_policy) for mode, each in MODE_ANSWERS.items()
    }
    assert answers == {
        SchedulingMode.PLANNER_SELECTABLE: (True, True, False),
        SchedulingMode.POLICY_INSERTED: (False, True, True),
        SchedulingMode.FAILURE_TRIGGERED: (False, False, False),
        SchedulingMode.POST_FINALIZATION: (False, False, False),
    }


def test_capabilities_are_granted_by_what_is_really_there() -> None:
    assert grant([], model_available=False) == {Capability.REPO_PATCH_PROPOSE}
    tools = ["read_text_file", "repository_index", "run_allowlisted_check", "web_search"]
    assert grant(tools, model_available=True) == {
        Capability.REPO_PATCH_PROPOSE, Capability.REPO_READ, Capability.REPO_SEARCH,
        Capability.PROCESS_EXECUTE_READONLY, Capability.NETWORK_HTTP_PUBLIC, Capability.MODEL_INVOKE,
    }  # fmt: skip


@pytest.mark.req("S003-7-02")
def test_the_matrix_shows_every_role_and_says_why_not() -> None:
    rows = {row["role"]: row for row in matrix(roster())}
    assert set(rows) == MISSION | CONTROL | SERVICES
    assert (rows["coder"]["kind"], rows["coder"]["implemented"], rows["coder"]["reason"]) == (
        "MissionAgent",
        "no",
        "no_handler",
    )
    assert (rows["quartermaster"]["implemented"], rows["quartermaster"]["eligible"]) == ("n/a", False)
    assert (rows["researcher"]["implemented"], rows["researcher"]["eligible"], rows["researcher"]["reason"]) == (
        "yes",
        True,
        "",
    )
    assert "list_directory" in rows["researcher"]["unregistered_tools"]
