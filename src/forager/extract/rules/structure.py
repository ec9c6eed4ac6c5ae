"""Rules of tier A: the layout of a document states something by itself."""

from __future__ import annotations

from forager.extract.rule import Example, Rule
from forager.model.document import Zone
from forager.model.statement import ItemType, Support

DOCUMENT_PROPERTY = "document property"
"""The rule of lines by which a document describes itself: its title, author, date, version."""

KEY_VALUE = Rule(
    "key-value line",
    "A",
    "key_value",
    (
        "label of at most six words without a finite verb, a colon, a value; subject from the nearest "
        "heading that names something"
    ),
    (
        Example("# Project Heron\n\nLaunch date: March 3, 2026", "heron", "launch_date", "2026-03-03"),
        Example("Door code: 4711", "", "door_code", "4711"),
        Example("- **Owner:** Maria Lopez", "", "owner", "maria lopez"),
    ),
    ("Note: see below", "To: all staff", "Example: http://example.org/a", "We said: no"),
    zones=(Zone.KEY_VALUE, Zone.ITEM, Zone.PARAGRAPH),
)
PROPERTY = Rule(
    DOCUMENT_PROPERTY,
    "A",
    "property",
    "front matter and properties that speak about the document: title, author, owner, version, status, date",
    (Example("author: Ann Lee\n\n# Project Heron", "", "author", "ann lee"),),
    ("# Project Heron\n\nBudget: $5,000",),
    zones=(Zone.KEY_VALUE,),
)
CELL = Rule(
    "table cell",
    "A",
    "cell",
    "a cell with its row head (subject) and column head (attribute)",
    (Example("| System | Owner |\n| Billing | Ann Lee |", "billing", "owner", "ann lee"),),
    ("| a | b |\n| | |",),
    support=Support.SUPPORTED_INFERENCE,
    zones=(Zone.TABLE,),
)
KEY_VALUE_TABLE = Rule(
    "key-value table",
    "A",
    "cell",
    "a table of two columns, labels left and values right, with heads like Item and Value",
    (
        Example(
            "# Project Heron\n\n| Item | Value |\n| Launch date | March 3, 2026 |", "heron", "launch_date", "2026-03-03"
        ),
    ),
    (),
    support=Support.SUPPORTED_INFERENCE,
    zones=(Zone.TABLE,),
)
SHEET_FIELD = Rule(
    "label and value apart",
    "A",
    "field",
    "a label and a value that stand in different parts of a sheet, in one row (with a colon or in facing columns) or one below the other",
    (
        Example("=A1 Permit no.:\n=A2 88-C", "", "permit_no", "88-c"),
        Example(
            "=B3 Hull length\n=B4 Rated draught\n=B5 Engine maker\n=F3 31 m\n=F4 4 m\n=F5 Sabre Marine",
            "",
            "engine_maker",
            "sabre marine",
        ),
    ),
    (
        "=A1 Permit no.:\n=B1 Issued by:\n=A2 Signature:",
        "=B3 Hull length\n=F3 31 m",
        "=A1 Hull length\n=A2 Engine maker",
    ),
    support=Support.SUPPORTED_INFERENCE,
)

MAIL_HEADER = Rule(
    "mail header",
    "A",
    "header",
    "the lines From, Sender, To, Cc, Bcc, Date and Subject at the head of a message; about the message itself",
    (Example("@From: Ann Lee <ann@heron.example>", "", "sender", "ann lee"),),
    ("@Message-ID: <1@heron.example>",),
    zones=(Zone.HEADER,),
)
LETTERHEAD = Rule(
    "letterhead of an invoice",
    "A",
    "letterhead",
    "the first lines of an invoice or receipt, above its title, when one is the name of an organisation; it is the supplier",
    (Example("Heron Print Ltd\n\n# INVOICE\n\nInvoice number: 17", "", "supplier", "heron print ltd"),),
    ("Heron Print Ltd\n\n# Newsletter\n\nEditor: Ann Lee",),
    support=Support.SUPPORTED_INFERENCE,
)
LEAD_IN = Rule(
    "item under its lead-in",
    "A",
    "item",
    'a list item under words that end in "shall:", "agrees to:" or "shall not include information that:"',
    (Example("The Tenant shall:\n\n- keep the stairs clear;\n- report damage at once.", "tenant", "", ""),),
    ("We sell:\n\n- pumps and valves;",),
    type=ItemType.REQUIREMENT,
    support=Support.SUPPORTED_INFERENCE,
    zones=(Zone.ITEM,),
)

STRUCTURE_RULES: tuple[Rule, ...] = (
    KEY_VALUE,
    PROPERTY,
    CELL,
    KEY_VALUE_TABLE,
    MAIL_HEADER,
    LETTERHEAD,
    LEAD_IN,
    SHEET_FIELD,
)
