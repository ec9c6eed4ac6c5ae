"""What a command prints: tables for people, JSON for programs, one sentence for an error, progress on standard error.

Exit codes: 0 done · 1 failed · 2 asked wrongly or refused configuration · 3 not allowed · 4 not found · 5 conflict · 6 rate limited ·
7 unavailable · 11 the store is held by another process · 130 interrupted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from formicaria.ground.errors import Error, InvalidRequest

if TYPE_CHECKING:
    import typer

INTERRUPTED = 130
EXIT_CODES = """\
Exit codes: 0 done, 1 failed, 2 asked wrongly or refused configuration, 3 not allowed, 4 not found, 5 conflict,
6 rate limited, 7 unavailable, 11 the store is held by another process, 130 interrupted."""


class Output:
    """Where a command's results go."""

    def __init__(self, *, as_json: bool = False) -> None:
        """Print for people, or one JSON document."""
        self.as_json = as_json

    def data(self, value: object, people: Callable[[], None]) -> None:
        """Print ``value`` as JSON, or let ``people`` print it."""
        if self.as_json:
            print(_json(value, indent=2))
        else:
            people()

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[object]], empty: str) -> None:
        """Aligned columns, or the sentence ``empty`` when there are no rows."""
        if not rows:
            self.line(empty)
            return
        cells = [[str(cell) for cell in row] for row in rows]
        widths = [max(len(name), *(len(row[index]) for row in cells)) for index, name in enumerate(columns)]
        for row in [list(columns), *cells]:
            self.line("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())

    def line(self, text: str = "") -> None:
        """One line on standard output, with control characters made visible."""
        print(_encodable(printable(text)))

    def note(self, text: str) -> None:
        """One line for the person on standard error; never part of the result."""
        print(printable(text), file=sys.stderr, flush=True)

    @contextmanager
    def progress(self) -> Iterator[Callable[[str], None]]:
        """A function that shows the present state of a long step on standard error: in place on a terminal, else a line at each change."""
        live, last = sys.stderr.isatty() and not self.as_json, ""

        def show(text: str) -> None:
            nonlocal last
            if text == last:
                return
            last = text
            end = "" if live else "\n"
            print(("\r\x1b[2K" if live else "") + printable(text), end=end, file=sys.stderr, flush=True)

        yield show
        if live and last:
            print(file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """``text`` with control and bidirectional characters replaced, so that no document can drive a terminal."""
    return "".join(_shown(character) for character in text)


def _json(value: object, indent: int | None = None) -> str:
    """A document as readable as the output's encoding allows: names of files need not be text."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if _encodable(text) == text else json.dumps(value, indent=indent)


def _encodable(text: str) -> str:
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _shown(character: str) -> str:
    if character in "\n\t" or (
        character.isprintable() and character not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ):
        return character
    return " " if character.isspace() else "\ufffd"


def run(app: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Run a command-line application; every failure becomes one sentence and an exit code, never a traceback."""
    from typer import exceptions  # noqa: PLC0415  # loaded only when a command runs

    words = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in words
    if not all(_is_text(word) for word in words):
        sentence = (
            "An argument holds bytes that are not UTF-8 text. Name a folder that holds such a file, or rename it."
        )
        return _failed("usage", sentence, InvalidRequest.exit_code, as_json=as_json)
    try:
        result = app(args=words, standalone_mode=False)
    except exceptions.Exit as leaving:
        return leaving.exit_code
    except (exceptions.Abort, KeyboardInterrupt):
        return _interrupted(as_json=as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # the last fence before a person's terminal
        if os.environ.get("FORMICARIA_TRACEBACK"):
            raise
        return _report(error, as_json=as_json)
    # The command library turns an interrupt inside a command into this result.
    return _interrupted(as_json=as_json) if result == INTERRUPTED else result if isinstance(result, int) else 0


def _is_text(word: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in word)


def _interrupted(*, as_json: bool) -> int:
    return _failed("interrupted", "Interrupted. What was finished is kept.", INTERRUPTED, as_json=as_json)


def _report(error: Exception, *, as_json: bool) -> int:
    from typer import exceptions  # noqa: PLC0415

    if isinstance(error, Error):
        return _failed(error.code, error.sentence, error.exit_code, as_json=as_json, details=error.details)
    if isinstance(error, exceptions.TyperException):
        return _failed("usage", error.format_message(), error.exit_code, as_json=as_json)
    fault = f"An unexpected fault ({type(error).__name__}). Set FORMICARIA_TRACEBACK=1 and try again to see where."
    return _failed("internal_error", fault, 1, as_json=as_json)


def _failed(
    code: str, sentence: str, exit_code: int, *, as_json: bool, details: Mapping[str, object] | None = None
) -> int:
    if as_json:
        print(_json({"error": {"code": code, "message": sentence} | ({"details": dict(details)} if details else {})}))
    else:
        print(printable(sentence), file=sys.stderr)
    return exit_code
