"""Log lines go to whatever standard error is now, and never hold what a log must not."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

from formicaria.ground.logs import configure, get_logger


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def test_a_stream_closed_since_it_was_configured_takes_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", first)
    configure()
    first.close()
    monkeypatch.setattr(sys, "stderr", second)
    get_logger("test").warning("still_here", job="job_1")
    assert json.loads(second.getvalue())["event"] == "still_here"


def test_forbidden_fields_are_withheld_whatever_their_value(capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    get_logger("test").info("upload", source="src_1", excerpt="secret words", token="fgr_x")
    line = json.loads(capsys.readouterr().err)
    assert (line["source"], line["excerpt"], line["token"]) == ("src_1", "withheld", "withheld")


def test_the_web_servers_own_tracebacks_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    try:
        int("the words of a document")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    assert capsys.readouterr().err == ""
