"""Markers in names and titles order near-copies; two markers that speak against each other order nothing."""

from __future__ import annotations

import pytest

from forager.dispute.duplicates import Reading, is_copy, original
from forager.dispute.versions import later, replaced


def test_the_version_in_the_first_lines_orders_and_may_not_speak_against_the_name() -> None:
    assert later(("a.md", "Leave", "version 1"), ("b.md", "Leave", "version 2")) == 1
    assert later(("leave-v2.md", "", "version 1"), ("leave-v1.md", "", "version 2")) == 0


def reading(name: str, title: str = "", date: str = "") -> Reading:
    return Reading(f"src_{name}", name, date, "0" * 64, frozenset(), title)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param(("manual-v1.md", ""), ("manual-v2.md", ""), id="version"),
        pytest.param(("manual v1.9.docx", ""), ("manual v1.10.docx", ""), id="numbers, not letters"),
        pytest.param(("manual_rev_A.pdf", ""), ("manual_rev_B.pdf", ""), id="letter"),
        pytest.param(("leave-2024-03-01.md", ""), ("leave-2025-02-10.md", ""), id="date"),
        pytest.param(("2023/leave.md", ""), ("2024/leave.md", ""), id="year in the folder"),
        pytest.param(("leave March 2024.md", ""), ("leave May 2024.md", ""), id="month in words"),
        pytest.param(("leave draft.md", ""), ("leave final.md", ""), id="state"),
        pytest.param(("leave draft.md", ""), ("leave.md", ""), id="a draft and what has no marker"),
        pytest.param(("leave.md", ""), ("leave v2.md", ""), id="a second version of what has no marker"),
        pytest.param(("a.md", "Leave (v1)"), ("b.md", "Leave (v2)"), id="title"),
    ],
)
def test_a_marker_orders_two_documents(left: tuple[str, str], right: tuple[str, str]) -> None:
    assert later(left, right) == 1
    assert later(right, left) == -1


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param(("manual.md", "Manual"), ("guide.md", "Guide"), id="two names"),
        pytest.param(("manual.md", ""), ("manual (1).md", ""), id="a copy is no version"),
        pytest.param(("manual-v1.md", "Leave (2025)"), ("manual-v2.md", "Leave (2024)"), id="name against title"),
        pytest.param(("manual-v1.md", ""), ("guide-v2.md", ""), id="markers of two names"),
        pytest.param(("manual-v2.md", ""), ("manual-2024.md", ""), id="markers of two kinds"),
        pytest.param(("manual.md", ""), ("manual-v1.md", ""), id="a first version and what has no marker"),
    ],
)
def test_without_a_common_name_and_kind_of_marker_nothing_is_ordered(
    left: tuple[str, str], right: tuple[str, str]
) -> None:
    assert later(left, right) == 0


def test_every_earlier_version_is_replaced_by_the_latest() -> None:
    group = [reading("plan-v1.md"), reading("plan-v3.md"), reading("plan-v2.md"), reading("other.md")]
    assert replaced(group) == {"src_plan-v1.md": "src_plan-v3.md", "src_plan-v2.md": "src_plan-v3.md"}


@pytest.mark.parametrize("name", ["Copy of plan.docx", "plan (1).docx", "plan - Copy.docx", "plan - Copy (2).docx"])
def test_a_name_that_says_copy_is_never_the_original(name: str) -> None:
    assert is_copy(name)
    assert (
        original([reading(name, date="2024-01-01"), reading("plan.docx", date="2025-01-01")]).logical_name
        == "plan.docx"
    )


def test_an_ordinary_name_is_no_copy() -> None:
    assert not is_copy("copyright notice.md")
