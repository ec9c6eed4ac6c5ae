"""CSV and TSV files."""

from __future__ import annotations

import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse.support import assert_faithful, grid, read, words

from forager.model.document import Zone
from forager.parse.delimited import declared_delimiter, find_delimiter, records
from forager.parse.parser import Limits
from forager.parse.registry import by_name, choose
from forager.parse.table_shape import Shape, is_typed, shape_of

BUDGET = 'Package,Owner,"Planned, EUR",Due\nData migration,Marta,"86,000",2026-04-10\n"Two\nlines","say ""hi""",,\nTotal,,"480,000",\n'


def test_cells_are_exact_spans() -> None:
    document = assert_faithful(BUDGET.encode(), "budget.csv", spans=300)
    assert document.parser == "csv"
    assert grid(document) == {
        (0, 0): "Package", (0, 1): "Owner", (0, 2): "Planned, EUR", (0, 3): "Due",
        (1, 0): "Data migration", (1, 1): "Marta", (1, 2): "86,000", (1, 3): "2026-04-10",
        (2, 0): "Two\nlines", (2, 1): 'say ""hi""', (2, 2): "", (2, 3): "",
        (3, 0): "Total", (3, 1): "", (3, 2): "480,000", (3, 3): "",
    }  # fmt: skip
    assert [c.header for c in document.tables[0].cells] == [True] * 4 + [False] * 12
    assert document.text == BUDGET
    assert words(document, Zone.TABLE) == [BUDGET.strip()]
    assert document.warnings == ()


def test_places_in_words_and_numbers() -> None:
    document = read(BUDGET.encode(), "budget.csv")
    at = document.text.index("86,000")
    place = by_name("csv").locate(document, at + 3, at + 6)
    assert place.words == "row 2, column Planned, EUR"
    assert [place.get(k) for k in ("row", "column", "char_from", "char_to", "line_from")] == [1, 2, 3, 6, 2]
    assert by_name("csv").locate(document, at - 10, at + 6).words == "row 2"
    assert by_name("csv").locate(document, 0, len(BUDGET) - 1).words == "rows 1-4"
    total = document.text.index("Total")
    assert by_name("csv").locate(document, total, total + 5).get("line_from") == 5


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters(delimiter: str) -> None:
    text = f"Name{delimiter}Due{delimiter}Cost\nAnna, B; C{delimiter}2026{delimiter}1,5\nBob{delimiter}2027{delimiter}2,5\n"
    text = text.replace("Anna, B; C", '"Anna, B; C"')
    document = assert_faithful(text.encode(), "x.csv")
    assert grid(document)[1, 0] == "Anna, B; C"
    assert grid(document)[1, 2] == "1,5" if delimiter != "," else "1"


def test_latin1_semicolons_with_windows_line_ends() -> None:
    data = "Straße;Betrag\r\nKölner Weg;1.200,50 €\r\nÜbergang;7\r\n".encode("cp1252")
    document = assert_faithful(data, "x.csv")
    assert dict(document.properties) == {"charset": "cp1252", "delimiter": ";"}
    assert grid(document)[1, 0] == "Kölner Weg"
    location = document.tables[0].cells[2].location
    assert data[location.get("byte_from") : location.get("byte_to")] == "Kölner Weg".encode("cp1252")


def test_a_declared_delimiter() -> None:
    document = assert_faithful(b"sep=;\nName;Cost\nBob;1,5\n", "x.csv")
    assert declared_delimiter(document.text) == ";"
    assert grid(document)[2, 1] == "1,5"
    assert [c.row for c in document.tables[0].cells if c.header] == [1, 1]


def test_captions_above_the_header() -> None:
    document = assert_faithful(b"Stanley Cups,,\n,,\nTeam,City,Cups\nBlues,STL,1\nFlyers,PHI,2\n", "x.csv")
    assert document.tables[0].caption == "Stanley Cups"
    assert {c.row for c in document.tables[0].cells if c.header} == {2}
    assert document.tables[0].cells[-1].location.words == "row 5, column Cups"


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3\n4,5,6\n",
        "2026-01-01,5\n2026-01-02,6\n",
        "a,b\na,c\n",
        "x@y.example,1\nz@y.example,2\n",
        "only one row,here\n",
        "a,a\n1,2\n",
    ],
)
def test_a_missing_header_is_told(text: str) -> None:
    document = assert_faithful(text.encode(), "x.csv")
    assert not any(c.header for c in document.tables[0].cells)
    assert "No row names the columns; they are counted from 1." in document.warnings


@pytest.mark.parametrize(
    ("rows", "shape"),
    [
        ([["Name", "Age"], ["Bob", "4"]], Shape(0)),
        ([["Region", "2025", "2026"], ["North", "1", "2"]], Shape(0)),
        ([["Title", ""], ["Name", "Age"], ["Bob", "4"]], Shape(1, (0,))),
        ([["Industry"], ["Sales"], ["Other"]], Shape(0)),
        ([], Shape(None)),
        ([[""], [""]], Shape(None)),
    ],
)
def test_shapes(rows: list[list[str]], shape: Shape) -> None:
    assert shape_of(rows) == shape


@pytest.mark.parametrize(
    "cell", ["480,000", "EUR 168,000", "12 %", "-5.5", "10:30", "2026-03-03", "yes", "a@b.example", "€ 5", "340 GB"]
)
def test_typed_cells(cell: str) -> None:
    assert is_typed(cell)


@pytest.mark.parametrize("cell", ["Owner", "Q2 plan", "Data migration", "Planned cost", ""])
def test_untyped_cells(cell: str) -> None:
    assert not is_typed(cell)


def test_ragged_rows_are_told() -> None:
    document = assert_faithful(b"a,b,c\n1,2,3\n1,2\n1,2,3,4\n", "x.csv")
    assert document.warnings == ("2 rows have fewer or more cells than the others.",)
    assert grid(document)[3, 3] == "4"


def test_a_long_table_keeps_its_first_and_last_rows() -> None:
    data = b"Name,Cost\n" + b"Bob,1\n" * 5000 + b"Total,5000\n"
    document = assert_faithful(data, "x.csv", limits=Limits(max_table_rows=100))
    rows = {c.row for c in document.tables[0].cells}
    assert rows == {*range(100), *range(4997, 5002)}
    assert grid(document)[5001, 0] == "Total"
    assert [u.what for u in document.unread] == ["rows 101-4997"]


def test_tabs_and_names() -> None:
    rows = b"Name\tCity\tCost\n" + b"Bob\tGhent\t1\n" * 5
    assert choose(rows, "x.tsv").name == "csv"
    assert choose(rows, "x.txt").name == "csv"
    assert choose(rows, "export").name == "csv"
    assert (
        choose(b"One, two, three.\nFour, five, six.\nWe go on, and on, and on.\nAnd on, at last, home.\n", "x.txt").name
        == "text"
    )


@pytest.mark.parametrize("text", ['"open,b\nc,d\n', 'a"b,c\n', '"a"b,c\n', '""",""\n', '"a\n', ",,,\n", "\n\na,b\n\n"])
def test_odd_quotes_lose_nothing(text: str) -> None:
    document = assert_faithful(("h1,h2\n" + text).encode(), "x.csv", spans=100)
    assert document.text == "h1,h2\n" + text


FIELD = st.text(st.sampled_from('ab ",;\n|\té😀'), max_size=6)


@given(st.lists(st.lists(FIELD, min_size=2, max_size=4), min_size=1, max_size=6))
def test_what_the_standard_library_writes_is_read(rows: list[list[str]]) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    text = written.getvalue()
    found = [[text[a:b].replace('""', '"') for a, b in row] for row in records(text, ",")]
    assert found == rows


@given(st.text(st.sampled_from('ab1,;"\n\t é😀'), min_size=1, max_size=60).filter(str.strip))
def test_any_text_is_read_and_reopens(text: str) -> None:
    assert_faithful(text.encode(), "x.csv", spans=8)


@pytest.mark.parametrize(
    "data",
    [
        b"a,b\n" * 100_000,
        b'"' * 300_001,
        b'"a""' * 100_000,
        b',"""' * 60_000,
        b"," * 300_000,
        b"x" * 1_000_000,
        b'"a" "' * 60_000,
    ],
)
def test_no_long_input_takes_more_than_its_length(data: bytes) -> None:
    started = time.process_time()
    read(data, "big.csv")
    assert time.process_time() - started < 8


def test_the_delimiter_of_nothing() -> None:
    assert find_delimiter("") == (",", 1, 1.0)
    assert find_delimiter("one\ntwo\n") == (",", 1, 1.0)
