"""What layout states: key-value lines, tables, properties; and what binds a subject."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.extract.subject import subject_words
from forager.model.statement import Modality, Statement, Support, ValueKind


def _statements(text: str, date: str = "2026-02-10") -> list[Statement]:
    return list(read(document(text), "layout.md", date).statements)


def _one(text: str) -> Statement:
    (statement,) = _statements(text)
    return statement


def test_a_line_under_a_heading_is_about_what_the_heading_names() -> None:
    statement = _one("# Minutes\n\n## Project Heron\n\n### Schedule\n\nLaunch date: March 3, 2026")
    assert (subject_words(statement.subject), statement.support) == ("heron", Support.SUPPORTED_INFERENCE)
    assert [span.role for span in statement.spans] == ["sentence", "value", "header"]


def test_a_line_without_a_named_subject_is_about_its_document() -> None:
    statement = _one("# Minutes\n\nLaunch date: March 3, 2026")
    assert (statement.about_document, statement.subject, statement.support) == (True, "", Support.DIRECT_FACT)


@pytest.mark.parametrize(
    "line", ["author: Ann Lee", "date: 2026-02-10", "Version: 1.2", "Status: draft", "Prepared by: Ann Lee"]
)
def test_lines_about_the_document_never_bind_the_title(line: str) -> None:
    assert _one(f"# Project Heron\n\n{line}").about_document


@pytest.mark.parametrize(
    ("line", "subject", "attribute"),
    [
        ("Launch date for Heron: March 3, 2026", "heron", "launch_date"),
        ("Budget of the Orion platform: $5,000", "orion platform", "budget"),
    ],
)
def test_a_label_can_name_its_subject(line: str, subject: str, attribute: str) -> None:
    statement = _one(line)
    assert (subject_words(statement.subject), statement.attribute) == (subject, attribute)


@pytest.mark.parametrize(
    "text",
    [
        "Note: see below", "To: all staff", "Hint: press the key", "Budget: to be decided", "Status: -", "Re: your letter",
        "We said: it is done", "Important: read this first", "Link: https://x.example/a",
    ],
)  # fmt: skip
def test_remarks_are_no_statements(text: str) -> None:
    assert _statements(text) == []


def test_modality_and_change_come_from_the_label() -> None:
    planned, target, old = _statements("Planned cost: $5\n\nTarget launch date: May 4, 2026\n\nOriginal budget: $7")
    assert (planned.modality, target.modality, old.change) == (Modality.PLANNED, Modality.TARGET, "from")


def test_qualifiers_leave_the_label() -> None:
    statement = _one("Retention period (staging): 14 days")
    assert (statement.attribute, statement.qualifiers) == ("retention_period", (("environment", "staging"),))


def test_a_line_can_name_several_people() -> None:
    found = _statements("Reviewers: Ann Lee (ann@x.example), Joe Brown (joe@x.example)")
    assert [(item.attribute, item.value.normal if item.value else "") for item in found] == [
        ("reviewer", "ann lee"),
        ("reviewer", "joe brown"),
    ]


_TABLE = (
    "| System | Owner | Cost (EUR) | Uptime |\n| Billing | Ann Lee | 1,200 | 99.9 % |\n"
    "| Archive | | n/a | 98 % |\n| Total | | 1,200 | |"
)


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("Okafor, Ruth", "ruth okafor"),
        ("Vandenberg-Ruiz, Oscar", "oscar vandenberg-ruiz"),
        ("Ruth, Oscar", "ruth"),
        ("Marlow, Leeds", "marlow"),
    ],
)
def test_a_family_name_that_stands_first_is_not_cut_from_its_given_name(written: str, normal: str) -> None:
    value = _one(f"Contact: {written}").value
    assert value is not None
    assert value.normal == normal


def test_cells_take_subject_attribute_and_unit_from_their_heads() -> None:
    found = [
        (subject_words(item.subject), item.attribute, item.value.normal if item.value else "")
        for item in _statements(_TABLE)
    ]
    assert found == [
        ("billing", "availability", "99.9"),
        ("billing", "cost", "EUR 1200"),
        ("billing", "owner", "ann lee"),
        ("archive", "availability", "98"),
        ("", "cost", "EUR 1200"),
    ]


def test_a_total_row_is_about_the_document_and_marked() -> None:
    total = _statements(_TABLE)[-1]
    assert (total.about_document, total.qualifiers) == (True, (("row", "total"),))


def test_a_cell_shows_its_row_and_both_heads() -> None:
    first = _statements(_TABLE)[0]
    assert first.sentence == "Billing | Ann Lee | 1,200 | 99.9 %"
    assert {span.role for span in first.spans} == {"sentence", "value", "header", "subject"}
    assert first.support is Support.SUPPORTED_INFERENCE


@pytest.mark.parametrize(
    ("table", "subject", "attribute", "value"),
    [
        ("| Variable | Default |\n| `KILN_MAX_HEAT_RATE` | `40` |", "KILN_MAX_HEAT_RATE", "default", "40"),
        ("| Option | Meaning |\n| kiln.vent_open | Opens the vent while the kiln cools |", "kiln.vent_open", "meaning",
         "opens the vent while the kiln cools"),
        ("| Release | Maintained |\n| 4.2 | \u2713 |\n| 3.9 | \u2717 |", "Release 4.2", "maintained", "true"),
        ("| Release | Maintained |\n| 4.2 | :white_check_mark: |\n| < 3.9 | :x: |", "Release < 3.9", "maintained", "false"),
        ("| Task | Status |\n| Roof | Not begun. The scaffold is to be hired first |", "Roof", "status",
         "not begun. the scaffold is to be hired first"),
        ("| # | Wanted | Status |\n| K7 | Move both racks near the kiln so that nobody has to carry wet plates out again | Done |",
         "K7", "status", "done"),
    ],
)  # fmt: skip
def test_rows_are_named_by_identifiers_and_numbers_and_their_cells_may_tell_in_a_clause(
    table: str, subject: str, attribute: str, value: str
) -> None:
    found = {(item.subject, item.attribute, item.value.normal if item.value else "") for item in _statements(table)}
    assert (subject, attribute, value) in found


def test_a_cell_that_speaks_to_its_reader_is_not_stated() -> None:
    assert _statements("| Task | Hint |\n| Roof | If you hire a scaffold please ask the yard first |") == []


def test_periods_in_heads_are_qualifiers() -> None:
    found = _statements("# Project Heron\n\n| Figure | 2025 | 2026 |\n| Revenue | $5 | $7 |")
    assert [(item.attribute, item.qualifiers) for item in found] == [
        ("revenue", (("period", "2025"),)),
        ("revenue", (("period", "2026"),)),
    ]


def test_a_table_too_long_is_left_to_search_and_said_so() -> None:
    rows = "\n".join(f"| S{index} | {index} kg |" for index in range(2_010))
    reading = read(document(f"| System | Weight |\n{rows}"), "long.md", "")
    assert reading.statements == ()
    assert len(reading.warnings) == 1


@pytest.mark.parametrize(
    ("date", "normal", "support"),
    [("2026-02-10", "2026-02-11", Support.SUPPORTED_INFERENCE), ("", "tomorrow", Support.DIRECT_FACT)],
)
def test_a_relative_date_is_an_inference_from_the_documents_date(date: str, normal: str, support: Support) -> None:
    (statement,) = _statements("The launch date of Project Heron is tomorrow.", date)
    assert statement.value is not None
    assert (statement.value.normal, statement.support) == (normal, support)


def test_numeric_dates_follow_the_order_that_another_shows() -> None:
    found = _statements("Start date: 25/02/2026\n\nDue date: 03/04/2026")
    assert [statement.value.normal for statement in found if statement.value] == ["2026-02-25", "2026-04-03"]


def test_an_ambiguous_date_keeps_both_days() -> None:
    statement = _one("Due date: 03/04/2026")
    assert statement.value is not None
    assert (statement.value.kind, statement.value.normal, statement.value.precision) == (
        ValueKind.DATE,
        "[2026-03-04,2026-04-03]",
        "ambiguous",
    )


@pytest.mark.parametrize(
    ("line", "attribute", "qualifier", "normal"),
    [
        ("Max. payload (kg): 500", "capacity", ("measure", "maximum"), "500 kg"),
        ("Annual fee: $500", "fee", ("per", "year"), "USD 500"),
        ("Average response time: 2 s", "response_time", ("measure", "average"), "PT2S"),
    ],
)
def test_a_measure_in_the_label_is_a_qualifier(
    line: str, attribute: str, qualifier: tuple[str, str], normal: str
) -> None:
    statement = _one(line)
    assert statement.value is not None
    assert (statement.attribute, statement.qualifiers, statement.value.normal) == (attribute, (qualifier,), normal)
