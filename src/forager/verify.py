"""Open every piece of evidence again in the original bytes and check its hash; what is lost is said, never hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from forager.errors import BlobUnusable
from forager.model.evidence import Evidence
from forager.model.source import Source, SourceState
from forager.parse import registry
from forager.parse.errors import ParseError
from forager.store import documents, sources
from forager.store import evidence as evidence_rows
from forager.store.blobs import Blobs
from formicaria.ground.canonical import text_digest
from formicaria.ground.database import Database

PAGE = 200


@dataclass(frozen=True, slots=True)
class Missing:
    """Evidence that cannot be shown in the original, and why in words."""

    evidence_id: str
    source_id: str
    source_name: str
    place: str
    why: str


@dataclass(frozen=True, slots=True)
class Verification:
    """How much of a project's evidence was looked for, and what was not found."""

    evidence: int
    verified: int
    lost: tuple[Missing, ...]

    @property
    def missing(self) -> int:
        """How many were not found."""
        return len(self.lost)

    def to_json(self) -> dict[str, object]:
        """The counts, and each missing piece."""
        lost = [{name: getattr(each, name) for name in Missing.__slots__} for each in self.lost]
        return {"evidence": self.evidence, "verified": self.verified, "missing": self.missing, "lost": lost}


def verify(database: Database, blobs: Blobs, project_id: str) -> Verification:
    """Check all evidence of a project, of past versions too; only what was purged is left out."""
    total, lost, after = 0, list[Missing](), ""
    while page := _page(database, project_id, after):
        for source in page:
            with database.read() as connection:
                claims, faults = _checked(connection, blobs, source)
            total += claims
            lost += faults
        after = page[-1].id
    return Verification(total, total - len(lost), tuple(lost))


def _page(database: Database, project_id: str, after: str) -> tuple[Source, ...]:
    with database.read() as connection:
        return sources.listed(connection, project_id, after=after, limit=PAGE)


def _checked(connection: Connection, blobs: Blobs, source: Source) -> tuple[int, list[Missing]]:
    if source.state is SourceState.PURGED:
        return 0, []
    claims = evidence_rows.of_source(connection, source.id)
    return len(claims), list(_lost(connection, blobs, source, claims)) if claims else []


def _lost(connection: Connection, blobs: Blobs, source: Source, claims: list[Evidence]) -> Iterator[Missing]:
    kept = documents.get(connection, source.id)
    try:
        data = blobs.get(source.project_id, source.sha256)
    except BlobUnusable as error:
        yield from (_missing(source, claim, error.message) for claim in claims)
        return
    for claim in claims:
        why = (
            "its document is not kept any more"
            if kept is None
            else fault(data, str(kept.structure["parser"]), kept.text, claim)
        )
        if why:
            yield _missing(source, claim, why)


def fault(data: bytes, parser: str, text: str, claim: Evidence) -> str:
    """Why a piece of evidence is not what it says; empty when it is."""
    if text_digest(claim.excerpt) != claim.excerpt_sha256:
        return "the kept excerpt was altered"
    for number, span in enumerate(claim.spans):
        try:
            there = registry.reopen(parser, data, span.location)
        except ParseError:
            return "the original has no such place"
        if number == 0 and text_digest(there) != claim.excerpt_sha256:
            return "other words stand at this place of the original"
        if there != text[span.start : span.end]:
            return f"its {span.role} is not what stands in the original"
    return ""


def _missing(source: Source, claim: Evidence, why: str) -> Missing:
    return Missing(claim.id, source.id, source.logical_name, claim.spans[0].location.words, why)
