"""Every mutant's row fits the code and the tests as they are now."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest
from tools.mutants import Mutant, check, read_mutants

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = read_mutants(ROOT)
ROWS = tomllib.loads((ROOT / "docs" / "reference" / "requirements.toml").read_text(encoding="utf-8"))["requirement"]
OF_NO_ROW = "setup"
"""What breaks the house's own machinery, for which no design document has a rule."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutant_fits_the_code(mutant: Mutant) -> None:
    check(ROOT, mutant)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutants_tests_exist(mutant: Mutant) -> None:
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).is_file(), f"{mutant.id}: no {file}"
        function = name.rpartition("::")[2].partition("[")[0]
        assert not name or f"def {function}(" in (ROOT / file).read_text(encoding="utf-8"), f"{mutant.id}: no {name}"


def test_a_mutant_breaks_a_rule_that_is_written_down() -> None:
    known = {row["id"] for row in ROWS} | {OF_NO_ROW}
    assert {mutant.id: mutant.law for mutant in MUTANTS if mutant.law not in known} == {}


def test_every_law_that_is_kept_has_two_mutants() -> None:
    counted = Counter(mutant.law for mutant in MUTANTS)
    kept = [row["id"] for row in ROWS if row["seed"] in {"product", "colony"} and row["status"] == "done"]
    assert kept
    assert {law: counted[law] for law in kept if counted[law] < 2} == {}
