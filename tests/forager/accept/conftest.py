"""An intake on an empty store, and a project in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from forager.accept.files import Intake
from forager.model.source import Project
from forager.store import projects
from forager.store.acts import Caller
from forager.store.blobs import Blobs
from formicaria.ground.clock import FixedClock
from formicaria.ground.database import Database

BY = Caller("tok_test", "ana")


@pytest.fixture
def intake(database: Database, tmp_path: Path) -> Intake:
    """Accepting into the store under test; files up to 1,000 bytes."""
    return Intake(database, Blobs(tmp_path / "blobs"), FixedClock(step=1.0), 1000)


@pytest.fixture
def project(database: Database) -> Project:
    """A project called Falcon."""
    with database.write() as connection:
        return projects.create(connection, "Falcon", "", "2026-01-01T00:00:00.000000Z")
