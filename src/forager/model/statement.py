"""Statements, values and evidence: what a source says, in its own words, and exactly where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from forager.model.document import Location
from forager.model.fact import Fact


class ItemType(StrEnum):
    """What kind of statement it is."""

    FACT = "fact"
    DECISION = "decision"
    REQUIREMENT = "requirement"
    PROCEDURE = "procedure"
    TASK = "task"
    PROBLEM = "problem"
    RISK = "risk"
    LESSON = "lesson"
    DEFINITION = "definition"
    EVENT = "event"
    METRIC = "metric"
    QUESTION = "question"


class Support(StrEnum):
    """How far the source carries the statement (seed 000 §7; carried, never upgraded)."""

    DIRECT_FACT = "direct_fact"
    SUPPORTED_INFERENCE = "supported_inference"
    UNCERTAIN_INFERENCE = "uncertain_inference"
    UNVERIFIED_CLAIM = "unverified_claim"


SUPPORT_ORDER: tuple[Support, ...] = tuple(Support)
"""Strongest first."""


class Status(StrEnum):
    """Where a statement stands in its life; nothing is deleted."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    UNRESOLVED = "unresolved"
    STALE = "stale"
    ARCHIVED = "archived"


class Modality(StrEnum):
    """Whether a value is what is, what is planned, aimed at, or guessed."""

    ACTUAL = "actual"
    PLANNED = "planned"
    TARGET = "target"
    ESTIMATE = "estimate"


class ValueKind(StrEnum):
    """The type of a statement's value."""

    DATE = "date"
    DURATION = "duration"
    MONEY = "money"
    QUANTITY = "quantity"
    PERCENTAGE = "percentage"
    PERSON = "person"
    ORGANIZATION = "organization"
    VERSION = "version"
    BOOLEAN = "boolean"
    ENUM = "enum"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value.

    ``normal`` is the canonical text that equal values share: ISO 8601 for dates ("2026-03-03", "2026-03", "2026-Q2",
    "2026"; an interval is "a/b"; "[2026-03-04,2026-04-03]" is one of two days, "XXXX-03-03" a day of an unknown year; the
    words themselves where only an unknown document date could resolve them), ISO 8601 durations, "EUR 480000", "12.5 kg" in
    SI base or the unit's canonical form, "12.5" for percentages, casefolded words for text. ``written`` is what stands in
    the source.
    ``precision`` is day, week, month, quarter, half, season, year, decade, century, interval, exact, rounded, approximate,
    ambiguous or unresolved.
    """

    kind: ValueKind
    normal: str
    written: str
    precision: str = "exact"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the evidence: role is value, subject, header, qualifier, attribution or sentence."""

    role: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement found in one document, before it is given ids (the extractor's output).

    ``sentence`` is the statement in the source's words, trimmed. ``spans[0]`` has role ``sentence`` and is the excerpt.
    ``subject`` is as written; empty together with ``about_document`` means the line is about its document.
    ``qualifiers`` are sorted (name, value) pairs such as ("environment", "staging").
    ``change`` is "from" for the value a document narrates as replaced, "to" for the one it narrates as new, else "".
    ``replaces`` names a document this one says it supersedes. ``reported_by`` names who is reported as saying it.
    ``object`` with ``predicate`` and ``polarity`` serve contradiction by negation: same subject, predicate, object.
    """

    type: ItemType
    sentence: str
    spans: tuple[Span, ...]
    rule: str
    support: Support
    subject: str = ""
    about_document: bool = False
    attribute: str = ""
    predicate: str = ""
    object: str = ""
    qualifiers: tuple[tuple[str, str], ...] = ()
    modality: Modality = Modality.ACTUAL
    polarity: bool = True
    value: Value | None = None
    valid_from: str = ""
    valid_to: str = ""
    hedges: tuple[str, ...] = ()
    reported_by: str = ""
    change: str = ""
    replaces: str = ""


class EntityClass(StrEnum):
    """What an entity is."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PROJECT = "project"
    PRODUCT = "product"
    SYSTEM = "system"
    PLACE = "place"
    DOCUMENT = "document"
    EVENT = "event"
    ROLE = "role"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a document. ``context`` is the strongest identifier beside it (e-mail, number, organisation, Sr/Jr) or empty;
    ``context_kind`` says which; ``cue`` says what promotes it: identifier, role, organization, header, table, or empty.
    ``facts`` is all that stands in the name's own record."""

    entity_class: EntityClass
    name: str
    start: int
    end: int
    context: str = ""
    context_kind: str = ""
    cue: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """A directed, typed relation a document states between two mentioned names (as written)."""

    type: str
    from_name: str
    from_class: EntityClass
    to_name: str
    to_class: EntityClass
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything one document states: the extractor's whole output.

    ``proposed`` are statements that a model proposed and the text bears out; ``proposals`` counts all it proposed, ``dropped`` the
    others as (reason, count).
    """

    statements: tuple[Statement, ...]
    mentions: tuple[Mention, ...]
    relations: tuple[Relation, ...] = ()
    warnings: tuple[str, ...] = ()
    proposed: tuple[Statement, ...] = ()
    proposals: int = 0
    dropped: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LocatedSpan:
    """A span with its place in the original."""

    role: str
    start: int
    end: int
    location: Location
