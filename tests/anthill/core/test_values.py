"""A value in a cited sentence occurs in its excerpts, however it is written (colony law 10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anthill.core.evidence.values import unsupported, values_in

SAME = [
    ("It launches on April 10, 2026.", "It launches on 2026-04-10."),
    ("It launches on 2026-04-10.", "It launches on 10 April 2026."),
    ("It launches on 2026-04-10.", "It launches on Apr 10th, 2026"),
    ("It launches on 25.12.2026.", "It launches on December 25, 2026"),
    ("It launches in April 2026.", "It launches on 2026-04-10"),
    ("It launches in 2026.", "It launches on 2026-04-10"),
    ("It launches on March 3.", "It launches on March 3, 2026"),
    ("It costs 1000.", "It costs 1,000"),
    ("It costs $1,200,000.", "It costs $1.2 million"),
    ("It costs 480000 USD.", "It costs $480k"),
    ("It takes 90 minutes.", "It takes 90 min"),
    ("It takes 90.", "It takes 90 min"),
    ("Availability is 99.90 %.", "availability is 99.9%"),
    ("Robert Smith's team owns REQ-12.", "req-12 is owned by the team of Robert Smith"),
    ("Version v1.2.3 runs on 10.0.0.1.", "version V1.2.3 runs on 10.0.0.1"),
    ("The three servers stay.", "there are 3 servers; the rest stay"),
    ("**Launch date**: March 3, 2026", "| Launch date | 2026-03-03 |"),
    ("The meeting is at 10:30.", "the meeting is at 10:30 in the hall"),
    ("Sources agree and nothing has a value.", "nothing here"),
]
DIFFERENT = [
    ("It launches on April 11, 2026.", "It launches on 2026-04-10."),
    ("It launches on April 10, 2026.", "It launches in April 2026."),
    ("It launches on April 10, 2027.", "It launches on April 10, 2026, 2027 units"),
    ("It launches on 03/04/2026.", "It launches on March 4, 2026."),
    ("It launches on March 4, 2026.", "It launches on 03/04/2026."),
    ("There are 10 people.", "Since April 10, 2026 there are people."),
    ("It costs 1001.", "It costs 1,000"),
    ("It costs €500.", "It costs $500"),
    ("It takes 90 hours.", "It takes 90 minutes"),
    ("It rose by 5%.", "It rose by 5 points"),
    ("It is -5 degrees.", "It is 5 degrees"),
    ("It costs 1.", "It costs 1.000"),
    ("The five servers stay.", "there are 3 servers; the rest stay"),
    ("Robert Smith decided.", "Robert Jones asked, Adam Smith decided."),
    ("Alice decided.", "Bob decided."),
    ("It is owned by Alice.", "It is owned by Bob."),
    ("REQ-13 holds.", "REQ-12 holds."),
    ("Version v1.2.4 runs.", "version v1.2.3 runs"),
    ("The meeting is at 10:45.", "the meeting is at 10:30"),
    ("The NASA project runs.", "the project runs"),
]


@pytest.mark.parametrize(("sentence", "excerpt"), SAME)
def test_the_same_value_in_another_form_is_carried(sentence: str, excerpt: str) -> None:
    assert unsupported(sentence, [excerpt]) == 0


@pytest.mark.req("CLAW-10")
@pytest.mark.parametrize(("sentence", "excerpt"), DIFFERENT)
def test_another_value_is_not_carried(sentence: str, excerpt: str) -> None:
    assert unsupported(sentence, [excerpt]) > 0


def test_values_may_come_from_several_cited_excerpts() -> None:
    sentence = "One source says March 3, 2026, another April 10, 2026."
    assert unsupported(sentence, ["on March 3, 2026"]) == 1
    assert unsupported(sentence, ["on March 3, 2026", "on April 10, 2026"]) == 0


def test_no_excerpt_carries_nothing() -> None:
    assert unsupported("It costs 5.", []) == 1


@given(st.text(max_size=200))
def test_every_text_carries_itself(text: str) -> None:
    assert unsupported(text, [text]) == 0


@given(st.text(max_size=200))
def test_reading_values_never_fails_and_is_stable(text: str) -> None:
    assert values_in(text) == values_in(text)


@given(st.dates(), st.sampled_from(["%Y-%m-%d", "%B %d, %Y", "%d %B %Y", "%b %d, %Y"]), st.dates())
def test_a_date_is_carried_by_itself_and_by_no_other(date, form, other) -> None:
    if date.year < 1000 or other.year < 1000:
        return
    assert (unsupported(date.strftime(form), [other.isoformat()]) == 0) is (date == other)


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_a_number_is_carried_by_itself_and_by_no_other(number: int, other: int) -> None:
    assert (unsupported(f"it is {number}", [f"it is {other:,}"]) == 0) is (number == other)
