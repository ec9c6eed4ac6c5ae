"""Values in running text: kind, normal form, precision, exact place."""

from __future__ import annotations

import pytest

from forager.extract.values.find import find_values, whole_value
from forager.model.number_order import decimal_mark_of
from forager.model.statement import ValueKind

ANCHOR = "2026-02-10"

DATES = [
    ("on 2026-03-03 we start", "2026-03-03", "day"),
    ("March 3, 2026", "2026-03-03", "day"),
    ("Tuesday, March 3rd, 2026", "2026-03-03", "day"),
    ("3 March 2026", "2026-03-03", "day"),
    ("the 3rd of March, 2026", "2026-03-03", "day"),
    ("3-Mar-26", "2026-03-03", "day"),
    ("3 Mar", "2026-03-03", "day"),
    ("10.4.2026", "2026-04-10", "day"),
    ("13/04/2026", "2026-04-13", "day"),
    ("04/13/2026", "2026-04-13", "day"),
    ("03/03/2026", "2026-03-03", "day"),
    ("03/04/2026", "[2026-03-04,2026-04-03]", "ambiguous"),
    ("2026-03-03T09:00:00Z", "2026-03-03T09:00:00Z", "exact"),
    ("in March 2026", "2026-03", "month"),
    ("the end of March 2026", "2026-03-31", "approximate"),
    ("2026-03 only", "2026-03", "month"),
    ("Q2 2026", "2026-Q2", "quarter"),
    ("the second quarter of 2026", "2026-Q2", "quarter"),
    ("H2 2026", "2026-H2", "half"),
    ("2026-W12", "2026-W12", "week"),
    ("week 12 of 2026", "2026-W12", "week"),
    ("FY2027", "FY2027", "year"),
    ("by 2026", "2026", "year"),
    ("March 3-5, 2026", "2026-03-03/2026-03-05", "interval"),
    ("2026-03-03 to 2026-04-10", "2026-03-03/2026-04-10", "interval"),
    ("tomorrow", "2026-02-11", "day"),
    ("next quarter", "2026-Q2", "quarter"),
]


@pytest.mark.parametrize(("text", "normal", "precision"), DATES)
def test_dates_keep_their_precision(text: str, normal: str, precision: str) -> None:
    (found,) = find_values(text, ANCHOR)
    assert (found.value.kind, found.value.normal, found.value.precision) == (ValueKind.DATE, normal, precision)
    assert text[found.start : found.end] == found.value.written


@pytest.mark.parametrize(
    "text",
    ["30 February 2026", "31.4.2026", "2026-13-01", "may 3 people come?", "the 3 Maries", "every Monday", "at 15:00"],
)
def test_what_is_no_certain_date_is_no_date(text: str) -> None:
    assert [found for found in find_values(text) if found.value.kind is ValueKind.DATE] == []


UNRESOLVED = [
    ("due on 15 January", "XXXX-01-15"),
    ("in three weeks it ends", "in three weeks"),
    ("Yesterday the pump failed", "yesterday"),
    ("by the end of the month", "the end of the month"),
]


@pytest.mark.parametrize(("text", "normal"), UNRESOLVED)
def test_what_leans_on_an_unknown_date_stays_unresolved(text: str, normal: str) -> None:
    (found,) = [found for found in find_values(text) if found.value.kind is ValueKind.DATE]
    assert (found.value.normal, found.value.precision) == (normal, "unresolved")


@pytest.mark.parametrize(
    ("anchor", "iso"), [("2026-12-01", "2027-01-15"), ("2026-02-10", "2026-01-15"), ("2026-06-20", "2026-01-15")]
)
def test_a_day_without_a_year_is_the_one_nearest_the_document(anchor: str, iso: str) -> None:
    (found,) = find_values("on 15 January", anchor)
    assert found.value.normal == iso


@pytest.mark.parametrize(("day_first", "iso"), [(True, "2026-04-03"), (False, "2026-03-04")])
def test_the_order_of_the_document_decides_an_ambiguous_day(day_first: bool, iso: str) -> None:
    (found,) = find_values("03/04/2026", "", day_first)
    assert (found.value.normal, found.value.precision) == (iso, "day")


AMOUNTS = [
    ("$480,000", ValueKind.MONEY, "USD 480000", "exact"),
    ("EUR 480.000,50", ValueKind.MONEY, "EUR 480000.5", "exact"),
    ("480 000 EUR", ValueKind.MONEY, "EUR 480000", "exact"),
    ("£2.4m", ValueKind.MONEY, "GBP 2400000", "rounded"),
    ("about $480k", ValueKind.MONEY, "USD 480000", "approximate"),
    ("35,000 euros", ValueKind.MONEY, "EUR 35000", "exact"),
    ("$10-12 million", ValueKind.MONEY, "USD 10000000/12000000", "rounded"),
    ("€1.200", ValueKind.MONEY, "€1.200", "ambiguous"),
    ("CHF 7\u2019250.\u2013", ValueKind.MONEY, "CHF 7250", "exact"),
    ("\u20ac 3.400.000", ValueKind.MONEY, "EUR 3400000", "exact"),
    ("\u20b94 crore", ValueKind.MONEY, "INR 40000000", "rounded"),
    ("three million dollars", ValueKind.MONEY, "USD 3000000", "rounded"),
    ("7\u00a0250,5 kg", ValueKind.QUANTITY, "7250.5 kg", "exact"),
    ("4 percentage points", ValueKind.QUANTITY, "4 percentage point", "exact"),
    ("half an hour", ValueKind.DURATION, "PT30M", "exact"),
    ("two and a half years", ValueKind.DURATION, "P2Y6M", "exact"),
    ("12.5%", ValueKind.PERCENTAGE, "12.5", "exact"),
    ("99.95 percent", ValueKind.PERCENTAGE, "99.95", "exact"),
    ("2 h", ValueKind.DURATION, "PT2H", "exact"),
    ("120 minutes", ValueKind.DURATION, "PT2H", "exact"),
    ("1 h 30 min", ValueKind.DURATION, "PT1H30M", "exact"),
    ("twelve months", ValueKind.DURATION, "P1Y", "exact"),
    ("a 90-day term", ValueKind.DURATION, "P90D", "exact"),
    ("P1Y6M", ValueKind.DURATION, "P1Y6M", "exact"),
    ("2 to 3 weeks", ValueKind.DURATION, "P14D/P21D", "exact"),
    ("1.5 km", ValueKind.QUANTITY, "1500 m", "exact"),
    ("480 GB", ValueKind.QUANTITY, "480000000000 B", "exact"),
    ("14 people", ValueKind.QUANTITY, "14 person", "exact"),
    ("5 business days", ValueKind.QUANTITY, "5 business day", "exact"),
    ("68 °F", ValueKind.QUANTITY, "20 degC", "exact"),
    ("500 requests per second", ValueKind.QUANTITY, "500 request/s", "exact"),
    ("v1.2.3", ValueKind.VERSION, "1.2.3", "exact"),
    ("version 4.2-rc1", ValueKind.VERSION, "4.2-rc1", "exact"),
]


@pytest.mark.parametrize(("text", "kind", "normal", "precision"), AMOUNTS)
def test_amounts_have_one_normal_form(text: str, kind: ValueKind, normal: str, precision: str) -> None:
    (found,) = find_values(text)
    assert (found.value.kind, found.value.normal, found.value.precision) == (kind, normal, precision)
    assert text[found.start : found.end] == found.value.written


def test_from_and_to_are_two_values() -> None:
    normals = [found.value.normal for found in find_values("fell from 3.1% to 0.4% and from $5 to $7")]
    assert normals == ["3.1", "0.4", "USD 5", "USD 7"]


@pytest.mark.parametrize(
    ("text", "kinds", "unit", "normal"),
    [
        ("March 3, 2026 (TBC)", (ValueKind.DATE,), "", "2026-03-03"),
        ("tentatively 9 November 2026", (ValueKind.DATE,), "", "2026-11-09"),
        ("20,000", (ValueKind.MONEY,), "EUR", "EUR 20000"),
        ("12.5", (ValueKind.QUANTITY,), "kg", "12.5 kg"),
        ("2026", (ValueKind.DATE,), "", "2026"),
        ("1.2", (ValueKind.VERSION,), "", "1.2"),
        ("yes", (), "", "true"),
    ],
)
def test_a_cell_is_one_value(text: str, kinds: tuple[ValueKind, ...], unit: str, normal: str) -> None:
    found = whole_value(text, kinds, ANCHOR, unit)
    assert found is not None
    assert found.value.normal == normal


@pytest.mark.parametrize("text", ["March 3, 2026 and later", "two or 3 days", "about right", ""])
def test_a_cell_that_says_more_is_not_one_value(text: str) -> None:
    assert whole_value(text, (), ANCHOR) is None


@pytest.mark.parametrize(
    ("shown", "language", "written", "normal"),
    [
        ("Deposit: 12,50 EUR.", "en", "1.200 EUR", "EUR 1200"),
        ("Deposit: 12.50 EUR.", "en", "1.200 EUR", "1.200 EUR"),
        ("Deposit: 12.50 EUR.", "en", "1.200 kg", "1.2 kg"),
        ("Total 3.410,75", "en", "1.200 kg", "1200 kg"),
        ("Total 3.410,75", "en", "1,250 kg", "1.25 kg"),
        ("A rate of 3,5 % and a fee of 2.50 EUR.", "en", "1.200 EUR", "1.200 EUR"),
        ("Nothing is shown.", "en", "1.200 EUR", "1.200 EUR"),
        ("Nothing is shown.", "de-DE", "1.200 EUR", "EUR 1200"),
        ("Nothing is shown.", "de-CH", "1.200 kg", "1.2 kg"),
        ("Chapter 3,5 and version 2,10.", "en", "1.200 EUR", "1.200 EUR"),
    ],
)
def test_the_document_says_what_a_point_before_three_digits_is(
    shown: str, language: str, written: str, normal: str
) -> None:
    (found,) = find_values(written, decimal=decimal_mark_of(shown, language))
    assert found.value.normal == normal
