"""The example documents through the real parsers: what a careful reader states is stated, what he rejects is not."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from forager.extract.attributes import attribute_for
from forager.extract.read import read
from forager.extract.subject import subject_words
from forager.model.document import ParsedDocument
from forager.model.statement import Statement
from forager.parse.parser import ParseContext
from forager.parse.registry import parse

_ROOT = Path(__file__).parents[3]
_FALCON = _ROOT / "examples" / "falcon"
_TRUTH = _ROOT / "tests" / "falcon" / "truth"
_STATEMENTS: list[dict[str, Any]] = tomllib.loads((_TRUTH / "statements.toml").read_text(encoding="utf-8"))["statement"]
_REJECTIONS: list[dict[str, Any]] = tomllib.loads((_TRUTH / "rejections.toml").read_text(encoding="utf-8"))["rejection"]
_FILES = sorted(
    path for path in (_ROOT / "examples").rglob("*.*") if path.suffix in {".md", ".txt", ".eml", ".csv", ".docx"}
)


@cache
def _parsed(source: str) -> ParsedDocument:
    if "!/" in source:
        mail, name = source.split("!/")
        (data,) = [attachment.data for attachment in _parsed(mail).attachments if attachment.path == name]
        return parse(data, ParseContext(logical_name=name))
    return parse((_FALCON / source).read_bytes(), ParseContext(logical_name=source))


def _statements(source: str) -> tuple[Statement, ...]:
    parsed = _parsed(source)
    return read(parsed, source, parsed.date.value if parsed.date else "").statements


def _plain(text: str) -> str:
    return " ".join(text.split())


def _facts(statement: Statement) -> dict[str, object]:
    value = statement.value
    return {
        "support": statement.support.value, "subject": subject_words(statement.subject), "attribute": attribute_for(statement.attribute),
        "kind": value and value.kind.value, "normal": value and value.normal, "written": value and value.written,
        "modality": statement.modality.value, "predicate": statement.predicate, "polarity": statement.polarity,
        "change": statement.change, "reported_by": statement.reported_by, "qualifiers": dict(statement.qualifiers),
    }  # fmt: skip


def _fits(row: dict[str, Any], statement: Statement) -> bool:
    said = {_plain(statement.value.written)} if statement.value and row["support"] == "supported_inference" else set()
    facts = _facts(statement)
    wanted = {key: row[key] for key in facts if key in row}
    if "attribute" in wanted:
        wanted["attribute"] = attribute_for(str(wanted["attribute"]).replace("_", " "))
    return (
        _plain(row["text"]) in {_plain(statement.sentence), *said}
        and statement.type.value in row["types"]
        and all(facts[key] == wanted[key] for key in wanted)
    )


@pytest.mark.parametrize(
    "row", [row for row in _STATEMENTS if row.get("must", True)], ids=lambda row: f"{row['source']}: {row['text'][:40]}"
)
def test_what_a_careful_reader_states_is_stated(row: dict[str, Any]) -> None:
    assert any(_fits(row, statement) for statement in _statements(row["source"]))


@pytest.mark.parametrize("row", _REJECTIONS, ids=lambda row: f"{row['source']}: {row['text'][:40]}")
def test_what_he_rejects_is_not(row: dict[str, Any]) -> None:
    text = _plain(row["text"])
    assert [
        item.rule
        for item in _statements(row["source"])
        if _plain(item.sentence) in text or text in _plain(item.sentence)
    ] == []


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_every_span_of_every_example_is_true(path: Path) -> None:
    parsed = parse(path.read_bytes(), ParseContext(logical_name=path.name))
    reading = read(parsed, path.name, parsed.date.value if parsed.date else "")
    assert reading.statements
    for statement in reading.statements:
        first = statement.spans[0]
        assert parsed.text[first.start : first.end].strip() == statement.sentence
        assert all(0 <= span.start < span.end <= len(parsed.text) for span in statement.spans)
