"""A command never shows a traceback, and its exit code says what kind of thing went wrong."""

from __future__ import annotations

import io
import json
from typing import Annotated

import pytest
import typer

from formicaria.ground.errors import NotFound, StoreHeld
from formicaria.ground.output import Output, printable, run

app = typer.Typer(add_completion=False)


@app.command()
def missing() -> None:
    """Look for nothing."""
    raise NotFound("There is no such project.", remedy="List them with forager projects.")


@app.command()
def held() -> None:
    """Meet another process."""
    raise StoreHeld("This store is in use.")


@app.command()
def broken() -> None:
    """Meet a bug."""
    raise ZeroDivisionError


@app.command()
def stopped(*, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """Be interrupted."""
    raise KeyboardInterrupt


@app.command()
def fine(count: int = 1) -> None:
    """Do well."""
    Output().line(f"{count}")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["missing"], 4, "There is no such project. List them with forager projects."),
        (["held"], 11, "This store is in use."),
        (
            ["broken"],
            1,
            "An unexpected fault (ZeroDivisionError). Set FORMICARIA_TRACEBACK=1 and try again to see where.",
        ),
        (["stopped"], 130, "Interrupted. What was finished is kept."),
        (
            ["fine", "a\udcffb"],
            2,
            "An argument holds bytes that are not UTF-8 text. Name a folder that holds such a file, or rename it.",
        ),
        (["nothing"], 2, "No such command 'nothing'."),
        (
            ["fine", "--count", "x"],
            2,
            "Invalid value for '--count': Input should be a valid integer, unable to parse string as an integer",
        ),
    ],
)
def test_every_failure_is_one_sentence_and_a_code(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(app, words) == code
    shown = capsys.readouterr()
    assert (shown.out, shown.err.strip()) == ("", sentence)


def test_with_json_a_failure_is_an_object_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(app, ["missing", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "usage"


def test_with_json_an_interrupt_is_an_object_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(app, ["stopped", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "interrupted"


def test_success_is_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(app, ["fine"]) == 0
    assert capsys.readouterr().out == "1\n"


def test_a_document_cannot_drive_the_terminal() -> None:
    assert printable("a\x1b[2Jb\u202ec") == "a\ufffd[2Jb\ufffdc"


def test_a_table_is_aligned_and_an_empty_one_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Output().table(["name", "n"], [["long name", 1], ["x", 22]], "nothing")
    Output().table(["name"], [], "There are none.")
    assert capsys.readouterr().out == "name       n\nlong name  1\nx          22\nThere are none.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_what_the_terminal_cannot_show_is_still_printed(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """A file's name need not be text, and a terminal need not know every letter."""
    shown = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", shown)
    told = {"name": "ü\udcff"}
    Output(as_json=True).data(told, lambda: None)
    Output().line("ü")
    shown.flush()
    document, _, line = shown.buffer.getvalue().decode(encoding).partition("}")  # type: ignore[attr-defined]
    assert json.loads(document + "}") == told
    assert line.strip() == ("ü" if encoding == "utf-8" else "?")
