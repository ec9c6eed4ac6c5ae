"""What is learned of how many values an attribute has, from all documents or from two forms of one."""

from __future__ import annotations

import pytest
from tests.forager.derive.support import PROJECT, Claim, Corpus

from forager.derive.rebuild import rebuild_check
from forager.model.decision import DecisionKind

TOWNS = ("Arlen", "Brack", "Cort", "Dorn", "Esk", "Fenn", "Gart", "Holm", "Inver")


def seats(corpus: Corpus, *, seat: str = "seat", value: str = "Hall") -> None:
    """Two documents that tell of nine towns the same."""
    for file in ("north.csv", "south.csv"):
        corpus.add(
            file,
            Claim("Sheet", "", file, ""),
            *(Claim(f"Town {town}", seat, f"{value} {town}", "text") for town in TOWNS),
        )


def disputed(corpus: Corpus) -> set[str]:
    corpus.derive()
    return {each.attribute_key.split("|")[0] for each in corpus.conflicts() if each.kind != "duplicate_source"}


def test_words_that_documents_repeat_are_one_value_and_another_disagrees(corpus: Corpus) -> None:
    seats(corpus)
    corpus.add("east.csv", Claim("Town Arlen", "seat", "Old Mill", "text"))
    assert disputed(corpus) == {"town_arlen"}
    assert rebuild_check(corpus.database, PROJECT).agrees


@pytest.mark.parametrize(
    ("seat", "value"), [("seats", "Hall"), ("author", "Hall"), ("seat", "Hall and Mill of"), ("seat", "Hall, Mill of")]
)
def test_lists_and_labels_of_several_teach_nothing(corpus: Corpus, seat: str, value: str) -> None:
    seats(corpus, seat=seat, value=value)
    corpus.add("east.csv", Claim("Town Arlen", seat, "Old Mill", "text"))
    assert disputed(corpus) == set()


def test_words_told_once_teach_nothing(corpus: Corpus) -> None:
    corpus.add("north.csv", *(Claim(f"Town {town}", "seat", f"Hall {town}", "text") for town in TOWNS))
    corpus.add("east.csv", Claim("Town Arlen", "seat", "Old Mill", "text"))
    assert disputed(corpus) == set()


def forms(corpus: Corpus, attribute: str = "cooling_fluid", *more: Claim) -> None:
    """Two alike documents of which each gives one value."""
    corpus.add("north.md", Claim("Reactor Two", attribute, "Brine", "text"), *more)
    corpus.add("south.md", Claim("Reactor Two", attribute, "Water", "text"))
    corpus.set_minhash("north.md", "south.md")


def test_two_forms_of_one_document_disagree_and_nothing_is_superseded(corpus: Corpus) -> None:
    forms(corpus)
    assert disputed(corpus) == {"reactor_two"}
    assert {row["status"] for row in corpus.items().values()} == {"disputed"}
    assert rebuild_check(corpus.database, PROJECT).agrees


def test_two_values_in_one_of_them_or_a_label_of_several_do_not(corpus: Corpus) -> None:
    forms(corpus, "cooling_fluid", Claim("Reactor Two", "cooling_fluid", "Oil", "text"))
    assert disputed(corpus) == set()
    forms(corpus, "cooling_fluids")
    assert disputed(corpus) == set()


def test_what_a_person_says_of_the_attribute_stands(corpus: Corpus) -> None:
    forms(corpus)
    corpus.decide(DecisionKind.ATTRIBUTE, ["cooling_fluid"], "several_values")
    assert disputed(corpus) == set()
