"""The role matrix as rows, for `anthill roles`, `/roles` and the documentation."""

from __future__ import annotations

from anthill.core.roles.availability import Availability, Roster
from anthill.core.roles.contract import RuntimeKind
from anthill.sdk.values import Json


def matrix(roster: Roster) -> list[dict[str, Json]]:
    """Return one plain JSON row per role: mission roles first, then control plane, then services, each by name."""
    order = list(RuntimeKind)
    rank = {RuntimeKind.MISSION_AGENT: -1}
    ordered = sorted(
        roster.standing, key=lambda each: (rank.get(each.entry.kind, order.index(each.entry.kind)), each.entry.role)
    )
    return [_row(each) for each in ordered]


def _row(standing: Availability) -> dict[str, Json]:
    entry, contract = standing.entry, standing.entry.contract
    return {
        "role": entry.role,
        "kind": entry.kind.value,
        "implemented": _implemented(standing),
        "eligible": standing.eligible,
        "reason": standing.reason.value,
        "scheduling": contract.scheduling.value if contract else "",
        "contract_version": contract.version if contract else "",
        "task_types": list(contract.task_types) if contract else [],
        "required_capabilities": [each.value for each in contract.required] if contract else [],
        "optional_capabilities": [each.value for each in contract.optional] if contract else [],
        "ungranted_capabilities": [each.value for each in standing.ungranted],
        "allowed_tools": list(contract.allowed_tools) if contract else [],
        "forbidden_tools": list(contract.forbidden_tools) if contract else [],
        "unregistered_tools": list(standing.unregistered_tools),
        "artifacts": list(contract.artifacts) if contract else [],
        "handoffs": list(contract.handoffs) if contract else [],
        "proposes_patches": bool(contract and contract.proposes_patches),
        "side_effects": bool(contract and contract.side_effects),
        "limits": entry.limits,
    }


def _implemented(standing: Availability) -> str:
    if not standing.entry.executable:
        return "n/a"
    return "yes" if standing.implemented else "no"
