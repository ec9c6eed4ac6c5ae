"""The drawing of a mission's steps: every step once, to the right of what it waits for, and the same every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anthill.console.graph import HEIGHT, WIDTH, Drawing, Step, draw

CHAIN = (Step("a", ()), Step("b", ("a",)), Step("c", ("a", "b")))
DIAMOND = (Step("a", ()), Step("b", ("a",)), Step("c", ("a",)), Step("d", ("b", "c")))


def columns(drawing: Drawing) -> dict[str, int]:
    """The column of each step, counted from the left."""
    edges = sorted({box.x for box in drawing.boxes})
    return {box.id: edges.index(box.x) for box in drawing.boxes}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((), {}),
        (CHAIN, {"a": 0, "b": 1, "c": 2}),
        (DIAMOND, {"a": 0, "b": 1, "c": 1, "d": 2}),
        ((Step("b", ("a",)), Step("a", ())), {"a": 0, "b": 1}),
        ((Step("a", ("gone", "a")),), {"a": 0}),
    ],
)
def test_a_step_stands_right_of_everything_it_waits_for(steps: tuple[Step, ...], expected: dict[str, int]) -> None:
    assert columns(draw(steps)) == expected


def test_steps_beside_each_other_keep_their_order_from_top_to_bottom() -> None:
    heights = {box.id: box.y for box in draw(DIAMOND).boxes}
    assert heights["b"] < heights["a"] == heights["d"] < heights["c"]


def test_an_edge_goes_from_the_right_side_of_one_to_the_left_side_of_the_other() -> None:
    drawing = draw(CHAIN[:2])
    (edge,), (a, b) = drawing.edges, drawing.boxes
    assert (edge.source, edge.target) == ("a", "b")
    assert edge.line.startswith(f"M{a.x + WIDTH} {a.y + HEIGHT // 2}C")
    assert edge.head.startswith(f"M{b.x - 1} {b.y + HEIGHT // 2}L")


def test_rows_that_hold_a_circle_are_still_drawn() -> None:
    assert {box.id for box in draw((Step("a", ("b",)), Step("b", ("a",)))).boxes} == {"a", "b"}


IDS = "abcdefgh"


@given(st.lists(st.sampled_from(IDS), unique=True), st.data())
def test_no_two_steps_share_a_place_and_all_are_inside(ids: list[str], data: st.DataObject) -> None:
    steps = [
        Step(each, tuple(data.draw(st.lists(st.sampled_from(ids[:number] or ["-"]), max_size=3))))
        for number, each in enumerate(ids)
    ]
    drawing = draw(steps)
    assert [box.id for box in drawing.boxes] == ids
    assert len({(box.x, box.y) for box in drawing.boxes}) == len(ids)
    assert all(box.x + WIDTH <= drawing.width and 0 <= box.y <= drawing.height - HEIGHT for box in drawing.boxes)
    at = columns(drawing)
    assert all(at[edge.source] < at[edge.target] for edge in drawing.edges)
    assert draw(steps) == drawing
