"""Projects and the sources people gave them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Project:
    """A knowledge base. ``published_rev`` 0 means nothing was published yet."""

    id: str
    ordinal: int
    slug: str
    name: str
    purpose: str
    published_rev: int
    created_at: str
    archived_at: str


class SourceState(StrEnum):
    """A source's place among the versions of its logical name; a fold of the source events."""

    LIVE = "live"
    SUPERSEDED = "superseded"
    REMOVED = "removed"
    PURGED = "purged"


class ReadState(StrEnum):
    """How far reading this source under the present recipe has come."""

    WAITING = "waiting"
    READ = "read"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Source:
    """One version of one logical source. A member or attachment has ``parent_id`` and is named ``parent!/path``.

    ``document_date`` is the document's own date (ISO, possibly a prefix) or, failing that, one found in its name.
    ``included`` says whether the derived state counts its evidence; ``cluster`` is the original's id among near-duplicates,
    ``replaced_by`` the live source that says it replaces this one.
    """

    id: str
    project_id: str
    logical_name: str
    sha256: str
    size: int
    parent_id: str
    accepted_seq: int
    state: SourceState
    read_state: ReadState
    recipe: str
    media_type: str
    title: str
    language: str
    document_date: str
    date_origin: str
    authoritative: bool
    failure_code: str
    failure: str
    included: bool
    cluster: str
    replaced_by: str
    accepted_at: str


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """What happened to a source, in the order it happened in its project."""

    project_id: str
    seq: int
    source_id: str
    kind: str
    actor: str
    at: str
