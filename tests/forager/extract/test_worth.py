"""What no reader would write down is not stated: filler, code, literature, page furniture, other languages, form residue."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.extract.worth import is_aside, is_code, is_english, is_furniture, is_placeholder, is_reference
from forager.model.statement import Statement


def _statements(text: str, language: str = "en") -> tuple[Statement, ...]:
    return read(replace(document(text), language=language), "worth.md", "2026-02-10").statements


@pytest.mark.parametrize(
    "text",
    [
        "Lorem ipsum dolor sit amet",
        "xxxx xxx xxxxxx",
        "Cell 1.2",
        "Header 3",
        "Column B",
        "Merged Cell 1.1 2.1",
        "R1C2",
        "3. Item",
        "Plain cell",
        "Bold and italic text",
        "Filler 2",
    ],
)
def test_filler_is_told(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize(
    "text", ["Launch date", "Cellar 3", "Phone 1", "Rowing club", "Header tank 40 l", "Texts", "Salt cell", "Text"]
)
def test_content_is_not_taken_for_filler(text: str) -> None:
    assert not is_placeholder(text)


@pytest.mark.parametrize(
    "text",
    ["Call run() first", "x == y", "std::vector grows", "cc -o prog", "files [NOTFOUND=return] dns", "__in_ecount is used", "<b>Orion",
     "the scientiÖc method", "di§erent parts", "Heronís aim", "ìfolk wisdom.î", "at in_count(1) and", "see [Lee2024]", "it is &#39;"],
)  # fmt: skip
def test_code_is_told(text: str) -> None:
    assert is_code(text)


@pytest.mark.parametrize(
    "text", ["Mail Ann Lee <ann@x.example>", "P = .12", "a well-known plan", "AT&T and the board", "3 < 5"]
)
def test_prose_is_not_taken_for_code(text: str) -> None:
    assert not is_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "Lee, A., Brown, J., and White, D. 2019. Pumps in mills. Journal of Pumps 12(3):45-67.",
        "Pumps in mills, doi: 10.1000/182.",
        "In Proceedings of the 4th Mill Conference, pp. 4-9.",
        "[12] Lee and Brown on pumps.",
    ],
)
def test_an_entry_of_literature_is_told(text: str) -> None:
    assert is_reference(text)


@pytest.mark.parametrize(
    "text",
    [
        "This page was last edited on 3 May 2024.",
        "Text is available under a free licence; terms apply since 2019.",
        "Note that this mail has been signed by Northwind Ltd.",
        "Retrieved on 3 May 2024 from Northwind Ltd.",
        "Posted on 3 May 2024 by Northwind Ltd.",
    ],
)
def test_page_furniture_is_told_and_never_stated(text: str) -> None:
    assert is_furniture(text)
    assert _statements(text) == ()


@pytest.mark.parametrize("text", ["This agreement ends on 3 May 2024.", "This project belongs to Northwind Ltd."])
def test_what_a_contract_says_of_itself_is_content(text: str) -> None:
    assert not is_furniture(text)


@pytest.mark.parametrize("heading", ["References", "7. Bibliography", "External links", "License", "Table of contents"])
def test_nothing_is_stated_under_a_heading_of_literature_or_links(heading: str) -> None:
    assert is_aside((heading,))
    assert _statements(f"# Report\n\n## {heading}\n\nNorthwind Ltd leases the depot in Leeds.\n\nBudget: $5,000") == ()


@pytest.mark.parametrize(
    ("words", "language", "english"),
    [
        ("offre valable du 8 mars au 8 avril dans tous les instituts", "fr", False),
        ("offre valable du 8 mars au 8 avril dans tous les instituts", "en", False),
        ("the offer of the shop is valid from 8 march and not later", "fr", True),
        ("orion replaces zeta", "en", True),
    ],
)
def test_english_is_told_by_its_function_words(words: str, language: str, english: bool) -> None:
    assert is_english(frozenset(words.split()), language) is english


def test_another_language_gives_lines_and_tables_but_no_sentences() -> None:
    found = _statements("Budget: 5.000 EUR\n\nDer Zeitplan von Orion endet am 3. Mai 2026 in Leeds.", "de")
    assert [item.attribute for item in found] == ["budget"]


@pytest.mark.parametrize(
    "text",
    [
        "or here: http://x.example",
        "Analyzing: the pumps",
        "Step 2: Concept development",
        "externalAgency: char",
        "Type of applicant: Select type:",
        "Compiler: cc /F 40 /o test",
        "See also: listen live",
        "Webcast: Listen live",
        "Island(): ring",
        "Eastern part: (north of Leeds)",
        "Special needs: None known",
        "Build: main.cpp",
        "Appendix B: The pumps of Leeds",
        "Content type: application/zip",
    ],
)
def test_lines_that_only_look_like_fields_are_not_stated(text: str) -> None:
    assert _statements(text) == ()


@pytest.mark.parametrize(
    ("text", "attribute"),
    [("Door code: 4711", "door_code"), ("Call sign: North star", "call_sign"), ("Spectral type: F2", "spectral_type")],
)
def test_fields_outside_the_catalogue_are(text: str, attribute: str) -> None:
    assert [item.attribute for item in _statements(text)] == [attribute]


def test_a_label_repeated_through_a_list_is_its_pattern_and_no_property() -> None:
    assert _statements("Consideration: cost\n\nConsideration: weight\n\nConsideration: safety") == ()


def test_a_number_that_names_something_is_text() -> None:
    (phone,) = _statements("Phone: 229.077.5154")
    assert phone.value is not None
    assert (phone.value.kind, phone.value.normal) == ("text", "229.077.5154")


def test_a_name_is_not_cut_at_what_looks_like_a_person() -> None:
    (owner,) = _statements("Owner: Todd P. Alder, Inc. (since 2019)")
    assert owner.value is not None
    assert owner.value.written == "Todd P. Alder, Inc."


def test_points_between_thousands_make_no_version() -> None:
    (people,) = _statements("Inhabitants: 273.879.750")
    assert people.value is not None
    assert people.value.kind != "version"


def test_a_value_is_not_cut_before_its_tolerance() -> None:
    assert all(item.value is None or item.value.written != "6,025" for item in _statements("Temperature: 6,025 ± 63 K"))


def test_a_question_is_stated_where_it_waits_for_an_answer() -> None:
    assert len(_statements("Who owns the Orion budget?")) == 1
    assert len(_statements("# Minutes\n\n## Open questions\n\nTo be asked. Who owns the Orion budget?")) == 1
    assert _statements("A reader may ask much. Who owns the Orion budget? Nobody knew.") == ()
