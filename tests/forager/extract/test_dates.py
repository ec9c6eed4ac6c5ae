"""Dates in running text: what they mean, how exactly, and what is no date."""

from __future__ import annotations

from datetime import date

import pytest
from bench.dates import odd
from bench.dates.readings import ours
from hypothesis import assume, given
from hypothesis import strategies as st

from forager.extract.values.compare import relation
from forager.extract.values.dates import (
    DateContext,
    find_dates,
    leans_on_document,
    read_dates,
)
from forager.model.statement import Value

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
FLOOR = 0.96
"""Measured 0.973 on the labelled sentences."""


def _one(text: str, anchor: str = "", day_first: bool | None = None) -> str:
    (span,) = read_dates(text, DateContext(anchor, day_first))
    return span.value


def _value(text: str, anchor: str = "") -> Value:
    (found,) = find_dates(text, anchor)
    return found.value


def test_the_labelled_odd_dates_are_read() -> None:
    sentences = odd.load()
    reads = [ours(each.text, each.document_date, each.day_first) for each in sentences]
    found = odd.counted(sentences, reads, lenient=False)
    assert found.f1 >= FLOOR, found.sentences


def test_every_ambiguous_day_of_the_labelled_set_keeps_both_readings() -> None:
    for sentence in odd.load():
        wanted = {label.value for label in sentence.labels if label.precision == "ambiguous"}
        spans = read_dates(sentence.text, DateContext(sentence.document_date, sentence.day_first))
        assert {span.value for span in spans if span.ambiguous} == wanted, sentence.text


SPAN = [
    ("from 2 May to 9 July 2027", "2027-05-02/2027-07-09"),
    ("between 30 December 2026 and 2 January 2027", "2026-12-30/2027-01-02"),
    ("28 December to 3 January 2027", "2026-12-28/2027-01-03"),
    ("Oct\u2013Dec 2027", "2027-10/2027-12"),
    ("the autumn of 2027", "2027-AU"),
    ("second half of 2027", "2027-H2"),
    ("FY27/28", "FY2027/28"),
    ("KW 7/2027", "2027-W07"),
    ("the week of 5 May 2027", "2027-W18"),
    ("the 1890s", "189X"),
    ("the 16th century", "15XX"),
    ("2 June 2027 at 4:45pm CEST", "2027-06-02T16:45+02:00"),
    ("8:15 UTC on 2 June 2027", "2027-06-02T08:15Z"),
    ("2027-06-02T08:15:30-03:00", "2027-06-02T08:15:30-03:00"),
    ("the twenty-second of October 2027", "2027-10-22"),
    ("2 June 2027, 10 p.m. to 3 a.m.", "2027-06-02T22:00/2027-06-03T03:00"),
]


@pytest.mark.parametrize(("text", "value"), SPAN)
def test_a_form_has_one_value(text: str, value: str) -> None:
    assert _one(text) == value


def test_the_days_of_a_list_are_as_sure_as_its_first() -> None:
    spans = read_dates("We can meet on Monday, Thursday or Friday.", DateContext("2027-05-12"))
    assert [span.value for span in spans] == ["2027-05-17", "2027-05-13", "2027-05-14"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The lift will be fixed on Friday", "2027-05-14"),
        ("The lift was fixed on Friday", "2027-05-07"),
        ("Lift, on Friday", "[2027-05-07,2027-05-14]"),
        ("He drove off yesterday and is back on Friday", "[2027-05-07,2027-05-14]"),
    ],
)
def test_a_weekday_lies_where_the_sentence_looks_and_else_is_ambiguous(text: str, value: str) -> None:
    assert read_dates(text, DateContext("2027-05-12"))[-1].value == value


LEANING = [
    ("tomorrow", "2027-05-13"),
    ("three weeks ago", "2027-04-21"),
    ("We met last Tuesday", "2027-05-04"),
    ("it will start in two months", "2027-07-12"),
    ("the end of the quarter", "2027-06-30"),
    ("the day after tomorrow", "2027-05-14"),
    ("next week", "2027-W20"),
    ("the past 3 days", "2027-05-09/2027-05-12"),
    ("the second Monday of next month", "2027-06-14"),
]


@pytest.mark.parametrize(("text", "value"), LEANING)
def test_a_relative_date_is_counted_from_the_document(text: str, value: str) -> None:
    (span,) = read_dates(text, DateContext("2027-05-12"))
    assert (span.value, span.anchored) == (value, True)


@pytest.mark.parametrize("text", [text for text, _ in LEANING])
def test_a_relative_date_without_a_document_date_stays_unresolved(text: str) -> None:
    (span,) = read_dates(text)
    assert (span.value, span.precision) == ("", "unresolved")


@pytest.mark.parametrize(
    "text",
    [
        "You may march on.",
        "chapter 4.5.20 of release 8.9.2027",
        "call 555-2027-14 for seat 3/4",
        "on February 31, 2027 nothing happened",
        "a 4-3 win before 2,027 people",
        "fonts 2 and 3 march in step",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert [span for span in read_dates(text) if span.kind == "date"] == []


@pytest.mark.parametrize("text", ["every Friday at 9:00", "on Wednesdays", "reviewed annually", "each month"])
def test_a_recurrence_is_no_date(text: str) -> None:
    assert {span.kind for span in read_dates(text, DateContext("2027-05-12"))} <= {"set", "time"}
    assert list(find_dates(text, "2027-05-12")) == []


def test_from_and_to_of_a_change_are_two_dates() -> None:
    values = [span.value for span in read_dates("moved from 3 May 2027 to 9 May 2027")]
    assert values == ["2027-05-03", "2027-05-09"]


@pytest.mark.parametrize(
    ("text", "bound"), [("due by 3 May 2027", "by"), ("valid until 3 May 2027", "until"), ("on 3 May 2027", "")]
)
def test_a_bound_is_kept_beside_the_date(text: str, bound: str) -> None:
    (span,) = read_dates(text)
    assert (span.value, span.bound) == ("2027-05-03", bound)


@pytest.mark.parametrize(
    ("text", "anchor", "leans"),
    [("tomorrow", "2027-05-12", True), ("May 13", "2027-05-12", True), ("3 May 2027", "", False), ("Q2 27", "", False)],
)
def test_only_what_needs_the_document_leans_on_it(text: str, anchor: str, leans: bool) -> None:
    assert leans_on_document(_value(text, anchor)) is leans


RELATED = [
    ("04/05/2027", "4 May 2027", "refined_by"),
    ("04/05/2027", "5 April 2027", "refined_by"),
    ("04/05/2027", "6 May 2027", "different"),
    ("04/05/2027", "05/04/2027", "equal"),
    ("3 May", "3 May 2027", "refined_by"),
    ("3 May", "4 May 2027", "different"),
    ("tomorrow", "4 May 2027", "refined_by"),
    ("tomorrow", "yesterday", "incomparable_units"),
    ("the end of May 2027", "28 May 2027", "refined_by"),
    ("2 May 2027 at 12:00 UTC", "2 May 2027 at 14:00 CEST", "equal"),
    ("2 May 2027 at 12:00 UTC", "2 May 2027 at 12:00 CEST", "different"),
]


@pytest.mark.parametrize(("first", "second", "verdict"), RELATED)
def test_an_uncertain_date_contradicts_none_of_its_readings(first: str, second: str, verdict: str) -> None:
    assert relation(_value(first), _value(second)) == verdict


_DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))
_FORMS = st.sampled_from(
    [
        lambda day: day.isoformat(),
        lambda day: f"{day.day} {MONTHS[day.month - 1]} {day.year}",
        lambda day: f"{MONTHS[day.month - 1]} {day.day}, {day.year}",
        lambda day: f"{MONTHS[day.month - 1][:3]} {day.day} {day.year}",
        lambda day: f"{day.day:02d}-{MONTHS[day.month - 1][:3]}-{day.year}",
        lambda day: f"the {day.day}th of {MONTHS[day.month - 1]}, {day.year}",
        lambda day: f"{day:%A}, {day.day} {MONTHS[day.month - 1]} {day.year}",
        lambda day: f"{day.day}.{day.month}.{day.year}",
        lambda day: f"{day.year}/{day.month:02d}/{day.day:02d}",
        lambda day: f"{day.year}\u5e74{day.month}\u6708{day.day}\u65e5",
    ]
)


@given(_DAYS, _FORMS, st.sampled_from(["{}", "It ended on {}.", "({})", "Signed {}, in two copies"]))
def test_a_written_day_reads_back(day: date, form: object, frame: str) -> None:
    assert callable(form)
    assert _one(frame.format(form(day))) == day.isoformat()


@given(_DAYS, st.sampled_from("/-"), st.booleans())
def test_an_ambiguous_day_is_never_guessed(day: date, sign: str, day_first: bool) -> None:
    assume(day.day <= 12 and day.day != day.month)
    parts = (day.day, day.month) if day_first else (day.month, day.day)
    (span,) = read_dates(f"on {parts[0]:02d}{sign}{parts[1]:02d}{sign}{day.year}")
    other = date(day.year, day.day, day.month)
    low, high = sorted((day.isoformat(), other.isoformat()))
    assert (span.value, span.precision) == (f"[{low},{high}]", "ambiguous")
    assert _one(f"on {parts[0]}{sign}{parts[1]}{sign}{day.year}", "", day_first) == day.isoformat()


@given(st.text(alphabet="0123456789/.-: QHFYTmayJunesixtwo'of,", max_size=40), st.sampled_from(["", "2027-05-12"]))
def test_any_text_gives_spans_in_order_without_overlap(text: str, anchor: str) -> None:
    spans = read_dates(text, DateContext(anchor))
    ends = [0, *(span.end for span in spans)]
    assert all(end <= span.start < span.end <= len(text) for end, span in zip(ends, spans, strict=False))
