"""Typed, directed relations between names, taken from the statements that tell them."""

from __future__ import annotations

from collections.abc import Iterable

from forager.extract.scope import Scope
from forager.model.statement import EntityClass, Relation, Span, Statement, Support

_TYPES: dict[str, tuple[str, bool]] = {
    "depends_on": ("depends_on", False),
    "owner": ("owns", True),
    "owns": ("owns", False),
    "reports_to": ("manages", True),
    "employer": ("works_for", False),
    "organization": ("works_for", False),
    "replaces": ("replaces", False),
    "replaced_by": ("replaces", True),
    "part_of": ("part_of", False),
    "manager": ("manages", True),
    "project_manager": ("manages", True),
    "delivery_manager": ("manages", True),
    "manages": ("manages", False),
    "location": ("located_in", False),
    "headquarters": ("located_in", False),
    "supplier": ("supplies", True),
    "sponsor": ("sponsors", True),
    "responsible": ("responsible_for", True),
    "approver": ("approved", True),
}
"""Attribute -> (relation type, whether it runs from the value to the subject)."""


def relations_of(scope: Scope, statements: Iterable[Statement]) -> tuple[Relation, ...]:
    """The relations that statements with two named ends tell; hedged, reported and negated ones tell none."""
    found = [relation for statement in statements for relation in _relation(scope, statement)]
    return tuple(sorted(found, key=lambda item: (item.start, item.end, item.type, item.from_name, item.to_name)))


def _relation(scope: Scope, statement: Statement) -> Iterable[Relation]:
    row = _TYPES.get(statement.attribute)
    held = statement.support in {Support.DIRECT_FACT, Support.SUPPORTED_INFERENCE} and statement.polarity
    if row is None or not held or not statement.subject or statement.value is None or statement.change == "from":
        return
    kind, reverse = row
    subject = (statement.subject, _class_at(scope, statement, "subject", statement.subject))
    value = (statement.value.written, _class_at(scope, statement, "value", statement.value.written))
    first, second = (value, subject) if reverse else (subject, value)
    span = statement.spans[0]
    yield Relation(kind, first[0], first[1], second[0], second[1], span.start, span.end, statement.rule)


def _class_at(scope: Scope, statement: Statement, role: str, name: str) -> EntityClass:
    """The class of the mention at a span of the statement, or of the same name elsewhere in the document."""
    for span in statement.spans:
        if span.role == role:
            inside = _inside(scope, span)
            if inside is not None:
                return inside
    same = [mention.entity_class for mention in scope.mentions if mention.name.casefold() == name.casefold()]
    return same[0] if same else EntityClass.OTHER


def _inside(scope: Scope, span: Span) -> EntityClass | None:
    mentions = scope.mentions_in(span.start, span.end)
    return mentions[0].entity_class if mentions else None
