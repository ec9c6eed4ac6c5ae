"""The one learned fact: whether an attribute has one value at a time (design notes §5, §6). A pure count over live evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, Row, Select, delete, distinct, func, insert, or_, select

from forager.derive import mark
from forager.dispute.kin import is_singular
from forager.extract.attributes import get, is_single_valued
from forager.model.decision import DecisionKind
from forager.model.statement import ValueKind
from forager.store import decisions
from forager.store.tables import attribute_flag, evidence, source

SUBJECTS = 8
SHARE = 0.98
AGREED = 0.8
LISTING = (",", ";", "/", "&", " and ", " or ")
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
    """At least eight subjects, and 98 % of (subject, source) with one value under one qualifier at a time.

    A value that its own document tells as past is none. Words as values must show it besides: a label in the singular, no value that
    lists several, and subjects told in several documents that mostly have the same value there.
    """
    pairs = connection.execute(_told(connection, project, slot)).all()
    if len({row.subject_words for row in pairs}) < SUBJECTS:
        return False
    if sum(row.values == 1 for row in pairs) < SHARE * len(pairs):
        return False
    return not any(row.untyped for row in pairs) or (
        is_singular(slot) and not any(row.listed for row in pairs) and _is_repeated(pairs)
    )


def _told(connection: Connection, project: str, slot: str) -> Select[tuple[str, str, str, str, int, str, bool, bool]]:
    """Of each (subject, source, qualifiers, modality): how many values, one of them, and whether any is in words or lists several."""
    anyone = func.max if connection.dialect.name == "sqlite" else func.bool_or
    listed = or_(*(evidence.c.value_written.like(f"%{mark}%") for mark in LISTING))
    row = evidence.c
    return (
        select(
            row.subject_words,
            row.source_id,
            row.qualifiers,
            row.modality,
            func.count(distinct(row.value)).label("values"),
            func.min(row.value).label("value"),
            anyone(row.value_kind.in_(UNTYPED)).label("untyped"),
            anyone(row.value_kind.in_(UNTYPED) & listed).label("listed"),
        )
        .join(source, source.c.id == row.source_id)
        .where(
            row.project_id == project,
            row.slot == slot,
            source.c.included.is_(True),
            row.polarity.is_(True),
            row.change != "from",
            row.about_document.is_(False),
        )
        .group_by(row.subject_words, row.source_id, row.qualifiers, row.modality)
    )


def _is_repeated(pairs: Sequence[Row[tuple[str, str, str, str, int, str, bool, bool]]]) -> bool:
    """Whether what several documents tell of a subject is mostly one value: of enough tellings, most give it."""
    values: dict[tuple[str, str, str], Counter[str]] = {}
    for row in pairs:
        values.setdefault((row.subject_words, row.qualifiers, row.modality), Counter())[row.value] += 1
    repeated = [counted for counted in values.values() if counted.total() > 1]
    told = sum(counted.total() for counted in repeated)
    return told >= SUBJECTS and sum(max(counted.values()) for counted in repeated) >= AGREED * told


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
