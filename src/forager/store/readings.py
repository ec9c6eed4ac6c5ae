"""What travels between the process that writes and those that read documents; imports no database, so that they start fast."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from forager.model.document import DocumentDate, Unread
from forager.model.evidence import Evidence, MentionRow, RelationRow
from forager.model.proposal import Asking, Told
from formicaria.ground.canonical import text_digest


@dataclass(frozen=True, slots=True)
class Asked:
    """Which source is to be read, and what it is called.

    With a model beside the rules a document is read twice: first to have its passages, then with ``told``, what the model answered
    about them; ``asking`` is the account of it so far.
    """

    project_id: str
    source_id: str
    logical_name: str
    sha256: str
    told: tuple[Told, ...] = field(default=(), repr=False)
    asking: Asking | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a source could not be read: a stable code, and words for a person."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A searchable passage of a document; ``start`` and ``end`` index its text, ``location`` is canonical JSON."""

    ordinal: int
    start: int
    end: int
    location: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Carried:
    """A member or attachment found in a document."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """Everything read from one source. ``structure`` and ``shingles`` are canonical JSON.

    ``lost`` counts claims whose words were not found again in the original bytes; they are left out of ``evidence``.
    """

    media_type: str
    title: str
    language: str
    date: DocumentDate
    text: str = field(repr=False)
    structure: str = field(repr=False)
    shingles: str = field(repr=False)
    passages: tuple[Passage, ...]
    evidence: tuple[Evidence, ...]
    mentions: tuple[MentionRow, ...]
    relations: tuple[RelationRow, ...]
    carried: tuple[Carried, ...]
    unread: tuple[Unread, ...]
    warnings: tuple[str, ...]
    lost: int
    asking: Asking | None = None
    digest: str = ""
    """From ``digest_of``: two readings with one digest are the same to the last place and word."""


@dataclass(frozen=True, slots=True)
class Success:
    """What was read, and the bytes of what the document carries, in the order of ``document.carried``."""

    document: ReadDocument
    contents: tuple[bytes, ...] = field(repr=False)


def digest_of(read: ReadDocument) -> str:
    """SHA-256 over everything a reading gives but its account; compared within one store, never published."""
    whole = json.dumps(
        [
            [read.media_type, read.title, read.language, read.date.value, read.date.precision, read.date.origin],
            [text_digest(read.text), read.structure, read.shingles],
            [[each.ordinal, each.start, each.end, each.location] for each in read.passages],
            [_claim(each) for each in read.evidence],
            [[getattr(each, name) for name in MentionRow.__slots__] for each in read.mentions],
            [[getattr(each, name) for name in RelationRow.__slots__] for each in read.relations],
        ],
        separators=(",", ":"),
        sort_keys=True,
    )
    return text_digest(whole)


def _claim(each: Evidence) -> list[object]:
    plain = [getattr(each, name) for name in Evidence.__slots__ if name not in {"spans", "qualifiers"}]
    spans = [[span.role, span.start, span.end, span.location.to_json()] for span in each.spans]
    return [plain, spans, [list(pair) for pair in each.qualifiers]]
