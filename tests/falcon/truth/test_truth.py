"""The example files and what is said about them agree: every quoted text stands where the truth files and the README put it."""

import email
import email.policy
import re
import runpy
import tomllib
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pptx
import pypdfium2
import pytest
from docx import Document
from openpyxl.cell import Cell
from tests.falcon import make_office, make_pdf

TRUTH = Path(__file__).parent
EXAMPLES = TRUTH.parents[2] / "examples"
FALCON = EXAMPLES / "falcon"
SUPPORTS = {"direct_fact", "supported_inference", "uncertain_inference", "unverified_claim"}


def _rows(name: str, key: str) -> list[dict]:
    return tomllib.loads((TRUTH / f"{name}.toml").read_text(encoding="utf-8"))[key]


def _collapse(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _mail(path: Path) -> EmailMessage:
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)


def _mail_text(path: Path, attachment: str) -> str:
    message = _mail(path)
    if not attachment:
        return message.get_body().get_content()
    return next(part for part in message.iter_attachments() if part.get_filename() == attachment).get_content()


def _docx_text(path: Path) -> str:
    document = Document(str(path))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def _pdf_text(path: Path) -> str:
    with pypdfium2.PdfDocument(path.read_bytes()) as document:
        pages = [page.get_textpage() for page in document]
        return "\n".join(page.get_text_range() for page in pages)


def _shown(cell: Cell) -> str:
    """What a person sees in a cell, for the formats that the example has."""
    value = cell.value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, int | float):
        return f"{value:.0%}" if cell.number_format == "0%" else f"{value:,}"
    return "" if value is None else str(value)


def _xlsx_text(path: Path) -> str:
    book = openpyxl.load_workbook(path, data_only=True)
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    notes = [cell.comment.text for cell in cells if cell.comment]
    return "\n".join([*map(_shown, cells), *notes])


def _pptx_text(path: Path) -> str:
    found = []
    for slide in pptx.Presentation(str(path)).slides:
        for shape in slide.shapes:
            found += [shape.text_frame.text] if shape.has_text_frame else []
            found += [cell.text for row in shape.table.rows for cell in row.cells] if shape.has_table else []
        found += [slide.notes_slide.notes_text_frame.text] if slide.has_notes_slide else []
    return "\n".join(found)


def _text(path: Path, attachment: str = "") -> str:
    if path.suffix in {".xlsx", ".pptx"}:
        return _xlsx_text(path) if path.suffix == ".xlsx" else _pptx_text(path)
    if path.suffix == ".pdf":
        return _pdf_text(path)
    if path.suffix == ".eml":
        return _mail_text(path, attachment)
    return _docx_text(path) if path.suffix == ".docx" else path.read_text(encoding="utf-8")


def _stands(path: Path, attachment: str, line: int | None, words: str) -> bool:
    """Whether ``words`` begin on ``line`` of the text (anywhere in the text when there is no line)."""
    lines = _text(path, attachment).splitlines()
    if line is None:
        return words in _collapse("\n".join(lines))
    start = _collapse("\n".join(lines[line - 1 :])).find(words)
    return 0 <= start < len(_collapse(lines[line - 1]))


def _source(row: dict) -> tuple[Path, str]:
    name, _, attachment = row["source"].partition("!/")
    return FALCON / name, attachment


PLACED = [*_rows("statements", "statement"), *_rows("rejections", "rejection")]


@pytest.mark.parametrize("row", PLACED, ids=lambda row: f"{row['source']}:{row.get('line', '')}:{row['text'][:30]}")
def test_every_quoted_text_stands_where_the_truth_puts_it(row: dict) -> None:
    path, attachment = _source(row)
    assert _stands(path, attachment, row.get("line"), _collapse(row["text"]))


def test_every_statement_names_a_real_support_and_a_written_value_lies_in_its_text() -> None:
    for row in _rows("statements", "statement"):
        assert row["support"] in SUPPORTS, row
        assert row.get("written", "") in row["text"], row


def _in_source(source: str, words: str) -> bool:
    path = next(folder / source for folder in (FALCON, EXAMPLES) if (folder / source).is_file())
    text = _collapse(_text(path))
    return all(part in text for part in words.split(" | "))


def test_every_side_of_a_disagreement_and_of_an_agreement_names_real_words() -> None:
    for row in _rows("disagreements", "agreement"):
        for source, words in row["statements"]:
            assert _in_source(source, words), (source, words)
    for row in _rows("disagreements", "disagreement"):
        assert row["suggested"] in {source for side in row["side"] for source in side["sources"]}
        assert all((FALCON / source).is_file() for side in row["side"] for source in side["sources"])


def test_every_entity_is_named_in_its_sources_and_every_identifier_is_owned_once() -> None:
    entities = _rows("entities", "entity")
    owned = [identifier for row in entities for identifier in row["identifiers"]]
    assert len(owned) == len(set(owned))
    for row in entities:
        for source in row["sources"]:
            assert any(_names_it(FALCON / source, name) for name in row["names"]), (row["name"], source)
    for row in _rows("entities", "apart"):
        assert set(row["sides"]) <= set(owned)


def _names_it(path: Path, name: str) -> bool:
    headers = " ".join(str(value) for _, value in _mail(path).items()) if path.suffix == ".eml" else ""
    return name in _collapse(_text(path) + " " + headers)


def _readme_rows() -> list[tuple[str, str, str]]:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    return re.findall(
        r"^\|[^|]+\| `((?:falcon(?:-updates)?|osprey)/[^`]+)` \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE
    )


@pytest.mark.parametrize(("file", "place", "words"), _readme_rows())
def test_the_readme_points_at_the_right_place(file: str, place: str, words: str) -> None:
    line = re.fullmatch(r"line (\d+)", place)
    attachment = re.fullmatch(r"attachment `(.+)`", place)
    assert _stands(EXAMPLES / file, attachment[1] if attachment else "", int(line[1]) if line else None, words)


def test_every_example_file_is_described() -> None:
    described = {file for file, _, _ in _readme_rows()}
    files = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob("*/**/*") if path.is_file()}
    assert files == described
    assert len(list(FALCON.glob("*.*"))) == 16


def test_the_two_customers_share_no_canary() -> None:
    canaries = {"falcon": "amber-heron-4402", "osprey": "cobalt-lantern-7319"}
    for folder in canaries:
        text = "".join(_text(path) for path in sorted((EXAMPLES / folder).glob("**/*.*")))
        assert [name for name, canary in canaries.items() if canary in text] == [folder]


def test_the_word_file_is_written_again_byte_for_byte() -> None:
    build = runpy.run_path(str(EXAMPLES / "make_docx.py"))["build"]
    assert build() == (FALCON / "08-design-review.docx").read_bytes()


def test_the_pdf_is_written_again_byte_for_byte() -> None:
    assert make_pdf.build() == (FALCON / "13-launch-readiness-review.pdf").read_bytes()


def test_the_workbook_and_the_slides_are_written_again_byte_for_byte() -> None:
    assert make_office.build_workbook() == make_office.WORKBOOK.read_bytes()
    assert make_office.build_deck() == make_office.DECK.read_bytes()


def test_the_copy_differs_from_its_original_in_its_first_line_only() -> None:
    original, copy = (
        _text(FALCON / name).splitlines() for name in ("06-vendor-call-notes.txt", "11-vendor-call-notes-shared.txt")
    )
    assert original[0] != copy[0]
    assert original[1:] == copy[1:]
