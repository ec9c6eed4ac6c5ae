"""Statements and their evidence."""

from __future__ import annotations

from typing import Annotated

from forager.api.models.common import Asked, Place, Wire, Words, says
from forager.model.decision import ITEM_CHOICES
from forager.query.beside import Verdict


class Item(Wire):
    """A statement that one or more sources make, in their words."""

    id: Annotated[
        str,
        says("Stable address; any earlier address of the same statement is accepted too.", "ki_vpbqt4qwmd4klu35daf3"),
    ]
    project_id: Annotated[str, says("The project it belongs to.", "proj_4mvd2cwn5nqqpnwbsr2a")]
    type: Annotated[
        str,
        says(
            "fact, decision, requirement, procedure, task, problem, risk, lesson, definition, event, metric or question.",
            "fact",
        ),
    ]
    title: Annotated[str, says("Its subject and attribute, or its first words.", "Project Falcon: launch date")]
    subject: Annotated[str, says("What it is about, as written.", "Project Falcon")]
    subject_entity_id: Annotated[str, says("The entity it is about; empty when no entity is known by that name.")]
    statement: Annotated[str, says("The words of the source.", "The launch date for Project Falcon is March 3, 2026.")]
    attribute_key: Annotated[str, says("Subject and attribute as one readable key.", "falcon|launch_date")]
    attribute: Annotated[str, says("Key of the attribute; empty when it states none.", "launch_date")]
    attribute_value: Annotated[str, says("The value in the form that equal values share.", "2026-03-03")]
    attribute_value_kind: Annotated[
        str,
        says(
            "date, duration, money, quantity, percentage, person, organization, version, boolean, enum or text.", "date"
        ),
    ]
    attribute_value_written: Annotated[str, says("The value as written.", "March 3, 2026")]
    precision: Annotated[str, says("day, month, quarter, year, exact, rounded, approximate or ambiguous.", "day")]
    polarity: Annotated[bool, says("False for a negated statement.", True)]
    qualifiers: Annotated[
        dict[str, str], says("What limits it, such as a region or an environment.", {"environment": "staging"})
    ]
    modality: Annotated[str, says("actual, planned, target or estimate.", "actual")]
    support: Annotated[
        str, says("direct_fact, supported_inference, uncertain_inference or unverified_claim.", "direct_fact")
    ]
    confidence: Annotated[float, says("0 to 1, three decimals.", 0.9)]
    status: Annotated[str, says("active, superseded, disputed, unresolved, stale or archived.", "disputed")]
    scope: Annotated[str, says("tenant or general.", "tenant")]
    effective_date: Annotated[str, says("From when it holds, as the source says; empty when it does not.", "")]
    valid_from: Annotated[str, says("Begin of its validity, ISO 8601 or empty.")]
    valid_to: Annotated[
        str, says("The day from which it no longer holds, or the month or year in which it ends; ISO 8601 or empty.")
    ]
    document_date: Annotated[str, says("Date of the earliest document that makes it.", "2026-01-12")]
    hedged: Annotated[bool, says("Whether its source hedges.", False)]
    reported_by: Annotated[str, says("Who is reported as saying it.")]
    superseded_by: Annotated[str, says("The statement that took its place; empty when none did.")]
    review_status: Annotated[str, says("unreviewed, reviewed, rejected or archived.", "unreviewed")]
    contested: Annotated[bool, says("Whether it is a side of an open disagreement.", True)]
    evidence_count: Annotated[int, says("How many pieces of evidence its detail lists.", 2)]
    evidence_ids: Annotated[list[str], says("Evidence in sources that count, best first.")]
    past_evidence_ids: Annotated[list[str], says("Evidence in sources that do not count any more.")]
    source_ids: Annotated[list[str], says("The sources that make it now.")]
    source_names: Annotated[list[str], says("Their names.", ["01-kickoff-memo.md"])]
    source_name: Annotated[str, says("The source whose words are shown.", "01-kickoff-memo.md")]
    location: Annotated[str, says("The place of those words.", "Section: Schedule, line 29")]
    independent_sources: Annotated[int, says("How many sources that are no copies of each other make it.", 2)]
    entity_ids: Annotated[list[str], says("Entities it names.")]
    conflict_ids: Annotated[list[str], says("Disagreements it is a side of.")]
    extractor_name: Annotated[str, says("The rule that found it.", "attribute of subject is value")]
    extractor_version: Annotated[str, says("That rule's version.", "1")]
    model_name: Annotated[str, says("The language model that found it; empty in deterministic mode.", "")]
    redirected_from: Annotated[
        str, says("The address it was asked under when that is not its own any more; else empty.")
    ] = ""


class EvidenceSpan(Wire):
    """A part of the evidence and its place."""

    role: Annotated[str, says("sentence, value, subject, header, qualifier or attribution.", "value")]
    start: Annotated[int, says("First character in the document's normalised text.", 812)]
    end: Annotated[int, says("Character after the last.", 825)]
    place: Annotated[Place, says("The same part in the original file.")]


class Evidence(Wire):
    """One place where one source makes one claim."""

    id: Annotated[str, says("Id of the evidence.", "ev_2lqgiqx7w2d3l7bqxv5a")]
    project_id: Annotated[str, says("The project it belongs to.")]
    target_id: Annotated[str, says("The statement it carries.")]
    source_id: Annotated[str, says("The source it stands in; empty when it is lost.")]
    source_name: Annotated[str, says("The source's name.", "01-kickoff-memo.md")]
    source_type: Annotated[str, says("The kind of file.", "md")]
    source_hash: Annotated[str, says("SHA-256 of the source's bytes, hexadecimal.")]
    document_date: Annotated[str, says("The document's own date.", "2026-01-12")]
    authoritative: Annotated[bool, says("Whether the operator marked the source authoritative.", False)]
    chunk_id: Annotated[str, says("The passage it stands in.")]
    location: Annotated[str, says("The place in words.", "Section: Schedule, line 29")]
    place: Annotated[Place, says("The place as a structure.")]
    spans: Annotated[list[EvidenceSpan], says("Its parts; the first is the excerpt.")]
    start: Annotated[int, says("First character of the excerpt in the normalised text.")]
    end: Annotated[int, says("Character after its last.")]
    excerpt: Annotated[str, says("The words of the source; empty when they are missing.")]
    content_hash: Annotated[str, says("SHA-256 of the excerpt's UTF-8 bytes as it was read, hexadecimal.")]
    missing_excerpt: Annotated[bool, says("Whether the excerpt is lost or altered.", False)]
    statement: Annotated[str, says("This source's own sentence.")]
    value: Annotated[str, says("The value it gives, in the form that equal values share.")]
    value_written: Annotated[str, says("The value as written here.")]
    support: Annotated[str, says("How far this place carries the claim.", "direct_fact")]
    modality: Annotated[str, says("actual, planned, target or estimate.", "actual")]
    reported_by: Annotated[str, says("Who is reported as saying it.")]
    extractor_name: Annotated[str, says("The rule that found it.")]
    extractor_version: Annotated[str, says("That rule's version.", "1")]
    model_name: Annotated[str, says("The language model that found it; empty in deterministic mode.")]
    confidence: Annotated[float, says("0 to 1, of this place alone.", 0.9)]
    live: Annotated[bool, says("Whether its source counts now.", True)]


class EntityRef(Wire):
    """An entity named beside another record."""

    id: Annotated[str, says("Id of the entity.", "ent_6r2v")]
    project_id: Annotated[str, says("The project it belongs to.")]
    canonical_name: Annotated[str, says("What it is called.", "Robert Smith")]
    type: Annotated[str, says("Its class.", "person")]


class ItemDetail(Item):
    """A statement with everything that carries it."""

    evidence: Annotated[list[Evidence], says("Evidence in sources that count; past evidence when there is none.")]
    entities: Annotated[list[EntityRef], says("The entities it names.")]
    note: Annotated[str, says("Which clocks it is held to, in words; empty when it is held to none.")] = ""


class EvidenceList(Wire):
    """All evidence of one statement."""

    knowledge_id: Annotated[str, says("The statement.")]
    project_id: Annotated[str, says("The project it belongs to.")]
    items: Annotated[list[Evidence], says("Best first; what does not count any more comes last.")]
    note: Annotated[str, says("Which clocks it is held to, in words; empty when it is held to none.")] = ""


class Beside(Wire):
    """Another statement about the same subject and attribute, and what it is to the one asked about."""

    id: Annotated[str, says("The other statement.")]
    statement: Annotated[str, says("Its words.")]
    value: Annotated[str, says("Its value in the form that equal values share.", "2026-04-10")]
    status: Annotated[str, says("active, superseded, disputed, unresolved, stale or archived.", "active")]
    verdict: Annotated[str, says(f"One of {', '.join(Verdict)}; only contradicts is a disagreement.", "refines")]
    reason: Annotated[str, says("Why, in words.", "The other is more exact; this one allows it.")]
    value_written: Annotated[str, says("Its value as it stands in the document.", "April 10, 2026")] = ""
    evidence_id: Annotated[str, says("The evidence of its first place.")] = ""
    source_name: Annotated[str, says("The document of that place.", "02-schedule-update.eml")] = ""
    location: Annotated[str, says("That place in words.", "message body")] = ""
    source_ids: Annotated[list[str], says("The documents that make it.")] = []  # noqa: RUF012  # the schema library copies it


class BesideList(Wire):
    """What stands beside a statement."""

    knowledge_id: Annotated[str, says("The statement.")]
    project_id: Annotated[str, says("The project it belongs to.")]
    items: Annotated[list[Beside], says("By id.")]
    summary: Annotated[
        str,
        says(
            "How many documents give another value, and why that is no disagreement; empty when none does.",
            "1 document gives another value; that is not a disagreement: one of the two is only hedged or reported.",
        ),
    ] = ""
    note: Annotated[str, says("Which clocks it is held to, in words; empty when it is held to none.")] = ""


class Facets(Wire):
    """How many statements there are of each kind; each facet is counted without its own limit."""

    revision: Annotated[str, says("The revision that was read.", "rev_3")]
    type: Annotated[dict[str, int], says("By type.", {"fact": 61, "decision": 5})]
    status: Annotated[dict[str, int], says("By status.", {"active": 58, "disputed": 4})]
    support: Annotated[dict[str, int], says("By support.", {"direct_fact": 40})]
    note: Annotated[str, says("What a reader must know of this answer.")] = ""


class ReviewRequest(Asked):
    """A person's judgement on a statement."""

    action: Annotated[str, says(f"One of {', '.join(ITEM_CHOICES)}.", "mark_reviewed")]
    notes: Annotated[Words, says("Why, in the person's words; kept apart from log and audit trail.")] = ""
    actor: Annotated[Words, says("Who decides, as the caller claims.", "m.lindqvist")] = ""


class ReviewAnswer(Wire):
    """The statement after the judgement."""

    item: Annotated[ItemDetail, says("As it stands now.")]
    decision_seq: Annotated[int, says("Number of the decision in the log.", 4)]
    applied: Annotated[bool, says("False when another derivation runs, which will apply it.", True)]
