"""Laws of resolution, for any names, contexts and judgements: order, locality, people's word, and no contradiction inside."""

import subprocess
import sys
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from tests.forager.resolve.made import node
from tests.forager.resolve.strategies import judged_nodes, some_nodes

from forager.resolve.judgement import Judgement, settle
from forager.resolve.nodes import promoted
from forager.resolve.resolver import components, resolve
from forager.resolve.score import score


def _clusters(resolution):
    return [set(entity.node_ids) for entity in resolution.entities]


@given(judged_nodes(), st.randoms())
def test_the_order_of_input_changes_nothing(judged, order):
    found, judgements = judged
    shuffled, told = found[:], judgements[:]
    order.shuffle(shuffled)
    order.shuffle(told)
    assert resolve(shuffled, told) == resolve(found, judgements)


@given(judged_nodes())
def test_each_component_alone_gives_what_all_give_together(judged):
    found, judgements = judged
    whole = resolve(found, judgements)
    parts = [resolve(part, _on(judgements, part)) for part in components(found, judgements)]
    entities = sorted((entity for part in parts for entity in part.entities), key=lambda each: each.id)
    candidates = sorted((candidate for part in parts for candidate in part.candidates), key=lambda each: each.id)
    assert (tuple(entities), tuple(candidates)) == (whole.entities, whole.candidates)


def _on(judgements, part):
    ids = {each.id for each in part}
    return [each for each in judgements if each.left_node in ids]


@given(judged_nodes())
def test_an_unrelated_component_changes_nothing(judged):
    found, judgements = judged
    stranger = node("Zebulon Quartermain", "email", "zq@elsewhere.example")
    before, after = resolve(found, judgements), resolve([*found, stranger], judgements)
    assert tuple(entity for entity in after.entities if entity.id != stranger.id) == before.entities
    assert after.candidates == before.candidates


@given(some_nodes())
def test_without_people_no_entity_holds_a_contradiction(found):
    known = {each.id: each for each in found}
    for cluster in _clusters(resolve(found)):
        assert not any(score(known[one], known[other]).cannot for one, other in combinations(sorted(cluster), 2))


@given(some_nodes())
def test_entities_share_no_node_and_exactly_those_with_evidence_are_there(found):
    clusters = _clusters(resolve(found))
    assert not any(one & other for one, other in combinations(clusters, 2))
    assert {each.id for each in found if promoted(each)} <= set().union(*clusters)
    assert all(any(promoted(each) for each in found if each.id in cluster) for cluster in clusters)


@given(judged_nodes())
def test_people_are_obeyed_through_every_cluster(judged):
    found, judgements = judged
    resolution = resolve(found, judgements)
    holder = {member: entity.id for entity in resolution.entities for member in entity.node_ids}
    settled = settle(judgements, [each.id for each in found])
    assert all(holder.get(each.left_node) == holder.get(each.right_node) for each in settled.merges)
    asked = {frozenset((each.left_id, each.right_id)) for each in resolution.candidates}
    for apart in settled.aparts:
        left, right = holder.get(apart.left_node), holder.get(apart.right_node)
        assert left is None or left != right
        assert frozenset((left, right)) not in asked


@given(judged_nodes())
def test_candidates_pair_two_entities_in_order(judged):
    resolution = resolve(*judged)
    ids = {entity.id for entity in resolution.entities}
    assert all(each.left_id < each.right_id and {each.left_id, each.right_id} <= ids for each in resolution.candidates)
    assert len({each.id for each in resolution.candidates}) == len(resolution.candidates)


@given(some_nodes(), st.data())
def test_a_merge_undone_leaves_what_was_there_before(found, data):
    before = resolve(found)
    if len(found) > 1:
        left, right = data.draw(st.sampled_from(list(combinations(found, 2))))
        merged = resolve(found, [Judgement(left.id, right.id, same=True, seq=1)])
        assert not any((left.id in cluster) != (right.id in cluster) for cluster in _clusters(merged))
    assert resolve(found) == before


@given(some_nodes())
def test_accepting_every_candidate_leaves_none_of_them_open(found):
    first = resolve(found)
    yes = [Judgement(each.left_id, each.right_id, same=True, seq=seq) for seq, each in enumerate(first.candidates, 1)]
    again = {frozenset((each.left_id, each.right_id)) for each in resolve(found, yes).candidates}
    assert not again & {frozenset((each.left_id, each.right_id)) for each in first.candidates}


_PROGRAM = """
from tests.forager.resolve.made import node
from forager.resolve.resolver import resolve
names = ["Bob Smith", "Robert Smith", "R. Smith", "Smith, Robert J.", "Jörg Brandt", "Joerg Brandt"]
beside = [("", ""), ("email", "bob@alder.example"), ("organization", "Alder"), ("organization", "Tern"), ("role", "data lead")]
found = [node(name, *context) for name in names for context in beside]
found += [node(name, entity_class="organization") for name in ("IHA", "International Harbour Authority", "Halden", "Halden Systems")]
print(resolve(found))
"""


def test_the_hash_seed_changes_nothing():
    told = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(told) == 1
    assert "EntityState" in told.pop()
