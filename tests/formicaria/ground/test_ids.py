"""Ids and canonical JSON: one form for one thing, on every machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formicaria.ground.canonical import canonical, digest, parse
from formicaria.ground.ids import hashed_id, normal_text, random_id


def test_the_rfc_8785_example_comes_out_as_the_rfc_prints_it() -> None:
    value = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        "literals": [None, True, False],
    }
    expected = (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    assert canonical(value).decode() == expected


def test_keys_sort_by_utf16_code_units() -> None:
    assert canonical({"\U0001f600": 1, "\ufb33": 2}).decode() == '{"😀":1,"\ufb33":2}'


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
        st.lists,
        max_leaves=8,
    )
)
def test_what_is_written_reads_back(value: object) -> None:
    assert parse(canonical(value)) == value


@given(st.text())
def test_normal_text_is_idempotent(text: str) -> None:
    assert normal_text(normal_text(text)) == normal_text(text)


def test_an_id_is_the_prefix_and_a_hundred_bits_and_ignores_case_and_spacing() -> None:
    one, two = hashed_id("ki_", "Launch  Date", "É"), hashed_id("ki_", " launch date ", "E\u0301")
    assert one == two
    assert len(one) == len("ki_") + 20
    assert one == "ki_" + one[3:].lower()


def test_parts_are_kept_apart() -> None:
    assert hashed_id("x_", "a", "bc") != hashed_id("x_", "ab", "c")
    assert hashed_id("x_", ["a", "b"]) != hashed_id("x_", "a", "b")


def test_ids_do_not_move_between_releases() -> None:
    """A moved id would break every address ever given out; this value is part of the format."""
    assert hashed_id("proj_", "falcon") == "proj_" + _first_hundred_bits('["falcon"]')


def _first_hundred_bits(text: str) -> str:
    import base64
    import hashlib

    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()[:20]


def test_random_ids_differ() -> None:
    assert random_id("job_") != random_id("job_")


def test_a_digest_ignores_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 2**60])
def test_a_number_json_cannot_hold_is_refused(bad: float) -> None:
    with pytest.raises(Exception, match=r".+"):
        canonical(bad)
