"""Mentions and relations to rows: each name in its context gets its entity address (design notes §2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from forager.extract.subject import subject_words
from forager.model import keys
from forager.model.evidence import MentionRow, RelationRow
from forager.model.fact import FactKind, facts_text
from forager.model.statement import EntityClass, Mention, Relation
from forager.pipeline.states import Setting
from forager.resolve.names import context_key, name_key
from formicaria.ground.canonical import canonical_text, text_digest


def mention_rows(setting: Setting, mentions: Iterable[Mention]) -> tuple[MentionRow, ...]:
    """The rows of a document's mentions, one for each place and address, in the order they stand."""
    rows = {(row.start, row.node_id, row.end): row for row in (_mention(setting, mention) for mention in mentions)}
    return tuple(rows[key] for key in sorted(rows))


def _mention(setting: Setting, mention: Mention) -> MentionRow:
    key = name_key(mention.name, mention.entity_class)
    context = context_key(mention.context_kind, mention.context) if mention.context else ""
    facts = facts_text(
        replace(fact, place=setting.parser.locate(setting.document, fact.start, fact.end).words)
        for fact in mention.facts
    )
    return MentionRow(
        project_id=setting.project_id,
        source_id=setting.source_id,
        node_id=keys.entity_id(setting.project_id, mention.entity_class, key, _bearer(mention, context)),
        entity_class=mention.entity_class.value,
        name=mention.name,
        name_key=key,
        words=subject_words(mention.name),
        context=mention.context,
        context_kind=mention.context_kind,
        cue=mention.cue,
        start=mention.start,
        end=mention.end,
        facts=facts,
    )


def _bearer(mention: Mention, context: str) -> str:
    """What tells the bearer of a name in its address: the context, and the date of birth, for parent and child may share all else."""
    born = sorted(fact.value for fact in mention.facts if fact.kind is FactKind.BIRTH)
    return f"{context} born {' '.join(born)}" if born and mention.context_kind != FactKind.BIRTH else context


def relation_rows(
    setting: Setting, relations: Iterable[Relation], mentions: Sequence[MentionRow]
) -> tuple[RelationRow, ...]:
    """The rows of a document's relations; each end is the mention of that name nearest to the place."""
    rows = {
        (row.start, row.relation_id, row.end): row
        for row in (_relation(setting, relation, mentions) for relation in relations)
    }
    return tuple(rows[key] for key in sorted(rows))


def _relation(setting: Setting, relation: Relation, mentions: Sequence[MentionRow]) -> RelationRow:
    near = (relation.start, relation.end)
    left = _node(setting, relation.from_name, relation.from_class, near, mentions)
    right = _node(setting, relation.to_name, relation.to_class, near, mentions)
    excerpt = setting.text(relation.start, relation.end)
    location = setting.parser.locate(setting.document, relation.start, relation.end)
    return RelationRow(
        project_id=setting.project_id,
        source_id=setting.source_id,
        relation_id=keys.relation_id(setting.project_id, relation.type, left, right),
        kind=relation.type,
        from_node=left,
        to_node=right,
        excerpt=excerpt,
        excerpt_sha256=text_digest(excerpt),
        location=canonical_text(location.to_json()),
        start=relation.start,
        end=relation.end,
        rule=relation.rule,
    )


def _node(
    setting: Setting, name: str, entity_class: EntityClass, near: tuple[int, int], mentions: Sequence[MentionRow]
) -> str:
    key = name_key(name, entity_class)
    same = [each for each in mentions if each.name_key == key and each.entity_class == entity_class]
    if not same:
        return keys.entity_id(setting.project_id, entity_class, key, "")
    return min(same, key=lambda each: (_distance(each, near), each.start, each.node_id)).node_id


def _distance(mention: MentionRow, near: tuple[int, int]) -> int:
    start, end = near
    return 0 if start <= mention.start < end else min(abs(mention.start - start), abs(mention.start - end))
