"""Precision and recall on the labelled set; the held-out half is never used to tune a rule."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.extract.subject import subject_words
from forager.model.statement import Statement

_CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("labelled.toml").read_text(encoding="utf-8"))[
    "case"
]
_SUPPORT = {
    "direct": "direct_fact",
    "supported": "supported_inference",
    "uncertain": "uncertain_inference",
    "unverified": "unverified_claim",
}


def _facts(statement: Statement) -> dict[str, object]:
    return {
        "s": subject_words(statement.subject), "a": statement.attribute, "v": statement.value.normal if statement.value else "",
        "sup": statement.support.value, "t": statement.type.value, "pol": statement.polarity, "ch": statement.change,
        "pred": statement.predicate, "m": statement.modality.value, "q": ";".join("=".join(pair) for pair in statement.qualifiers),
    }  # fmt: skip


def _fits(expected: dict[str, object], statement: Statement) -> bool:
    facts = _facts(statement)
    wanted = {key: _SUPPORT[str(value)] if key == "sup" else value for key, value in expected.items()}
    return all(facts[key] == value for key, value in wanted.items())


def _score(*, held_out: bool) -> tuple[float, float]:
    """Precision and recall over one half."""
    right = wrong = missed = 0
    for case in _CASES:
        if case["held_out"] is held_out:
            left = list(read(document(case["text"]), case["id"], "2026-02-10").statements)
            for expected in sorted(case["expect"], key=len, reverse=True):
                hit = next((statement for statement in left if _fits(expected, statement)), None)
                missed += hit is None
                right += hit is not None
                if hit is not None:
                    left.remove(hit)
            wrong += len(left)
    return right / (right + wrong), right / (right + missed)


@pytest.mark.parametrize(("held_out", "precision", "recall"), [(False, 0.98, 0.98), (True, 0.95, 0.95)])
def test_precision_and_recall(held_out: bool, precision: float, recall: float) -> None:
    reached = _score(held_out=held_out)
    assert reached[0] >= precision
    assert reached[1] >= recall


def test_half_of_the_set_is_held_out() -> None:
    assert len(_CASES) >= 120
    assert sum(case["held_out"] for case in _CASES) * 2 == len(_CASES)
