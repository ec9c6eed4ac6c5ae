"""Tier A: what the place of a line says by itself: mail headers, the letterhead of an invoice, items under their lead-in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.utils import getaddresses

from forager.extract.attributes import attribute_for
from forager.extract.rules.structure import LEAD_IN, LETTERHEAD, MAIL_HEADER
from forager.extract.scope import Scope
from forager.extract.values.find import find_values
from forager.extract.view import view
from forager.extract.wordlist import word_set
from forager.extract.worth import is_aside, is_code, is_placeholder
from forager.model.document import Block, ParsedDocument, Zone
from forager.model.statement import EntityClass, Span, Statement, Value, ValueKind

_TOLD = frozenset({"from", "sender", "to", "cc", "bcc", "date", "subject"})
"""Header lines that a reader of the message wants; the others are for machines."""


def mail_header(scope: Scope, block: Block) -> Iterator[Statement]:
    """What one line of a message's head states about the message."""
    if block.label is None or block.value is None:
        return
    label, written = scope.text[slice(*block.label)].casefold(), scope.text[slice(*block.value)].strip()
    if label not in _TOLD or not written:
        return
    value = _header_value(label, written)
    if value is not None:
        yield Statement(
            type=MAIL_HEADER.type,
            sentence=scope.text[block.start : block.end].strip(),
            spans=(Span("sentence", block.start, block.end), Span("value", *block.value)),
            rule=MAIL_HEADER.label,
            support=MAIL_HEADER.support,
            about_document=True,
            attribute=attribute_for(label),
            value=value,
        )


def _header_value(label: str, written: str) -> Value | None:
    plain = " ".join(written.casefold().split())
    if label == "date":
        dates = [found.value for found in find_values(written) if found.value.kind is ValueKind.DATE]
        return Value(ValueKind.DATE, dates[0].normal, written, dates[0].precision) if dates else None
    people = getaddresses([written]) if label != "subject" else []
    if len(people) == 1 and people[0][0]:
        return Value(ValueKind.PERSON, " ".join(people[0][0].casefold().split()), written)
    return Value(ValueKind.TEXT, plain, written)


_BILL = re.compile(r"(?:tax |pro forma |sales |commercial )?(?:invoice|receipt|bill|credit note)", re.IGNORECASE)
FIRST = 4
"""Blocks above the title of an invoice that may be its letterhead."""


def letterhead(scope: Scope, document: ParsedDocument) -> Iterator[Statement]:
    """Who sends an invoice: the organisation whose name is a line of its own above the title."""
    above: list[Block] = []
    for block in document.blocks[: FIRST + 1]:
        if block.zone in {Zone.TITLE, Zone.HEADING} and _BILL.fullmatch(scope.text[block.start : block.end].strip()):
            break
        above.append(block)
    else:
        return
    lines = [line for block in above for line in _lines(scope.text, block)]
    for place, (start, end) in enumerate(lines):
        if _names_organization(scope, start, end):
            sender = scope.text[start:end].strip()
            yield _head_line(
                scope, (start, end), Value(ValueKind.ORGANIZATION, _folded(sender), sender), "supplier", ""
            )
            yield from _below_sender(scope, lines[place + 1 :], sender)
            return


def _lines(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """The lines of a block that hold anything."""
    start = block.start
    for line in text[block.start : block.end].splitlines(keepends=True):
        if line.strip():
            yield start, start + len(line.rstrip())
        start += len(line)


_TAX = re.compile(
    r"(?:VAT|tax|GST|company)(?: registration)?(?: ID| number| no\.?):? (?P<code>[A-Z]{0,3} ?\d[\dA-Z .-]{5,18})",
    re.IGNORECASE,
)


def _below_sender(scope: Scope, lines: Sequence[tuple[int, int]], sender: str) -> Iterator[Statement]:
    """The address and the tax number below the name of the sender."""
    for start, end in lines:
        line = scope.text[start:end].strip()
        tax = _TAX.fullmatch(line)
        if tax is not None:
            place = (start + tax.start("code"), start + tax.end("code"))
            value = Value(ValueKind.TEXT, _folded(tax["code"]), tax["code"])
            yield _head_line(scope, (start, end), value, "tax_id", sender, place)
        elif is_address(line):
            yield _head_line(
                scope, (start, end), Value(ValueKind.TEXT, _folded(line), line), attribute_for("address"), sender
            )


_SMALL = word_set(
    "de du des la le les di da do dos van von der den the of am an in und et and rue avenue via calle rua chemin"
)


def is_address(line: str) -> bool:
    """Whether a line is a postal address: a street with its number, then places; names and numbers only, no sentence."""
    parts = [part.strip() for part in line.rstrip(".").split(",")]
    if not 2 <= len(parts) <= 5 or len(line) > 120 or re.search(r"[:;@?!()]", line):
        return False
    street = re.search(r"\d", parts[0]) is not None and re.search(r"[^\W\d_]{3,}", parts[0]) is not None
    words = [word for part in parts for word in part.split()]
    named = all(word[0].isupper() or word[0].isdigit() or word.casefold() in _SMALL for word in words)
    return street and named and all(find.value.kind is not ValueKind.DATE for find in find_values(line))


_LEGAL = re.compile(
    r"\b(?:Inc|Ltd|Limited|LLC|LLP|PLC|Corp|Corporation|Co|Company|GmbH|AG|KG|SE|SA|S\.A|SAS|SARL|BV|B\.V|NV|N\.V|ApS|A/S|AS|AB|Oy|SpA|S\.p\.A|SRL"
    r"|Pty|Group|Partners|Associates|Services|Translations|Consulting|Studio|Holdings)\b\.?$",
    re.IGNORECASE,
)
"""How the name of a firm ends."""


def _names_organization(scope: Scope, start: int, end: int) -> bool:
    line = scope.text[start:end].strip()
    if not 1 < len(line) <= 80 or not line[0].isupper():
        return False
    mentions = scope.mentions_in(start, end)
    return _LEGAL.search(line) is not None or any(
        each.entity_class is EntityClass.ORGANIZATION and each.start == start and each.end == end for each in mentions
    )


def _head_line(
    scope: Scope, line: tuple[int, int], value: Value, attribute: str, sender: str, place: tuple[int, int] | None = None
) -> Statement:
    """What a line of the letterhead states; about the document when no ``sender`` is named above it."""
    return Statement(
        type=LETTERHEAD.type,
        sentence=scope.text[slice(*line)].strip(),
        spans=(Span("sentence", *line), Span("value", *(place or line))),
        rule=LETTERHEAD.label,
        support=LETTERHEAD.support,
        subject=sender,
        about_document=not sender,
        attribute=attribute,
        value=value,
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


@dataclass(frozen=True, slots=True)
class LeadIn:
    """Words that a list completes: their subject, whether they deny, where they stand; ``item`` is the item at hand."""

    subject: str
    span: tuple[int, int]
    denied: bool
    item: Block | None = None


_BINDS = re.compile(
    r"(?:^|[.;\n]\s*)(?P<subject>(?:The |Each |Every |All |An? )?[A-Z][\w'\u2019-]*(?: [\w'\u2019-]+){0,5}?)"
    r" (?:shall|must|will|agrees? to|undertakes? to|is required to|are required to)(?P<no> not)?(?: \w+){0,3}(?: that)?:$"
)


_OWN = re.compile(r"^[A-Z][A-Z ,&/-]{2,}\n|\b(?:shall|must|SHALL|MUST)\b")
"""What makes an item a clause of its own: a head in capitals, a duty with its own verb."""


def lead_in(scope: Scope, block: Block, before: LeadIn | None) -> LeadIn | None:
    """The lead-in that holds at a block: one it opens itself, or the one before it while items follow."""
    raw = scope.text[block.start : block.end]
    opens = raw.rstrip(" *_\n").endswith(":")
    if not opens and (before is None or block.zone is not Zone.ITEM):
        return None
    item = view(scope.text, block.start, block.end)
    if opens:
        match = _BINDS.search(item.text)
        if match is None or is_aside(block.headings):
            return None
        place = item.span(match.start("subject"), len(item.text))
        return LeadIn(match["subject"], place, match["no"] is not None)
    if before is None or _OWN.search(raw) or not _is_obligation(item.text):
        return None
    return LeadIn(before.subject, before.span, before.denied, block)


def _is_obligation(text: str) -> bool:
    """Whether an item completes its lead-in: a few words with a stop or semicolon, no sentence of its own, no code."""
    words = text.split()
    ends = text.rstrip().endswith((";", ".", ",", "; and", "; or", ", and", ", or"))
    return ends and 3 <= len(words) <= 60 and not is_placeholder(text) and not is_code(text)


def item_under(scope: Scope, lead: LeadIn) -> Iterator[Statement]:
    """A duty that an item states together with its lead-in."""
    if lead.item is None:
        return
    item = view(scope.text, lead.item.start, lead.item.end)
    start, end = item.span(0, len(item.text))
    yield Statement(
        type=LEAD_IN.type,
        sentence=scope.text[start:end].strip(),
        spans=(Span("sentence", start, end), Span("header", *lead.span)),
        rule=LEAD_IN.label,
        support=LEAD_IN.support,
        subject=lead.subject,
        polarity=not (lead.denied or item.text.casefold().startswith("not ")),
    )
