"""Engines on empty stores of both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.forager.engine.corpus import BY

from forager.engine import Engine
from forager.model.source import Project
from forager.settings import Settings
from formicaria.ground.clock import FixedClock


@pytest.fixture
def settings(store_url: str, tmp_path: Path) -> Settings:
    """Settings of a store of its own; documents are read in this process."""
    embedded = store_url.startswith("sqlite")
    return Settings(data_dir=tmp_path / "data", database_url="" if embedded else store_url, workers=1)


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    """An open engine."""
    with Engine.open(settings, clock=FixedClock("2026-03-01T08:00:00.000000Z", step=0.001)) as opened:
        yield opened


@pytest.fixture
def project(engine: Engine) -> Project:
    """A project called Falcon in it."""
    return engine.create_project("Falcon", "", BY)
