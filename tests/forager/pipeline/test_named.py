"""Names in records become rows: each fact with its place, and an address of their own for two bearers of one name."""

from __future__ import annotations

from forager.extract.mentions import find_mentions
from forager.model.evidence import MentionRow
from forager.model.fact import FactKind, facts_of
from forager.parse.csv import CsvParser
from forager.parse.parser import ParseContext
from forager.pipeline.named import mention_rows
from forager.pipeline.states import Setting

FAMILY = (
    "Name,Date of birth,E-mail,Street\n"
    "Adam Brook,1950-03-02,brooks@mail.example,12 Mill Lane\n"
    "Adam Brook,1981-10-17,brooks@mail.example,12 Mill Lane\n"
)


def _rows(text: str) -> list[MentionRow]:
    parser = CsvParser()
    document = parser.parse(text.encode(), ParseContext("people.csv"))
    setting = Setting("proj_x", "src_x", "people.csv", document, parser, ())
    return [row for row in mention_rows(setting, find_mentions(document)) if row.facts]


def test_parent_and_child_of_one_name_and_address_are_two_names() -> None:
    father, son = _rows(FAMILY)
    assert father.name_key == son.name_key
    assert father.context == son.context == "brooks@mail.example"
    assert father.node_id != son.node_id


def test_the_same_record_in_another_table_is_the_same_name() -> None:
    again = "E-mail,DOB,Name\nBROOKS@mail.example,2 March 1950,Adam Brook\n"
    assert _rows(again)[0].node_id == _rows(FAMILY)[0].node_id


def test_each_fact_tells_where_it_stands() -> None:
    told = {fact.kind: fact for fact in facts_of(_rows(FAMILY)[1].facts)}
    birth = told[FactKind.BIRTH]
    assert (birth.value, FAMILY[birth.start : birth.end]) == ("1981-10-17", "1981-10-17")
    assert "3" in birth.place
