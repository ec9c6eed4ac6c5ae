"""Why an entity is one, and why two names are one thing or two: the rows of the feature table and people's word, as they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from sqlalchemy import Connection, select

from forager.model.decision import Decision, DecisionKind
from forager.model.evidence import MentionRow
from forager.model.fact import Fact, facts_of
from forager.model.state import EntityState
from forager.query import states, who
from forager.query.names import share
from forager.query.pin import Pin
from forager.query.views import EntityRef
from forager.resolve.blocks import block_keys
from forager.resolve.cluster import cluster, compare
from forager.resolve.features import FEATURES
from forager.resolve.judgement import judgements, settle
from forager.resolve.naming import described
from forager.resolve.nodes import Node, nodes, promotion
from forager.resolve.score import Band, Score, score
from forager.store import decisions
from forager.store import evidence as evidence_rows
from forager.store.tables import entity_state, revision


@dataclass(frozen=True, slots=True)
class FeatureView:
    """One row of the feature table on a pair. ``points`` are of 1; 0 when it says nothing, and ``words`` then say what it looks at."""

    name: str
    kind: str
    points: float
    words: str
    cannot: bool


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact in a name's own record, and where it stands. ``scheme`` says what gives a number ("social", "staff"), else empty."""

    kind: str
    scheme: str
    value: str
    source_id: str
    place: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NodeView:
    """A name in context that is joined in an entity. ``promoted_by`` says what makes it more than a mention; empty when nothing.

    ``facts`` are all that its records tell, by source and place.
    """

    id: str
    name: str
    names: list[str]
    context_kind: str
    context: str
    mention_count: int
    source_ids: list[str]
    promoted_by: str
    facts: list[FactView]


@dataclass(frozen=True, slots=True)
class EdgeView:
    """Two names in context that are one thing, how surely (0 to 1), and what spoke."""

    left_id: str
    right_id: str
    score: float
    words: str
    features: list[FeatureView]


@dataclass(frozen=True, slots=True)
class JudgementView:
    """What a person said of these names: merge, apart or explode; its number in the log, who claimed to, with what, and when."""

    seq: int
    choice: str
    targets: list[str]
    actor: str
    at: str
    credential: str
    credential_name: str


@dataclass(frozen=True, slots=True)
class WhyView:
    """How an entity was made: its names, the edges between them, and people's judgements."""

    id: str
    canonical_name: str
    redirected_from: str
    reasons: list[str]
    nodes: list[NodeView]
    edges: list[EdgeView]
    judgements: list[JudgementView]


@dataclass(frozen=True, slots=True)
class CompareView:
    """Why two names are one thing, or why not. The pair of names in context that decides is ``left_node`` and ``right_node``."""

    left: EntityRef
    right: EntityRef
    one_entity: bool
    kept_apart: bool
    verdict: str
    left_node: str
    right_node: str
    score: float
    band: str
    contradicted: bool
    features: list[FeatureView]
    shared_blocks: list[str]
    judgements: list[JudgementView]


def why(connection: Connection, at: Pin, id_: str) -> WhyView:
    """How the entity under an address was made. Raises RecordNotFound."""
    state, moved = states.one(connection, entity_state, EntityState, at, id_)
    rows = _mentions(connection, at, state)
    members = nodes(rows)
    said = _said(connection, at, state.node_ids)
    known = {node.id: node for node in members}
    inside = [each for each in judgements(said) if {each.left_node, each.right_node} <= known.keys()]
    made = cluster(compare(members), settle(inside, known))
    edges = [
        EdgeView(
            edge.left,
            edge.right,
            share(edge.thousandths),
            edge.words,
            _spoke(score(known[edge.left], known[edge.right])),
        )
        for edge in made.edges
    ]
    told = [_node(each, [row for row in rows if row.node_id == each.id]) for each in members]
    judged = _judged(connection, said)
    return WhyView(state.id, state.name, moved, state.reasons, told, edges, judged)


def compared(connection: Connection, at: Pin, left: str, right: str) -> CompareView:
    """Why two addresses are one thing, or why not. Raises RecordNotFound."""
    ends = [states.one(connection, entity_state, EntityState, at, id_)[0] for id_ in (left, right)]
    one, other = (_side(connection, at, state, id_, ends) for state, id_ in zip(ends, (left, right), strict=True))
    nearest, found = _deciding(one, other)
    ids = [node.id for side in (one, other) for node in side]
    said = _said(connection, at, ids, between=True)
    joined, parted = ends[0].id == ends[1].id, any(row.choice != "merge" for row in said[-1:])
    refs = [EntityRef(state.id, at.project_id, state.name, state.entity_class) for state in ends]
    shared = sorted(
        {key for node in one for key in block_keys(node)} & {key for node in other for key in block_keys(node)}
    )
    return CompareView(
        refs[0], refs[1], joined, parted, _verdict(found, joined=joined, parted=parted, shared=shared),
        nearest[0].id, nearest[1].id, share(found.thousandths), found.band.value, found.cannot,
        _table(found), shared, _judged(connection, said),
    )  # fmt: skip


def speaking(connection: Connection, at: Pin, left: str, right: str) -> tuple[list[str], list[str]]:
    """What speaks for two addresses being one thing, and what against it, in words. Raises RecordNotFound."""
    found = compared(connection, at, left, right)
    spoke = [row for row in found.features if row.points]
    against = [row.words for row in spoke if row.points < 0 or row.cannot]
    kinds = sorted({found.left.type, found.right.type})
    if len(kinds) > 1 and not any(row.name == "different_class" for row in spoke):
        against.insert(0, f"of different kinds ({' and '.join(kinds)})")
    if found.kept_apart:
        against.insert(0, "a person keeps them apart")
    return [row.words for row in spoke if row.points > 0 and not row.cannot], against


def _side(
    connection: Connection, at: Pin, state: EntityState, asked: str, ends: Sequence[EntityState]
) -> tuple[Node, ...]:
    """The names to compare: all of the entity, but the one that was named where both ends are one entity."""
    members = _nodes(connection, at, state)
    alone = tuple(node for node in members if node.id == asked)
    return alone if alone and ends[0].id == ends[1].id else members


def _nodes(connection: Connection, at: Pin, state: EntityState) -> tuple[Node, ...]:
    """The entity's names in context."""
    return nodes(_mentions(connection, at, state))


def _mentions(connection: Connection, at: Pin, state: EntityState) -> list[MentionRow]:
    """The mentions of the entity's names in the sources that named it at the pin."""
    rows: list[MentionRow] = evidence_rows.mentions_of_nodes(connection, at.project_id, state.node_ids)
    sources = set(state.source_ids)
    return [row for row in rows if row.source_id in sources]


def _said(connection: Connection, at: Pin, ids: Collection[str], *, between: bool = False) -> list[Decision]:
    """The judgements on these names that stood at the pin, in order; ``between``: on two of them or more."""
    mine = (revision.c.project_id == at.project_id) & (revision.c.rev == at.rev)
    last = connection.execute(select(revision.c.decision_seq).where(mine)).scalar_one_or_none()
    log = decisions.log(connection, at.project_id, kinds=(DecisionKind.ENTITY, DecisionKind.UNDO))
    then = [row for row in log if at.newest or last is None or row.seq <= last]
    least = 2 if between else 1
    standing = (row for row in decisions.standing(then) if row.kind == DecisionKind.ENTITY)
    return [row for row in standing if len({*row.targets} & {*ids}) >= least]


def _deciding(one: Iterable[Node], other: Iterable[Node]) -> tuple[tuple[Node, Node], Score]:
    """The pair that stands for two entities: the worst contradiction, else the best pair; ties by ids."""
    pairs = [(left, right) for left, right in product(one, other) if left.id != right.id] or [*product(one, other)]
    scored = sorted(((pair, score(*pair)) for pair in pairs), key=lambda each: (each[0][0].id, each[0][1].id))
    against = [each for each in scored if each[1].cannot]
    if against:
        return min(against, key=lambda each: each[1].thousandths)
    return max(scored, key=lambda each: each[1].thousandths)


def _verdict(found: Score, *, joined: bool, parted: bool, shared: Sequence[str]) -> str:
    if joined:
        return "They are one entity."
    if parted:
        return "A person keeps them apart."
    if not shared:
        return "Nothing brings them together: they share no key under which names are compared."
    if found.cannot:
        return "They are apart: " + "; ".join(reason.words for reason in found.reasons if reason.cannot) + "."
    words = {
        Band.AUTOMATIC: "They are near enough to be joined, but a third name between them does not fit both.",
        Band.CANDIDATE: "They may be one: a person decides.",
        Band.APART: "Too little speaks for one thing.",
    }
    return words[found.band]


def _table(found: Score) -> list[FeatureView]:
    """Every row of the feature table: those that spoke first, in the table's order."""
    spoke = _spoke(found)
    silent = {feature.name for feature in FEATURES} - {view.name for view in spoke}
    return spoke + [
        FeatureView(each.name, each.kind, 0.0, each.doc, cannot=False) for each in FEATURES if each.name in silent
    ]


def _spoke(found: Score) -> list[FeatureView]:
    return [
        FeatureView(reason.feature, reason.kind, share(reason.points), reason.words, reason.cannot)
        for reason in found.reasons
    ]


def _node(node: Node, rows: Iterable[MentionRow]) -> NodeView:
    forms = [form for form, _ in node.names]
    return NodeView(
        node.id, described(node), forms, node.context_kind, node.context, node.mention_count, list(node.source_ids),
        promotion(node), [_fact(row.source_id, fact) for row in rows for fact in facts_of(row.facts)],
    )  # fmt: skip


def _fact(source: str, fact: Fact) -> FactView:
    return FactView(fact.kind.value, fact.scheme, fact.value, source, fact.place, fact.start, fact.end)


def _judged(connection: Connection, rows: Sequence[Decision]) -> list[JudgementView]:
    called = who.names(connection, {row.credential for row in rows})
    return [
        JudgementView(row.seq, row.choice, list(row.targets), row.actor, row.at, row.credential, called[row.credential])
        for row in rows
    ]
