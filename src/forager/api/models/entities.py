"""Entities, candidates, relations."""

from __future__ import annotations

from typing import Annotated

from forager.api.models.common import Asked, Place, Wire, Words, says
from forager.api.models.knowledge import EntityRef


class Alias(Wire):
    """Another name of an entity."""

    alias: Annotated[str, says("The name.", "Bob Smith")]
    kind: Annotated[str, says("Which kind of name.", "name")]
    confidence: Annotated[float, says("0 to 1.", 0.95)]


class Entity(Wire):
    """A person, organisation or thing that documents name."""

    id: Annotated[
        str, says("Stable address; addresses of entities joined in it are accepted too.", "ent_6r2vq5x2m7hb3k4w5d2a")
    ]
    project_id: Annotated[str, says("The project it belongs to.")]
    type: Annotated[
        str, says("person, organization, project, product, system, place, document, event, role or other.", "person")
    ]
    canonical_name: Annotated[str, says("What it is called.", "Robert Smith")]
    aliases: Annotated[list[Alias], says("Its other names.")]
    identifiers: Annotated[list[str], says("What tells it apart, such as an e-mail address.")]
    confidence: Annotated[float, says("0 to 1.", 0.95)]
    status: Annotated[str, says("active.", "active")]
    scope: Annotated[str, says("tenant or general.", "tenant")]
    mention_count: Annotated[int, says("How often documents name it.", 17)]
    source_ids: Annotated[list[str], says("Sources that name it.")]
    source_names: Annotated[list[str], says("Their names.")]
    node_ids: Annotated[list[str], says("The names in context that are joined in it.")]
    reasons: Annotated[list[str], says("Why they are joined, in words.")]
    knowledge_count: Annotated[int | None, says("How many statements name it; null in lists.", 12)] = None
    told_apart: Annotated[
        str,
        says(
            "What stands beside its name: an address, an organisation, a document; given where a list holds another of that name.",
            "Alder Ltd",
        ),
    ] = ""
    redirected_from: Annotated[
        str, says("The address it was asked under when that is not its own any more; else empty.")
    ] = ""
    note: Annotated[str, says("Which clocks it is held to, in words; empty when it is held to none.")] = ""


class Candidate(Wire):
    """Two entities that may be one, for a person to decide."""

    id: Annotated[str, says("Id of the pair.", "dup_5k2")]
    project_id: Annotated[str, says("The project it belongs to.")]
    left: Annotated[EntityRef, says("The one.")]
    right: Annotated[EntityRef, says("The other.")]
    score: Annotated[float, says("0 to 1.", 0.62)]
    reasons_for: Annotated[list[str], says("What speaks for one entity.")]
    reasons_against: Annotated[list[str], says("What speaks against it.")]
    status: Annotated[str, says("open, or what was decided.", "open")]


class RelationEvidence(Wire):
    """One place where a source states a relation."""

    source_id: Annotated[str, says("The source.")]
    source_name: Annotated[str, says("Its name.")]
    location: Annotated[str, says("The place in words.")]
    place: Annotated[Place, says("The place as a structure.")]
    excerpt: Annotated[str, says("The words of the source.")]
    content_hash: Annotated[str, says("SHA-256 of the excerpt, hexadecimal.")]
    extractor_name: Annotated[str, says("The rule that found it.")]
    extractor_version: Annotated[str, says("That rule's version.", "1")]


class Relation(Wire):
    """A directed, typed relation between two entities."""

    id: Annotated[str, says("Id of the relation.", "rel_3kq")]
    project_id: Annotated[str, says("The project it belongs to.")]
    type: Annotated[str, says("Its kind.", "works_for")]
    from_id: Annotated[str, says("The entity it goes from.")]
    from_name: Annotated[str, says("That entity's name.", "Priya Nair")]
    to_id: Annotated[str, says("The entity it goes to.")]
    to_name: Annotated[str, says("That entity's name.", "Halden Systems")]
    statement: Annotated[str, says("The words of its first evidence.")]
    source_ids: Annotated[list[str], says("Sources that state it.")]
    evidence: Annotated[list[RelationEvidence], says("Every place that states it.")]


class NamesRequest(Asked):
    """A person's judgement on two names."""

    left_id: Annotated[Words, says("An entity, or one of the names joined in it (node_ids).")]
    right_id: Annotated[Words, says("The other.")]
    notes: Annotated[Words, says("Why, in the person's words; kept apart from log and audit trail.")] = ""
    actor: Annotated[Words, says("Who decides, as the caller claims.")] = ""


class MergeRequest(NamesRequest):
    """A person's word that two names are one."""

    even_so: Annotated[
        bool,
        says(
            "Said by who has read what speaks against it; without it names of different kinds, or against which anything else speaks, "
            "are refused with 409 spoken_against, whose details tell the reasons.",
            False,
        ),
    ] = False


class Feature(Wire):
    """One row of the feature table on a pair of names."""

    name: Annotated[str, says("Its name.", "same_organization")]
    kind: Annotated[str, says("identifier, name, rarity, hint, context or against.", "context")]
    points: Annotated[float, says("What it adds or takes away; 0 when it says nothing.", 0.33)]
    words: Annotated[str, says("Why, in words; what it looks at when it says nothing.")]
    cannot: Annotated[bool, says("Whether it forbids joining without a person.")]


class NameFact(Wire):
    """A fact in a name's own record: a row of a table, a block of labelled lines."""

    kind: Annotated[
        str,
        says(
            "given, family, email, number, phone, birth, house, street, town, postcode, region, organization or role.",
            "birth",
        ),
    ]
    scheme: Annotated[str, says("Of a number, what gives it: social, tax, staff, account, …; else empty.")]
    value: Annotated[str, says("As it stands; a date of birth as ISO 8601.", "1970-03-02")]
    source_id: Annotated[str, says("The source that tells it.", "src_4f2q6x2m7hb3k4w5d2a7")]
    place: Annotated[str, says("Where, in words.", "line 4")]
    start: Annotated[int, says("Its first character in the source's text.", 110)]
    end: Annotated[int, says("Where it ends, exclusive.", 120)]


class NameNode(Wire):
    """A name in context that is joined in an entity."""

    id: Annotated[str, says("Its address.", "ent_6r2vq5x2m7hb3k4w5d2a")]
    name: Annotated[str, says("The name and what stands beside it.", "Robert Smith (Alder Ltd)")]
    names: Annotated[list[str], says("Its written forms.")]
    context_kind: Annotated[
        str,
        says("email, number, organization, birth, street, phone, suffix or role; empty when nothing stands beside it."),
    ]
    context: Annotated[str, says("What stands beside it.")]
    mention_count: Annotated[int, says("How often documents name it so.", 3)]
    source_ids: Annotated[list[str], says("Sources that name it so.")]
    promoted_by: Annotated[str, says("What makes it an entity and not only a mention; empty when nothing.")]
    facts: Annotated[list[NameFact], says("All that stands in its own records, each with its place.")]


class NameEdge(Wire):
    """Two names in context that are one thing."""

    left_id: Annotated[str, says("The one.")]
    right_id: Annotated[str, says("The other.")]
    score: Annotated[float, says("How surely, 0 to 1.", 0.95)]
    words: Annotated[str, says("Why, in words.")]
    features: Annotated[list[Feature], says("The rows of the feature table that spoke.")]


class NameJudgement(Wire):
    """What a person said of names."""

    seq: Annotated[int, says("Number of the decision in the log.", 5)]
    choice: Annotated[str, says("merge, apart or explode.", "merge")]
    targets: Annotated[list[str], says("The names it is about.")]
    actor: Annotated[str, says("Who, as the caller claimed.")]
    at: Annotated[str, says("When.")]
    credential: Annotated[str, says("The credential that was authenticated.", "local")] = ""
    credential_name: Annotated[str, says("What people call that credential.", "command line on this machine")] = ""


class EntityWhy(Wire):
    """How an entity was made."""

    id: Annotated[str, says("Its address.")]
    canonical_name: Annotated[str, says("What it is called.", "Robert Smith")]
    redirected_from: Annotated[
        str, says("The address it was asked under when that is not its own any more; else empty.")
    ]
    reasons: Annotated[list[str], says("Why its names are joined, in words.")]
    nodes: Annotated[list[NameNode], says("Its names in context.")]
    edges: Annotated[list[NameEdge], says("What holds them together.")]
    judgements: Annotated[list[NameJudgement], says("What people said of them and stands.")]


class Comparison(Wire):
    """Why two names are one thing, or why not."""

    left: Annotated[EntityRef, says("What the first belongs to.")]
    right: Annotated[EntityRef, says("What the second belongs to.")]
    one_entity: Annotated[bool, says("Whether they are one entity.")]
    kept_apart: Annotated[bool, says("Whether a person keeps them apart.")]
    verdict: Annotated[str, says("The answer in one sentence.", "They may be one: a person decides.")]
    left_node: Annotated[str, says("The name in context of the first that decides.")]
    right_node: Annotated[str, says("The name in context of the second that decides.")]
    score: Annotated[float, says("Of that pair, 0 to 1.", 0.62)]
    band: Annotated[str, says("automatic, candidate or apart.", "candidate")]
    contradicted: Annotated[bool, says("Whether something forbids joining them without a person.")]
    features: Annotated[list[Feature], says("Every row of the feature table; those that spoke first.")]
    shared_blocks: Annotated[list[str], says("Keys under which both are compared; none: they are never compared.")]
    judgements: Annotated[list[NameJudgement], says("What people said of the two and stands.")]


class ExplodeRequest(Asked):
    """A person's word that the names of an entity are things of their own."""

    notes: Annotated[Words, says("Why, in the person's words; kept apart from log and audit trail.")] = ""
    actor: Annotated[Words, says("Who decides, as the caller claims.")] = ""


class NamesAnswer(Wire):
    """Both ends after the judgement; the same entity twice when they were joined."""

    left: Annotated[Entity, says("What the first name belongs to now.")]
    right: Annotated[Entity, says("What the second name belongs to now.")]
    decision_seq: Annotated[int, says("Number of the decision in the log.", 5)]
    applied: Annotated[bool, says("False when another derivation runs, which will apply it.", True)]
