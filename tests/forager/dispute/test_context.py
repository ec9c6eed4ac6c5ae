"""What tells the bearers of one name apart, and what does not."""

from __future__ import annotations

from dataclasses import replace

from tests.forager.dispute.support import Said, slot

from forager.dispute.claims import Witness
from forager.dispute.context import Context, apart, context_of
from forager.dispute.places import places_in
from forager.dispute.settle import settle
from forager.dispute.verdicts import Verdict

KENYA: Context = frozenset({("country", "kenya")})
PERU: Context = frozenset({("country", "peru")})


def test_places_are_whole_names_with_capitals_and_a_state_brings_its_country() -> None:
    assert places_in("a depot in Papua New Guinea") == {("country", "papua new guinea")}
    assert places_in("the Ohio depot") == {("state", "ohio"), ("country", "united states")}
    assert places_in("the chinaware of Chinatown") == frozenset()


def test_two_countries_tell_apart_and_silence_does_not() -> None:
    assert apart([KENYA], [PERU])
    assert not apart([KENYA], [KENYA, PERU])
    assert not apart([KENYA], [frozenset()])


def test_two_states_of_one_country_tell_apart() -> None:
    assert apart([context_of("springdale", ["in Ohio"], [])], [context_of("springdale", ["Springdale, Texas"], [])])
    assert not apart([context_of("springdale", ["in Ohio"], [])], [context_of("springdale", ["in the USA"], [])])


def test_what_an_attribute_says_of_the_kind_tells_apart() -> None:
    river, firm = context_of("orinda", [], [("category", "river")]), context_of("orinda", [], [("category", "firm")])
    assert apart([river], [firm])
    assert context_of("orinda", [], [("budget", "EUR 5")]) == frozenset()


def test_the_places_beside_a_place_are_its_neighbours() -> None:
    assert context_of("kenya", ["Kenya and Uganda"], []) == frozenset()


def witness(said: Said, context: Context) -> Witness:
    return replace(said.witness(), context=context)


def test_namesakes_in_two_countries_do_not_disagree() -> None:
    left, right = Said("a.md", "2026-03-03"), Said("b.md", "2026-04-10")
    found = settle(slot(), [witness(left, KENYA), witness(right, PERU)], lambda each: each.evidence.value)
    assert [verdict for _, _, verdict in found.verdicts] == [Verdict.DIFFERENT_ENTITY]
    again = settle(slot(), [witness(left, KENYA), witness(right, KENYA)], lambda each: each.evidence.value)
    assert len(again.disputed) == 2
