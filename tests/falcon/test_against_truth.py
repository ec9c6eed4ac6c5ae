"""What the engine makes of the Falcon files, held against what a careful reader wrote down before it existed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.falcon.support import Base, Record

from forager.extract.attributes import attribute_for

TRUTH = Path(__file__).parent / "truth"
Row = dict[str, Any]


def rows(name: str, key: str) -> list[Row]:
    found: list[Row] = tomllib.loads((TRUTH / f"{name}.toml").read_text("utf-8"))[key]
    return found


def collapsed(text: object) -> str:
    return re.sub(r"\s+", " ", str(text)).strip()


class Read:
    """The engine's evidence by source, each with the state of its item."""

    def __init__(self, base: Base) -> None:
        names = base.names()
        self.items = {address: row for row in base.states("items") for address in row["addresses"]}
        self.by_source: dict[str, list[Record]] = {}
        for row in base.records("evidence"):
            self.by_source.setdefault(names[str(row["source_id"])], []).append(row)

    def matching(self, row: Row) -> list[Record]:
        """Evidence in the row's source whose sentence holds its text (or lies in it) and that says what the row says."""
        text = collapsed(row["text"])
        near = [
            each
            for each in self.by_source.get(row["source"], [])
            if text in collapsed(each["sentence"]) or collapsed(each["sentence"]) in text
        ]
        return [each for each in near if self._says(each, row)]

    def _says(self, found: Record, row: Row) -> bool:
        item = self.items[found["item_id"]]
        attribute = attribute_for(row["attribute"].replace("_", " ")) if "attribute" in row else None
        wanted = {
            "attribute": attribute,
            "value_kind": row.get("kind"),
            "value": row.get("normal"),
            "support": row["support"],
            "subject_words": row.get("subject"),
            "modality": row.get("modality", "actual") if attribute else None,
            "change": row.get("change"),
        }
        same = all(found[key] == value for key, value in wanted.items() if value is not None)
        return same and found["type"] in row["types"] and item["status"] == row.get("status", "active")


@pytest.fixture(scope="session")
def read(falcon: Base) -> Read:
    return Read(falcon)


PRESENT = [row for row in rows("statements", "statement") if row.get("must", True)]


@pytest.mark.req("S000-2-01", "S001-8-02", "LAW-14")
@pytest.mark.parametrize("row", PRESENT, ids=lambda row: f"{row['source']}: {row['text'][:50]}")
def test_a_statement_of_the_reader_is_found_with_its_subject_value_support_and_status(read: Read, row: Row) -> None:
    assert read.matching(row), [
        (each["attribute"], each["value"], each["support"], each["type"], each["sentence"])
        for each in read.by_source[row["source"]]
    ]


@pytest.mark.parametrize("row", rows("rejections", "rejection"), ids=lambda row: f"{row['why']}: {row['text'][:50]}")
def test_what_is_no_statement_is_not_taken_for_one(read: Read, row: Row) -> None:
    text = collapsed(row["text"])
    assert [each["rule"] for each in read.by_source.get(row["source"], []) if collapsed(each["sentence"]) in text] == []


@pytest.mark.req("S000-7-06", "S001-8-02")
@pytest.mark.req("LAW-10")
def test_exactly_the_readers_disagreements_are_open_and_none_is_decided(falcon: Base) -> None:
    names = falcon.names()
    found = {
        (row["kind"], frozenset(frozenset(names[each] for each in side["source_ids"]) for side in row["sides"])): row
        for row in falcon.states("conflicts")
    }
    wanted = {
        (row["type"], frozenset(frozenset(side["sources"]) for side in row["side"])): row
        for row in rows("disagreements", "disagreement")
    }
    assert set(found) == set(wanted)
    for key, row in wanted.items():
        assert found[key]["status"] == "open"
        assert found[key]["resolution"] == {}
        assert row["suggested"] in found[key]["suggestion"]["reason"]


@pytest.mark.req("S001-8-02")
@pytest.mark.parametrize("row", rows("entities", "entity"), ids=lambda row: row["name"])
def test_an_entity_of_the_reader_is_one_entity_under_all_its_names(falcon: Base, row: Row) -> None:
    def bears(entity: Record) -> bool:
        shown = {str(entity["name"]).casefold(), *(str(alias).casefold() for alias in entity["aliases"])}
        identifiers = set(row.get("identifiers", []))
        return bool({name.casefold() for name in row["names"]} & shown) and (
            not identifiers or bool(identifiers & set(entity["identifiers"]))
        )

    found = [each for each in falcon.states("entities") if each["entity_class"] == row["class"] and bears(each)]
    if not row.get("must", True):
        assert len(found) <= 1
        return
    assert len(found) == 1, [(each["name"], each["aliases"], each["identifiers"]) for each in found]


@pytest.mark.parametrize("row", rows("entities", "apart"), ids=lambda row: row["name"])
def test_two_people_with_one_name_stay_two(falcon: Base, row: Row) -> None:
    holders = [
        {str(each["id"]) for each in falcon.states("entities") if side in each["identifiers"]} for side in row["sides"]
    ]
    assert all(len(ids) == 1 for ids in holders)
    assert not set.intersection(*holders)


@pytest.mark.parametrize("row", rows("entities", "undecided"), ids=lambda row: row["name"])
def test_a_bare_name_that_fits_two_people_is_joined_to_neither(falcon: Base, row: Row) -> None:
    (source,) = [id_ for id_, name in falcon.names().items() if name == row["source"]]
    fitting = [each for each in falcon.states("entities") if set(row["fits"]) & set(each["identifiers"])]
    assert fitting
    assert all(source not in each["source_ids"] for each in fitting)


def test_no_text_of_the_never_list_became_an_entity(falcon: Base) -> None:
    shown = {str(each["name"]).casefold() for each in falcon.states("entities")}
    for row in rows("entities", "never"):
        assert row["text"].casefold() not in shown
