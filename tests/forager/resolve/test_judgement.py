"""Judgements: the later of two that clash is in force, and the other is reported."""

from hypothesis import given
from hypothesis import strategies as st

from forager.model.decision import Decision
from forager.resolve.judgement import Judgement, judgements, settle
from forager.resolve.partition import Partition

IDS = ("a", "b", "c", "d")


def _merge(left, right, seq):
    return Judgement(left, right, same=True, seq=seq)


def _apart(left, right, seq):
    return Judgement(left, right, same=False, seq=seq)


def test_the_later_word_on_a_pair_replaces_the_earlier_without_a_clash():
    settled = settle([_merge("a", "b", 1), _apart("b", "a", 2)], IDS)
    assert (settled.merges, settled.aparts, settled.clashes) == ((), (_apart("b", "a", 2),), ())


def test_a_merge_overruled_through_another_node_is_reported():
    settled = settle([_merge("a", "b", 1), _merge("b", "c", 2), _apart("a", "c", 3)], IDS)
    assert settled.merges == (_merge("b", "c", 2),)
    assert settled.clashes == (1,)


def test_an_apart_overruled_by_later_merges_is_reported():
    settled = settle([_apart("a", "c", 1), _merge("a", "b", 2), _merge("b", "c", 3)], IDS)
    assert settled.merges == (_merge("a", "b", 2), _merge("b", "c", 3))
    assert settled.aparts == ()
    assert settled.clashes == (1,)


def test_exploding_says_apart_of_every_two_names_under_one_number():
    act = Decision("p", 7, "entity", ("a", "b", "c"), ("a",), "", "explode", "", 0, "", "", "", "")
    assert judgements([act]) == [_apart("a", "b", 7), _apart("a", "c", 7), _apart("b", "c", 7)]


JUDGED = st.lists(
    st.tuples(st.sampled_from(IDS), st.sampled_from(IDS), st.booleans()).filter(lambda each: each[0] != each[1]),
    max_size=8,
)


@given(JUDGED, st.randoms())
def test_what_is_in_force_never_contradicts_itself_whatever_the_order_of_reading(judged, order):
    judgements = [Judgement(left, right, same, seq) for seq, (left, right, same) in enumerate(judged)]
    settled = settle(judgements, IDS)
    groups = Partition(IDS)
    for merge in settled.merges:
        groups.join(merge.left_node, merge.right_node)
    assert all(groups.of(each.left_node) != groups.of(each.right_node) for each in settled.aparts)
    order.shuffle(judgements)
    assert settle(judgements, IDS) == settled


@given(JUDGED.filter(bool))
def test_the_last_judgement_is_always_in_force(judged):
    judgements = [Judgement(left, right, same, seq) for seq, (left, right, same) in enumerate(judged)]
    settled = settle(judgements, IDS)
    assert judgements[-1] in (*settled.merges, *settled.aparts)


def test_a_partition_is_the_same_for_any_order_of_joining():
    one, other = Partition(IDS), Partition(IDS)
    one.join("a", "d")
    one.join("d", "b")
    other.join("b", "d")
    other.join("b", "a")
    assert one.groups() == other.groups() == (("a", "b", "d"), ("c",))
    assert one.of("d") == "a"
    assert one.members("a") == ("a", "b", "d")
