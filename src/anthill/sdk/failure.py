"""Why something did not work: one fixed taxonomy, one wire form, one parser (colony reference §3)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class FailureClass(StrEnum):
    """The class of a failure; its value is the only wire form."""

    NONE = "none"
    VALIDATION_FAILURE = "validation_failure"
    AUTHORIZATION_FAILURE = "authorization_failure"
    TARGET_REJECTION = "target_rejection"
    TRANSIENT_PROVIDER_FAILURE = "transient_provider_failure"
    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    CONFLICT = "conflict"
    DEPENDENCY_FAILURE = "dependency_failure"
    VERIFICATION_FAILURE = "verification_failure"
    UNSAFE_STATE = "unsafe_state"
    COMPENSATION_FAILURE = "compensation_failure"
    INTERNAL_DEFECT = "internal_defect"
    PERMANENT_PROVIDER_FAILURE = "permanent_provider_failure"
    MODEL_ROUTING_FAILURE = "model_routing_failure"
    TOOL_FAILURE = "tool_failure"
    POLICY_DENIAL = "policy_denial"
    INVALID_ARTIFACT = "invalid_artifact"
    PATCH_CONFLICT = "patch_conflict"
    BUILD_FAILURE = "build_failure"
    TEST_FAILURE = "test_failure"
    SECURITY_FAILURE = "security_failure"
    CANCELLATION = "cancellation"
    UNKNOWN_FAILURE = "unknown_failure"

    @property
    def retryable(self) -> bool:
        """Whether the same act may succeed when tried again."""
        return self in _RETRYABLE

    @property
    def known(self) -> bool:
        """Whether the class says anything: unknown stays unknown and is never taken for a defect."""
        return self not in (FailureClass.NONE, FailureClass.UNKNOWN_FAILURE)

    @property
    def must_escalate(self) -> bool:
        """Whether a person decides: never repaired, never routed around."""
        return self in _MUST_ESCALATE

    @property
    def environmental(self) -> bool:
        """Whether the worker is not to blame, so that nothing is learned from it."""
        return self in _ENVIRONMENTAL


_RETRYABLE: Final = frozenset(
    {
        FailureClass.TRANSIENT_PROVIDER_FAILURE,
        FailureClass.RATE_LIMIT,
        FailureClass.TIMEOUT,
        FailureClass.CONFLICT,
    }
)
_MUST_ESCALATE: Final = frozenset(
    {FailureClass.POLICY_DENIAL, FailureClass.SECURITY_FAILURE, FailureClass.AUTHORIZATION_FAILURE}
)
_ENVIRONMENTAL: Final = _RETRYABLE | {FailureClass.DEPENDENCY_FAILURE, FailureClass.AUTHORIZATION_FAILURE}
_BY_LETTERS: Final = {member.value.replace("_", ""): member for member in FailureClass}


def parse_failure_class(text: str) -> FailureClass | None:
    """Read a class written in any spelling this design has used, else None.

    `-`, `_`, spaces and case do not count, so `TransientProviderFailure` parses. None means *not
    classified*, which is not the same as *no failure*.
    """
    letters = text.replace("_", "").replace("-", "").replace(" ", "").lower()
    return _BY_LETTERS.get(letters)


@dataclass(frozen=True, slots=True)
class Failure:
    """One failure: its class and one sentence a person can act on (never content, never a token)."""

    failure_class: FailureClass
    reason: str

    @property
    def retryable(self) -> bool:
        """Derived from the class, never claimed by whoever reports it."""
        return self.failure_class.retryable
