"""F7: are statements and values right? The engine against the labelled set, beside a plain baseline in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.baselines.marked_sentences import marked_sentences
from bench.labelled import LabelledDocument, documents
from bench.measure import Result
from bench.rule_precision import keep
from bench.scoring import Score, Stated, Tally, score
from bench.wilson import wilson
from forager.extract.read import read
from forager.extract.rules import RULES
from forager.model.statement import Statement

PRECISION, RECALL = 0.95, 0.80
DETAIL = Path(__file__).resolve().parents[2] / "build" / "bench" / "F7-detail.json"
TIER_OF = {rule.label: rule.tier for rule in RULES}

Reader = Callable[[LabelledDocument], list[Stated]]


def engine(document: LabelledDocument) -> list[Stated]:
    """Return what the engine states of a document."""
    dated = document.parsed.date.value if document.parsed.date is not None else ""
    return [_stated(each) for each in read(document.parsed, document.name, dated).statements]


def _stated(statement: Statement) -> Stated:
    first = statement.spans[0]
    return Stated(
        first.start,
        first.end,
        TIER_OF.get(statement.rule, "C"),
        statement.rule,
        statement.type.value,
        statement.attribute,
        statement.value,
        statement.support.value,
        statement.polarity,
    )


def baseline(document: LabelledDocument) -> list[Stated]:
    """Return what the plain baseline states of a document."""
    return [Stated(start, end, "B", "marked sentence") for start, end in marked_sentences(document.parsed.text)]


def scores(reader: Reader, chosen: Iterable[LabelledDocument]) -> tuple[Score, ...]:
    """Score a reader on documents."""
    return tuple(score(document, reader(document)) for document in chosen)


def tally(outcome: Iterable[Score], tiers: str, half: str = "", genre: str = "") -> Tally:
    """Count the outcome of the tiers given, of one half or genre when named."""
    total = Tally()
    for each in outcome:
        if half in {"", each.document.half} and genre in {"", each.document.genre}:
            total.add(each.tally(tiers))
    return total


def statements() -> tuple[Result, ...]:
    """Measure precision and recall of statements, tiers A and B together and C apart, each half of the set apart."""
    chosen = documents()
    ours, theirs = scores(engine, chosen), scores(baseline, chosen)
    _keep_detail(ours)
    keep(rules(ours))
    rows: list[Result] = []
    for half in ("", "seen", "unseen"):
        rows.extend(_rows(tally(ours, "AB", half), tally(theirs, "AB", half), "AB", half))
    for tier in "ABC":
        rows.extend(_rows(tally(ours, tier), None, tier, ""))
    values = tally(ours, "ABC")
    rows.append(_row("values", "values of found statements right", values.values_right, values.values, None, PRECISION))
    rows.append(_row("types", "types of found statements right", values.typed_right, values.typed, None, PRECISION))
    return tuple(rows)


def _rows(ours: Tally, peer: Tally | None, tiers: str, half: str) -> tuple[Result, Result]:
    name = "-".join(filter(None, (tiers, half)))
    where = f"tiers {' and '.join(tiers)}" if len(tiers) > 1 else f"tier {tiers}"
    told = f"{where}, {half} half" if half else where
    goal_p, goal_r = (PRECISION, RECALL) if tiers != "C" else (0.0, 0.0)
    return (
        _row(f"P-{name}", f"precision, {told}", ours.right, ours.stated, peer.precision if peer else None, goal_p),
        _row(f"R-{name}", f"recall, {told}", ours.found, ours.wanted, peer.recall if peer else None, goal_r),
    )


def _row(name: str, question: str, successes: int, trials: int, peer: float | None, target: float) -> Result:
    low, high = wilson(successes, trials)
    told = f"{question} ({successes}/{trials}, 95 % {low:.3f}-{high:.3f})"
    share = successes / trials if trials else 1.0
    return Result(f"F7-{name}", told, "", share, target, smaller_is_better=False, peer=peer)


def _keep_detail(outcome: tuple[Score, ...]) -> None:
    """Write counts by genre and rule, and the errors of the seen half; those of the unseen half are never listed."""
    genres = sorted({each.document.genre for each in outcome})
    detail = {
        "genres": {
            genre: {tiers: _counts(tally(outcome, tiers, genre=genre)) for tiers in ("A", "B", "C", "AB")}
            for genre in genres
        },
        "rules": rules(outcome),
        "seen": [_errors(each) for each in outcome if each.document.half == "seen"],
    }
    DETAIL.parent.mkdir(parents=True, exist_ok=True)
    DETAIL.write_text(json.dumps(detail, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _counts(counted: Tally) -> dict[str, int]:
    return {"stated": counted.stated, "right": counted.right, "wanted": counted.wanted, "found": counted.found}


def rules(outcome: Iterable[Score]) -> dict[str, tuple[int, int]]:
    """Return right and stated of every rule met in the set."""
    counts: dict[str, tuple[int, int]] = {}
    for each in outcome:
        for stated, label in each.pairs:
            if label is not None and label.optional:
                continue
            right, all_of_it = counts.get(stated.rule, (0, 0))
            fits = label is not None or stated in each.told
            counts[stated.rule] = (right + fits, all_of_it + 1)
    return dict(sorted(counts.items()))


def _errors(outcome: Score) -> dict[str, object]:
    text = outcome.document.parsed.text
    wrong = [
        (each, text[each.start : each.end])
        for each, label in outcome.pairs
        if label is None and each not in outcome.told
    ]
    return {
        "document": f"{outcome.document.genre}/{outcome.document.name}",
        "wrong": [
            f"[{each.rule}] {each.attribute}={each.value and each.value.normal} | {said}" for each, said in wrong
        ],
        "missed": [f"{label.tier} {label.attribute}={label.value} | {label.quote}" for label in outcome.missed],
    }
