"""Every mutant's row fits the code and the tests as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.mutants import Mutant, check, read_mutants

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = read_mutants(ROOT)


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
