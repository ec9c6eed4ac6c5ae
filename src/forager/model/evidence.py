"""Evidence: the atom. One place where one source makes one claim; immutable once read (design notes §3)."""

from __future__ import annotations

from dataclasses import dataclass

from forager.model.keys import Qualifiers
from forager.model.statement import LocatedSpan


@dataclass(frozen=True, slots=True)
class Evidence:
    """One claim at one place.

    ``item_id`` is the lexical address of the claim. ``slot`` is the attribute key, or "predicate object" for a proposition, or empty.
    ``subject_words`` is the normalised surface subject; ``about_document`` says the subject is the document itself.
    ``spans[0]`` is the excerpt, from ``start`` to ``end``. ``hedges`` counts hedging words; ``quality`` 1 is a poor parse.
    ``change`` is "from", "to" or "".
    """

    id: str
    project_id: str
    source_id: str
    chunk_id: str
    item_id: str
    type: str
    sentence: str
    subject: str
    subject_words: str
    about_document: bool
    attribute: str
    slot: str
    qualifiers: Qualifiers
    modality: str
    polarity: bool
    value_kind: str
    value: str
    value_written: str
    precision: str
    valid_from: str
    valid_to: str
    support: str
    hedges: int
    quality: int
    reported_by: str
    change: str
    replaces: str
    rule: str
    model: str
    spans: tuple[LocatedSpan, ...]
    excerpt: str
    excerpt_sha256: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MentionRow:
    """A name read in a source; ``node_id`` is its entity address, ``words`` the name as ``subject_words`` gives it.

    ``facts`` is what else stands in the name's own record, as ``facts_text`` writes it.
    """

    project_id: str
    source_id: str
    node_id: str
    entity_class: str
    name: str
    name_key: str
    words: str
    context: str
    context_kind: str
    cue: str
    start: int
    end: int
    facts: str = ""


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A relation read in a source between two entity addresses."""

    project_id: str
    source_id: str
    relation_id: str
    kind: str
    from_node: str
    to_node: str
    excerpt: str
    excerpt_sha256: str
    location: str
    start: int
    end: int
    rule: str
