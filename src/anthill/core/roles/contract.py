"""The nouns of the role catalogue: kinds, modes, capabilities, contracts (seed 003 *Runtime classification*)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class RuntimeKind(StrEnum):
    """What a role is at run time; every role has exactly one."""

    CONTROL_PLANE = "ControlPlane"
    DETERMINISTIC_SERVICE = "DeterministicService"
    MISSION_AGENT = "MissionAgent"
    VISUAL_SCAFFOLD = "VisualScaffold"


class SchedulingMode(StrEnum):
    """Who may put a step for a role into a plan: three separate questions (see `MODE_ANSWERS`)."""

    PLANNER_SELECTABLE = "PlannerSelectable"
    POLICY_INSERTED = "PolicyInserted"
    FAILURE_TRIGGERED = "FailureTriggered"
    POST_FINALIZATION = "PostFinalization"


@dataclass(frozen=True, slots=True)
class ModeAnswers:
    """The answers a scheduling mode gives.

    `may_author`: a plan may hold a step for the role. `may_require`: an operator may require the role.
    `satisfied_by_policy`: requiring it is met by the runtime, which inserts the step itself.
    """

    may_author: bool
    may_require: bool
    satisfied_by_policy: bool


MODE_ANSWERS: Final = {
    SchedulingMode.PLANNER_SELECTABLE: ModeAnswers(may_author=True, may_require=True, satisfied_by_policy=False),
    SchedulingMode.POLICY_INSERTED: ModeAnswers(may_author=False, may_require=True, satisfied_by_policy=True),
    SchedulingMode.FAILURE_TRIGGERED: ModeAnswers(may_author=False, may_require=False, satisfied_by_policy=False),
    SchedulingMode.POST_FINALIZATION: ModeAnswers(may_author=False, may_require=False, satisfied_by_policy=False),
}
"""The three-question table of seed 003; collapsing it into one flag refuses missions that ask to be verified."""


class Capability(StrEnum):
    """Something a colony may or may not be able to do; granted by what is really there."""

    REPO_READ = "repo.read"
    REPO_SEARCH = "repo.search"
    REPO_WRITE_SANDBOX = "repo.write.sandbox"
    REPO_PATCH_PROPOSE = "repo.patch.propose"
    REPO_PATCH_APPLY = "repo.patch.apply"
    PROCESS_EXECUTE_READONLY = "process.execute.readonly"
    NETWORK_HTTP_PUBLIC = "network.http.public"
    NETWORK_HTTP_HOMELAB = "network.http.homelab"
    MODEL_INVOKE = "model.invoke"
    CREDENTIAL_USE = "credential.use"


FORBIDDEN_TO_MISSION_AGENTS: Final = frozenset({"apply_patch", "shell_command", "write_text_file"})
"""Tools no mission agent can ever dispatch, whatever a contract says (seed 003 *Capability enforcement*)."""

CONTRACT_VERSION: Final = "1"


@dataclass(frozen=True, slots=True)
class AntExecutionContract:
    """What a mission role may do; read by the planner, the dispatcher and tool authorization alike.

    `required` capabilities must be granted before the role works; `optional` ones make its work richer. No
    contract has a field for applying a patch: no role has that permission.
    """

    role: str
    task_types: tuple[str, ...]
    scheduling: SchedulingMode
    required: tuple[Capability, ...] = ()
    optional: tuple[Capability, ...] = ()
    allowed_tools: tuple[str, ...] = ()
    forbidden_tools: tuple[str, ...] = tuple(sorted(FORBIDDEN_TO_MISSION_AGENTS))
    artifacts: tuple[str, ...] = ()
    handoffs: tuple[str, ...] = ()
    side_effects: bool = False
    proposes_patches: bool = False
    version: str = CONTRACT_VERSION

    def supports(self, task_type: str) -> bool:
        """Whether the role does this type of task."""
        return task_type in self.task_types


@dataclass(frozen=True, slots=True)
class RoleEntry:
    """One row of the catalogue. `limits` is for people; `executable` is False where a role is never to run."""

    role: str
    kind: RuntimeKind
    limits: str
    contract: AntExecutionContract | None = None
    specialist: bool = False
    executable: bool = True
