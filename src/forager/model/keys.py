"""Ids of knowledge: hashes of what makes a claim the same claim; every one carries its project (design notes §2)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from formicaria.ground.ids import hashed_id, normal_text

Qualifiers = tuple[tuple[str, str], ...]


def project_id(slug: str) -> str:
    """The id of the project created under ``slug``."""
    return hashed_id("proj_", slug)


def source_id(project: str, logical_name: str, sha256: str) -> str:
    """One version of one logical source."""
    # The name is one exact string to the operating system; folding its case would join different files.
    return hashed_id("src_", project, logical_name.encode().hex(), sha256)


def chunk_id(source: str, ordinal: int) -> str:
    """The ``ordinal``-th passage of a source."""
    return f"{source}_c{ordinal:04d}"


def attribute_item_id(
    project: str,
    subject: str,
    slot: str,
    qualifiers: Qualifiers,
    modality: str,
    *,
    polarity: bool,
    kind: str,
    value: str,
) -> str:
    """The address of a claim whose subject, attribute (or predicate and object) and value are known."""
    return hashed_id(
        "ki_", project, subject, slot, [list(pair) for pair in qualifiers], modality, polarity, kind, value
    )


def sentence_item_id(project: str, sentence: str) -> str:
    """The address of a claim known only by its words."""
    return hashed_id("ki_", project, sentence)


def evidence_id(item: str, source: str, spans: Sequence[tuple[str, int, int]]) -> str:
    """One place where one source makes one claim."""
    return hashed_id("ev_", item, source, [list(span) for span in spans])


def entity_id(project: str, entity_class: str, name_key: str, context_key: str) -> str:
    """A name in a context: the node that resolution joins to others."""
    return hashed_id("ent_", project, entity_class, name_key, context_key)


def conflict_id(project: str, kind: str, subject: str, slot: str, qualifiers: Qualifiers, modality: str) -> str:
    """A slot in which values disagree, whatever they are."""
    return hashed_id("cf_", project, kind, subject, slot, [list(pair) for pair in qualifiers], modality)


def relation_id(project: str, kind: str, from_node: str, to_node: str) -> str:
    """A directed, typed relation between two names in context."""
    return hashed_id("rel_", project, kind, from_node, to_node)


def slug(text: str) -> str:
    """Lower-case words joined by ``_``: the readable half of an attribute key."""
    return "_".join(re.findall(r"\w+", normal_text(text))) or "unnamed"


def attribute_key(subject: str, attribute: str) -> str:
    """The readable key of a slot, such as ``falcon|launch_date``."""
    return f"{slug(subject)}|{attribute}"
