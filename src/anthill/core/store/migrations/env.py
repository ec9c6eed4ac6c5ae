"""Alembic's entry: run the versions on the connection that `formicaria.ground.migrate` hands in."""

from __future__ import annotations

from anthill.core.store.tables import metadata as colony_metadata
from formicaria.ground.migrate import run_environment
from formicaria.ground.tables import metadata as ground_metadata

run_environment([ground_metadata, colony_metadata])
