"""Everything a page of groups is judged on, read in a handful of queries however many groups there are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from forager.derive import flags, subjects
from forager.dispute.claims import SourceFacts, Witness
from forager.extract.lexicon import names_a_thing
from forager.extract.rules.structure import CELL, NAMED_CELL
from forager.extract.subject import DETERMINERS, is_specific, subject_words
from forager.model.evidence import Evidence
from forager.model.statement import ValueKind
from forager.store import evidence as evidence_rows
from forager.store.tables import source
from formicaria.ground.ids import normal_text

BATCH = 400
NAMED_KINDS = frozenset({ValueKind.PERSON, ValueKind.ORGANIZATION})
GroupKey = tuple[str, str]
"""A canonical slot: (subject token, slot)."""


@dataclass(frozen=True, slots=True)
class Group:
    """A canonical slot of all qualifiers. ``words`` name its subject, the shortest live ones first.

    ``certain`` says that the subject is surely one thing in every document, ``single`` that it has one value at a time.
    """

    token: str
    slot: str
    words: tuple[str, ...]
    certain: bool
    single: bool
    witnesses: tuple[Witness, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """A page of groups. ``entities`` are those named inside each evidence; ``values`` the canonical form of each evidence's value."""

    groups: tuple[Group, ...]
    entities: Mapping[str, Sequence[str]]
    values: Mapping[str, str]


def gather(connection: Connection, project: str, keys: Sequence[GroupKey]) -> Material:
    """Read all evidence of the given groups, live and past, and what judging it needs."""
    words = subjects.words_of_tokens(connection, project, {token for token, _ in keys})
    slots = sorted({slot for _, slot in keys})
    every = sorted({each for found in words.values() for each in found})
    rows = evidence_rows.of_slots(connection, project, every, slots)
    names = (subject_words(row.value_written) for row in rows if row.value_kind in NAMED_KINDS)
    bound = subjects.bindings(connection, project, {*every, *names})
    single = flags.singles(connection, project, slots)
    witnesses = _by_subject(witnesses_of(connection, rows))
    groups = tuple(_group(key, words[key[0]], witnesses, bound, single=single[key[1]]) for key in keys)
    mine = [witness.evidence for group in groups for witness in group.witnesses]
    return Material(groups, entities_inside(connection, project, mine), {row.id: _value(row, bound) for row in mine})


_BySubject = Mapping[tuple[bool, str, str], Sequence[Witness]]


def _by_subject(witnesses: Sequence[Witness]) -> _BySubject:
    found: dict[tuple[bool, str, str], list[Witness]] = {}
    for witness in witnesses:
        row = witness.evidence
        found.setdefault((row.about_document, row.subject_words, row.slot), []).append(witness)
    return found


def _group(
    key: GroupKey, words: Sequence[str], witnesses: _BySubject, bound: Mapping[str, str], *, single: bool
) -> Group:
    token, slot = key
    about = token.startswith(subjects.DOCUMENT)
    mine = [witness for each in words for witness in witnesses.get((about, each, slot), ())]
    live = sorted(
        {each.evidence.subject_words for each in mine if each.source.live}, key=lambda text: (len(text), text)
    )
    ordered = tuple(sorted(mine, key=lambda witness: witness.evidence.id))
    return Group(token, slot, tuple(live or sorted(words)), _certain(token, ordered, words, bound), single, ordered)


def _certain(token: str, witnesses: Sequence[Witness], words: Sequence[str], bound: Mapping[str, str]) -> bool:
    if not token.startswith(subjects.WORDS):
        return True
    several = any(bound.get(each) == "" for each in words)
    rows = [witness.evidence for witness in witnesses]
    told = any(_is_told(row) or _is_own_name(row.subject) for row in rows)
    return not several and told and _are_named(rows)


def _are_named(rows: Sequence[Evidence]) -> bool:
    """Whether the subject is a name in every row: specific by its words, or listed as a thing's name and nowhere a common noun."""
    plain = [row for row in rows if not is_specific(row.subject)]
    if not plain:
        return True
    return any(row.rule == NAMED_CELL.label for row in rows) and all(_is_bare(row) for row in plain)


def _is_bare(row: Evidence) -> bool:
    """Whether a single word stands without an article before it, as a name does: listed in a table, or told by a sentence."""
    if row.rule in {NAMED_CELL.label, CELL.label}:
        return True
    words = normal_text(row.sentence).split()
    places = [place for place, word in enumerate(words) if word.strip(".,:;()\"'`*_") == normal_text(row.subject)]
    return bool(places) and not any(place and words[place - 1] in DETERMINERS for place in places)


def _is_own_name(subject: str) -> bool:
    """Whether a subject that only a heading names is a name of two words or more, one of them in no dictionary ("Kestrel Falls")."""
    return len(subject.split()) > 1 and names_a_thing(subject)


def _is_told(row: Evidence) -> bool:
    """Whether the words of a statement name its subject; a heading alone may be that of many documents."""
    return normal_text(row.subject) in normal_text(row.sentence)


def _value(row: Evidence, bound: Mapping[str, str]) -> str:
    """A person's or organisation's value is who it names, so that two spellings of one person do not disagree."""
    entity = bound.get(subject_words(row.value_written), "") if row.value_kind in NAMED_KINDS else ""
    return entity or row.value


def witnesses_of(connection: Connection, rows: Sequence[Evidence]) -> list[Witness]:
    """Each evidence beside the facts of its source."""
    facts = _facts(connection, {row.source_id for row in rows})
    return [Witness(row, facts[row.source_id]) for row in rows]


def _facts(connection: Connection, sources: Collection[str]) -> dict[str, SourceFacts]:
    wanted = sorted(sources)
    found: dict[str, SourceFacts] = {}
    for start in range(0, len(wanted), BATCH):
        for row in connection.execute(select(source).where(source.c.id.in_(wanted[start : start + BATCH]))):
            found[row.id] = SourceFacts(
                id=row.id,
                logical_name=row.logical_name,
                document_date=row.document_date,
                authoritative=bool(row.authoritative),
                cluster=row.cluster,
                replaced_by=row.replaced_by,
                live=bool(row.included),
                removed=row.state in {"removed", "purged"},
            )
    return found


def entities_inside(connection: Connection, project: str, rows: Sequence[Evidence]) -> dict[str, list[str]]:
    """For each evidence, the entities named inside its excerpt, by id."""
    within = evidence_rows.mentions_within(connection, rows)
    known = subjects.entities_of_nodes(connection, project, [node for nodes in within.values() for node in nodes])
    return {id_: sorted({known[node] for node in nodes if node in known}) for id_, nodes in within.items()}
