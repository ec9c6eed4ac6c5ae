"""The contract over the small engine of the unit tests: the engine's stand-in keeps the same promises."""

from collections.abc import Iterator

import pytest
from tests.anthill.knowledge.support import CANARY, FALCON, FALCON_SCOPE, MARCH, OSPREY_SCOPE, Engine, bench
from tests.contract.conformance import KnowledgeConformance, World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Return a provider over the small engine."""
    engine = Engine(
        entities=[{**MARCH["entities"][1], "mention_count": 3}],
        sources=[{"id": "src_1", "project_id": FALCON, "original_name": "01-kickoff-memo.md"}],
    )
    with bench(engine) as held:
        yield World(held.provider, FALCON_SCOPE, OSPREY_SCOPE, "ki_secret", CANARY)


class TestSmallEngine(KnowledgeConformance):
    """The contract, in one process, without FORAGER."""
