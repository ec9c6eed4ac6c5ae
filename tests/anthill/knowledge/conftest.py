"""One honest engine per test, and a provider over it."""

from collections.abc import Iterator

import pytest
from tests.anthill.knowledge.support import Bench, bench


@pytest.fixture
def desk() -> Iterator[Bench]:
    """Return a provider over an honest engine."""
    with bench() as held:
        yield held
