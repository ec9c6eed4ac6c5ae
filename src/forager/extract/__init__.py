"""From a parsed document to what it states: a pure function, no model, no clock, no input or output (design notes, section 10)."""

from __future__ import annotations

from forager.extract.attributes import attribute_for, is_single_valued
from forager.extract.read import RECIPE, read
from forager.extract.rules import RULES, rule_table
from forager.extract.subject import is_specific, subject_words
from forager.extract.values.compare import relation

__all__ = [
    "RECIPE",
    "RULES",
    "attribute_for",
    "is_single_valued",
    "is_specific",
    "read",
    "relation",
    "rule_table",
    "subject_words",
]
