"""Mail messages (RFC 5322, MIME): headers, body with quotations and signature, attachments as child sources."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from forager.model.document import Location, ParsedDocument, Run, Unread, Zone
from forager.parse.language import language_of
from forager.parse.mail_headers import Header, date_of, people_of, shown_headers
from forager.parse.mail_parts import Body, contents, in_bytes, open_message
from forager.parse.parser import Limits, ParseContext
from forager.parse.pieces import Piece, to_blocks
from forager.parse.places import MAX_STRUCTURED, line_words, run_at
from forager.parse.prose import Prose
from forager.parse.sniff import suffix_of
from forager.parse.units import Addressed, Unit, compose, pointer, reopen_units

_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]{1,60}):[ \t\r\n]")
_COMMON = frozenset(b"from to cc subject date reply-to sender".split())
_SURE = frozenset(
    b"message-id mime-version received return-path delivered-to dkim-signature content-transfer-encoding "
    b"arc-seal x-mailer in-reply-to references x-received authentication-results".split()
)


class MailParser:
    """One message: each header line and each paragraph of the body is a block; attachments are handed on whole."""

    name = "mail"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """A block of header lines at the top, of which some are written only by mail programs."""
        names = _field_names(head)
        sure, common = len(names & _SURE), len(names & _COMMON)
        if suffix_of(name) == ".eml":
            return 90 if sure + common else 0
        if suffix_of(name) in {".md", ".csv", ".tsv"} or head.startswith(b"From "):
            return 0
        return 75 if sure and sure + common >= 3 else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read one message.

        Raises:
            TooDeep: parts nested beyond the limit.
        """
        message = open_message(data)
        headers = shown_headers(message)
        parts = contents(message, context.limits)
        text, runs = compose(_units(headers, parts.bodies))
        pieces = _pieces(text, runs, headers, parts.bodies)
        breaks = _breaks(text)
        blocks, capped = to_blocks(
            pieces, lambda piece: _location(runs, breaks, piece.start, piece.end), context.limits.max_blocks
        )
        date, warnings = date_of(headers)
        return ParsedDocument(
            parser=self.name,
            media_type="message/rfc822",
            text=text,
            blocks=blocks,
            title=next((header.value for header in headers if header.name == "Subject"), ""),
            date=date,
            language=language_of(_own_words(text, pieces)),
            properties=tuple((header.name, header.value) for header in headers),
            people=people_of(headers),
            attachments=parts.attachments,
            unread=(*parts.unread, *_too_long(parts.bodies), *capped),
            warnings=(*parts.warnings, *warnings),
            runs=runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The header or body part, and the characters and lines in it."""
        return _location(document.runs, _breaks(document.text), start, end)

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at this place of the message, decoded anew.

        Raises:
            PlaceNotFound: the message has no such place.
        """
        return reopen_units(_reread(data), location)


@lru_cache(maxsize=1)
def _reread(data: bytes) -> Addressed:
    """The units of a message; kept for the next look at the same bytes."""
    message = open_message(data)
    return Addressed.of(_units(shown_headers(message), contents(message, Limits(max_depth=1_000)).bodies))


def _units(headers: tuple[Header, ...], bodies: tuple[Body, ...]) -> list[Unit]:
    """Header lines, a blank line, the body parts parted by a blank line."""
    units = [Unit(header.address, f"{header.name}: {header.value}", "\n") for header in headers]
    if units and bodies:
        units[-1] = Unit(units[-1].address, units[-1].text, "\n\n")
    units += [Unit(body.path, body.text, "\n\n") for body in bodies[:-1]]
    return units + [Unit(body.path, body.text) for body in bodies[-1:]]


def _pieces(text: str, runs: tuple[Run, ...], headers: tuple[Header, ...], bodies: tuple[Body, ...]) -> list[Piece]:
    pieces: list[Piece] = []
    for run, header in zip(runs, headers, strict=False):
        label = (run.start, run.start + len(header.name))
        value = (label[1] + 2, label[1] + 2 + len(header.value))
        pieces.append(Piece(Zone.HEADER, run.start, value[1], label=label, value=value))
    for run, body in zip(runs[len(headers) :], bodies, strict=True):
        pieces += Prose(text, mail=True).read(run.start, run.start + min(len(body.text), MAX_STRUCTURED))
    return pieces


def _too_long(bodies: tuple[Body, ...]) -> tuple[Unread, ...]:
    why = "the message is too long: kept as searchable text, not read as structure"
    return tuple(Unread(f"the end of part {body.path}", why) for body in bodies if len(body.text) > MAX_STRUCTURED)


@lru_cache(maxsize=1)
def _breaks(text: str) -> tuple[int, ...]:
    """Where the line ends stand: many places of one message are asked for in turn."""
    return tuple(found.start() for found in re.finditer("\n", text))


def _location(runs: tuple[Run, ...], breaks: Sequence[int], start: int, end: int) -> Location:
    first, last = run_at(runs, start), run_at(runs, max(start, end - 1))
    lines = (("line_from", _line(breaks, first, start)), ("line_to", _line(breaks, last, max(start, end - 1))))
    alone = sum(1 for run in runs[-2:] if not _header_name(run)) == 1
    words = _words(first, last, lines[0][1], lines[1][1], alone=alone)
    return Location("mail", words, (*pointer(runs, start, end), *lines))


def _line(breaks: Sequence[int], run: Run, position: int) -> int:
    """The line of a character in its part, from 1."""
    return bisect_left(breaks, position) - bisect_left(breaks, run.start) + 1


def _words(first: Run, last: Run, line_from: int, line_to: int, *, alone: bool) -> str:
    """ "header Date", "message body, lines 3-5"; the part is named only when the body has several."""
    if first.address != last.address:
        return f"{_place(first, line_from, alone=alone)} to {_place(last, line_to, alone=alone)}"
    name = _header_name(first)
    return f"header {name}" if name else f"{_body(first, alone=alone)}, {line_words(line_from, line_to)}"


def _place(run: Run, line: int, *, alone: bool) -> str:
    name = _header_name(run)
    return f"header {name}" if name else f"{_body(run, alone=alone)}, line {line}"


def _body(run: Run, *, alone: bool) -> str:
    return "message body" if alone else f"message body (part {run.address})"


def _header_name(run: Run) -> str:
    return run.address.split(":")[1] if run.address.startswith("header:") else ""


def _own_words(text: str, pieces: list[Piece]) -> str:
    """The writer's own words decide the language."""
    own = [
        text[piece.start : piece.end]
        for piece in pieces
        if piece.zone not in {Zone.HEADER, Zone.QUOTATION, Zone.SIGNATURE, Zone.LEGAL}
    ]
    return "\n".join(own)


def _field_names(head: bytes) -> frozenset[bytes]:
    """Names of the header lines at the top, lower case."""
    names: set[bytes] = set()
    for line in in_bytes(head).splitlines()[:200]:
        found = _FIELD.match(line + b"\n")
        if found:
            names.add(found.group(1).lower())
        elif not line.strip() or not (line[:1] in b" \t" or line.startswith(b"From ")):
            break
    return frozenset(names)
