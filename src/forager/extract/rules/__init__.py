"""Every extraction rule, in the order in which it is tried (design notes, section 10)."""

from __future__ import annotations

from forager.extract.rule import Example, Rule
from forager.extract.rules.acts import ACT_RULES
from forager.extract.rules.clauses import CLAUSE_RULES
from forager.extract.rules.reasons import PURPOSE_RULES, REASON_RULES
from forager.extract.rules.relations import RELATION_RULES
from forager.extract.rules.sentences import SENTENCE_RULES
from forager.extract.rules.structure import STRUCTURE_RULES
from forager.extract.rules.values import ATTRIBUTE_RULES, DECIDED_RULES, EVENT_RULES, VERB_RULES

GRAMMAR_RULES: tuple[Rule, ...] = (
    *DECIDED_RULES,
    *EVENT_RULES,
    *ATTRIBUTE_RULES,
    *VERB_RULES,
    *RELATION_RULES,
    *PURPOSE_RULES,
    *ACT_RULES,
    *REASON_RULES,
)
"""Tier B in order; an earlier match keeps its words from a later rule."""

RULES: tuple[Rule, ...] = (*STRUCTURE_RULES, *GRAMMAR_RULES, *CLAUSE_RULES, *SENTENCE_RULES)


def rule_table() -> tuple[tuple[str, str, str, str, str], ...]:
    """Rows for printing: tier, name, type, support, first example; in the order of application."""
    return tuple((rule.tier, rule.name, rule.type.value, rule.support.value, _first(rule.examples)) for rule in RULES)


def _first(examples: tuple[Example, ...]) -> str:
    return examples[0].text.replace("\n", " / ") if examples else ""


__all__ = ["GRAMMAR_RULES", "RULES", "Example", "Rule", "rule_table"]
