"""Read one document alone: a pure function of its bytes, its name and the recipe; runs in any process (design notes §1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from forager.errors import NestedTooDeep, ReadingFailed
from forager.extract import read as extraction
from forager.model.document import Attachment, Chunk, ParsedDocument
from forager.model.evidence import Evidence
from forager.model.proposal import Asking, Fault, counted
from forager.model.statement import Reading, Statement
from forager.parse import chunk, registry
from forager.parse.errors import ParseError
from forager.parse.parser import ParseContext, Parser
from forager.pipeline.dates import own_date
from forager.pipeline.named import mention_rows, relation_rows
from forager.pipeline.recipe import LOCALE
from forager.pipeline.shingles import minhash
from forager.pipeline.states import Setting, evidence
from forager.pipeline.structure import structure
from forager.store import names
from forager.store.names import member_name
from forager.store.readings import Asked, Carried, Failure, Passage, ReadDocument, Success, digest_of
from formicaria.ground.canonical import canonical_text, sha256_hex, text_digest


def read(data: bytes, asked: Asked) -> Success | Failure:
    """Parse, divide, state and locate one document, then find every excerpt again in the original bytes.

    Every failure, whatever its kind, is this document's own.
    """
    try:
        return _read(data, asked)
    except (ParseError, ReadingFailed) as error:
        return Failure(error.code, error.sentence)
    except Exception as error:  # noqa: BLE001  # a fault in one document's reading must not end the job
        return Failure(ReadingFailed.code, f"Reading it failed in an unexpected way ({type(error).__name__}).")


def _read(data: bytes, asked: Asked) -> Success:
    if names.depth(asked.logical_name) > names.DEEPEST:
        raise NestedTooDeep("It lies too deep inside other files.", remedy="Unpack it and give it by itself.")
    document = registry.parse(data, ParseContext(asked.logical_name, locale=LOCALE))
    parser = registry.by_name(document.parser)
    date = own_date(document, asked.logical_name)
    found = extraction.read(document, asked.logical_name, date.value, asked.told)
    chunks = chunk.chunks(document)
    setting = Setting(asked.project_id, asked.source_id, asked.logical_name, document, parser, chunks)
    stated = evidence(setting, found.statements)
    kept = tuple(each for each in stated if found_again(parser, data, each, document.text))
    proposed = _proposed(setting, data, found.proposed, asked.asking, kept)
    mentions = mention_rows(setting, found.mentions)
    made = ReadDocument(
        media_type=document.media_type,
        title=document.title,
        language=document.language,
        date=date,
        text=document.text,
        structure=structure(document),
        shingles=canonical_text(list(minhash(document.text))),
        passages=_passages(document, chunks),
        evidence=tuple(sorted((*kept, *proposed), key=lambda each: (each.start, each.end, each.id))),
        mentions=mentions,
        relations=relation_rows(setting, found.relations, mentions),
        carried=_carried(asked.logical_name, document.attachments),
        unread=document.unread,
        warnings=(*document.warnings, *found.warnings),
        lost=len(stated) - len(kept),
        asking=_accounted(asked.asking, found, proposed),
    )
    return Success(replace(made, digest=digest_of(made)), tuple(each.data for each in document.attachments))


def _proposed(
    setting: Setting, data: bytes, statements: Sequence[Statement], asking: Asking | None, rules: Sequence[Evidence]
) -> tuple[Evidence, ...]:
    """The evidence of what a model proposed and the original bears out, but for claims the rules made in the same place."""
    made = evidence(setting, statements, asking.model) if asking else ()
    fresh = (each for each in made if not any(_is_same_place(each, other) for other in rules))
    return tuple(each for each in fresh if found_again(setting.parser, data, each, setting.document.text))


def _is_same_place(one: Evidence, other: Evidence) -> bool:
    return one.id == other.id or (one.item_id == other.item_id and one.start < other.end and other.start < one.end)


def _accounted(asking: Asking | None, found: Reading, proposed: Sequence[Evidence]) -> Asking | None:
    """The account of asking, completed by what became of the proposals."""
    if asking is None:
        return None
    lost = (Fault.LOST, len(found.proposed) - len(proposed))
    return replace(asking, proposed=found.proposals, kept=len(proposed), dropped=counted((*found.dropped, lost)))


def found_again(parser: Parser, data: bytes, claim: Evidence, text: str) -> bool:
    """Whether the original bytes hold, at every place of the evidence, what the evidence says stands there."""
    try:
        opened = [parser.reopen(data, span.location) for span in claim.spans]
    except ParseError:
        return False
    same = all(there == text[span.start : span.end] for there, span in zip(opened, claim.spans, strict=True))
    return same and text_digest(opened[0]) == claim.excerpt_sha256


def _passages(document: ParsedDocument, chunks: Sequence[Chunk]) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            each.ordinal,
            each.start,
            each.end,
            canonical_text(each.location.to_json()),
            document.text[each.start : each.end],
        )
        for each in chunks
    )


def _carried(parent: str, attachments: Sequence[Attachment]) -> tuple[Carried, ...]:
    """What a document carries, each under a name of its own."""
    found: dict[str, Carried] = {}
    for ordinal, each in enumerate(attachments, 1):
        name = member_name(parent, each.path, ordinal)
        if name in found:
            name = f"{name} ({ordinal})"
        found[name] = Carried(name, sha256_hex(each.data), len(each.data))
    return tuple(found.values())
