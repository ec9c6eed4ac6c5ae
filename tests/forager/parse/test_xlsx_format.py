"""Stored numbers as a person sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.parse.xlsx_format import plain, shown

_EURO = '_-* #,##0.00\\ [$€-407]_-;-* #,##0.00\\ [$€-407]_-;_-* "-"??\\ [$€-407]_-;_-@_-'
_DOLLAR = '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [
        (1200, '#,##0 "EUR"', "1,200 EUR"),
        (1200, '"EUR "#,##0', "EUR 1,200"),
        (1234.5, "#,##0.00 [$USD]", "1,234.50 USD"),
        (1234, "[$EUR] #,##0", "EUR 1,234"),
        (1234.5, _EURO, "1,234.50 €"),
        (1234.5, _DOLLAR, "$1,234.50"),
        (0.12, "0%", "12%"),
        (0.125, "0.0 %", "12.5 %"),
        (1.005, "0.00", "1.01"),
        (0.5, "#.##", "0.5"),
        (7, "00000", "00007"),
        (1234567, '0.0,,"M"', "1.2M"),
        (1234567, "#,##0,", "1,235"),
        (3, '0" days"', "3 days"),
        (3, '"Q"0', "Q3"),
        (5, "+0%;-0%", "+500%"),
        (5, "[Red]0.0;[Blue]-0.0", "5.0"),
        (10**20, "0", "1" + "0" * 20),
    ],
)
def test_simple_formats_are_followed(value: float, code: str, words: str) -> None:
    assert shown(value, code) == words


@pytest.mark.parametrize("code", ["#,##0;(#,##0)", "#,##0_);(#,##0)", "#,##0;[Red]#,##0", "#,##0"])
def test_a_negative_number_keeps_its_minus(code: str) -> None:
    assert shown(-1200, code) == "-1,200"


@pytest.mark.parametrize(
    ("value", "code", "words"), [(-1234.5, _DOLLAR, "-$1,234.50"), (-0.05, "+0%;-0%", "-5%"), (-0.001, "0.0", "0.0")]
)
def test_the_minus_stands_in_front(value: float, code: str, words: str) -> None:
    assert shown(value, code) == words


@pytest.mark.parametrize(("code", "words"), [(_EURO, "- €"), ('0;-0;"none"', "none"), ("0", "0"), (";;;", "0")])
def test_zero_may_be_a_word(code: str, words: str) -> None:
    assert shown(0, code) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("yyyy-mm-dd", "2026-04-01"),
        ("[$-409]d\\-mmm\\-yyyy;@", "2026-04-01"),
        ('yyyy"年"m"月"d"日"', "2026-04-01"),
        ("mmm yyyy", "2026-04"),
        ("yyyy", "2026"),
        ("d/m/yy h:mm", "2026-04-01 14:30"),
        ("m/d/yy h:mm:ss AM/PM", "2026-04-01 14:30:00"),
        ("h:mm AM/PM", "14:30"),
        ("h:mm:ss", "14:30:00"),
    ],
)
def test_dates_are_iso_in_the_precision_shown(code: str, words: str) -> None:
    assert shown(46113 + 14.5 / 24, code) == words


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [(1.5, "[h]:mm", "36:00"), (1.5, "[h]:mm:ss", "36:00:00"), (0.5, "[mm]:ss", "720:00"), (0.001, "[s]", "86")],
)
def test_elapsed_time_runs_beyond_the_day(value: float, code: str, words: str) -> None:
    assert shown(value, code) == words


def test_the_calendar_of_1904() -> None:
    assert shown(46113 - 1462, "yyyy-mm-dd", from_1904=True) == "2026-04-01"


@pytest.mark.parametrize(
    ("value", "words"), [(1, "1900-01-01"), (59, "1900-02-28"), (61, "1900-03-01"), (2_958_465, "9999-12-31")]
)
def test_the_calendar_of_1900_counts_a_day_that_never_was(value: float, words: str) -> None:
    assert shown(value, "yyyy-mm-dd") == words


@pytest.mark.parametrize("value", [-1, 0, 2_958_466, 1e300])
def test_what_is_no_date_is_shown_as_its_number(value: float) -> None:
    assert shown(value, "yyyy-mm-dd") == plain(value)


@pytest.mark.parametrize(
    "code", ["General", "# ?/?", "000-00-0000", "0.00E+00", '[>3]"many";0', "@", 'General" kg"', ""]
)
def test_what_is_not_simple_shows_the_plain_number(code: str) -> None:
    assert shown(1500.25, code) == "1500.25"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.3333333333"),
        (12345678901234, "12345678901234"),
        (1e-9, "0.000000001"),
        (-2.50, "-2.5"),
        (float("nan"), ""),
        (float("inf"), ""),
    ],
)
def test_plain_numbers(value: float, words: str) -> None:
    assert plain(value) == words


@given(st.floats(), st.text('#0?.,%;E+-()[]"\\_*hmsydAP/€$@ nGeral', max_size=30))
def test_no_format_breaks_it(value: float, code: str) -> None:
    assert "\n" not in shown(value, code)
