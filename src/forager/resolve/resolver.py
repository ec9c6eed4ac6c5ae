"""Resolution: nodes and judgements in, entities and candidates out. A pure function, the same for any order of its input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from forager.model.fact import FactKind
from forager.model.state import CandidateState, EntityState
from forager.resolve.blocks import block_keys
from forager.resolve.cluster import Clusters, Edge, bearers, cluster, compare
from forager.resolve.judgement import Judgement, settle
from forager.resolve.naming import aliases, described, shown_name, written_forms
from forager.resolve.nodes import Node, promoted, promotion
from forager.resolve.partition import Partition
from forager.resolve.score import CANDIDATE, Score
from formicaria.ground.ids import hashed_id

_IDENTIFIERS = frozenset({FactKind.EMAIL, FactKind.NUMBER})


@dataclass(frozen=True, slots=True)
class Resolution:
    """What some nodes come to.

    ``entities`` and ``candidates`` in order of id. ``capped`` are the block keys too large to compare. ``clashes`` are the seqs of
    judgements that later ones overrule; ``unattached`` those on nodes that are not there.
    """

    entities: tuple[EntityState, ...] = ()
    candidates: tuple[CandidateState, ...] = ()
    capped: tuple[str, ...] = ()
    clashes: tuple[int, ...] = ()
    unattached: tuple[int, ...] = ()


def resolve(nodes: Sequence[Node], judgements: Sequence[Judgement] = ()) -> Resolution:
    """Resolve whole components: every node that shares a block key or a judgement with one of ``nodes`` must be among them.

    Each component is resolved alone, so nothing in one changes another. ``judgements`` are those standing, undone ones left out.
    """
    ids = {node.id for node in nodes}
    known = [
        each for each in judgements if {each.left_node, each.right_node} <= ids and each.left_node != each.right_node
    ]
    found = [_component(part, known) for part in components(nodes, known)]
    return Resolution(
        entities=tuple(sorted((each for part in found for each in part.entities), key=lambda state: state.id)),
        candidates=tuple(sorted((each for part in found for each in part.candidates), key=lambda state: state.id)),
        capped=tuple(sorted(key for part in found for key in part.capped)),
        clashes=tuple(sorted(seq for part in found for seq in part.clashes)),
        unattached=tuple(sorted(each.seq for each in judgements if each not in known)),
    )


def components(nodes: Sequence[Node], judgements: Iterable[Judgement] = ()) -> tuple[tuple[Node, ...], ...]:
    """The nodes in groups that share no block key and no judgement with one another, in order of the smallest id."""
    known = {node.id: node for node in nodes}
    parts, first = Partition(known), dict[str, str]()
    for node in known.values():
        for key in block_keys(node):
            parts.join(first.setdefault(key, node.id), node.id)
    for judgement in judgements:
        if judgement.left_node in known and judgement.right_node in known:
            parts.join(judgement.left_node, judgement.right_node)
    return tuple(tuple(known[each] for each in part) for part in parts.groups())


def _component(nodes: Sequence[Node], judgements: Sequence[Judgement]) -> Resolution:
    compared = compare(nodes)
    ids = compared.nodes.keys()
    settled = settle((each for each in judgements if each.left_node in ids), ids)
    clusters = cluster(compared, settled)
    entities = {
        group: _entity(clusters, group) for group in map(clusters.groups.of, ids) if _is_entity(clusters, group)
    }
    candidates = tuple(_candidates(clusters, entities))
    return Resolution(tuple(entities.values()), candidates, compared.capped, settled.clashes)


def _is_entity(clusters: Clusters, group: str) -> bool:
    return any(promoted(clusters.compared.nodes[each]) for each in clusters.groups.members(group))


# ---------------------------------------------------------------- entities
def _entity(clusters: Clusters, group: str) -> EntityState:
    members = [clusters.compared.nodes[each] for each in clusters.groups.members(group)]
    edges = [edge for edge in clusters.edges if clusters.groups.of(edge.left) == group]
    entity_class = _commonest_class(members)
    forms = written_forms(members)
    name = shown_name(forms, entity_class)
    return EntityState(
        id=min(node.id for node in members if promoted(node)),
        entity_class=entity_class,
        name=name,
        aliases=aliases(forms, name),
        identifiers=sorted({value for node in members for value in _identifiers(node)}),
        mention_count=sum(node.mention_count for node in members),
        source_ids=sorted({source for node in members for source in node.source_ids}),
        confidence=_confidence(members, edges),
        node_ids=[node.id for node in members],
        reasons=_reasons(clusters, members, edges),
    )


def _identifiers(node: Node) -> set[str]:
    """The e-mail addresses and numbers beside a name."""
    told = {value for kind, _, value in node.facts if kind in _IDENTIFIERS}
    return told | ({node.context} if node.context_kind in _IDENTIFIERS else set())


def _commonest_class(members: Sequence[Node]) -> str:
    counts = Counter[str]()
    for node in members:
        counts[node.entity_class] += node.mention_count
    return min(counts.items(), key=lambda pair: (-pair[1], pair[0]))[0]


def _confidence(members: Sequence[Node], edges: Sequence[Edge]) -> int:
    """The weakest edge that holds the entity together; alone, how well its name is anchored (identifier, context or table, sources)."""
    if edges:
        return min(edge.thousandths for edge in edges)
    node = members[0]
    if node.context_kind in {"email", "number"}:
        return 900
    return 750 if node.context or node.cues else 600


def _reasons(clusters: Clusters, members: Sequence[Node], edges: Sequence[Edge]) -> list[str]:
    nodes = clusters.compared.nodes
    joined = [f"{described(nodes[edge.left])} and {described(nodes[edge.right])}: {edge.words}" for edge in edges]
    return joined or [found for node in members if (found := promotion(node))]


# ---------------------------------------------------------------- candidates
def _candidates(clusters: Clusters, entities: dict[str, EntityState]) -> Iterator[CandidateState]:
    """Pairs of entities a person should look at: near enough, never said to be apart, not contradicted below the band."""
    fits = bearers(clusters)
    for left, right in _neighbours(clusters, entities):
        found = _between(clusters, left, right)
        if found.thousandths >= CANDIDATE and not clusters.parted(left, right):
            state = _candidate(clusters, entities[left], entities[right], found)
            yield replace(state, reasons_against=[*state.reasons_against, *_other_bearers(clusters, fits, left, right)])


def _neighbours(clusters: Clusters, entities: dict[str, EntityState]) -> list[tuple[str, str]]:
    groups = clusters.groups
    near = (pair for pair in clusters.compared.listed if clusters.compared.score(*pair).thousandths >= CANDIDATE)
    met = {tuple(sorted((groups.of(one), groups.of(other)))) for one, other in near}
    return sorted((left, right) for left, right in met if left != right and left in entities and right in entities)


def _between(clusters: Clusters, left: str, right: str) -> Score:
    """The score that stands for two clusters: the worst contradiction between members, else the best pair."""
    ends = product(clusters.groups.members(left), clusters.groups.members(right))
    scores = [clusters.compared.score(one, other) for one, other in ends]
    against = [found for found in scores if found.cannot]
    if against:
        return min(against, key=lambda found: found.thousandths)
    return max(scores, key=lambda found: found.thousandths)


def _candidate(clusters: Clusters, one: EntityState, other: EntityState, found: Score) -> CandidateState:
    left, right = sorted((one, other), key=lambda state: state.id)
    project = clusters.compared.nodes[left.id].project_id
    return CandidateState(
        id=hashed_id("dup_", project, left.id, right.id),
        left_id=left.id,
        right_id=right.id,
        left_name=left.name,
        right_name=right.name,
        score=found.thousandths,
        reasons_for=list(found.reasons_for),
        reasons_against=list(found.reasons_against),
    )


def _other_bearers(clusters: Clusters, fits: dict[str, tuple[str, ...]], left: str, right: str) -> list[str]:
    """Why a bare name was left alone: the other clusters it fits as well."""
    nodes = clusters.compared.nodes
    bare = [
        each
        for each in (*clusters.groups.members(left), *clusters.groups.members(right))
        if len(fits.get(each, ())) > 1
    ]
    others = sorted({bearer for each in bare for bearer in fits[each]} - {left, right})
    return [f"the bare name also fits {described(nodes[other])}" for other in others]
