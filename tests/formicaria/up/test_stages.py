"""What a person sees of a job comes from its rows, on a terminal and in a pipe, and never when a program asks."""

from __future__ import annotations

import io
import sys

import pytest

from formicaria.ground.output import Output
from formicaria.up.stages import STEPS, Step, line, shown, steps
from formicaria.up.wire import Json

NAMES = [name for names in STEPS.values() for name in names]


def job(running: str, done: int = 0, total: int = 0) -> Json:
    """A job in the middle of one stage: those before are over, those after wait."""
    at = NAMES.index(running)
    rows = [
        {
            "stage": name,
            "status": "completed" if number < at else "running" if number == at else "queued",
            "total": total if number <= at else 0,
            "processed": total if number < at else done if number == at else 0,
            "skipped": 0,
            "failed": 0,
        }
        for number, name in enumerate(NAMES)
    ]
    return {"stages": rows, "progress": at / len(NAMES)}


def over() -> Json:
    """A job that is over."""
    found = job(NAMES[-1])
    found["stages"][-1]["status"] = "completed"
    return found


def test_steps_count_what_is_through() -> None:
    assert steps(job("parsing_extraction", 3, 8))[0] == Step("Reading the files", 3, 8, over=False)
    assert steps(job("parsing_extraction", 3, 8))[0].share == 3 / 8
    assert steps(over())[-1].share == 1.0


def test_a_line_names_the_first_step_that_is_not_over() -> None:
    assert line(job("parsing_extraction", 3, 8)).endswith("Reading the files, 3 of 8")
    assert line(job("entity_resolution")).endswith("Finding who is who")
    assert line(over()).endswith("done")


def test_in_a_pipe_a_line_comes_at_each_step_and_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(Output()) as show:
        for done in range(101):
            show(job("parsing_extraction", done, 100))
        show(job("entity_resolution"))
        show(job("entity_resolution"))
        show(over())
    found = capsys.readouterr()
    assert found.out == ""
    # Eleven tenths from 0 to 100 %, the next step, the end.
    assert len(found.err.splitlines()) == 13


def test_a_program_gets_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(Output(as_json=True)) as show:
        show(job("parsing_extraction", 1, 2))
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_every_step_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with shown(Output()) as show:
        show(job("entity_resolution"))
    for label in STEPS:
        assert label in screen.getvalue()
