"""The one catalogue of roles, as data (seed 003 *Role matrix*; colony reference §5).

Twelve mission roles with their contracts, four control-plane roles, nine deterministic services. Whoever is not
in it is a visual scaffold and fails closed. Eligibility is not here: it is computed (`availability`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from anthill.core.roles.contract import AntExecutionContract, Capability, RoleEntry, RuntimeKind, SchedulingMode

_SELECTABLE = SchedulingMode.PLANNER_SELECTABLE
_WORKSPACE_READS = ("list_directory", "search_workspace", "repository_index")
_KNOWLEDGE_READS = (
    "knowledge_search",
    "knowledge_retrieve",
    "knowledge_get",
    "knowledge_evidence",
    "knowledge_entity",
)

CONTRACTS: Final = (
    AntExecutionContract(
        role="researcher",
        task_types=("research", "section_analysis", "synthesis"),
        scheduling=_SELECTABLE,
        optional=(Capability.MODEL_INVOKE, Capability.REPO_READ, Capability.REPO_SEARCH),
        allowed_tools=("system_info", *_WORKSPACE_READS, "colony_state", "read_artifact", *_KNOWLEDGE_READS),
        artifacts=("text", "research_brief", "source_set"),
        handoffs=("web", "file", "ui_cartographer", "coder", "builder"),
    ),
    AntExecutionContract(
        role="web",
        task_types=("external_research",),
        scheduling=_SELECTABLE,
        required=(Capability.MODEL_INVOKE, Capability.NETWORK_HTTP_PUBLIC),
        allowed_tools=("web_search", "system_info"),
        artifacts=("source_set", "text"),
        handoffs=("researcher", "builder", "verifier"),
    ),
    AntExecutionContract(
        role="file",
        task_types=("file_inspection",),
        scheduling=_SELECTABLE,
        required=(Capability.REPO_READ, Capability.REPO_SEARCH),
        allowed_tools=("list_directory", "read_text_file", "system_info", "search_workspace", "repository_index"),
        artifacts=("file_set", "text"),
        handoffs=("researcher", "ui_cartographer", "coder", "tester"),
    ),
    AntExecutionContract(
        role="coder",
        task_types=("patch_proposal", "patch", "code_change"),
        scheduling=_SELECTABLE,
        required=(Capability.MODEL_INVOKE, Capability.REPO_PATCH_PROPOSE),
        artifacts=("patch_set",),
        handoffs=("tester", "soldier", "verifier"),
        proposes_patches=True,
    ),
    AntExecutionContract(
        role="builder",
        task_types=("build_answer", "synthesis", "document_creation", "data_analysis"),
        scheduling=_SELECTABLE,
        optional=(Capability.MODEL_INVOKE,),
        artifacts=("text", "sourced_answer", "created_artifact"),
        handoffs=("verifier", "scribe"),
    ),
    AntExecutionContract(
        role="verifier",
        task_types=("verification",),
        scheduling=SchedulingMode.POLICY_INSERTED,
        optional=(Capability.MODEL_INVOKE,),
        artifacts=("text", "verification_bundle"),
        handoffs=("builder", "scribe", "medic"),
    ),
    AntExecutionContract(
        role="tester",
        task_types=(
            "build_check",
            "test_execution",
            "frontend_check",
            "validation_check",
            "regression_check",
            "verification_check",
        ),
        scheduling=SchedulingMode.POLICY_INSERTED,
        required=(Capability.PROCESS_EXECUTE_READONLY, Capability.REPO_READ),
        allowed_tools=("run_allowlisted_check",),
        artifacts=("test_report",),
        handoffs=("verifier", "soldier", "medic"),
    ),
    AntExecutionContract(
        role="soldier",
        task_types=(
            "security_review",
            "patch_risk_review",
            "permission_review",
            "policy_review",
            "scope_review",
            "dependency_risk_review",
        ),
        scheduling=SchedulingMode.POLICY_INSERTED,
        required=(Capability.REPO_READ,),
        artifacts=("security_review",),
        handoffs=("verifier", "medic", "builder"),
    ),
    AntExecutionContract(
        role="medic",
        task_types=(
            "failure_diagnosis",
            "repair_triage",
            "retry_classification",
            "root_cause_analysis",
            "recovery_recommendation",
        ),
        scheduling=SchedulingMode.FAILURE_TRIGGERED,
        required=(Capability.REPO_READ,),
        artifacts=("failure_diagnosis", "repair_recommendation"),
        handoffs=("coder", "ui_cartographer", "tester", "builder"),
    ),
    AntExecutionContract(
        role="archivist",
        task_types=(
            "memory_consolidation",
            "lesson_extraction",
            "negative_memory",
            "rule_archival",
            "mission_summary",
            "skill_candidate_extraction",
        ),
        scheduling=SchedulingMode.POST_FINALIZATION,
        artifacts=("memory_candidate",),
    ),
    AntExecutionContract(
        role="ui_cartographer",
        task_types=(
            "ui_mapping",
            "route_mapping",
            "component_mapping",
            "style_mapping",
            "frontend_dependency_mapping",
            "ui_change_impact",
        ),
        scheduling=_SELECTABLE,
        required=(Capability.REPO_READ, Capability.REPO_SEARCH),
        allowed_tools=("list_directory", "read_text_file", "search_workspace", "repository_index"),
        artifacts=("ui_map",),
        handoffs=("coder", "soldier"),
    ),
    AntExecutionContract(
        role="scribe",
        task_types=(
            "release_notes",
            "changelog_update",
            "operator_documentation",
            "incident_summary",
            "verified_change_summary",
            "docs_patch_proposal",
        ),
        scheduling=_SELECTABLE,
        required=(Capability.REPO_READ,),
        allowed_tools=("read_changed_files_summary",),
        artifacts=("release_notes", "docs_patch_set"),
        handoffs=("verifier", "soldier"),
        proposes_patches=True,
    ),
)
"""The contracts. Departure from the reference table: `model.invoke` (researcher, builder, verifier) and the
workspace reads (researcher) are optional, because the main job must work without a model and without a workspace."""

_SPECIALISTS = frozenset({"tester", "soldier", "medic", "archivist", "ui_cartographer", "scribe"})
_LIMITS = {
    "researcher": "reads only",
    "web": "reads only; three searches and fifteen sources a mission",
    "file": "reads only",
    "coder": "proposes patches, applies none",
    "builder": "writes the answer from cited facts; states no figure of its own",
    "verifier": "verdict from evidence rows only",
    "tester": "declared checks only; no shell, no model",
    "soldier": "deterministic policy scan; its block is not a model's to override",
    "medic": "two diagnoses a mission; a repeat goes to a person",
    "archivist": "positive memory only from completed_verified",
    "ui_cartographer": "reads only",
    "scribe": "patches documentation paths only",
}
_CONTROL_PLANE = {
    "queen": "orchestrates missions; never a worker",
    "director": "autonomy; never a worker",
    "planner": "plans; never a worker",
    "constraint": "decides what may run; never a worker",
}
_SERVICES = {
    "inventory": "hosts, services and devices",
    "network_scout": "device registry; no scanning",
    "health": "scheduled checks",
    "proxmox": "read-only client",
    "storage": "pools and devices",
    "backup": "coverage and restore order",
    "security_scout": "risk findings",
    "change_archivist": "change log and incidents",
}


def _entries() -> Iterable[RoleEntry]:
    for contract in CONTRACTS:
        limits, specialist = _LIMITS[contract.role], contract.role in _SPECIALISTS
        yield RoleEntry(contract.role, RuntimeKind.MISSION_AGENT, limits, contract, specialist)
    for role, limits in _CONTROL_PLANE.items():
        yield RoleEntry(role, RuntimeKind.CONTROL_PLANE, limits)
    for role, limits in _SERVICES.items():
        yield RoleEntry(role, RuntimeKind.DETERMINISTIC_SERVICE, limits)
    limits = "intentionally not executable: it has no metrics contract"
    yield RoleEntry("quartermaster", RuntimeKind.DETERMINISTIC_SERVICE, limits, executable=False)


class RoleCatalog:
    """The roles by name; an unknown name is a scaffold, never an error and never a worker."""

    def __init__(self, entries: Iterable[RoleEntry]) -> None:
        """Hold the entries in ordinal order; a name may stand once."""
        ordered = sorted(entries, key=lambda entry: entry.role)
        self._entries = {entry.role: entry for entry in ordered}
        if len(self._entries) != len(ordered):
            raise ValueError("A role stands twice in the catalogue.")

    @property
    def entries(self) -> tuple[RoleEntry, ...]:
        """Every entry, by role name."""
        return tuple(self._entries.values())

    @property
    def roles(self) -> tuple[str, ...]:
        """Every registered role name, in order."""
        return tuple(self._entries)

    def entry(self, role: str) -> RoleEntry:
        """Return the role's entry; what is not classified is a scaffold."""
        return self._entries.get(role) or RoleEntry(role, RuntimeKind.VISUAL_SCAFFOLD, "not in the catalogue")

    def contract(self, role: str) -> AntExecutionContract | None:
        """Return the role's contract, or None for whoever has none."""
        return self.entry(role).contract

    @property
    def task_types(self) -> tuple[str, ...]:
        """Every task type some contract supports, in order."""
        return tuple(sorted({each for entry in self.entries for each in _types(entry)}))

    def supporting(self, task_type: str) -> tuple[RoleEntry, ...]:
        """Every entry whose contract supports the type, by role name."""
        return tuple(entry for entry in self.entries if task_type in _types(entry))

    @property
    def artifact_schemas(self) -> tuple[str, ...]:
        """Every artifact schema some contract produces, in order."""
        contracts = [entry.contract for entry in self.entries if entry.contract]
        return tuple(sorted({schema for contract in contracts for schema in contract.artifacts}))


def _types(entry: RoleEntry) -> tuple[str, ...]:
    return entry.contract.task_types if entry.contract else ()


CATALOG: Final = RoleCatalog(_entries())
"""The shipped catalogue."""
