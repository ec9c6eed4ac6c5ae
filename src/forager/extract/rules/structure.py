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
    (Example("| Room | Owner |\n| Cellar | Ann Lee |", "cellar", "owner", "ann lee"),),
    ("| a | b |\n| | |",),
    support=Support.SUPPORTED_INFERENCE,
    zones=(Zone.TABLE,),
)
NAMED_CELL = Rule(
    "cell of a named row",
    "A",
    "cell",
    "a cell of a row that a column headed Name, Product, Package or the like names: what it names is one thing wherever it is named so",
    (Example("| Product | Price |\n| breeze | EUR 12 |", "breeze", "price", "EUR 12"),),
    ("| Product | Price |\n| | |",),
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
    "the first lines of an invoice or receipt, above its title, when one is the name of an organisation; it is the supplier, "
    "and what stands below it its address and tax number",
    (
        Example("Heron Print Ltd\n\n# INVOICE\n\nInvoice number: 17", "", "supplier", "heron print ltd"),
        Example("Heron Print Ltd\n\nMill Lane 4, 9000 Ghent, Belgium\n\n# INVOICE", "heron print ltd", "location"),
        Example("Heron Print Ltd\n\nVAT ID BE0123456789\n\n# INVOICE", "heron print ltd", "tax_id", "be0123456789"),
    ),
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
FIELDS_LINE = Rule(
    "fields of one line",
    "A",
    "field",
    "labels with typed values that a dash, a bar or a dot divides; about the document",
    (
        Example("# Yard rules\n\nEdition 2 \u2014 Effective date: 3 May 2026", "", "effective_date", "2026-05-03"),
        Example(
            "# Kiln test\n\nLast firing: 3 May 2026 \u00b7 12 plates of the north kiln", "", "last_firing", "2026-05-03"
        ),
    ),
    ("# Yard rules\n\nThe yard \u2014 3 May 2026 apart \u2014 is open.", "# Yard rules\n\nEdition 2, effective soon"),
)
DATE_LINE = Rule(
    "date alone below the title",
    "A",
    "field",
    "one of the first lines, below the title, that is a date and nothing else",
    (Example("# Yard rules\n\n*3 May 2026*", "", "date", "2026-05-03"),),
    ("# Yard rules\n\nOpen since 3 May 2026", "# Yard rules\n\nMay 2026"),
)
TOLD_LINE = Rule(
    "label with a clause",
    "A",
    "key_value",
    "a label and what it says in a clause of its own, where nothing else is read from the line; about the document",
    (
        Example(
            "# Yard rules\n\nExceptions: glaze tests, school visits and firings that the fire brigade ordered.",
            "",
            "exceptions",
        ),
        Example("# Yard rules\n\nCost: a second kiln needs a stronger supply.", "", "cost"),
    ),
    ("# Yard rules\n\nHint: you may ask the crew.", "# Yard rules\n\nExample: the kiln was cold."),
    zones=(Zone.KEY_VALUE,),
)

STRUCTURE_RULES: tuple[Rule, ...] = (
    KEY_VALUE,
    PROPERTY,
    CELL,
    NAMED_CELL,
    KEY_VALUE_TABLE,
    MAIL_HEADER,
    LETTERHEAD,
    LEAD_IN,
    SHEET_FIELD,
    FIELDS_LINE,
    DATE_LINE,
    TOLD_LINE,
)
