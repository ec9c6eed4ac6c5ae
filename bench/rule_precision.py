"""The precision of each rule on the labelled set, kept beside the rules: `FORMICARIA_BENCH_KEEP=1 make bench NAME=F7` writes it anew."""

from __future__ import annotations

import json
import os
from pathlib import Path

from bench.wilson import wilson
from forager.extract.rules import RULES

KEPT = Path(__file__).resolve().parents[1] / "src" / "forager" / "extract" / "rules" / "precision.json"


def keep(counts: dict[str, tuple[int, int]]) -> None:
    """Write right and stated of every rule, with the interval, when the environment asks for it."""
    if os.environ.get("FORMICARIA_BENCH_KEEP") != "1":
        return
    met = {rule.label: _row(*counts[rule.label]) for rule in RULES if rule.label in counts}
    not_met = [rule.label for rule in RULES if rule.label not in counts]
    KEPT.write_text(json.dumps({"met": met, "not_met": not_met}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _row(right: int, stated: int) -> dict[str, int]:
    low, high = wilson(right, stated)
    return {"right": right, "stated": stated, "low": round(low * 1000), "high": round(high * 1000)}
