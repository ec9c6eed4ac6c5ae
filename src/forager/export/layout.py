"""The Anthill package, version 7: its names, its parts, and what its manifest says in words (ADR 0087)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MANIFEST: Final = "anthill-package.json"
FORMAT: Final = "forager.export.anthill"
VERSION: Final = 7
SCHEMA: Final = 1
TENANT: Final = "tenant"
GENERAL: Final = "general"
ORIGINALS: Final = "originals/"


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of record: its name, what it holds, the field that orders it, and whether a record of it can be general."""

    name: str
    holds: str
    divides: bool = False


PARTS: Final = (
    Part("sources", "Documents: name, SHA-256 of the bytes, date, how they were read.", divides=True),
    Part("knowledge", "Statements as they stand, decisions included.", divides=True),
    Part("evidence", "What each document says, word for word, and where.", divides=True),
    Part("entities", "Who and what the statements are about."),
    Part("candidates", "Entities that may be one, for a person to decide."),
    Part("relations", "How entities stand to one another, with evidence."),
    Part("conflicts", "Disagreements: both sides, the suggestion, what was decided."),
    Part("addresses", "Ids that point to another record."),
    Part("decisions", "Everything people decided, in order, with who, when and why."),
    Part("documents", "The text read from each document and its structure.", divides=True),
    Part("passages", "Searchable passages of the texts.", divides=True),
    Part("mentions", "Names in context, as they stand in the texts."),
    Part("links", "Relations as single documents state them."),
    Part("counts", "How many proposals of a model were kept or dropped, by document."),
)
CONFIDENTIALITY: Final = {
    "statement": "A record is general only if a person said so of every document it rests on; everything else is tenant.",
    TENANT: "Names or may identify a customer, its people or its affairs. For that customer's own work only.",
    GENERAL: "Generalised: a person said that it holds nothing of a customer. Nothing becomes general by itself.",
}
RULES: Final = (
    "Import the package into an engine and ask that engine; do not search the files.",
    "Check every SHA-256, size and count before using anything; refuse the whole package when one differs.",
    "Tenant records may enter the context of a mission of the same tenant; never shared memory, never trails.",
    "A statement is what a source says, not what is true: show its support, its status and its evidence.",
    "Keep both sides of an open disagreement; a suggestion is no decision.",
)


def path_of(scope: str, part: str) -> str:
    """Where the records of a part with a confidentiality stand in the archive."""
    return f"{scope}/{part}.jsonl"
