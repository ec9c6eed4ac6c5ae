"""People in records: rows and labelled lines give a name all that stands beside it, each fact with its place."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.contact_heads import FULL, said_by
from forager.extract.mentions import find_mentions
from forager.model.fact import Fact, FactKind, facts_of, facts_text
from forager.model.statement import EntityClass, Mention

STAFF = (
    "| Staff no. | First name | Last name | DOB | Street | Town | Post code | E-mail |\n"
    "|---|---|---|---|---|---|---|---|\n"
    "| 40771 | Ida | Brook | 02/03/1970 | 12 Mill Lane | Exton | 4410 | ida@alder.example |\n"
    "| 40772 | tom | van der Berg | 17/10/1981 | | | | |\n"
)


def _people(text: str) -> dict[str, Mention]:
    found = find_mentions(document(text))
    return {each.name: each for each in found if each.entity_class is EntityClass.PERSON and each.facts}


def _told(mention: Mention) -> set[tuple[str, str]]:
    return {(fact.scheme or fact.kind.value, fact.value) for fact in mention.facts}


def test_a_row_gives_its_person_every_fact() -> None:
    ida = _people(STAFF)["Ida Brook"]
    assert (ida.context_kind, ida.context, ida.cue) == ("email", "ida@alder.example", "identifier")
    assert _told(ida) == {
        ("staff", "40771"), ("given", "Ida"), ("family", "Brook"), ("birth", "1970-03-02"), ("street", "12 Mill Lane"),
        ("town", "Exton"), ("postcode", "4410"), ("email", "ida@alder.example"),
    }  # fmt: skip


def test_the_columns_tell_the_parts_of_a_name_however_it_is_written() -> None:
    tom = _people(STAFF)["tom van der Berg"]
    assert (tom.context_kind, tom.context) == ("number", "40772")
    assert {("given", "tom"), ("family", "van der Berg")} <= _told(tom)


def test_each_fact_stands_where_it_says() -> None:
    for mention in _people(STAFF).values():
        for fact in mention.facts:
            assert fact.kind is FactKind.BIRTH or STAFF[fact.start : fact.end] == fact.value


def test_a_birth_whose_order_no_other_shows_keeps_both_days() -> None:
    row = "| Name | Date of birth |\n|---|---|\n| Ida Brook | 02/03/1970 |\n"
    assert _told(_people(row)["Ida Brook"]) == {("birth", "1970-02-03"), ("birth", "1970-03-02")}


def test_labelled_lines_are_records_and_a_second_name_begins_another() -> None:
    text = "Name: Ida Brook\nPhone: +44 20 5550 144\nAddress: 12 Mill Lane\n\nName: Tom Farrow\nBorn: 17 October 1981\n"
    people = _people(text)
    assert _told(people["Ida Brook"]) == {("phone", "+44 20 5550 144"), ("street", "12 Mill Lane")}
    assert _told(people["Tom Farrow"]) == {("birth", "1981-10-17")}


@pytest.mark.parametrize(
    "text",
    [
        "| Name | Role | Company |\n|---|---|---|\n| Ida Brook | Engineer | Alder Ltd |\n",
        "| Owner | Due |\n|---|---|\n| Ida Brook | 2026-03-02 |\n",
        "| Name | Phone |\n|---|---|\n| Alder Logistics Ltd | 020 5550144 |\n",
        "| Product | Number |\n|---|---|\n| Pump | 40771 |\n",
        "Name: Ida Brook\n\nThe next line is prose.\n\nPhone: +44 20 5550 144\n",
    ],
    ids=["no fact of hers alone", "an owner of tasks", "a company", "a thing", "prose between"],
)
def test_what_is_no_record_of_a_person(text: str) -> None:
    assert _people(text) == {}


def test_two_bearers_of_a_name_in_one_table_keep_what_is_theirs() -> None:
    rows = (
        "| Name | Born | Mail |\n|---|---|---|\n"
        "| Adam Brook | 1950-03-02 | adam@brook.example |\n| Adam Brook | 1981-10-17 | |\n"
    )
    found = [each for each in find_mentions(document(rows)) if each.facts]
    assert [each.context for each in found] == ["adam@brook.example", "1981-10-17"]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("Employee ID", ("number", "staff")),
        ("customer_no", ("number", "account")),
        ("SSN", ("number", "social")),
        ("firstName", ("given", "")),
        ("Date of Birth (DD/MM/YYYY)", ("birth", "")),
        ("Zip Code", ("postcode", "")),
        ("Home phone", ("phone", "")),
        ("Full name", (FULL, "")),
        ("Department", ("", "")),
        ("Street life", ("", "")),
        ("Order no.", ("", "")),
    ],
)
def test_heads_say_what_stands_under_them(head: str, said: tuple[str, str]) -> None:
    assert said_by(head) == said


def test_facts_are_written_and_read_alike() -> None:
    facts = (Fact(FactKind.TOWN, "Exton", "", 4, 9, "line 1"), Fact(FactKind.NUMBER, "7", "staff", 0, 1, "line 1"))
    assert facts_of(facts_text(facts)) == facts[::-1]
    assert facts_text(()) == ""
    assert facts_of("") == ()
