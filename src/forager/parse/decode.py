"""Bytes to normalised text with the offset map that leads every character back to its bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from forager.model.document import Run, Unread
from forager.parse.charset import Charset, detect, errors_for, is_stateful, unit_width

RUN_LENGTH = 4096
CHARACTERS = "characters"
"""Address of a run whose origin counts characters of the decoded file, for character sets whose slices cannot be decoded."""

_LOST = re.compile("[\0\ud800-\udfff]")
_BREAK = re.compile("[\0\ud800-\udfff]+|\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Normalised text, its offset map, the character set, and what could not be read."""

    text: str
    runs: tuple[Run, ...]
    charset: str
    unread: tuple[Unread, ...] = ()

    @property
    def quality(self) -> int:
        """1 when more than one character in a hundred was lost, else 0."""
        return int(self.text.count("\ufffd") * 100 > len(self.text))


@dataclass(frozen=True, slots=True)
class _Piece:
    """Raw characters with one kind of line end, or nothing but lost ones."""

    start: int
    end: int
    newline: str
    lost: bool = False


def normalise(raw: str) -> str:
    """Line ends become ``\\n``; NUL and lone surrogates become U+FFFD; nothing else changes (design notes §11)."""
    return _LOST.sub("\ufffd", raw.replace("\r\n", "\n").replace("\r", "\n"))


def decode(data: bytes, charset: Charset | None = None) -> Decoded:
    """The text of a file of text.

    Raises:
        Undecodable: the bytes are no text.
    """
    found = charset or detect(data)
    width = unit_width(found.name)
    cut = (len(data) - found.mark) % width
    body = data[found.mark : len(data) - cut]
    raw = body.decode(found.name, errors_for(found.name))
    unread = (
        (Unread("the last byte" if cut == 1 else f"the last {cut} bytes", "they are half a character"),) if cut else ()
    )
    runs, length = _runs(raw, found)
    if is_stateful(found.name) or length != len(body):
        runs = _character_runs(raw)
    return Decoded(normalise(raw), runs, found.name, unread)


def encoded_length(text: str, newline: str, charset: str) -> int:
    """Bytes that a piece of a run takes in the original."""
    return len((text if newline == "\n" else text.replace("\n", newline)).encode(charset, errors_for(charset)))


def _runs(raw: str, charset: Charset) -> tuple[tuple[Run, ...], int]:
    """Runs with byte origins, and the number of bytes they cover in all."""
    runs: list[Run] = []
    start, origin, line, width = 0, charset.mark, 1, unit_width(charset.name)
    for piece, text in _slices(raw):
        runs.append(Run(start, "", origin, line, piece.newline, width if piece.lost else 0))
        start += len(text)
        line += text.count("\n")
        origin += width * len(text) if piece.lost else encoded_length(text, piece.newline, charset.name)
    return tuple(runs), origin - charset.mark


def _character_runs(raw: str) -> tuple[Run, ...]:
    runs: list[Run] = []
    start, origin, line = 0, 0, 1
    for piece, text in _slices(raw):
        runs.append(Run(start, CHARACTERS, origin, line, piece.newline))
        start += len(text)
        newlines = text.count("\n")
        line += newlines
        origin += len(text) + newlines * (len(piece.newline) - 1)
    return tuple(runs)


def _slices(raw: str) -> Iterator[tuple[_Piece, str]]:
    """Pieces cut to a length that can be measured quickly, each with its normalised text."""
    for piece in _pieces(raw):
        text = raw[piece.start : piece.end]
        text = "\ufffd" * len(text) if piece.lost else text.replace(piece.newline, "\n")
        for at in range(0, len(text), RUN_LENGTH):
            yield piece, text[at : at + RUN_LENGTH]


def _pieces(raw: str) -> Iterator[_Piece]:
    if "\r" not in raw and not _LOST.search(raw):
        yield _Piece(0, len(raw), "\n")
        return
    start, newline = 0, ""
    for found in _BREAK.finditer(raw):
        mark = found.group()
        if mark[0] not in "\r\n":
            yield _Piece(start, found.start(), newline or "\n")
            yield _Piece(found.start(), found.end(), "\n", lost=True)
            start, newline = found.end(), ""
        elif newline and mark != newline:
            yield _Piece(start, found.start(), newline)
            start, newline = found.start(), mark
        else:
            newline = mark
    yield _Piece(start, len(raw), newline or "\n")
