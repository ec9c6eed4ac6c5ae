"""What one document says and where: the read layer's nouns (design: pure function of bytes and recipe)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Zone(StrEnum):
    """What a block of a document is for; only some zones may carry statements."""

    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    KEY_VALUE = "key_value"
    TABLE = "table"
    HEADER = "header"
    QUOTATION = "quotation"
    SIGNATURE = "signature"
    LEGAL = "legal"
    NAVIGATION = "navigation"
    CONTENTS = "contents"
    CODE = "code"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class Location:
    """A place in an original file: words for a person, a pointer for the parser that made it.

    ``words`` reads like "Section: Launch > Schedule, line 12" or "message body, line 3".
    ``pointer`` holds format-specific integers and strings from which the same parser's ``reopen``
    returns exactly the text that stands there.
    """

    kind: str
    words: str
    pointer: tuple[tuple[str, int | str], ...] = ()

    def get(self, key: str) -> int | str | None:
        """The pointer's value under ``key``, or None."""
        return dict(self.pointer).get(key)

    def to_json(self) -> dict[str, object]:
        """JSON form: kind, words, pointer object."""
        return {"kind": self.kind, "words": self.words, "pointer": dict(self.pointer)}

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> Location:
        """The location that ``to_json`` wrote."""
        pointer = value.get("pointer")
        pairs = tuple(pointer.items()) if isinstance(pointer, dict) else ()
        return cls(str(value["kind"]), str(value["words"]), pairs)


@dataclass(frozen=True, slots=True)
class Block:
    """A run of the normalised text with one zone; ``start``/``end`` are character offsets, end exclusive.

    ``headings`` is the heading path above the block; ``level`` the heading level, list depth or quotation depth.
    A key-value block also carries where its label and its value stand. A quotation carries its own author and date.
    """

    zone: Zone
    start: int
    end: int
    location: Location
    headings: tuple[str, ...] = ()
    level: int = 0
    label: tuple[int, int] | None = None
    value: tuple[int, int] | None = None
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell: zero-based row and column, span in the normalised text, original location."""

    row: int
    column: int
    start: int
    end: int
    location: Location
    header: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its header row(s) marked on the cells; ``caption`` is a heading or caption line, or empty."""

    index: int
    start: int
    end: int
    cells: tuple[Cell, ...]
    headings: tuple[str, ...] = ()
    caption: str = ""


FILE_PROPERTY = "file property"
"""How the origin of a date begins that a program wrote into the file."""


@dataclass(frozen=True, slots=True)
class DocumentDate:
    """The document's own date. ``value`` is ISO 8601 (a date or date-time prefix); ``origin`` says where it was found."""

    value: str
    precision: str = "day"
    origin: str = ""

    @property
    def of_file(self) -> bool:
        """Whether only the file's properties give it: when a file was made is the weakest sign of its document's date."""
        return self.origin.startswith(FILE_PROPERTY)


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the normalised text that stands in one piece in the original; a document's runs are its offset map.

    A run reaches from ``start`` to the start of the next one. ``address`` names the part of the original it comes from
    ("" is the file itself); ``origin`` is where it begins there, in bytes for files of text and in characters of the part
    elsewhere; ``line`` is the line there, from 1. ``newline`` is what stands in a file of text for each ``\\n`` of the run;
    ``width`` is 0, or the number of bytes behind each U+FFFD of a run that holds nothing else.
    """

    start: int
    address: str = ""
    origin: int = 0
    line: int = 1
    newline: str = "\n"
    width: int = 0


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file carried inside another: parsed as a child source named ``parent!/path``."""

    path: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in the file that was not read, and why, in words for the account."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """The whole result of parsing one file.

    ``text`` is the normalised text (newlines are ``\\n``; NUL and lone surrogates became U+FFFD).
    Every block, cell and table span indexes it. ``properties`` are front matter, mail headers or file metadata as
    (name, value) in document order. ``people`` are names with e-mail addresses that the format itself states
    (mail headers, authors) as (name, address, role). ``runs`` is the offset map from the text to the original.
    """

    parser: str
    media_type: str
    text: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...] = ()
    title: str = ""
    date: DocumentDate | None = None
    language: str = "und"
    properties: tuple[tuple[str, str], ...] = ()
    people: tuple[tuple[str, str, str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    unread: tuple[Unread, ...] = ()
    warnings: tuple[str, ...] = ()
    quality: int = 0
    """0 is exact; 1 poor parse or recognised characters (lowers confidence)."""
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A searchable passage of one document."""

    ordinal: int
    start: int
    end: int
    location: Location
    headings: tuple[str, ...] = ()
