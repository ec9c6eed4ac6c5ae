"""The labelled statements of `bench/sets/statements/`: documents as the engine parses them, and what should be stated from them."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from forager.model.document import Cell, ParsedDocument
from forager.parse.parser import ParseContext
from forager.parse.registry import parse

SET = Path(__file__).resolve().parent / "sets" / "statements"


@dataclass(frozen=True, slots=True)
class Label:
    """One statement worth stating; the keys are those of the set's README. `start`, `end` are where the quote stands."""

    start: int
    end: int
    quote: str
    type: str
    types: frozenset[str]
    subject: str
    attribute: str
    attributes: frozenset[str]
    value: str
    value_kind: str
    normal: str
    support: str
    polarity: bool
    tier: str
    optional: bool


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """A document, its labels, the places of tempting non-statements and the passages that were labelled (offsets)."""

    genre: str
    name: str
    half: str
    parsed: ParsedDocument
    labels: tuple[Label, ...]
    tempting: tuple[tuple[int, int], ...]
    passages: tuple[tuple[int, int], ...]


class QuoteNotFound(ValueError):
    """A label quotes words that do not stand in its document."""


def half_of(genre: str, name: str) -> str:
    """Return "seen" or "unseen": which half of the set a document belongs to."""
    return "seen" if hashlib.sha256(f"{genre}/{name}".encode()).digest()[0] % 2 == 0 else "unseen"


def documents(root: Path = SET) -> tuple[LabelledDocument, ...]:
    """Return every document that has labels, by genre and name.

    Raises:
        QuoteNotFound: a label does not fit its document.
    """
    sources = {row["path"]: row for row in tomllib.loads((root / "sources.toml").read_text("utf-8"))["document"]}
    names = sorted(path.relative_to(root / "labels").as_posix() for path in (root / "labels").glob("*/*.jsonl"))
    return tuple(_document(root, name.removesuffix(".jsonl"), sources) for name in names)


def _document(root: Path, path: str, sources: dict[str, dict[str, object]]) -> LabelledDocument:
    genre, name = path.split("/")
    parsed = parse((root / "documents" / path).read_bytes(), ParseContext(name))
    lines = (root / "labels" / f"{path}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    labels = tuple(_label(row, parsed, path) for row in rows if "not" not in row)
    tempting = tuple(_place(parsed.text, row["not"], "", path) for row in rows if "not" in row)
    passages = sources.get(path, {}).get("passages")
    return LabelledDocument(
        genre, name, half_of(genre, name), parsed, labels, tempting, _offsets(parsed.text, passages)
    )


def _label(row: dict[str, object], parsed: ParsedDocument, path: str) -> Label:
    quote, head = str(row["quote"]), str(row.get("row", ""))
    place = _cell(parsed, quote, head, str(row.get("column", ""))) if head else None
    start, end = place or _place(parsed.text, quote, head, path)
    return Label(
        start,
        end,
        str(row["quote"]),
        str(row["type"]),
        frozenset([str(row["type"]), *_words(row.get("also"))]),
        str(row["subject"]),
        str(row["attribute"]),
        frozenset([*([str(row["attribute"])] if row["attribute"] else []), *_words(row.get("attributes"))]),
        str(row["value"]),
        str(row["value_kind"]),
        str(row["normal"]),
        str(row["support"]),
        bool(row["polarity"]),
        str(row["tier"]),
        bool(row.get("optional", False)),
    )


def _words(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _cell(parsed: ParsedDocument, quote: str, row: str, column: str) -> tuple[int, int] | None:
    """The table cell that begins with a quote in the row of a head, under a column's head when the row has it more than once."""

    def said(cell: Cell) -> str:
        return " ".join(parsed.text[cell.start : cell.end].split())

    for table in parsed.tables:
        rows = {cell.row for cell in table.cells if row in {said(cell), _unlinked(said(cell))}}
        found = [cell for cell in table.cells if cell.row in rows and said(cell).startswith(quote)]
        exact = [cell for cell in found if said(cell) == quote] or found
        under = {cell.column for cell in table.cells if said(cell).casefold() == column.casefold()}
        best = next((cell for cell in exact if cell.column in under), exact[0] if exact else None)
        if best is not None:
            return best.start, best.start + len(_plain(quote, parsed.text[best.start : best.end]))
    return None


def _unlinked(text: str) -> str:
    """The words of a Markdown link, code or strong text."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).strip("*`")


def _plain(quote: str, text: str) -> str:
    """The words of a cell that a quote names, white space as it stands in the cell."""
    place = _find(text, quote, 0)
    return text[place[0] : place[1]] if place != (-1, -1) else text


def _place(text: str, quote: str, row: str, path: str) -> tuple[int, int]:
    """Where a quote stands, white space aside; behind the row's head when it has one."""
    begin = _find(text, row, 0)[1] if row and _find(text, row, 0) != (-1, -1) else 0
    place = _find(text, quote, begin)
    if place == (-1, -1):
        raise QuoteNotFound(f'{path}: "{quote[:60]}" does not stand in the text.')
    return place


def _find(text: str, quote: str, begin: int) -> tuple[int, int]:
    match = re.compile(r"\s+".join(re.escape(word) for word in quote.split())).search(text, begin)
    return (match.start(), match.end()) if match else (-1, -1)


def _offsets(text: str, passages: object) -> tuple[tuple[int, int], ...]:
    """The labelled lines as offsets; the whole text when none are named."""
    if not isinstance(passages, list) or not passages:
        return ((0, len(text)),)
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    return tuple((starts[first - 1], starts[min(last, len(starts) - 1)] - 1) for first, last in passages)
