"""``forager rules``: the table, one rule, the catalogue, and what it refuses."""

from __future__ import annotations

import json

import pytest

from forager.cli import app
from forager.extract.catalogue import CATALOGUE
from forager.extract.rules import RULES
from formicaria.ground import output


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = output.run(app, ["rules", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_every_rule_is_listed_with_its_precision_or_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "--json")
    rows = json.loads(out)["rules"]
    assert code == 0
    assert [row["name"] for row in rows] == [rule.name for rule in RULES]
    assert {type(row["precision"]) for row in rows} == {dict, type(None)}


def test_one_rule_shows_its_pattern_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "Key-value line")
    assert code == 0
    assert "pattern:" in out
    assert "not:       Note: see below" in out


def test_the_catalogue_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = _run(capsys, "--attributes", "--json")
    assert [row["key"] for row in json.loads(out)["attributes"]] == [row.key for row in CATALOGUE]


@pytest.mark.parametrize("words", [("no such rule",), ("key-value line", "--attributes")])
def test_what_it_refuses_is_one_sentence(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = _run(capsys, *words)
    assert code != 0
    assert out == ""
    assert len(err.strip().splitlines()) == 1
