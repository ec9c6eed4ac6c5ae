"""Statements to evidence: ids that say what makes a claim the same claim, and spans with their places (design notes §2, §3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forager.extract.subject import subject_words
from forager.model import keys
from forager.model.document import Chunk, ParsedDocument
from forager.model.evidence import Evidence
from forager.model.statement import SUPPORT_ORDER, LocatedSpan, Statement
from forager.parse.parser import Parser
from formicaria.ground.canonical import text_digest


@dataclass(frozen=True, slots=True)
class Setting:
    """The document that statements stand in, and what it is called."""

    project_id: str
    source_id: str
    logical_name: str
    document: ParsedDocument
    parser: Parser
    chunks: Sequence[Chunk]

    def text(self, start: int, end: int) -> str:
        """The normalised text of a span."""
        return self.document.text[start:end]

    def located(self, role: str, start: int, end: int) -> LocatedSpan:
        """A span with its place in the original."""
        return LocatedSpan(role, start, end, self.parser.locate(self.document, start, end))

    def chunk_of(self, start: int) -> str:
        """The id of the passage a place lies in; empty outside all."""
        holding = [chunk.ordinal for chunk in self.chunks if chunk.start <= start < chunk.end]
        return keys.chunk_id(self.source_id, holding[-1]) if holding else ""


def evidence(setting: Setting, statements: Iterable[Statement], model: str = "") -> tuple[Evidence, ...]:
    """The evidence of all statements, in the order it stands; of two for one claim at one place the better supported.

    ``model`` is name@version of what proposed them; empty when the rules found them.
    """
    best: dict[str, Evidence] = {}
    for statement in statements:
        made = _evidence(setting, statement, model)
        if made.id not in best or _rank(made) < _rank(best[made.id]):
            best[made.id] = made
    return tuple(sorted(best.values(), key=lambda each: (each.start, each.end, each.id)))


def _rank(made: Evidence) -> tuple[int, int, str, str]:
    return ([each.value for each in SUPPORT_ORDER].index(made.support), made.hedges, made.rule, made.type)


def _evidence(setting: Setting, statement: Statement, model: str) -> Evidence:
    words = setting.logical_name if statement.about_document else subject_words(statement.subject)
    slot = slot_of(statement)
    item = _item_id(setting.project_id, statement, words, slot)
    first = statement.spans[0]
    excerpt = setting.text(first.start, first.end)
    value = statement.value
    return Evidence(
        id=keys.evidence_id(item, setting.source_id, [(span.role, span.start, span.end) for span in statement.spans]),
        project_id=setting.project_id,
        source_id=setting.source_id,
        chunk_id=setting.chunk_of(first.start),
        item_id=item,
        type=statement.type.value,
        sentence=statement.sentence,
        subject=statement.subject,
        subject_words=words,
        about_document=statement.about_document,
        attribute=statement.attribute if value else "",
        slot=slot,
        qualifiers=statement.qualifiers,
        modality=statement.modality.value,
        polarity=statement.polarity,
        value_kind=value.kind.value if value else "",
        value=value.normal if value else "",
        value_written=value.written if value else "",
        precision=value.precision if value else "",
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        support=statement.support.value,
        hedges=len(statement.hedges),
        quality=setting.document.quality,
        reported_by=statement.reported_by,
        change=statement.change,
        replaces=statement.replaces,
        rule=statement.rule,
        model=model,
        spans=tuple(setting.located(span.role, span.start, span.end) for span in statement.spans),
        excerpt=excerpt,
        excerpt_sha256=text_digest(excerpt),
        start=first.start,
        end=first.end,
    )


def slot_of(statement: Statement) -> str:
    """The attribute of a value, or a proposition's predicate and object; empty when the claim is known only by its words."""
    if statement.attribute and statement.value is not None:
        return statement.attribute
    return f"{statement.predicate} {statement.object}".strip() if statement.predicate else ""


def _item_id(project_id: str, statement: Statement, words: str, slot: str) -> str:
    value = statement.value
    if not (slot and words):
        return keys.sentence_item_id(project_id, statement.sentence)
    return keys.attribute_item_id(
        project_id,
        words,
        slot,
        statement.qualifiers,
        statement.modality.value,
        polarity=statement.polarity,
        kind=value.kind.value if value else "",
        value=value.normal if value else "",
    )
