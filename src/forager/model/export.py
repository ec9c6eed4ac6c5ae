"""Exports: files made of a published revision, to be taken away."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """What an export is written as."""

    ANTHILL = "anthill"
    JSONL = "jsonl"
    CSV = "csv"
    JSONLD = "jsonld"
    FTM = "ftm"


ENDINGS = {
    Format.ANTHILL: "anthill.zip",
    Format.JSONL: "jsonl.zip",
    Format.CSV: "csv.zip",
    Format.JSONLD: "jsonld",
    Format.FTM: "ftm.jsonl",
}
"""How the name of a downloaded file ends."""


@dataclass(frozen=True, slots=True)
class Export:
    """One export. ``sha256`` and ``size`` are those of its bytes; ``content_digest`` is the revision's.

    ``credential`` is what was authenticated, ``actor`` who was claimed to act; ``state`` is ready, or purged when its bytes were destroyed.
    """

    id: str
    project_id: str
    format: Format
    rev: int
    content_digest: str
    sha256: str
    size: int
    originals: bool
    credential: str
    actor: str
    created_at: str
    state: str

    def file_name(self, slug: str) -> str:
        """What a saved copy is called: letters, digits, hyphens, dots and underscores only."""
        word = "".join(each if each.isascii() and each.isalnum() else "-" for each in slug).strip("-") or "base"
        return f"{word}-rev{self.rev}-{self.sha256[:8]}.{ENDINGS[self.format]}"
