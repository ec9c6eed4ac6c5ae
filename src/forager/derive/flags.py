"""The one learned fact: whether an attribute has one value at a time (design notes §5, §6). A pure count over live evidence."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, distinct, func, insert, select

from forager.derive import mark
from forager.extract.attributes import get, is_single_valued
from forager.model.decision import DecisionKind
from forager.model.statement import ValueKind
from forager.store import decisions
from forager.store.tables import attribute_flag, evidence, source

SUBJECTS = 8
SHARE = 0.98
UNTYPED = (ValueKind.TEXT, ValueKind.ENUM)


def declared(connection: Connection, project: str) -> dict[str, bool]:
    """What people declared of attributes: whether each has one value at a time. It stands before catalogue and count."""
    acts = decisions.standing_of(connection, project, DecisionKind.ATTRIBUTE)
    return {act.targets[0]: act.choice == "single_valued" for act in acts}


def single_valued(connection: Connection, project: str, slot: str) -> bool:
    """Declared by a person or by the catalogue, or learned from this project's documents."""
    return singles(connection, project, [slot])[slot]


def _learned(connection: Connection, project: str, slot: str) -> bool:
    mine = (attribute_flag.c.project_id == project) & (attribute_flag.c.slot == slot)
    return bool(connection.execute(select(attribute_flag.c.single).where(mine)).scalar_one_or_none())


def singles(connection: Connection, project: str, slots: Collection[str]) -> dict[str, bool]:
    """``single_valued`` for many attributes at once."""
    unknown = [slot for slot in slots if get(slot) is None]
    mine = (attribute_flag.c.project_id == project) & attribute_flag.c.slot.in_(unknown)
    learned = {
        row[0]: bool(row[1])
        for row in connection.execute(select(attribute_flag.c.slot, attribute_flag.c.single).where(mine))
    }
    known = {slot: is_single_valued(slot) if get(slot) is not None else learned.get(slot, False) for slot in slots}
    said = declared(connection, project)
    return known | {slot: said[slot] for slot in slots if slot in said}


def learn(connection: Connection, project: str, slots: Collection[str]) -> None:
    """Count again for the given attributes; a flag that flips marks all slots of its attribute."""
    for slot in sorted(slots):
        if get(slot) is not None or " " in slot:
            continue
        before, now = _learned(connection, project, slot), _counted(connection, project, slot)
        if before != now:
            _store(connection, project, slot, single=now)
            mark_all(connection, project, slot)


def _counted(connection: Connection, project: str, slot: str) -> bool:
    """At least eight subjects, and 98 % of (subject, source) with one value under one qualifier at a time; text values never.

    A value that its own document tells as past is none.
    """
    values = (
        select(
            evidence.c.subject_words,
            evidence.c.source_id,
            func.count(distinct(evidence.c.value)).label("values"),
            func.max(evidence.c.value_kind.in_(UNTYPED)).label("untyped")
            if connection.dialect.name == "sqlite"
            else func.bool_or(evidence.c.value_kind.in_(UNTYPED)).label("untyped"),
        )
        .join(source, source.c.id == evidence.c.source_id)
        .where(
            evidence.c.project_id == project,
            evidence.c.slot == slot,
            source.c.included.is_(True),
            evidence.c.polarity.is_(True),
            evidence.c.change != "from",
            evidence.c.about_document.is_(False),
        )
        .group_by(evidence.c.subject_words, evidence.c.source_id, evidence.c.qualifiers, evidence.c.modality)
    )
    pairs = connection.execute(values).all()
    if any(row.untyped for row in pairs) or len({row.subject_words for row in pairs}) < SUBJECTS:
        return False
    return bool(sum(row.values == 1 for row in pairs) >= SHARE * len(pairs))


def _store(connection: Connection, project: str, slot: str, *, single: bool) -> None:
    mine = (attribute_flag.c.project_id == project) & (attribute_flag.c.slot == slot)
    connection.execute(delete(attribute_flag).where(mine))
    connection.execute(insert(attribute_flag).values(project_id=project, slot=slot, single=single))


def mark_all(connection: Connection, project: str, slot: str) -> None:
    """Mark every slot of an attribute."""
    columns = (evidence.c.item_id, evidence.c.about_document, evidence.c.subject_words, evidence.c.slot)
    mine = (evidence.c.project_id == project) & (evidence.c.slot == slot)
    rows = connection.execute(select(*columns).where(mine).distinct()).all()
    mark.mark_rows(connection, project, [(row[0], bool(row[1]), row[2], row[3]) for row in rows])
