"""Rules of tier A: the layout of a document states something by itself."""

from __future__ import annotations

from forager.extract.rule import Example, Rule
from forager.model.document import Zone
from forager.model.statement import Support

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

STRUCTURE_RULES: tuple[Rule, ...] = (KEY_VALUE, PROPERTY, CELL, KEY_VALUE_TABLE)
