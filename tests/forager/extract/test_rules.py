"""Every rule is tested by its own examples and counter-examples."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.extract.rule import Example, Rule
from forager.extract.rules import RULES
from forager.extract.subject import subject_words
from forager.model.statement import Statement

_EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name}: {example.text[:40]}") for rule in RULES for example in rule.examples
]
_COUNTER = [
    pytest.param(rule, text, id=f"{rule.name}: {text[:40]}") for rule in RULES for text in rule.counter_examples
]


def _by(rule: Rule, text: str) -> list[Statement]:
    return [
        statement
        for statement in read(document(text), "rules.md", "2026-02-10").statements
        if statement.rule == rule.label
    ]


def _matches(example: Example, statement: Statement) -> bool:
    value = "" if statement.value is None else statement.value.normal
    key = statement.attribute or statement.predicate
    return (
        (not example.subject or subject_words(statement.subject) == example.subject)
        and (not example.attribute or key == example.attribute or statement.predicate == example.attribute)
        and (not example.value or value == example.value)
    )


@pytest.mark.parametrize(("rule", "example"), _EXAMPLES)
def test_a_rule_reads_its_example(rule: Rule, example: Example) -> None:
    found = _by(rule, example.text)
    assert any(_matches(example, statement) for statement in found), list(found)


@pytest.mark.parametrize(("rule", "text"), _COUNTER)
def test_a_rule_leaves_its_counter_example_alone(rule: Rule, text: str) -> None:
    assert _by(rule, text) == []


def test_every_rule_has_a_name_of_its_own_and_an_example() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert [rule.name for rule in RULES if not rule.examples] == []
