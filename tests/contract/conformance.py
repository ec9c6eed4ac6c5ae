"""What every engine behind the colony's knowledge must do, asked through the colony's own provider.

A subclass gives a `world` fixture: a provider over an engine that has read the Falcon and the Osprey files (or speaks
as if it had). The same tests then hold for the small engine of the unit tests and for FORAGER itself.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import pytest

from anthill.modules.knowledge.provider import ForagerKnowledgeProvider
from anthill.modules.knowledge.render import render
from anthill.modules.knowledge.sources import source_set
from anthill.sdk.knowledge import KnowledgeContext, KnowledgeFailure, KnowledgeScope, RetrievalRequest, SearchRequest
from anthill.sdk.scope import UNRESOLVED, KnowledgeScopeContext

MARCH, APRIL = "2026-03-03", "2026-04-10"


@dataclass(frozen=True)
class World:
    """An engine as the colony meets it, and what a test must know about its content."""

    provider: ForagerKnowledgeProvider
    falcon: KnowledgeScope
    osprey: KnowledgeScope
    foreign_item: str
    canary: str
    question: str = "When is the launch date of Project Falcon?"
    person: str = "Robert Smith"
    source: str = "01-kickoff-memo.md"


class KnowledgeConformance:
    """The contract. `world` comes from the subclass."""

    def context(self, world: World, **more: int) -> KnowledgeContext:
        """One retrieval in the Falcon base."""
        with KnowledgeScopeContext.enter(world.falcon):
            outcome = world.provider.retrieve(RetrievalRequest(world.question, world.falcon, **more))
        assert outcome.value is not None, outcome.reason
        return outcome.value

    def test_the_engine_is_usable(self, world: World) -> None:
        found = world.provider.probe()
        assert (found.usable, found.authenticated, found.compatible) == (True, True, True), found.reason
        assert found.instance_id
        assert found.version

    def test_a_search_gives_bounded_candidates_with_reasons(self, world: World) -> None:
        with KnowledgeScopeContext.enter(world.falcon):
            found = world.provider.search(SearchRequest(world.question, world.falcon, limit=3)).value
        assert found is not None
        assert 1 <= len(found.hits) <= 3
        assert found.backend
        assert all(hit.statement and hit.why and hit.evidence_count for hit in found.hits)

    @pytest.mark.req("LAW-03", "S000-7-03")
    @pytest.mark.req("LAW-09")
    def test_every_fact_carries_evidence_that_can_be_hashed_again(self, world: World) -> None:
        found = self.context(world, top_k=50)
        assert len(found.facts) >= 2
        assert found.metadata.degradation == ()
        for row in found.evidence:
            assert row.excerpt_hash == hashlib.sha256(row.excerpt.encode("utf-8")).hexdigest()
            assert row.source_name
            assert row.location
        assert all(found.evidence_for(fact.knowledge_id) or fact.is_unresolved for fact in found.facts)

    @pytest.mark.req("S000-7-06", "S000-2.1-01")
    @pytest.mark.req("LAW-10")
    def test_the_launch_date_is_disputed_with_both_sides_and_an_unapplied_suggestion(self, world: World) -> None:
        found = self.context(world)
        launch = next(each for each in found.open_conflicts if {side.value for side in each.sides} >= {MARCH, APRIL})
        assert launch.type == "attribute_mismatch"
        assert all(side.statement and side.source_names for side in launch.sides)
        assert "newer" in launch.suggested_resolution
        assert launch.resolution == ""
        disputed = {fact.knowledge_id for fact in found.facts} & set(launch.knowledge_ids)
        assert disputed
        assert all(fact.is_contested for fact in found.facts if fact.knowledge_id in disputed)

    def test_a_side_that_was_not_retrieved_is_there_in_words(self, world: World) -> None:
        found = self.context(world, top_k=1)
        for conflict in found.open_conflicts:
            assert all(side.statement and not side.withheld for side in conflict.sides)

    def test_the_rendering_is_the_same_every_time_and_leads_with_the_disagreement(self, world: World) -> None:
        first, second = render(self.context(world)), render(self.context(world))
        assert first == second
        assert first.index("CONFLICTS") < first.index("\nFACTS") < first.index("\nCITABLE SOURCES")

    def test_the_record_resolves_every_citable_reference(self, world: World) -> None:
        found = self.context(world)
        held = source_set(found)
        refs = {record.ref for record in held.records}
        cited = {line.split()[0] for line in render(found).split("\n") if line.startswith("  knowledge:")}
        assert cited == refs
        assert all(record.ref.startswith(f"knowledge:{world.falcon.project_ref}/") for record in held.records)

    def test_one_statement_reads_as_it_was_retrieved(self, world: World) -> None:
        found = self.context(world)
        for fact in found.facts[:3]:
            with KnowledgeScopeContext.enter(world.falcon):
                alone = world.provider.get(fact.knowledge_id, world.falcon).value
                rows = world.provider.evidence(fact.knowledge_id, world.falcon).value
            assert alone is not None
            assert replace(alone, rank=fact.rank) == fact
            assert rows == found.evidence_for(fact.knowledge_id)

    @pytest.mark.req("LAW-12")
    def test_a_foreign_id_is_a_missing_id(self, world: World) -> None:
        with KnowledgeScopeContext.enter(world.osprey):
            assert world.provider.get(world.foreign_item, world.osprey).ok
        with KnowledgeScopeContext.enter(world.falcon):
            for read in (world.provider.get, world.provider.evidence, world.provider.related_entities):
                foreign = read(world.foreign_item, world.falcon)
                assert foreign == read("ki_" + "a" * 20, world.falcon)
                assert foreign.failure is KnowledgeFailure.NOT_FOUND

    @pytest.mark.req("LAW-12", "S001-1-01")
    def test_no_word_of_the_other_base_is_ever_seen(self, world: World) -> None:
        with KnowledgeScopeContext.enter(world.falcon):
            seen = (
                world.provider.retrieve(RetrievalRequest(world.canary, world.falcon, top_k=50)).value,
                world.provider.search(SearchRequest("osprey", world.falcon, limit=50)).value,
                world.provider.find_entities("a", world.falcon).value,
                world.provider.conflicts(world.falcon).value,
                world.provider.sources(world.falcon).value,
            )
        assert all(each is not None for each in seen)
        assert world.canary not in repr(seen).replace(f"query={world.canary!r}", "")

    @pytest.mark.req("S001-3.5-01")
    def test_a_global_scope_sees_no_tenant_material(self, world: World) -> None:
        scope = KnowledgeScope.for_global(world.falcon.project_ref or "")
        with KnowledgeScopeContext.enter(scope):
            found = world.provider.retrieve(RetrievalRequest(world.question, scope, top_k=50)).value
        assert found is not None
        assert all(fact.confidentiality.value == "General" for fact in found.facts)

    def test_a_base_that_is_not_there_is_a_scope_that_leads_nowhere(self, world: World) -> None:
        scope = KnowledgeScope.for_project("proj_" + "a" * 20)
        with KnowledgeScopeContext.enter(scope):
            outcome = world.provider.search(SearchRequest("x", scope))
        assert outcome.failure is KnowledgeFailure.SCOPE_UNRESOLVED

    @pytest.mark.parametrize("ambient", ["unresolved", "osprey"])
    def test_a_scope_that_is_not_in_force_reads_nothing(self, world: World, ambient: str) -> None:
        entered = UNRESOLVED if ambient == "unresolved" else world.osprey
        with KnowledgeScopeContext.enter(entered):
            outcome = world.provider.retrieve(RetrievalRequest(world.question, world.falcon))
        assert outcome.failure is KnowledgeFailure.SCOPE_UNRESOLVED

    def test_a_person_is_found_by_name(self, world: World) -> None:
        with KnowledgeScopeContext.enter(world.falcon):
            found = world.provider.find_entities(world.person, world.falcon).value
        assert found is not None
        assert world.person in [entity.name for entity in found]

    def test_the_open_disagreements_and_the_sources_are_listed(self, world: World) -> None:
        with KnowledgeScopeContext.enter(world.falcon):
            conflicts = world.provider.conflicts(world.falcon).value
            sources = world.provider.sources(world.falcon).value
        assert conflicts is not None
        assert sources is not None
        assert any({side.value for side in each.sides} >= {MARCH, APRIL} for each in conflicts)
        assert world.source in [source.name for source in sources]

    def test_both_bases_can_be_bound(self, world: World) -> None:
        listed = world.provider.projects().value
        assert listed is not None
        assert {world.falcon.project_ref, world.osprey.project_ref} <= {each.project_ref for each in listed}
