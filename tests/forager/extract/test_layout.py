"""What the place of a line says: heads of messages, letterheads, items under their lead-in."""

from __future__ import annotations

from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.statement import Statement


def _read(text: str) -> tuple[Statement, ...]:
    return read(document(text), "paper.md", "2026-02-10").statements


def _slots(text: str) -> list[tuple[str, str]]:
    return [(each.attribute, each.value.normal) for each in _read(text) if each.value is not None]


def test_the_head_of_a_message_is_about_the_message() -> None:
    found = _read(
        "@From: Ann Lee <ann@heron.example>\n@Date: Wed, 18 Feb 2026 08:41:07 +0100\n@X-Mailer: Swift\n\nHello"
    )
    assert [(each.attribute, each.value and each.value.normal) for each in found] == [
        ("sender", "ann lee"),
        ("date", "2026-02-18T08:41:07+01:00"),
    ]
    assert all(each.about_document for each in found)


def test_several_recipients_stand_as_they_are_written() -> None:
    assert _slots("@To: Ann Lee <a@heron.example>, bo@heron.example") == [
        ("recipient", "ann lee <a@heron.example>, bo@heron.example")
    ]


def test_an_invoice_is_from_whoever_stands_above_its_title() -> None:
    assert ("supplier", "heron print ltd") in _slots(
        "Heron Print Ltd\n\n12 High Street, Bath\n\n# Invoice\n\nInvoice number: 17"
    )


def test_a_total_set_like_a_heading_is_stated() -> None:
    assert ("amount_due", "EUR 90") in _slots("# Invoice\n\n## Total due: 90.00 EUR")


def test_a_rate_in_a_label_narrows_the_tax() -> None:
    (found,) = [
        each for each in _read("# Invoice\n\nVAT 21% (100.00 EUR): 21.00 EUR") if each.attribute == "tax_amount"
    ]
    assert found.value is not None
    assert (found.value.normal, found.qualifiers) == ("EUR 21", (("rate", "21"),))


def test_items_complete_a_duty_and_a_denied_one_denies_them() -> None:
    duty = _read("The Tenant shall:\n\n- keep the stairs clear;\n- not keep dogs.")
    assert [(each.subject, each.polarity) for each in duty] == [("The Tenant", True), ("The Tenant", False)]
    denied = _read("The Tenant shall not:\n\n- store fuel in the yard;")
    assert [each.polarity for each in denied] == [False]


def test_a_clause_of_its_own_ends_the_list() -> None:
    found = _read("The Tenant shall:\n\n- keep the stairs clear;\n- The Landlord shall mend the roof.")
    assert [each.rule for each in found if each.rule.startswith("item")] == ["item under its lead-in@1"]


def test_two_columns_run_into_one_state_nothing() -> None:
    assert _slots("| Service | Quantity Unit price |\n| Cleaning | 1 890.00 |") == []
