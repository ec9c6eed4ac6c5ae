"""Header lines of a message, decoded so that no malformed one can fail the message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import TypeAlias

from forager.model.document import DocumentDate
from forager.parse.decode import decode, normalise
from forager.parse.errors import Undecodable
from forager.parse.people import Person, people_in

Mail: TypeAlias = "Message[str, str]"

SHOWN = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date", "Subject", "Message-ID", "In-Reply-To")
"""Headers that become text, in this order; the others are transport."""

ROLES = {"From": "from", "Sender": "sender", "Reply-To": "reply-to", "To": "to", "Cc": "cc", "Bcc": "bcc"}

_FOLD = re.compile(r"\s*[\r\n]+\s*")


@dataclass(frozen=True, slots=True)
class Header:
    """A shown header: its canonical name, its number among those of that name, the raw and the decoded value."""

    name: str
    number: int
    raw: str
    value: str

    @property
    def address(self) -> str:
        """Where it stands: "header:Date", or "header:To:2" for a repeated one."""
        return f"header:{self.name}" + (f":{self.number + 1}" if self.number else "")


def shown_headers(message: Mail) -> tuple[Header, ...]:
    """The headers a reader sees, in a fixed order."""
    return tuple(header for name in SHOWN for header in _named(message, name))


def _named(message: Mail, name: str) -> Iterator[Header]:
    raws = [str(raw) for key, raw in message.raw_items() if key.lower() == name.lower()]
    for number, raw in enumerate(raws):
        value = decoded(raw)
        if value:
            yield Header(name, number, eight_bit(raw), value)


def decoded(raw: str) -> str:
    """A header value on one line with encoded words read; as it stands when they are malformed."""
    raw = eight_bit(_FOLD.sub(" ", raw))
    value = raw
    if "=?" in raw:
        try:
            value = str(make_header(decode_header(raw)))
        except (HeaderParseError, LookupError, ValueError):
            value = raw
    return " ".join(normalise(value).split())


def eight_bit(raw: str) -> str:
    """A header with bytes beyond ASCII, which no standard allows and many programs write."""
    if raw.isascii():
        return raw
    try:
        return decode(raw.encode("utf-8", "surrogateescape")).text
    except Undecodable:
        return normalise(raw)


def people_of(headers: tuple[Header, ...]) -> tuple[Person, ...]:
    """Everyone the headers name, with the role of the header."""
    fields = [(_FOLD.sub(" ", header.raw), ROLES[header.name]) for header in headers if header.name in ROLES]
    return people_in(*fields, decode=decoded)


def date_of(headers: tuple[Header, ...]) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """The Date header as ISO 8601 with the sender's offset; a warning when it cannot be read (RFC 5322 §3.3)."""
    written = next((header.value for header in headers if header.name == "Date"), "")
    if not written:
        return None, ()
    try:
        moment = parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None, ("The Date header cannot be read as a date.",)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return DocumentDate(moment.isoformat(timespec="seconds"), "second", "mail header Date"), ()
