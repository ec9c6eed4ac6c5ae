"""Falcon, read once for every test that only looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.falcon.support import FALCON, Base, offered, open_base


@pytest.fixture(scope="session")
def falcon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """The whole folder without its updates."""
    base = open_base(tmp_path_factory.mktemp("falcon"))
    base.ingest(offered(FALCON))
    yield base
    base.engine.close()
