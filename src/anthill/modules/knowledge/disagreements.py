"""Recorded disagreements with every side in words, whether or not a side was retrieved itself.

The colony finds no conflict and settles none. It fetches what FORAGER records about the statements at hand, so a
disagreement cannot hide behind the first page of all of them (knowledge.md section 3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from anthill.modules.knowledge import wire
from anthill.modules.knowledge.reads import ForagerReads, Within, is_within, parsed, passed_on
from anthill.modules.knowledge.rows import MalformedAnswer, field_records, text
from anthill.sdk.knowledge import (
    KnowledgeConflict,
    KnowledgeConflictSide,
    KnowledgeFact,
    KnowledgeFailure,
    KnowledgeScope,
    Outcome,
)
from anthill.sdk.values import JsonObject

WITHHELD: Final = "this side may not be shown in this scope"
UNREAD: Final = "this side's statement could not be fetched"


class Disagreements:
    """Reads conflicts through the scope-checked reads."""

    def __init__(self, reads: ForagerReads) -> None:
        """Take the reads."""
        self._reads = reads

    def touching(
        self, scope: KnowledgeScope, facts: Sequence[KnowledgeFact], within: Within
    ) -> Outcome[tuple[KnowledgeConflict, ...]]:
        """Every recorded disagreement, open or decided, that has one of these statements as a side."""
        ids = ",".join(fact.knowledge_id for fact in facts)
        return self._read(scope, [("item_ids", ids)], {fact.knowledge_id: fact for fact in facts}, within)

    def all_open(self, scope: KnowledgeScope, within: Within) -> Outcome[tuple[KnowledgeConflict, ...]]:
        """Every open disagreement of the base."""
        found = self._read(scope, [("status", "open")], {}, within)
        if found.value is None:
            return found
        kept = tuple(conflict for conflict in found.value if conflict.is_open)
        return Outcome(kept, upstream_request_id=found.upstream_request_id)

    def _read(
        self,
        scope: KnowledgeScope,
        query: Sequence[tuple[str, str]],
        known: Mapping[str, KnowledgeFact],
        within: Within,
    ) -> Outcome[tuple[KnowledgeConflict, ...]]:
        rows = self._reads.every(scope, "conflicts", query, within)
        if rows.value is None:
            return passed_on(rows)
        kept = rows.value

        def read() -> tuple[KnowledgeConflict, ...]:
            made = (self._conflict(row, scope, known, within) for row in kept)
            return tuple(sorted((each for each in made if each is not None), key=lambda each: each.conflict_id))

        return parsed(read, rows.upstream_request_id)

    def _conflict(
        self, row: JsonObject, scope: KnowledgeScope, known: Mapping[str, KnowledgeFact], within: Within
    ) -> KnowledgeConflict | None:
        named = {text(item, "id"): item for item in field_records(row, "items")}
        sides = tuple(self._side(each, named.get(each), scope, known, within) for each in wire.side_ids(row))
        if len(sides) < 2:
            raise MalformedAnswer("a conflict names fewer than two sides")
        found = wire.conflict(row, sides)
        withheld = sum(side.withheld == WITHHELD for side in sides)
        if withheld == len(sides):
            return None
        # What is said about a disagreement may quote or name the side that is withheld.
        return (
            replace(found, description="", suggested_resolution="", suggested_winner="", source_ids=())
            if withheld
            else found
        )

    def _side(
        self,
        side_id: str,
        item: JsonObject | None,
        scope: KnowledgeScope,
        known: Mapping[str, KnowledgeFact],
        within: Within,
    ) -> KnowledgeConflictSide:
        if side_id in known:
            return _side_of(known[side_id], item)
        if item is not None and text(item, "statement"):
            return wire.conflict_side(item) if is_within(item, scope) else KnowledgeConflictSide("", withheld=WITHHELD)
        fetched = self._reads.item(scope, side_id, within)
        if fetched.value is not None:
            return _side_of(fetched.value.fact, item)
        if fetched.failure is KnowledgeFailure.NOT_FOUND:
            return KnowledgeConflictSide("", withheld=WITHHELD)
        return KnowledgeConflictSide(side_id, withheld=UNREAD)


def _side_of(fact: KnowledgeFact, item: JsonObject | None) -> KnowledgeConflictSide:
    named = None if item is None else wire.conflict_side(item)
    return KnowledgeConflictSide(
        knowledge_id=fact.knowledge_id,
        statement=fact.statement,
        value=fact.attribute_value or ("" if named is None else named.value),
        status=fact.status,
        source_names=() if named is None else named.source_names,
    )
