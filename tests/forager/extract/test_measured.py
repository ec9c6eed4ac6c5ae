"""Each rule has a measured precision, or is told as not met by the labelled set."""

from __future__ import annotations

from forager.extract.rules import RULES
from forager.extract.rules.measured import measured


def test_every_rule_is_measured_or_told_as_not_met_and_no_other_is() -> None:
    told = set(measured())
    assert told == {rule.label for rule in RULES}


def test_an_interval_holds_its_share() -> None:
    for name, known in measured().items():
        if known is not None:
            assert known.stated > 0, name
            assert known.low <= round(known.share * 1000) <= known.high, name
