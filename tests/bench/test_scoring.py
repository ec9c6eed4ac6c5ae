"""When a statement is what a label wants, and how documents are counted."""

from bench.labelled import Label, LabelledDocument
from bench.scoring import Stated, fit, same_value, score

from forager.model.statement import Value, ValueKind
from forager.parse.parser import ParseContext
from forager.parse.registry import parse

TEXT = "The pump was serviced on 3 May 2026. Its owner is Ann Lee. All is well."
DATE = Value(ValueKind.DATE, "2026-05-03", "3 May 2026", "day")


def label(start: int = 0, end: int = 36, **changes: object) -> Label:
    values: dict[str, object] = {
        "quote": TEXT[start:end], "type": "event", "types": frozenset({"event"}), "subject": "", "attribute": "", "attributes": frozenset(),
        "value": "", "value_kind": "", "normal": "", "support": "direct_fact", "polarity": True, "tier": "B", "optional": False,
    }  # fmt: skip
    return Label(start, end, **(values | changes))  # type: ignore[arg-type] # built from a table


def document(*labels: Label, tempting: tuple[tuple[int, int], ...] = ()) -> LabelledDocument:
    parsed = parse(TEXT.encode(), ParseContext("note.txt"))
    return LabelledDocument("notes", "note.txt", "seen", parsed, labels, tempting, ((0, len(TEXT)),))


def test_half_of_the_words_are_not_enough() -> None:
    assert fit(Stated(5, 36, "B", "r"), label())
    assert not fit(Stated(30, 58, "B", "r"), label())


def test_a_slot_must_be_the_labels() -> None:
    dated = label(attribute="serviced", attributes=frozenset({"serviced"}), value="3 May 2026", value_kind="date")
    assert fit(Stated(0, 36, "B", "r", attribute="serviced", value=DATE), dated)
    assert not fit(Stated(0, 36, "B", "r", attribute="launch_date", value=DATE), dated)
    assert not fit(Stated(0, 36, "B", "r"), dated)


def test_a_slot_where_the_label_has_none_is_wrong() -> None:
    assert not fit(Stated(0, 36, "B", "r", attribute="owner", value=DATE), label())


def test_values_are_equal_by_what_they_are_worth() -> None:
    hours = Value(ValueKind.DURATION, "PT48H", "48 hours")
    assert same_value(hours, label(value="two days", value_kind="duration", normal="P2D"))
    assert not same_value(hours, label(value="two weeks", value_kind="duration", normal="P14D"))


def test_one_label_carries_one_statement() -> None:
    outcome = score(document(label()), [Stated(0, 36, "B", "r"), Stated(0, 36, "B", "s")])
    counted = outcome.tally("B")
    assert (counted.stated, counted.right, counted.wanted, counted.found) == (2, 1, 1, 1)


def test_statements_are_moved_so_that_most_find_a_label() -> None:
    plain, dated = label(), label(attribute="serviced", attributes=frozenset({"serviced"}))
    with_slot = Stated(0, 36, "B", "r", attribute="serviced")
    assert score(document(dated, plain), [with_slot, Stated(0, 36, "B", "s")]).tally("B").right == 2


def test_optional_labels_count_for_neither_figure() -> None:
    wanted = score(document(label(optional=True)), [Stated(0, 36, "B", "r")]).tally("B")
    assert (wanted.stated, wanted.wanted) == (0, 0)


def test_a_tempting_non_statement_is_reported() -> None:
    outcome = score(document(tempting=((58, len(TEXT)),)), [Stated(58, len(TEXT), "C", "r")])
    assert outcome.tally("C").tempted == 1
