"""Clusters: which nodes are one thing. People's merges first, then edges in order unless something stands between (design notes §7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from forager.resolve.blocks import blocks, capped, hides_namesakes, pairs
from forager.resolve.judgement import Settled
from forager.resolve.nodes import Node
from forager.resolve.partition import Partition
from forager.resolve.profile import Profile, profile
from forager.resolve.score import AUTOMATIC, Band, Score, score_profiles

ONLY_BEARER = 250
"""Thousandths added when a bare name has one known bearer: enough for the same name, never for a similar one."""
SURE_TO_ONE = 3
"""So many pairs of records that surely are one outweigh one that slips do not explain; a record mixed of two, and its copy, do not."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Two nodes that are one thing, how surely (thousandths), and why in words. ``sure`` and ``points`` are those of the score."""

    left: str
    right: str
    thousandths: int
    words: str
    sure: bool = False
    points: int = 0


@dataclass(slots=True)
class Compared:
    """The nodes of one component and their scores: those that share a block are listed, any other is scored when asked."""

    nodes: dict[str, Node]
    profiles: dict[str, Profile]
    listed: tuple[tuple[str, str], ...]
    capped: tuple[str, ...]
    crowded: frozenset[str]
    _scores: dict[tuple[str, str], Score] = field(default_factory=dict)

    def score(self, one: str, other: str) -> Score:
        """The score of two nodes."""
        pair = (one, other) if one < other else (other, one)
        if pair not in self._scores:
            self._scores[pair] = score_profiles(self.profiles[pair[0]], self.profiles[pair[1]])
        return self._scores[pair]


def compare(nodes: Iterable[Node]) -> Compared:
    """Block the nodes of one component. ``crowded`` are those of which a namesake may stand in a block too large to compare."""
    known = {node.id: node for node in sorted(nodes, key=lambda each: each.id)}
    found = blocks(known.values())
    over = capped(found)
    crowded = frozenset(node.id for key in over if hides_namesakes(key) for node in found[key])
    listed = tuple((left.id, right.id) for left, right in pairs(found))
    return Compared(known, {each: profile(node) for each, node in known.items()}, listed, over, crowded)


@dataclass(slots=True)
class Clusters:
    """Clusters in the making. ``people`` are the groups that merges by people alone make; ``edges`` hold the clusters together."""

    compared: Compared
    settled: Settled
    groups: Partition
    people: Partition
    edges: list[Edge]

    def join(self, edge: Edge) -> bool:
        """Join along an edge unless something stands between the two clusters."""
        left, right = self.groups.of(edge.left), self.groups.of(edge.right)
        if left == right or self.parted(left, right) or self.contradicted(left, right, edge):
            return False
        self.groups.join(left, right)
        self.edges.append(edge)
        return True

    def parted(self, left: str, right: str) -> bool:
        """Whether a person keeps any two members of the two clusters apart."""
        ends = ({self.groups.of(each.left_node), self.groups.of(each.right_node)} for each in self.settled.aparts)
        return any(pair == {left, right} for pair in ends)

    def contradicted(self, left: str, right: str, edge: Edge) -> bool:
        """Whether a contradiction stands between any two members.

        For a sure edge, one that slips in records cannot have made, and that is not outnumbered by pairs of members that surely are one.
        What a person merged counts as one: a contradiction with one of its nodes is no bar to what fits another of them.
        """
        sides = product(self._merged(left), self._merged(right))
        against = [pair for pair in sides if self._contradicted(*pair, sure=edge.sure)]
        return bool(against) and not (edge.sure and self._outnumbered(against, left, right))

    def _outnumbered(self, against: Sequence[tuple[Sequence[str], Sequence[str]]], left: str, right: str) -> bool:
        """Whether contradictions that stand in records alone are few beside the pairs of members that surely are one."""
        if any(self.compared.score(*ends).for_good for sides in against for ends in product(*sides)):
            return False
        ends = product(self.groups.members(left), self.groups.members(right))
        return sum(self.compared.score(*pair).sure for pair in ends) >= SURE_TO_ONE * len(against)

    def _merged(self, group: str) -> list[tuple[str, ...]]:
        names = sorted({self.people.of(member) for member in self.groups.members(group)})
        return [self.people.members(name) for name in names]

    def _contradicted(self, one: Sequence[str], other: Sequence[str], *, sure: bool) -> bool:
        scores = [self.compared.score(left, right) for left, right in product(one, other)]
        return any(each.hard if sure else each.cannot for each in scores) and not any(
            each.band is Band.AUTOMATIC for each in scores
        )


def cluster(compared: Compared, settled: Settled) -> Clusters:
    """The clusters of one component."""
    clusters = Clusters(compared, settled, Partition(compared.nodes), Partition(compared.nodes), [])
    _merge(clusters)
    for edge in _ordered(_certain(clusters)):
        clusters.join(edge)
    for edge in _ordered(_by_name(clusters)):
        clusters.join(edge)
    return clusters


def _merge(clusters: Clusters) -> None:
    for merge in clusters.settled.merges:
        clusters.groups.join(merge.left_node, merge.right_node)
        clusters.people.join(merge.left_node, merge.right_node)
        clusters.edges.append(
            Edge(merge.left_node, merge.right_node, 1000, f"merged by a person (decision {merge.seq})")
        )


def _ordered(edges: Iterable[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: (-edge.thousandths, -edge.points, edge.left, edge.right))


def _certain(clusters: Clusters) -> list[Edge]:
    """The automatic edges, without those by which a node would fit two that contradict each other: nothing says which it is.

    An identifier outweighs what merely stands beside a name: edges by identifier go only where identifiers lead to both. Sure edges
    stay: the best of them join first, and what contradicts those stays apart.
    """
    compared = clusters.compared
    scored = {pair: compared.score(*pair) for pair in compared.listed}
    edges = {pair: found for pair, found in scored.items() if found.band is Band.AUTOMATIC}
    identified = {pair for pair, found in edges.items() if found.identified}
    torn, twice_identified = _torn(clusters, edges), _torn(clusters, identified)
    kept = {
        pair: found
        for pair, found in edges.items()
        if found.sure or (twice_identified if pair in identified else torn).isdisjoint(pair)
    }
    return [
        Edge(left, right, found.thousandths, "; ".join(found.reasons_for), found.sure, found.points)
        for (left, right), found in kept.items()
    ]


def _torn(clusters: Clusters, edges: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The nodes whose neighbours along these edges contradict one another, unless a person merged those."""
    beside: dict[str, list[str]] = {}
    for left, right in edges:
        beside.setdefault(left, []).append(right)
        beside.setdefault(right, []).append(left)
    return frozenset(node for node, others in beside.items() if _contradict(clusters, others))


def _contradict(clusters: Clusters, others: Sequence[str]) -> bool:
    ordered = sorted(others)
    return any(
        clusters.compared.score(one, other).cannot and clusters.people.of(one) != clusters.people.of(other)
        for at, one in enumerate(ordered)
        for other in ordered[at + 1 :]
    )


def _by_name(clusters: Clusters) -> list[Edge]:
    """Edges from bare names to the one bearer known of each, and between bare names that are spelled two ways."""
    fits = bearers(clusters)
    found = []
    for left, right in clusters.compared.listed:
        score = clusters.compared.score(left, right)
        if score.same_name and not score.cannot and _one_bearer(clusters, fits, left, right):
            words = f"{'; '.join(score.reasons_for)}; no other bearer of the name is known"
            found.append(Edge(left, right, min(1000, max(AUTOMATIC, score.thousandths + ONLY_BEARER)), words))
    return found


def _one_bearer(clusters: Clusters, fits: Mapping[str, tuple[str, ...]], left: str, right: str) -> bool:
    """Whether two nodes of one name, at least one of them bare, can only be one thing."""
    bare = [each for each in (left, right) if each in fits]
    if not bare or not clusters.compared.crowded.isdisjoint((left, right)):
        return False
    known = {bearer for each in bare for bearer in fits[each]}
    return len(known) <= 1 and all(_whole(clusters.compared.profiles[each]) for each in (left, right))


def _whole(side: Profile) -> bool:
    return side.group != "person" or side.person.full


def bearers(clusters: Clusters) -> dict[str, tuple[str, ...]]:
    """Each node of a cluster in which no context stands -> the other clusters whose name it may be a form of.

    Those are the clusters with a context, or with another mark of generation. People's aparts are not looked at: that someone is
    not one bearer does not make them the other.
    """
    groups, profiles = clusters.groups, clusters.compared.profiles
    anchored = {groups.of(each.id) for each in clusters.compared.nodes.values() if not each.bare}
    fits: dict[str, set[str]] = {each: set() for each in profiles if groups.of(each) not in anchored}
    for pair in clusters.compared.listed:
        found = clusters.compared.score(*pair)
        if found.whole_name and not found.cannot:
            for one, other in (pair, pair[::-1]):
                if one in fits and (other not in fits or profiles[one].suffix != profiles[other].suffix):
                    fits[one].add(groups.of(other))
    return {each: tuple(sorted(found)) for each, found in fits.items()}
