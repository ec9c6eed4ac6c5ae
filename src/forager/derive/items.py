"""The body of a knowledge item, from its evidence and what its slot says (design notes §3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from forager.derive.replay import Rulings
from forager.dispute.claims import Side, Witness
from forager.model.state import ItemState
from forager.model.statement import Status, Support

BASE = {
    Support.DIRECT_FACT: 900,
    Support.SUPPORTED_INFERENCE: 750,
    Support.UNCERTAIN_INFERENCE: 500,
    Support.UNVERIFIED_CLAIM: 250,
}
CEILING = 980
POOR_PARSE = 100


@dataclass(frozen=True, slots=True)
class Standing:
    """What its slot says of an item: its status, what took its place, the disagreements it is a side of."""

    status: Status
    superseded_by: str = ""
    conflict_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """The canonical subject: entity id or empty, and the readable key of the slot."""

    entity_id: str = ""
    attribute_key: str = ""


def confidence(support: Support, quality: int, independent: int, *, disputed: bool) -> int:
    """Thousandths: the support's base, less a poor parse; each further independent source halves the distance to 980.

    Votes are not truth: while disputed, number does not count.
    """
    value = BASE[support] - (POOR_PARSE if quality else 0)
    if disputed or independent < 2:
        return value
    return CEILING - ((CEILING - value) >> min(independent - 1, 20))


def past_status(side: Side) -> Status:
    """The status of an item without live evidence and without a successor: archived when its sources were removed, else stale."""
    return Status.ARCHIVED if all(witness.source.removed for witness in side.past) else Status.STALE


def item_state(
    side: Side, standing: Standing, subject: Subject, rulings: Rulings, entities: Mapping[str, Sequence[str]]
) -> ItemState:
    """The whole state of one item. ``entities`` maps evidence ids to the entities named inside them."""
    shown = side.shown.evidence
    support = Support(shown.support)
    ruling = rulings.on_item(side.addresses)
    review = {"mark_reviewed": "reviewed", "reject": "rejected", "archive": "archived"}
    status = Status.ARCHIVED if ruling is not None and ruling.choice in {"reject", "archive"} else standing.status
    return ItemState(
        id=side.id,
        type=shown.type,
        statement=shown.sentence,
        subject=shown.subject,
        subject_words=shown.subject_words,
        subject_entity_id=subject.entity_id,
        attribute=shown.attribute,
        attribute_key=subject.attribute_key,
        slot=shown.slot,
        value_kind=shown.value_kind,
        value=shown.value,
        value_written=shown.value_written,
        precision=shown.precision,
        qualifiers=[list(pair) for pair in shown.qualifiers],
        modality=shown.modality,
        polarity=shown.polarity,
        support=support,
        confidence=confidence(support, shown.quality, side.independent, disputed=status is Status.DISPUTED),
        status=status,
        scope="tenant",
        effective_date=shown.valid_from,
        valid_from=shown.valid_from,
        valid_to=shown.valid_to,
        document_date=_earliest(side.live or side.past),
        hedged=shown.hedges > 0,
        reported_by=shown.reported_by,
        superseded_by=standing.superseded_by,
        review_status="unreviewed" if ruling is None else review[ruling.choice],
        evidence_ids=[witness.evidence.id for witness in side.live],
        past_evidence_ids=[witness.evidence.id for witness in side.past],
        source_ids=sorted({witness.source.id for witness in side.live}),
        independent_sources=side.independent,
        entity_ids=_entities(side.live, subject.entity_id, entities),
        conflict_ids=list(standing.conflict_ids),
        addresses=list(side.addresses),
        extractor=shown.rule,
        model=shown.model,
    )


def _earliest(witnesses: Sequence[Witness]) -> str:
    return min((each.source.document_date for each in witnesses if each.source.document_date), default="")


def _entities(live: Sequence[Witness], subject: str, entities: Mapping[str, Sequence[str]]) -> list[str]:
    named = {entity for witness in live for entity in entities.get(witness.evidence.id, ())}
    return sorted(named | ({subject} if subject else set()))
