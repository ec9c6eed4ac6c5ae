"""A corpus of claims on each kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.forager.derive.support import Corpus
from tests.forager.postgres import postgres_database

from formicaria.ground.database import sqlite_url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Corpus]:
    """An empty corpus."""
    if request.param == "sqlite":
        made = Corpus(sqlite_url(tmp_path / "corpus.db"))
        yield made
        made.database.close()
        return
    with postgres_database() as url:
        made = Corpus(url)
        yield made
        made.database.close()
