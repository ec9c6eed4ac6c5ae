"""The seam to a language model. None configured is a supported way to run (product law 14)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from anthill.sdk.failure import Failure


class MessageRole(StrEnum):
    """Who speaks in a message. Retrieved text is never a system message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One message of a request."""

    role: MessageRole
    text: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call: who asks for it (a mission role), what is said, and the hard caps.

    `max_output_tokens` counts tokens, `timeout_seconds` wall clock.
    """

    route: str
    messages: tuple[ModelMessage, ...]
    max_output_tokens: int
    timeout_seconds: float


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a call gave: text with its cost in tokens, or a typed failure and empty text."""

    text: str
    provider: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    failure: Failure | None = None


class ModelClient(Protocol):
    """A route to a model; never substitutes one model for another in silence."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request; an unreachable or refusing provider is a typed failure, not an exception."""
        ...
