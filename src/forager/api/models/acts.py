"""Acts on documents and attributes, and histories."""

from __future__ import annotations

from typing import Annotated

from forager.api.models.common import Asked, Wire, Words, says
from forager.api.models.conflicts import Decision
from forager.api.models.sources import Source

_Notes = Annotated[Words, says("Why, in the person's words; kept apart from log and audit trail.")]
_Actor = Annotated[Words, says("Who decides, as the caller claims.", "m.lindqvist")]


class SourceRequest(Asked):
    """What a person says of a document."""

    action: Annotated[str, says("authoritative, not_authoritative or set_date.", "authoritative")]
    date: Annotated[Words, says("The document's date, a day, month or year; only with set_date.", "2026-03-15")] = ""
    notes: _Notes = ""
    actor: _Actor = ""


class NamedSourcesRequest(Asked):
    """What a person says of all documents of such names."""

    pattern: Annotated[Words, says("Names it holds for; * is any text.", "policies/*.md")]
    action: Annotated[str, says("authoritative or not_authoritative.", "authoritative")]
    notes: _Notes = ""
    actor: _Actor = ""


class AttributeRequest(Asked):
    """What a person says of an attribute."""

    attribute: Annotated[Words, says("Its key.", "supplier")]
    action: Annotated[str, says("single_valued or multi_valued.", "multi_valued")]
    notes: _Notes = ""
    actor: _Actor = ""


class DecidedAnswer(Wire):
    """That it was decided."""

    decision_seq: Annotated[int, says("Number of the decision in the log.", 4)]
    applied: Annotated[bool, says("False when another derivation runs, which will apply it.", True)]


class SourceDecided(DecidedAnswer):
    """The document after the act."""

    source: Annotated[Source, says("As it stands now.")]


class Attribute(Wire):
    """An attribute of a base's statements."""

    attribute: Annotated[str, says("Its key.", "launch_date")]
    statements: Annotated[int, says("How many statements have it.", 5)]
    single_valued: Annotated[bool, says("Whether it has one value at a time, so that two can disagree.", True)]
    declared_by: Annotated[str, says("a person, the catalogue, or counted in the documents.", "the catalogue")]


class Step(Wire):
    """One step of a history."""

    at: Annotated[str, says("When, UTC.")]
    revision: Annotated[str, says("The revision in which the record changed; empty for an act.", "rev_3")]
    what: Annotated[str, says("What became of it, or what was decided.", "became disputed")]
    status: Annotated[str, says("Its status from then on; empty for an act.", "disputed")]
    words: Annotated[str, says("Its words from then on; empty for an act.")]
    decision: Annotated[Decision | None, says("The act; null for a revision.")]


class History(Wire):
    """Everything that became of a record."""

    id: Annotated[str, says("The address it was asked under.")]
    project_id: Annotated[str, says("The project it belongs to.")]
    items: Annotated[list[Step], says("Its steps, oldest first.")]
