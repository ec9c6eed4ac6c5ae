"""Dates and times by kind of words: hours in words, days counted from a day, parts of a stretch, lists; and what only looks so."""

from __future__ import annotations

import pytest

from forager.extract.values.dates import DateContext, find_dates, read_dates

SAID_ON = "2027-05-12T14:20:05"
"""A Wednesday."""


def _values(text: str, anchor: str = SAID_ON) -> list[str]:
    return [span.value for span in read_dates(text, DateContext(anchor)) if span.kind != "set"]


HOURS = [
    ("ring at 9p tomorrow", ["2027-05-13T21:00"]),
    ("doors open at half past seven", ["T07:30"]),
    ("it was quarter to five", ["T04:45"]),
    ("25 minutes after eight in the evening", ["T20:25"]),
    ("ten past six p m", ["T18:10"]),
    ("3 in the afternoon", ["T15:00"]),
    ("call tonight at 8", ["2027-05-12T20:00"]),
    ("tomorrow morning at 6", ["2027-05-13T06:00"]),
    ("in the evening at 7", ["T19:00"]),
    ("at 8.45 on 3 June 2027", ["2027-06-03T08:45"]),
    ("noon on 3 June 2027", ["2027-06-03T12:00"]),
    ("3 June 2027, 930 a.m.", ["2027-06-03T09:30"]),
    ("from 2 to 3pm tomorrow", ["2027-05-13T14:00/2027-05-13T15:00"]),
    ("on 3 June 2027 from 9:15 to 11", ["2027-06-03T09:15/2027-06-03T11:00"]),
    ("3 to six in the afternoon", ["T15:00/T18:00"]),
    ("from one fifteen to two", ["T01:15/T02:00"]),
    ("3 June 2027 from 1pm for 2 hours", ["2027-06-03T13:00/2027-06-03T15:00"]),
    ("Thursday at 4pm?", ["[2027-05-06T16:00,2027-05-13T16:00]"]),
]


@pytest.mark.parametrize(("text", "values"), HOURS)
def test_an_hour_in_words_is_a_time_and_joins_its_day(text: str, values: list[str]) -> None:
    assert _values(text) == values


COUNTED = [
    ("ten days after 3 June 2027", ["2027-06-13"]),
    ("two weeks before Christmas 2027", ["2027-12-11"]),
    ("the day after Easter 2027", ["2027-03-29"]),
    ("the Friday before 3 June 2027", ["2027-05-28"]),
    ("half an hour ago", ["2027-05-12T13:50"]),
    ("a year and a half ago", ["2025-11-12"]),
    ("two Fridays ago", ["2027-04-30"]),
    ("this coming Monday", ["2027-05-17"]),
    ("for five days from 3 June 2027", ["2027-06-03/2027-06-07"]),
    ("a week starting tomorrow", ["2027-05-13/2027-05-19"]),
    ("within two weeks from today", ["2027-05-12/2027-05-26"]),
    ("the Monday after next", ["2027-05-24"]),
    ("the past hour", ["2027-05-12T13:20/2027-05-12T14:20"]),
    ("Easter 2027 weekend", ["2027-03-27/2027-03-28"]),
    ("Labor Day 2027 weekend", ["2027-09-04/2027-09-06"]),
    ("the past two quarters", ["2026-Q4/2027-Q1"]),
    ("this working week", ["2027-05-10/2027-05-14"]),
    ("the year to date", ["2027-01-01/2027-05-12"]),
    ("from March to the present", ["2027-03/2027-05-12"]),
    ("earlier this month", ["2027-05-01/2027-05-11"]),
    ("from next Tuesday to Friday", ["2027-05-18/2027-05-21"]),
    ("we will meet between April and July", ["2027-04/2027-07"]),
]


@pytest.mark.parametrize(("text", "values"), COUNTED)
def test_days_are_counted_from_a_day_or_from_the_document(text: str, values: list[str]) -> None:
    assert _values(text) == values


PARTS = [
    ("the first ten days of June 2027", ["2027-06-01/2027-06-10"]),
    ("the last three months of 2027", ["2027-10/2027-12"]),
    ("the last day of February 2028", ["2028-02-29"]),
    ("the third month of 2027", ["2027-03"]),
    ("first two weeks of 2027", ["2027-01-04/2027-01-17"]),
    ("Q2-Q3 2027", ["2027-Q2/2027-Q3"]),
    ("CY2027", ["2027"]),
    ("the late eighties", ["198X"]),
    ("the nineteen thirties", ["193X"]),
    ("7 June sixteen hundred forty two", ["1642-06-07"]),
    ("7 June of 94", ["1994-06-07"]),
    ("the month of October", ["2027-10"]),
    ("Palm Sunday 2027", ["2027-03-21"]),
]


@pytest.mark.parametrize(("text", "values"), PARTS)
def test_a_part_of_a_stretch_is_its_own_stretch(text: str, values: list[str]) -> None:
    assert _values(text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("June 3, 8 and 15, 2027", ["2027-06-03", "2027-06-08", "2027-06-15"]),
        ("on 3, 8 and 15 June 2027", ["2027-06-03", "2027-06-08", "2027-06-15"]),
        ("June 3 and 8", ["2027-06-03", "2027-06-08"]),
        ("between 3 and 8 June 2027", ["2027-06-03/2027-06-08"]),
        ("10/28-11/3/2027", ["2027-10-28/2027-11-03"]),
    ],
)
def test_the_days_of_a_list_are_days_each(text: str, values: list[str]) -> None:
    assert _values(text) == values


NONE_SAID = [
    "a scarf for a man in his eighties",
    "people in their mid-30s and her late 20s",
    "their first tour in 12 years",
    "June 3 and 8 bottles",
    "open 8am-5pm Monday to Friday",
    "prayers Sunday 9am",
    "two half-day sessions",
    "a week later the tide had turned",
    "valid for a period of two years from 2027-06-03",
    "at most ten days after 2027-06-03",
    "three years after 2027-06-03",
    "Friday 31 boxes",
    "talks at 20 firms",
]


@pytest.mark.parametrize("text", NONE_SAID)
def test_words_that_only_look_so_invent_no_day(text: str) -> None:
    plain = {"2027-06-03"}
    found = {found.value.normal for found in find_dates(text, SAID_ON)}
    assert {value for value in found if value.startswith("20")} <= plain | {"2027-06-03/.."}


def test_a_vague_stretch_keeps_its_vagueness() -> None:
    (found,) = find_dates("early next month", SAID_ON)
    assert (found.value.normal, found.value.precision) == ("2027-06", "approximate")
