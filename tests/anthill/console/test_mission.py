"""A mission's rows as its page shows them."""

from __future__ import annotations

import pytest

from anthill.console.mission import elapsed, happenings
from anthill.sdk.event import Event, EventType
from formicaria.ground.clock import later

AT = "2026-01-01T00:00:00.000000Z"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.0 s"),
        (0.44, "0.4 s"),
        (9.94, "9.9 s"),
        (10, "10 s"),
        (59.9, "59 s"),
        (185, "3 min 5 s"),
        (7440, "2 h 4 min"),
        (-3, "0.0 s"),
    ],
)
def test_a_time_between_is_told_as_people_do(seconds: float, words: str) -> None:
    assert elapsed(AT, later(AT, seconds)) == words


def test_an_event_tells_what_helps_and_leaves_digests_to_the_audit() -> None:
    facts = {
        "tool": "knowledge_retrieve",
        "goal_digest": "a" * 64,
        "content_hash": "sha256:" + "0" * 64,
        "empty": "",
        "warnings": 0,
    }
    event = Event(7, "mis_1", "t1", "researcher", EventType.TOOL_CALLED, "it was called", facts, later(AT, 1.5))
    (found,) = happenings([event], AT)
    assert (found.at, found.words, found.role) == ("+1.5 s", "tool called", "researcher")
    assert found.facts == (("tool", "knowledge_retrieve"), ("warnings", "0"))
