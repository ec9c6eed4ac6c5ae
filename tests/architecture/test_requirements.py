"""The requirements table, the decision records and the tests that show a requirement agree with one another."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "docs" / "reference" / "requirements.toml"
DECISIONS = ROOT / "docs" / "adr"
TESTS = ROOT / "tests"

ID = re.compile(
    r"(?P<document>S00[013])-(?P<section>\d+(\.\d+)?)-(?P<number>\d{2})|(?P<law>C?LAW)-(?P<law_number>\d{2})"
)
SEEDS = {"S000": "000", "S001": "001", "S003": "003", "LAW": "product", "CLAW": "colony"}
STATUSES = {"done", "planned", "declined"}
AREAS = {"forager", "colony", "knowledge", "changes", "console", "stack"}
DECISION_HEADINGS = ("## Context", "## Decision", "## Consequences", "## What would make us revisit")


def _requirements() -> list[dict[str, str]]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))["requirement"]


def _decisions() -> list[Path]:
    return sorted(DECISIONS.glob("[0-9]*.md"))


def _is_req_mark(node: ast.AST) -> bool:
    """Whether ``node`` is a call of ``pytest.mark.req``, however pytest was imported."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "req":
        return False
    owner = node.func.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def marks(source: str) -> Iterator[str]:
    """The ids that marks in ``source`` name; raises on an id that is not written out, for then nobody can search for it."""
    for node in ast.walk(ast.parse(source)):
        if _is_req_mark(node):
            for argument in node.args:
                literal = argument.value if isinstance(argument, ast.Constant) else None
                if not isinstance(literal, str):
                    raise TypeError(ast.unparse(node))
                yield literal


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    """Requirement id -> one test file that carries it."""
    return {
        identifier: path.relative_to(ROOT).as_posix()
        for path in sorted(TESTS.rglob("*.py"))
        for identifier in marks(path.read_text(encoding="utf-8"))
    }


def test_ids_are_unique_and_in_order_within_their_section() -> None:
    matches = [ID.fullmatch(row["id"]) for row in _requirements()]
    assert all(matches), [row["id"] for row, match in zip(_requirements(), matches, strict=True) if not match]
    numbers: dict[str, list[int]] = {}
    for match in matches:
        prefix, number = match[0].rsplit("-", 1)
        numbers.setdefault(prefix, []).append(int(number))
    assert {prefix: found for prefix, found in numbers.items() if found != list(range(1, len(found) + 1))} == {}


def test_a_row_names_the_document_its_id_says() -> None:
    for row in _requirements():
        match = ID.fullmatch(row["id"])
        assert row["seed"] == SEEDS[match["document"] or match["law"]], row["id"]


def test_all_fifteen_and_all_twelve_laws_have_a_row() -> None:
    identifiers = {row["id"] for row in _requirements()}
    assert {f"LAW-{n:02d}" for n in range(1, 16)} | {f"CLAW-{n:02d}" for n in range(1, 13)} <= identifiers


def _faults(row: dict[str, str]) -> list[str]:
    expected = {"id", "seed", "section", "words", "status"} | {"planned": {"area"}, "declined": {"adr"}}.get(
        row["status"], set()
    )
    checks = {
        "keys": row.keys() - {"area"} == expected - {"area"},
        "section": bool(row["section"]),
        "words": row["words"].endswith("."),
        "status": row["status"] in STATUSES,
        "area": row.get("area") in AREAS or (row["status"] != "planned" and "area" not in row),
    }
    return [name for name, holds in checks.items() if not holds]


def test_every_row_has_its_parts_a_legal_status_and_for_a_planned_one_an_area() -> None:
    assert {row["id"]: _faults(row) for row in _requirements() if _faults(row)} == {}


def test_no_two_rows_have_the_same_words() -> None:
    words = [row["words"] for row in _requirements() if row["id"].startswith("S")]
    assert sorted({text for text in words if words.count(text) > 1}) == []


def test_a_declined_row_names_a_decision_record() -> None:
    known = {path.stem for path in _decisions()}
    declined = {row["id"]: row["adr"] for row in _requirements() if row["status"] == "declined"}
    assert declined
    assert {identifier: adr for identifier, adr in declined.items() if adr not in known} == {}


def test_every_done_row_is_shown_by_a_test(shown: dict[str, str]) -> None:
    assert [row["id"] for row in _requirements() if row["status"] == "done" and row["id"] not in shown] == []


def test_every_mark_names_a_row_that_is_not_declined(shown: dict[str, str]) -> None:
    open_rows = {row["id"] for row in _requirements() if row["status"] != "declined"}
    assert {identifier: path for identifier, path in shown.items() if identifier not in open_rows} == {}


def test_marks_are_found_in_decorators_module_lists_and_parameters() -> None:
    source = """
pytestmark = [pytest.mark.req("LAW-01")]
@mark.req("LAW-02", "LAW-03")
def test_a(): ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.req("LAW-04"))])
def test_b(x): ...
client.req("LAW-05")
"""
    assert sorted(marks(source)) == ["LAW-01", "LAW-02", "LAW-03", "LAW-04"]


def test_a_mark_must_write_its_id_out() -> None:
    with pytest.raises(TypeError, match="identifier"):
        list(marks("pytest.mark.req(identifier)"))


@pytest.mark.parametrize("path", _decisions(), ids=lambda path: path.stem)
def test_a_decision_record_has_its_parts_in_order(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(
        rf"# {int(path.name[:4])}\. \S.*\n\nStatus: (accepted|declined|superseded by \d{{4}})\nOrigin: \S", text
    )
    assert [line for line in text.splitlines() if line.startswith("## ")] == list(DECISION_HEADINGS)
    assert len(text.split()) < 700


def test_decision_records_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:4]) for path in _decisions()] == list(range(1, len(_decisions()) + 1))


def test_the_index_lists_every_decision_record_with_its_title_and_status() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| (.+) \|$", index, re.MULTILINE)
    expected = []
    for path in _decisions():
        title, _, status = path.read_text(encoding="utf-8").split("\n")[:3]
        expected.append((path.name[:4], path.name, title.split(". ", 1)[1], status.removeprefix("Status: ")))
    assert rows == expected
