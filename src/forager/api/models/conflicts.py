"""Disagreements and decisions on them."""

from __future__ import annotations

from typing import Annotated

from forager.api.models.common import Asked, Wire, Words, says


class Side(Wire):
    """One side of a disagreement."""

    item_id: Annotated[str, says("The statement; empty where the sides are documents.")]
    statement: Annotated[str, says("Its words, or the document's name.")]
    value: Annotated[str, says("The value it gives.", "2026-03-03")]
    value_written: Annotated[str, says("The value as written.", "March 3, 2026")]
    polarity: Annotated[bool, says("False for the side that negates.", True)]
    support: Annotated[str, says("How far its sources carry it.", "direct_fact")]
    status: Annotated[str, says("The statement's status, or the document's state.", "disputed")]
    document_date: Annotated[str, says("The newest date of the documents that say so.", "2026-01-12")]
    source_ids: Annotated[list[str], says("The sources that say so.")]
    source_names: Annotated[list[str], says("Their names.", ["01-kickoff-memo.md"])]
    evidence_ids: Annotated[list[str], says("The evidence that says so.")]
    independent_sources: Annotated[int, says("How many of its sources are no copies of each other.", 2)]


class ConflictItem(Wire):
    """A side as a record with an id."""

    id: Annotated[str, says("A statement's id, or a source's where documents repeat each other.")]
    project_id: Annotated[str, says("The project it belongs to.")]
    kind: Annotated[str, says("statement or source.", "statement")]
    statement: Annotated[str, says("Its words, or the document's name.")]
    value: Annotated[str, says("The value it gives.", "2026-04-10")]
    status: Annotated[str, says("The statement's status, or the document's state.", "disputed")]
    scope: Annotated[str, says("tenant or general.", "tenant")]
    source_names: Annotated[list[str], says("The sources that say so.")]


class Suggestion(Wire):
    """What a rule favours. It is never applied by the engine."""

    winner_id: Annotated[str, says("The favoured side.")]
    reason: Annotated[str, says("Why, in words.", "02-schedule-update.eml is newer by document date.")]


class Resolution(Wire):
    """What a person decided."""

    action: Annotated[str, says("The choice.", "choose_winner")]
    winner_id: Annotated[str, says("The side that was chosen; empty for other choices.")]
    actor: Annotated[str, says("Who decided, as the caller claimed.")]
    decided_at: Annotated[str, says("When, UTC.")]
    decision_seq: Annotated[int, says("Number of the decision in the log; 0 when it is not known.", 4)]
    notes: Annotated[str, says("The person's words; only where one disagreement is asked for.")] = ""
    credential: Annotated[str, says("The credential that was authenticated.", "local")] = ""
    credential_name: Annotated[str, says("What people call that credential.", "command line on this machine")] = ""


class Conflict(Wire):
    """A disagreement with all its sides."""

    id: Annotated[str, says("Stable address.", "cf_3pzt6l5q7m2hb3k4w5d2")]
    project_id: Annotated[str, says("The project it belongs to.")]
    type: Annotated[str, says("attribute_mismatch, contradiction or duplicate_source.", "attribute_mismatch")]
    attribute_key: Annotated[str, says("Subject and attribute as one readable key.", "falcon|launch_date")]
    subject: Annotated[str, says("What it is about.", "Project Falcon")]
    status: Annotated[str, says("open or decided.", "open")]
    description: Annotated[str, says("Who says what, in one line.")]
    item_ids: Annotated[list[str], says("The statements that are its sides; empty where the sides are documents.")]
    source_ids: Annotated[list[str], says("The sources of all sides.")]
    source_names: Annotated[list[str], says("Their names.")]
    sides: Annotated[list[Side], says("Its sides, by id.")]
    items: Annotated[list[ConflictItem], says("The same sides as records with ids.")]
    also_claimed: Annotated[list[Side], says("Values only hedged or reported beside the sides.")]
    suggested_resolution: Annotated[
        Suggestion | None, says("What a rule favours, never applied; null when no rule does.")
    ]
    resolution: Annotated[Resolution | None, says("What a person decided; null when nobody did.")]
    flagged: Annotated[str, says("What changed since the decision; empty when nothing did.")]
    fingerprint: Annotated[str, says("What a person who reads this has seen; send it back with a decision.")]
    redirected_from: Annotated[
        str, says("The address it was asked under when that is not its own any more; else empty.")
    ] = ""
    note: Annotated[str, says("Which clocks it is held to, in words; empty when it is held to none.")] = ""


class ResolveRequest(Asked):
    """A person's decision on a disagreement."""

    action: Annotated[str, says("choose_winner, both_hold, neither, dismiss or archive_duplicates.", "choose_winner")]
    winner_id: Annotated[Words, says("The side that holds; only with choose_winner.")] = ""
    fingerprint: Annotated[
        Words,
        says(
            "The fingerprint that was read; refused with 409 when the sides changed since. Needed where somebody decided already; "
            "else it may be empty."
        ),
    ] = ""
    notes: Annotated[Words, says("Why, in the person's words; kept apart from log and audit trail.")] = ""
    actor: Annotated[Words, says("Who decides, as the caller claims.")] = ""


class ReopenRequest(Asked):
    """A person's wish to decide again."""

    notes: Annotated[Words, says("Why, in the person's words; kept apart from log and audit trail.")] = ""
    actor: Annotated[Words, says("Who decides, as the caller claims.")] = ""


class ConflictAnswer(Wire):
    """The disagreement after the decision."""

    conflict: Annotated[Conflict, says("As it stands now.")]
    decision_seq: Annotated[int, says("Number of the decision in the log.", 4)]
    applied: Annotated[bool, says("False when another derivation runs, which will apply it.", True)]


class Decision(Wire):
    """One act of a person."""

    seq: Annotated[int, says("Its number in the project's log.", 4)]
    project_id: Annotated[str, says("The project it belongs to.")]
    kind: Annotated[str, says("conflict, entity, item, source, attribute or undo.", "conflict")]
    choice: Annotated[str, says("What was chosen.", "choose_winner")]
    targets: Annotated[list[str], says("The addresses it is about.")]
    canonical: Annotated[list[str], says("What they stood for then.")]
    winner_id: Annotated[str, says("The side that was chosen, or the date a document was given.")]
    undoes: Annotated[int, says("The act it takes back; 0 for none.", 0)]
    undone: Annotated[bool, says("Whether a later act took it back.", False)]
    attached: Annotated[bool, says("Whether every record it is about is still there.", True)]
    actor: Annotated[str, says("Who decided, as the caller claimed.")]
    credential: Annotated[str, says("The credential that was authenticated.")]
    notes: Annotated[str, says("The person's words.")]
    at: Annotated[str, says("When, UTC.")]
    about: Annotated[list[str], says("What people call the records it is about.")]
    credential_name: Annotated[str, says("What people call that credential.", "operator key, in a browser")] = ""


class UndoAnswer(Wire):
    """The act that takes another back."""

    decision_seq: Annotated[int, says("Number of the new act.", 6)]
    undoes: Annotated[int, says("The act that is taken back.", 4)]
    applied: Annotated[bool, says("False when another derivation runs, which will apply it.", True)]
