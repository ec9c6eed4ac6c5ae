"""May this principal run this tool with these arguments? One pure function, asked before anything runs.

Contracts bind whether or not the role is active; names prove nothing; what is not allowed is denied
(seed 003 *Capability enforcement at dispatch*; colony law 4; reference §7.3).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from anthill.core.roles.availability import Roster
from anthill.core.roles.contract import FORBIDDEN_TO_MISSION_AGENTS, AntExecutionContract, RoleEntry, RuntimeKind
from anthill.core.tools.principal import Principal, is_genuine
from anthill.sdk.scope import KnowledgeScope
from anthill.sdk.tool import Effect, ToolSpec
from anthill.sdk.values import JsonObject
from formicaria.ground.canonical import digest


class DenialCode(StrEnum):
    """Why a run was denied."""

    UNKNOWN_IDENTITY = "unknown_identity"
    NOT_A_MISSION_AGENT = "not_a_mission_agent"
    STRUCTURALLY_FORBIDDEN = "structurally_forbidden"
    FORBIDDEN_BY_CONTRACT = "forbidden_by_contract"
    NOT_IN_ALLOWLIST = "not_in_allowlist"
    MISSING_CAPABILITY = "missing_capability"
    SIDE_EFFECTS_NOT_PERMITTED = "side_effects_not_permitted"
    ARGUMENTS_NOT_BOUND = "arguments_not_bound"


@dataclass(frozen=True, slots=True)
class Allowed:
    """The run may begin, in the name of this principal."""

    principal: Principal


@dataclass(frozen=True, slots=True)
class Denied:
    """Nothing runs; the code is stable, the reason is one sentence."""

    code: DenialCode
    reason: str


@dataclass(frozen=True, slots=True)
class Bindings:
    """Fingerprints of side-effecting calls that were planned or approved; nothing else of that kind may run."""

    fingerprints: frozenset[str] = field(default_factory=frozenset)


NO_BINDINGS: Final = Bindings()
"""Nothing was planned or approved."""


def fingerprint(tool: str, args: JsonObject, scope: KnowledgeScope) -> str:
    """Return the identity of a call: tool, canonical arguments and scope (hexadecimal SHA-256)."""
    return digest([tool, dict(args), scope.cache_key])


def authorize(
    principal: object,
    tool: ToolSpec,
    args: JsonObject,
    scope: KnowledgeScope,
    roster: Roster,
    bindings: Bindings,
) -> Allowed | Denied:
    """Decide; the first rule that denies gives the answer.

    `principal` is anything a caller offers: only an object the core made is looked at. Denying never depends on
    whether a role is implemented or switched on.
    """
    if not is_genuine(principal) or not isinstance(principal, Principal):
        return Denied(DenialCode.UNKNOWN_IDENTITY, "The caller is not a principal of this colony.")
    entry = roster.catalog.entry(principal.role)
    denied = _by_role(entry, tool.name) or _by_capability(entry, roster)
    if denied is None and tool.effect is not Effect.READ:
        denied = _by_effect(entry.contract, tool, fingerprint(tool.name, args, scope), bindings)
    return denied or Allowed(principal)


def _by_role(entry: RoleEntry, tool: str) -> Denied | None:
    contract = entry.contract
    if entry.kind is not RuntimeKind.MISSION_AGENT or contract is None:
        return Denied(DenialCode.NOT_A_MISSION_AGENT, f"{entry.role or 'An unnamed role'} is not a mission agent.")
    if tool in FORBIDDEN_TO_MISSION_AGENTS:
        return Denied(DenialCode.STRUCTURALLY_FORBIDDEN, f"No mission agent can run {tool}.")
    if tool in contract.forbidden_tools:
        return Denied(DenialCode.FORBIDDEN_BY_CONTRACT, f"The contract of {entry.role} forbids {tool}.")
    if tool not in contract.allowed_tools:
        return Denied(DenialCode.NOT_IN_ALLOWLIST, f"{tool} is not in the contract of {entry.role}.")
    return None


def _by_capability(entry: RoleEntry, roster: Roster) -> Denied | None:
    missing = roster.availability(entry.role).ungranted
    if not missing:
        return None
    names = ", ".join(each.value for each in missing)
    return Denied(DenialCode.MISSING_CAPABILITY, f"{entry.role} needs {names}, which this colony does not grant.")


def _by_effect(contract: AntExecutionContract | None, tool: ToolSpec, call: str, bindings: Bindings) -> Denied | None:
    if tool.effect is Effect.WRITE and not (contract and contract.side_effects):
        return Denied(DenialCode.SIDE_EFFECTS_NOT_PERMITTED, f"No contract permits the effects of {tool.name}.")
    if call not in bindings.fingerprints:
        return Denied(
            DenialCode.ARGUMENTS_NOT_BOUND, f"These arguments of {tool.name} were neither planned nor approved."
        )
    return None
