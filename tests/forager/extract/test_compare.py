"""How two values stand to one another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.extract.values.compare import relation
from forager.extract.values.find import find_values
from forager.model.statement import Value, ValueKind

_MIRROR = {"refines": "refined_by", "refined_by": "refines"}


def _value(text: str) -> Value:
    return find_values(text, "2026-02-10")[0].value


def _name(text: str, kind: ValueKind = ValueKind.PERSON) -> Value:
    return Value(kind, text.casefold(), text)


PAIRS = [
    ("2 h", "120 minutes", "equal"),
    ("1.5 km", "1500 m", "equal"),
    ("12 months", "1 year", "equal"),
    ("$480k", "$480,000", "equal"),
    ("150 lbs", "68 kg", "equal"),
    ("150 lbs", "70 kg", "different"),
    ("6 ft", "1.83 m", "equal"),
    ("2 km", "2400 m", "different"),
    ("1 hour", "70 minutes", "different"),
    ("about $480k", "$482,300", "refined_by"),
    ("$1.2 million", "$1,234,000", "refined_by"),
    ("$480,000", "$482,300", "different"),
    ("$480k", "$520k", "different"),
    ("in 2026", "March 2026", "refined_by"),
    ("March 3, 2026", "Q1 2026", "refines"),
    ("March 3-5, 2026", "March 4, 2026", "refined_by"),
    ("March 3, 2026", "April 10, 2026", "different"),
    ("03/04/2026", "3 April 2026", "refined_by"),
    ("03/04/2026", "5 April 2026", "different"),
    ("3 March 2026", "2026-03-03T09:00", "refined_by"),
    ("v1.2", "v1.2.3", "refined_by"),
    ("v1.2", "v1.20", "different"),
    ("$5", "EUR 5", "incomparable_units"),
    ("3 km", "3 kg", "incomparable_units"),
    ("30 days", "1 month", "incomparable_units"),
    ("FY2026", "in 2026", "incomparable_units"),
    ("3 km", "3 h", "incomparable_units"),
]


@pytest.mark.parametrize(("first", "second", "verdict"), PAIRS)
def test_verdicts(first: str, second: str, verdict: str) -> None:
    assert relation(_value(first), _value(second)) == verdict


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("R. Smith", "Robert Smith", "refined_by"),
        ("Robert Smith", "Smith", "refines"),
        ("Robert Smith", "Robert Schmidt", "different"),
        ("Acme", "Acme Ltd", "equal"),
        ("approved", "not approved", "different"),
    ],
)
def test_names(first: str, second: str, verdict: str) -> None:
    assert relation(_name(first), _name(second)) == verdict


_WRITTEN = st.sampled_from(sorted({text for pair in PAIRS for text in pair[:2]}))
_NAMES = st.sampled_from(["R. Smith", "Robert Smith", "Smith", "Ann Lee", "Acme Ltd", "Acme", "not Acme", ""])
_VALUES = st.one_of(
    _WRITTEN.map(_value),
    _NAMES.map(_name),
    st.builds(
        Value,
        st.sampled_from(list(ValueKind)),
        st.text(max_size=12),
        st.text(max_size=12),
        st.sampled_from(["exact", "rounded", "approximate", "ambiguous", "day"]),
    ),
)


@given(_VALUES, _VALUES)
def test_the_verdict_is_symmetric(first: Value, second: Value) -> None:
    forth, back = relation(first, second), relation(second, first)
    assert back == _MIRROR.get(forth, forth)


@given(_VALUES)
def test_a_value_equals_itself(value: Value) -> None:
    assert relation(value, value) == "equal"
