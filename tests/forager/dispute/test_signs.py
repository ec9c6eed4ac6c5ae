"""Signs of when an undated document was written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.forager.dispute.support import Said, slot

from forager.dispute.claims import Witness
from forager.dispute.settle import Settled, settle
from forager.dispute.signs import signs_of, told_later

BODY = "\n".join(f"Step number {number} of the harbour guide stays as it is." for number in range(8))


@pytest.mark.parametrize(
    ("older", "newer", "words"),
    [
        ("The gate was painted on 3 May 2021.", "The gate was painted on March 12, 2025.", "tells of 2025-03-12 as past"),
        ("Copyright 2015-2021 Harbour Club", "© 2015-2022, 2024 Harbour Club", "tells of 2024 as past"),
        ("## 1.4.0 (2020-02-01)", "## 1.5.0 (2022-02-01)", "tells of 2022-02-01 as past"),
        ("Works with Lua 5.1 and 5.2.", "Works with Lua 5.2, 5.3 and 5.4.", "tells of lua 5.4, the other of none after 5.2"),
        (BODY, BODY + "\n" + BODY.replace("guide", "annex"), "holds nearly everything that the other holds"),
    ],
)  # fmt: skip
def test_a_later_day_a_higher_version_or_more_of_the_same_tells_the_later_document(
    older: str, newer: str, words: str
) -> None:
    assert told_later(signs_of(newer), signs_of(older)).startswith(words)
    assert told_later(signs_of(older), signs_of(newer)) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gate was painted in spring.", "The gate will be painted by 12 March 2031."),
        ("See section 2.1 of the guide.", "See section 3.1 of the guide."),
        ("Needs Lua 5.4 and Zig 0.9.", "Needs Lua 5.2 and Zig 0.12."),
        ("The gate was painted in 2024-05-01.", "Nothing was painted."),
        ("The gate was painted on 2024-05-01 with Lua 5.1.", "The gate was painted on 2021-05-01 with Lua 5.4."),
    ],
)
def test_plans_places_and_signs_that_disagree_tell_nothing(one: str, other: str) -> None:
    assert told_later(signs_of(one), signs_of(other)) == ""
    assert told_later(signs_of(other), signs_of(one)) == ""


def test_the_sign_is_the_last_reason_and_says_that_it_is_weak() -> None:
    found = _settled(_dated_by_text("north.md", "2026-03-03", "5.1"), _dated_by_text("south.md", "2026-04-10", "5.4"))
    assert found.suggestion is not None
    assert found.suggestion.reason == (
        "south.md tells of lua 5.4, the other of none after 5.1, so it was probably written after; a weak sign."
    )


def test_a_real_date_comes_before_a_sign() -> None:
    old, new = (
        _dated_by_text("north.md", "2026-03-03", "5.4", "2026-01-01"),
        _dated_by_text("south.md", "2026-04-10", "5.1", "2026-02-01"),
    )
    found = _settled(old, new)
    assert found.suggestion is not None
    assert found.suggestion.reason == "south.md is newer by document date."


def _dated_by_text(file: str, value: str, lua: str, date: str = "") -> Witness:
    made = Said(file, value, date=date).witness()
    return replace(made, source=replace(made.source, signs=signs_of(f"It runs on Lua {lua}.")))


def _settled(*witnesses: Witness) -> Settled:
    return settle(slot(), witnesses, lambda witness: witness.evidence.value)
