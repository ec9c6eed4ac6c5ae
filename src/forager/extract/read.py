"""Reading one document: zones first, then structure, grammar and whole sentences (design notes, section 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from forager.extract.attributes import get
from forager.extract.clauses import clauses_in
from forager.extract.grammar import statements_in
from forager.extract.hits import Subject
from forager.extract.layout import LeadIn, item_under, lead_in, letterhead, mail_header
from forager.extract.lines import FIRST, date_line, fields_in_line, forms_of, told_line
from forager.extract.mentions import find_mentions
from forager.extract.proposed import take
from forager.extract.relations import relations_of
from forager.extract.retold import retold
from forager.extract.rules.reasons import REASON
from forager.extract.rules.structure import KEY_VALUE, TOLD_LINE
from forager.extract.scope import Scope, build_scope
from forager.extract.sentences import Sentence, sentences_of
from forager.extract.sheets import sheet_fields
from forager.extract.structure import key_value, total_heading
from forager.extract.tables import MAX_ROWS, tables_statements
from forager.extract.validity import bounded
from forager.extract.whole import is_assertion, whole_sentence
from forager.extract.worth import is_aside
from forager.model.document import Block, ParsedDocument, Zone
from forager.model.proposal import Told
from forager.model.statement import Reading, Statement

RECIPE = "forager-deterministic@1.3.0"
"""Name and version of this extractor, part of every recipe."""


def read(document: ParsedDocument, logical_name: str, document_date: str, told: Sequence[Told] = ()) -> Reading:
    """Everything ``document`` states, and of what a model was ``told`` to have found in it that which is located.

    ``document_date`` is its own ISO date or empty; dates without a year lean on it. ``logical_name`` is only for warnings.
    The result depends on the arguments alone; statements stand in order of place, then rule and attribute.
    """
    mentions = find_mentions(document)
    scope = build_scope(document, mentions, document_date)
    forms = forms_of(document)
    stated = [
        *_from_blocks(scope, document, forms),
        *tables_statements(scope, document.tables),
        *sheet_fields(scope, document),
    ]
    statements = _without_patterns(_in_order([bounded(each) for each in stated]), forms)
    warnings = tuple(
        f"{logical_name}: table {table.index + 1} has more than {MAX_ROWS} rows; its rows are searchable but not stated"
        for table in document.tables
        if len({cell.row for cell in table.cells}) > MAX_ROWS + 1
    )
    relations = relations_of(scope, statements)
    if not told:
        return Reading(statements, mentions, relations, warnings)
    taken = take(scope, _stating(document), statements, told)
    return Reading(statements, mentions, relations, warnings, taken.statements, taken.proposed, taken.dropped)


def _stating(document: ParsedDocument) -> tuple[Block, ...]:
    """The blocks of prose that may state something."""
    prose = (
        block for block in document.blocks if block.zone in {Zone.ITEM, Zone.PARAGRAPH} and block.start < block.end
    )
    return tuple(_without_term(document.text, block) for block in prose if not is_aside(block.headings))


def _from_blocks(scope: Scope, document: ParsedDocument, forms: frozenset[int]) -> Iterator[Statement]:
    yield from letterhead(scope, document)
    duty: LeadIn | None = None
    lead = ""
    for place, block in enumerate(document.blocks):
        if block.start >= block.end:
            continue
        duty = lead_in(scope, block, duty)
        if block.zone is not Zone.ITEM:
            lead = scope.text[block.start : block.end] if block.zone is Zone.PARAGRAPH else ""
        yield from _from_block(scope, block, duty, lead, forms)
        if place < FIRST:
            yield from date_line(scope, block)


def _from_block(
    scope: Scope, block: Block, duty: LeadIn | None, lead: str, forms: frozenset[int]
) -> Iterator[Statement]:
    """What one block states by its place, as a line, or as prose."""
    if block.zone is Zone.HEADER:
        yield from mail_header(scope, block)
    elif block.zone is Zone.HEADING:
        yield from total_heading(scope, block)
    elif duty is not None and duty.item is block:
        yield from item_under(scope, duty)
    elif block.zone in {Zone.KEY_VALUE, Zone.ITEM, Zone.PARAGRAPH}:
        lines = fields_in_line(scope, block) or key_value(scope, block)
        if not lines and (block.zone is not Zone.KEY_VALUE or block.label is not None):
            lines = tuple(_from_prose(scope, block, lead if block.zone is Zone.ITEM else ""))
        yield from lines or told_line(scope, block, form=block.start in forms)


def _from_prose(scope: Scope, block: Block, lead: str) -> Iterator[Statement]:
    """Grammar first; a sentence it does not take may stand as a whole. The last bound subject serves the next pronoun.

    ``lead`` is the paragraph before a list of which the block is an item, else empty.
    """
    antecedent: Subject | None = None
    if is_aside(block.headings):
        return
    block = _without_term(scope.text, block)
    before: tuple[Statement, ...] = ()
    for sentence in sentences_of(scope, block):
        asserts = is_assertion(sentence)
        found = clauses_in(scope, sentence, statements_in(scope, sentence, antecedent) if asserts else ())
        before, found = retold(scope, sentence, found, before)
        yield from before
        alone = all(statement.attribute == REASON for statement in found)
        whole = whole_sentence(scope, sentence, lead, asserts=asserts) if alone else None
        before = (*found, *((whole,) if whole is not None else ()))
        antecedent = _antecedent(sentence, found) or _first_named(scope, sentence) or antecedent
    yield from before


def _without_term(text: str, block: Block) -> Block:
    """A block whose label stands apart from its text, as a term from its definition, begins at the text."""
    if block.label is None or block.value is None or ":" in text[block.label[1] : block.value[0]]:
        return block
    return replace(block, start=max(block.start, block.value[0]))


def _antecedent(sentence: Sentence, found: tuple[Statement, ...]) -> Subject | None:
    """The subject a following "it" stands for: that of the sentence's only subject."""
    del sentence
    named = {statement.subject: statement for statement in found if statement.subject and not statement.about_document}
    if len(named) != 1:
        return None
    statement = next(iter(named.values()))
    spans = [(span.start, span.end) for span in statement.spans if span.role in {"subject", "header"}]
    return Subject(statement.subject, span=spans[0] if spans else None)


def _first_named(scope: Scope, sentence: Sentence) -> Subject | None:
    """A mention with which the sentence opens."""
    start, end = sentence.span(sentence.start, sentence.end)
    mentions = scope.mentions_in(start, end)
    if not mentions or mentions[0].start > start + 4:
        return None
    return Subject(mentions[0].name, span=(mentions[0].start, mentions[0].end))


MANY = 3
"""A document has few values under a label of its own; a label met with this many is a pattern of its list."""


def _without_patterns(statements: tuple[Statement, ...], forms: frozenset[int]) -> tuple[Statement, ...]:
    """Without the lines of a list that all begin with one unknown label ("Considerations: cost", "Considerations: weight").

    In a form the same label may stand before several values.
    """
    values: dict[str, set[str]] = {}
    for statement in statements:
        if _is_open_line(statement, forms) and statement.value is not None:
            values.setdefault(statement.attribute, set()).add(_label_of(statement))
    return tuple(
        each for each in statements if not (_is_open_line(each, forms) and len(values.get(each.attribute, ())) >= MANY)
    )


def _label_of(statement: Statement) -> str:
    """What tells lines under one label apart: the place of a label that several values share, else the value."""
    shared = next((span.start for span in statement.spans if span.role == "header"), None)
    return f"@{shared}" if shared is not None else statement.value.normal if statement.value else ""


def _is_open_line(statement: Statement, forms: frozenset[int]) -> bool:
    open_line = statement.rule in {KEY_VALUE.label, TOLD_LINE.label} and get(statement.attribute) is None
    return open_line and statement.about_document and statement.spans[0].start not in forms


def _in_order(statements: list[Statement]) -> tuple[Statement, ...]:
    """Distinct statements in order of place; a total order."""
    return tuple(sorted(dict.fromkeys(statements), key=_order))


def _order(statement: Statement) -> tuple[int, int, str, str, str, str, str]:
    first = statement.spans[0]
    value = "" if statement.value is None else statement.value.normal
    return (first.start, first.end, statement.attribute, statement.subject, value, statement.change, repr(statement))
