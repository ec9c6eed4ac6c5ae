"""Forms of one document are alike in text, or related and marked as versions; under a singular label each gives one value."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.forager.dispute.support import Said, slot, witnesses

from forager.dispute.kin import Document, are_kin, is_one_value, is_singular, kin
from forager.dispute.settle import Settled, settle


def document(name: str, same: int, title: str = "", opening: str = "", date: str = "") -> Document:
    """A document of whose hundred shingles so many are those of every other."""
    own = int.from_bytes(name.encode(), "big") + 2
    return Document(name, name, title, opening, date, (1,) * same + (own,) * (100 - same))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(document("north.md", 60), document("south.md", 60), id="alike"),
        pytest.param(document("north.md", 60, date="2026-01-02"), document("south.md", 60), id="alike, one dated"),
        pytest.param(document("plan-v1.md", 20), document("plan-v2.md", 20), id="version in the name"),
        pytest.param(
            document("a.md", 20, "Plan (draft)"), document("b.md", 20, "Plan (final)"), id="state in the title"
        ),
        pytest.param(
            document("a.md", 20, opening="version 1"), document("b.md", 20, opening="version 2"), id="opening"
        ),
    ],
)
def test_forms_of_one_document(one: Document, other: Document) -> None:
    assert are_kin(one, other)
    assert are_kin(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(document("north.md", 40), document("south.md", 40), id="other texts"),
        pytest.param(document("plan-v1.md", 0), document("plan-v2.md", 0), id="nothing in common but a name"),
        pytest.param(document("may.md", 60, date="2026-05"), document("june.md", 60, date="2026-06"), id="a series"),
        pytest.param(document("log 2026-05-01.md", 20), document("log 2026-06-01.md", 20), id="a series by name"),
        pytest.param(document("north.md", 60), document("north.md", 60), id="versions of one name"),
    ],
)
def test_no_forms_of_one_document(one: Document, other: Document) -> None:
    assert not are_kin(one, other)


@pytest.mark.parametrize("label", ["rollback_time", "database", "status", "bus", "capital", "address"])
def test_singular(label: str) -> None:
    assert is_singular(label)


@pytest.mark.parametrize("label", ["supported_systems", "author", "programming_language", "runs on a pump", "risk", ""])
def test_not_singular(label: str) -> None:
    assert not is_singular(label)


@pytest.mark.parametrize(("value", "one"), [("PostgreSQL", True), ("A, B", False), ("A and B", False), ("A/B", False)])
def test_a_list_is_not_one_value(value: str, one: bool) -> None:
    (witness,) = witnesses(Said("a.md", value.casefold(), "text", value))
    assert is_one_value(witness) is one


LEFT = Said("plan-v1.md", "postgresql", "text", "PostgreSQL")
RIGHT = Said("plan-v2.md", "mariadb", "text", "MariaDB")


def judged(*, related: bool, certain: bool = True) -> Settled:
    sources = sorted(each.witness().source.id for each in (LEFT, RIGHT))
    pairs = frozenset([(sources[0], sources[1])]) if related else frozenset[tuple[str, str]]()
    open_slot = replace(slot(single=False, certain=certain, name="database"), kin=pairs)
    return settle(open_slot, witnesses(LEFT, RIGHT), lambda witness: witness.evidence.value)


def test_between_forms_of_one_document_one_value_contradicts_the_other_and_the_later_is_suggested() -> None:
    found = judged(related=True)
    assert {side.shown.evidence.value for side in found.disputed} == {"postgresql", "mariadb"}
    assert found.suggestion is not None
    assert found.suggestion.reason == "plan-v2.md is marked as the later version."
    assert not found.superseded
    assert judged(related=True, certain=False).disputed


def test_the_values_in_question_do_not_tell_two_bearers_apart_but_places_do() -> None:
    sources = sorted(each.witness().source.id for each in (LEFT, RIGHT))
    pairs = frozenset([(sources[0], sources[1])])

    def told(kind: str) -> Settled:
        heard = [replace(each, context=frozenset([(kind, each.evidence.value)])) for each in witnesses(LEFT, RIGHT)]
        asked = replace(slot(certain=False, name="birth_date"), kin=pairs)
        return settle(asked, heard, lambda witness: witness.evidence.value)

    assert told("birth_date").disputed
    assert not told("country").disputed


def test_between_other_documents_they_may_both_hold() -> None:
    assert not judged(related=False).disputed


def test_pairs_are_by_id() -> None:
    three = [document("c.md", 60), document("a.md", 60), document("b.md", 0)]
    assert kin(three) == frozenset([("a.md", "c.md")])
