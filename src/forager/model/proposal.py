"""What a model proposes about a passage, and what became of its proposals; nothing of it is knowledge until it is located."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Fault(StrEnum):
    """Why a proposal is left out; stable words that are counted, never shown with text."""

    NO_SCHEMA = "not_of_the_schema"
    TOO_MANY = "too_many"
    NO_QUOTE = "quote_not_found"
    NOT_STATING = "quote_in_a_part_that_states_nothing"
    NOT_ONE_SENTENCE = "quote_is_not_within_one_sentence"
    NOT_WHOLE = "sentence_does_not_stand_alone"
    NO_SUBJECT = "subject_not_found"
    NO_ATTRIBUTE = "attribute_not_found"
    NO_VALUE = "value_not_found"
    VALUE_UNFIT = "value_does_not_fit"
    STATED_BY_RULES = "stated_by_rules"
    TWICE = "proposed_twice"
    LOST = "not_found_in_the_original"


class Silence(StrEnum):
    """Why a passage has no answer of the model."""

    BUDGET = "model_budget_spent"
    TIMED_OUT = "model_timed_out"
    BUSY = "model_busy"
    REFUSED = "model_refused"
    UNREACHABLE = "model_unreachable"
    UNUSABLE = "model_unusable"
    READ_AGAIN_FAILED = "second_reading_failed"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One statement a model says a passage makes, as text only: what does not stand in the passage is not believed.

    ``type`` is an item type's word. ``subject``, ``attribute`` and ``value`` are all given or all empty.
    """

    quote: str = field(repr=False)
    type: str = "fact"
    subject: str = field(default="", repr=False)
    attribute: str = field(default="", repr=False)
    value: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's answer about one passage after the schema: proposals, and how many entries did not fit it and why."""

    proposals: tuple[Proposal, ...]
    faults: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """An answer and the passage it is about; ``start`` and ``end`` index the document's text."""

    start: int
    end: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Asking:
    """The account of one document read with a model beside the rules. ``silent`` and ``dropped`` are (reason, count), by reason.

    ``model`` is name@version. ``passages`` = ``answered`` + the sum of ``silent``; ``proposed`` = ``kept`` + the sum of ``dropped``.
    """

    model: str
    passages: int
    answered: int
    silent: tuple[tuple[str, int], ...] = ()
    proposed: int = 0
    kept: int = 0
    dropped: tuple[tuple[str, int], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every passage was answered."""
        return self.answered == self.passages

    def sentences(self) -> tuple[str, ...]:
        """What a person should know of it, without a word of the document; empty when all went well."""
        found = []
        if self.silent:
            words = ", ".join(f"{count} {_plain(reason)}" for reason, count in self.silent)
            found.append(
                f"{self.passages - self.answered} of {self.passages} passages were read without the model ({words})"
            )
        if self.dropped:
            words = ", ".join(f"{count} {_plain(reason)}" for reason, count in self.dropped)
            found.append(
                f"{self.proposed - self.kept} of {self.proposed} proposals of the model were left out ({words})"
            )
        return tuple(found)


def _plain(reason: str) -> str:
    return reason.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Spent:
    """What calls have taken so far."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def plus(self, more: Spent) -> Spent:
        """This and more; a negative amount gives back what was reckoned and not used."""
        return Spent(
            self.calls + more.calls, self.input_tokens + more.input_tokens, self.output_tokens + more.output_tokens
        )


def counted(reasons: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Counts of the same reason added up, by reason; reasons without a count are absent."""
    found: dict[str, int] = {}
    for reason, count in reasons:
        found[str(reason)] = found.get(str(reason), 0) + count
    return tuple(sorted((reason, count) for reason, count in found.items() if count))
