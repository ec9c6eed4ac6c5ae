"""F7c: are the slots of contracts and invoices right? Party, dates, term, law, liability; number, dates, vendor, sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bench.labelled import Label, documents
from bench.measure import Result
from bench.measures.statements import engine, scores
from bench.scoring import Score
from bench.wilson import wilson
from forager.extract.attributes import attribute_for


@dataclass(frozen=True, slots=True)
class Group:
    """Attributes that are judged together, the genre they are judged in, and the F1 wanted."""

    name: str
    genre: str
    keys: frozenset[str]
    target: float


GROUPS = (
    Group(
        "dates", "contracts", frozenset({"effective_date", "start_date", "end_date", "signature_date", "date"}), 0.75
    ),
    Group("jurisdiction", "contracts", frozenset({"governing_law", "jurisdiction"}), 0.75),
    Group("parties", "contracts", frozenset({"party"}), 0.60),
    Group("terms", "contracts", frozenset({"term", "renewal_term", "notice_period"}), 0.60),
    Group("liability", "contracts", frozenset({"liability_cap"}), 0.60),
    Group("number", "invoices", frozenset({"invoice_number"}), 0.75),
    Group("dates", "invoices", frozenset({"invoice_date", "due_date"}), 0.75),
    Group("vendor", "invoices", frozenset({"supplier"}), 0.60),
    Group("sums", "invoices", frozenset({"amount_due", "tax_amount", "subtotal"}), 0.75),
)


@dataclass(frozen=True, slots=True)
class Counts:
    """Right, stated and wanted slots."""

    right: int
    stated: int
    wanted: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 1 when nothing was stated or wanted."""
        return 2 * self.right / (self.stated + self.wanted) if self.stated + self.wanted else 1.0


def contracts() -> tuple[Result, ...]:
    """Measure the F1 of each group over both halves, and on each half alone."""
    chosen = [each for each in documents() if each.genre in {group.genre for group in GROUPS}]
    outcome = scores(engine, chosen)
    return tuple(_result(group, outcome, half) for group in GROUPS for half in ("", "seen", "unseen"))


def _result(group: Group, outcome: Iterable[Score], half: str) -> Result:
    counts = count(group, outcome, half)
    low, high = wilson(counts.right, counts.wanted)
    where = f", {half} half" if half else ""
    told = (
        f"{group.genre}: {group.name}{where} (right {counts.right}, stated {counts.stated}, wanted {counts.wanted}; "
        f"recall 95 % {low:.3f}-{high:.3f})"
    )
    name = "-".join(filter(None, ("F7c", group.genre, group.name, half)))
    return Result(name, told, "F1", counts.f1, group.target, smaller_is_better=False)


def count(group: Group, outcome: Iterable[Score], half: str = "") -> Counts:
    """Count the slots of a group in the documents of its genre, of one half when named."""
    right = stated = wanted = 0
    for score in outcome:
        if score.document.genre != group.genre or half not in {"", score.document.half}:
            continue
        for each, label in score.pairs:
            if attribute_for(each.attribute) in group.keys:
                stated += 1
                right += label is not None and _is_of(group, label)
        wanted += sum(_is_of(group, label) and not label.optional for label in score.document.labels)
    return Counts(right, stated, wanted)


def _is_of(group: Group, label: Label) -> bool:
    """Say whether one of the names of a label's slot is an attribute of the group."""
    return any(attribute_for(each) in group.keys for each in label.attributes)
