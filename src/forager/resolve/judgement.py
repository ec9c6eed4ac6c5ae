"""What people said about nodes: merges and aparts as edges, the later of two that clash in force (design notes §8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from forager.model.decision import Decision
from forager.resolve.partition import Partition


@dataclass(frozen=True, slots=True)
class Judgement:
    """One standing decision of a person on two nodes. ``seq`` is its place in the log; undone ones are left out by the caller."""

    left_node: str
    right_node: str
    same: bool
    seq: int


def judgements(acts: Iterable[Decision]) -> list[Judgement]:
    """What standing decisions on names say of pairs: merge and apart of two, explode of every two of its names."""
    found: list[Judgement] = []
    for act in acts:
        pairs = combinations(act.targets, 2) if act.choice == "explode" else [(act.targets[0], act.targets[1])]
        found += [Judgement(left, right, act.choice == "merge", act.seq) for left, right in pairs]
    return found


@dataclass(frozen=True, slots=True)
class Settled:
    """Judgements in force, with those that are not.

    ``merges`` and ``aparts`` are in force, oldest first. ``clashes`` are the seqs of judgements that later ones overrule through
    other nodes.
    """

    merges: tuple[Judgement, ...] = ()
    aparts: tuple[Judgement, ...] = ()
    clashes: tuple[int, ...] = ()


def settle(judgements: Iterable[Judgement], ids: Collection[str]) -> Settled:
    """Bring judgements on pairs of ``ids`` in force, latest first: one that contradicts what later ones say together is left out.

    An older judgement on the very same pair is simply replaced, and is no clash.
    """
    force = _Force(Partition(ids), [])
    judged: set[frozenset[str]] = set()
    clashes = []
    for judgement in sorted(judgements, key=lambda each: (-each.seq, each.left_node, each.right_node)):
        pair = frozenset((judgement.left_node, judgement.right_node))
        if pair not in judged:
            judged.add(pair)
            if not force.admits(judgement):
                clashes.append(judgement.seq)
    merges = tuple(each for each in reversed(force.taken) if each.same)
    aparts = tuple(each for each in reversed(force.taken) if not each.same)
    return Settled(merges, aparts, tuple(sorted({*clashes})))


@dataclass(slots=True)
class _Force:
    groups: Partition
    taken: list[Judgement]

    def admits(self, judgement: Judgement) -> bool:
        """Take a judgement in unless what was taken before contradicts it."""
        left, right = self.groups.of(judgement.left_node), self.groups.of(judgement.right_node)
        if judgement.same and any(self._apart(left, right, each) for each in self.taken if not each.same):
            return False
        if not judgement.same and left == right:
            return False
        if judgement.same:
            self.groups.join(judgement.left_node, judgement.right_node)
        self.taken.append(judgement)
        return True

    def _apart(self, left: str, right: str, apart: Judgement) -> bool:
        return {self.groups.of(apart.left_node), self.groups.of(apart.right_node)} == {left, right}
