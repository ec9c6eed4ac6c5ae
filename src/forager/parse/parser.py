"""The seam of every format: what a parser is given and what it owes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from forager.model.document import Location, ParsedDocument


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one file may ask of a parser; beyond a limit the file is refused or the rest is listed as unread.

    ``max_bytes`` and ``max_unpacked`` are bytes, ``max_ratio`` is unpacked to packed, ``max_depth`` counts containers in
    containers, ``max_parts`` message parts or archive members, ``max_table_rows`` and ``max_cells`` what of one table is read cell by cell.
    """

    max_bytes: int = 100 * 2**20
    max_unpacked: int = 500 * 2**20
    max_ratio: int = 200
    max_depth: int = 50
    max_parts: int = 4_000
    max_blocks: int = 50_000
    max_table_rows: int = 2_000
    max_cells: int = 100_000


@dataclass(frozen=True, slots=True)
class ParseContext:
    """Everything a parser may know besides the bytes: it reads no setting, clock, disk or network."""

    logical_name: str
    limits: Limits = field(default_factory=Limits)
    locale: str = "en"


class Parser(Protocol):
    """One format. ``name@version`` is its part of the recipe: a change of its output is a change of version."""

    @property
    def name(self) -> str:
        """The format's short name, such as "markdown"."""
        ...

    @property
    def version(self) -> str:
        """Raised with every change of output."""
        ...

    def score(self, head: bytes, name: str) -> int:
        """How well the first bytes, and then the file's name, fit: 0 not at all, 100 certainly."""
        ...

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole file.

        Raises:
            ParseError: the typed reason why it cannot be read.
        """
        ...

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The exact place of the characters ``start`` to ``end`` of the document's text."""
        ...

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands in the original bytes at a place that ``locate`` gave: equal to the span of the text.

        Raises:
            PlaceNotFound: these bytes have no such place.
        """
        ...
