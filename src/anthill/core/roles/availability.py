"""Who may work now, and if not why not: computed from catalogue, code and gates, never stored (colony law 1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from anthill.core.roles.catalog import RoleCatalog
from anthill.core.roles.contract import Capability, RoleEntry, RuntimeKind


class Unavailable(StrEnum):
    """Why a role may not work; the empty word means it may."""

    NONE = ""
    UNCLASSIFIED = "unclassified"
    NOT_A_MISSION_ROLE = "not_a_mission_role"
    NOT_EXECUTABLE = "not_executable"
    NO_HANDLER = "no_handler"
    NO_CONTRACT = "no_contract"
    CLOSED_BY_MASTER_SWITCH = "closed_by_master_switch"
    CLOSED_BY_ROLLOUT_FLAG = "closed_by_rollout_flag"
    DISABLED = "disabled"


@dataclass(frozen=True, slots=True)
class Gates:
    """The operator's rollout gates (seed 003 *Rollout gates*). `disabled` subtracts last and absolutely."""

    full_roster: bool = True
    master: bool = False
    open_roles: frozenset[str] = frozenset()
    disabled: frozenset[str] = frozenset()

    def closed(self, entry: RoleEntry) -> Unavailable:
        """Return the gate that keeps the role from working, or `NONE`."""
        if entry.role in self.disabled:
            return Unavailable.DISABLED
        if not entry.specialist or self.full_roster:
            return Unavailable.NONE
        if not self.master:
            return Unavailable.CLOSED_BY_MASTER_SWITCH
        return Unavailable.NONE if entry.role in self.open_roles else Unavailable.CLOSED_BY_ROLLOUT_FLAG


@dataclass(frozen=True, slots=True)
class Availability:
    """One role's standing. `implemented` is about code, `enabled` about the operator's gates."""

    entry: RoleEntry
    implemented: bool
    enabled: bool
    reason: Unavailable
    unregistered_tools: tuple[str, ...]
    ungranted: tuple[Capability, ...]

    @property
    def eligible(self) -> bool:
        """Whether the role may be given a task at all; which kind of step is the scheduling mode's answer."""
        return self.reason is Unavailable.NONE


class Roster:
    """The catalogue as it stands in one colony: what is implemented, open, registered and granted."""

    def __init__(
        self,
        catalog: RoleCatalog,
        *,
        implemented: Collection[str],
        gates: Gates,
        tools: Collection[str],
        granted: Collection[Capability],
    ) -> None:
        """Compute every role's availability once; nothing of it is ever written down."""
        self.catalog = catalog
        self._standing: Mapping[str, Availability] = {
            entry.role: _availability(entry, entry.role in implemented, gates, tools, granted)
            for entry in catalog.entries
        }

    @property
    def standing(self) -> tuple[Availability, ...]:
        """Every role's availability, by role name."""
        return tuple(self._standing.values())

    def availability(self, role: str) -> Availability:
        """Return one role's availability; an unclassified one is never available."""
        found = self._standing.get(role)
        return found or Availability(self.catalog.entry(role), False, False, Unavailable.UNCLASSIFIED, (), ())

    def eligible(self, role: str) -> bool:
        """Whether the role may be given a task."""
        return self.availability(role).eligible


def _availability(
    entry: RoleEntry,
    implemented: bool,
    gates: Gates,
    tools: Collection[str],
    granted: Collection[Capability],
) -> Availability:
    contract = entry.contract
    gate = gates.closed(entry)
    return Availability(
        entry=entry,
        implemented=implemented,
        enabled=gate is Unavailable.NONE,
        reason=_reason(entry, implemented, gate),
        unregistered_tools=tuple(name for name in contract.allowed_tools if name not in tools) if contract else (),
        ungranted=tuple(each for each in contract.required if each not in granted) if contract else (),
    )


def _reason(entry: RoleEntry, implemented: bool, gate: Unavailable) -> Unavailable:
    if entry.kind is RuntimeKind.VISUAL_SCAFFOLD:
        return Unavailable.UNCLASSIFIED
    if not entry.executable:
        return Unavailable.NOT_EXECUTABLE
    if not implemented:
        return Unavailable.NO_HANDLER
    if entry.kind is not RuntimeKind.MISSION_AGENT:
        return Unavailable.NOT_A_MISSION_ROLE
    return Unavailable.NO_CONTRACT if entry.contract is None else gate


def grant(tools: Collection[str], *, model_available: bool) -> frozenset[Capability]:
    """Return what this colony can really do; every capability not derived here is never granted."""
    granted = {Capability.REPO_PATCH_PROPOSE}
    if {"read_text_file", "list_directory"} & set(tools):
        granted.add(Capability.REPO_READ)
    if {"search_workspace", "repository_index"} & set(tools):
        granted.add(Capability.REPO_SEARCH)
    if "run_allowlisted_check" in tools:
        granted.add(Capability.PROCESS_EXECUTE_READONLY)
    if "web_search" in tools:
        granted.add(Capability.NETWORK_HTTP_PUBLIC)
    if model_available:
        granted.add(Capability.MODEL_INVOKE)
    return frozenset(granted)
