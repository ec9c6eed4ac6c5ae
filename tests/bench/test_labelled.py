"""The labelled set is what its README says."""

import json
import tomllib

import pytest
from bench.labelled import SET, LabelledDocument, documents, half_of

from forager.model.statement import ItemType, Support, ValueKind

DOCUMENTS = documents()
ROWS = [
    (path.relative_to(SET / "labels").as_posix(), row)
    for path in sorted((SET / "labels").glob("*/*.jsonl"))
    for row in map(json.loads, path.read_text("utf-8").splitlines())
]


def test_every_document_has_a_source_with_a_licence_and_labels() -> None:
    sources = {row["path"]: row for row in tomllib.loads((SET / "sources.toml").read_text("utf-8"))["document"]}
    kept = {path.relative_to(SET / "documents").as_posix() for path in (SET / "documents").glob("*/*")}
    assert kept == set(sources) == {f"{each.genre}/{each.name}" for each in DOCUMENTS}
    assert all(row["licence"] for row in sources.values())


def test_labels_use_the_words_of_the_model() -> None:
    for path, row in ROWS:
        if "not" in row:
            continue
        assert {row["type"], *row.get("also", ())} <= {each.value for each in ItemType}, (path, row["quote"])
        assert row["support"] in {each.value for each in Support}, (path, row["quote"])
        assert row["value_kind"] in {"", *(each.value for each in ValueKind)}, (path, row["quote"])
        assert row["tier"] in {"A", "B", "C"}, (path, row["quote"])
        assert bool(row["value"]) == bool(row["value_kind"]), (path, row["quote"])


def test_each_line_stands_in_the_half_of_its_document() -> None:
    for path, row in ROWS:
        genre, name = path.removesuffix(".jsonl").split("/")
        assert row["half"] == half_of(genre, name), (path, row)


def test_the_two_halves_are_of_like_size() -> None:
    firm = {
        half: sum(not label.optional for each in DOCUMENTS if each.half == half for label in each.labels)
        for half in ("seen", "unseen")
    }
    assert 0.5 < firm["seen"] / firm["unseen"] < 2


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: f"{each.genre}/{each.name}")
def test_a_quote_is_no_non_statement_as_well(document: LabelledDocument) -> None:
    labels = {(label.start, label.end) for label in document.labels}
    assert labels.isdisjoint(document.tempting)
