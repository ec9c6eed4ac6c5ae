"""The contract over FORAGER itself: its real application in this process, the real example files, a read token."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.contract.conformance import KnowledgeConformance, World

from anthill.modules.knowledge.client import ForagerClient
from anthill.modules.knowledge.provider import ForagerKnowledgeProvider
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.scope import KnowledgeScope
from forager.accept.files import Offered
from forager.api.app import create_app
from forager.engine import Engine
from forager.settings import Settings
from forager.store import tokens
from forager.store.acts import Caller
from formicaria.ground.clock import FixedClock

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
OPERATOR = Caller("test", "operator")


def files(name: str) -> list[Offered]:
    """The files of one customer."""
    paths = sorted(path for path in (EXAMPLES / name).iterdir() if path.is_file() and not path.name.startswith("."))
    return [Offered(path.name, path.read_bytes()) for path in paths]


def ingested(engine: Engine, name: str) -> str:
    """A project that has read one customer's files; its id."""
    made = engine.create_project(name, f"what {name} knows", OPERATOR)
    engine.accept(made.id, files(name.lower()), OPERATOR)
    engine.process(made.id, OPERATOR)
    assert [job.status for job in engine.run_jobs()] == ["completed"]
    return made.id


def read_token(engine: Engine, *projects: str) -> str:
    """A token as an operator mints it for a colony: reading only, these projects only."""
    with engine.database.write() as connection:
        at = engine.clock.now()
        return tokens.mint(
            connection, name="colony", scopes=("read",), limited_to=projects, expires_at="", by=OPERATOR, at=at
        )[0]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return an engine over a fresh folder."""
    settings = replace(Settings.load(tmp_path_factory.mktemp("forager"), {}), workers=1)
    with Engine.open(settings, clock=FixedClock("2026-03-01T09:00:00.000000Z")) as opened:
        yield opened


@pytest.fixture(scope="module")
def world(engine: Engine) -> Iterator[World]:
    """Return a provider over FORAGER with both customers' files read."""
    falcon, osprey = ingested(engine, "Falcon"), ingested(engine, "Osprey")
    settings = KnowledgeSettings(enabled=True, token=read_token(engine, falcon, osprey), cache_seconds=0)
    with TestClient(create_app(engine), raise_server_exceptions=False) as http:
        provider = ForagerKnowledgeProvider(ForagerClient(http, lambda: settings), lambda: settings)
        allowed = {"authorization": f"Bearer {settings.token}"}
        listed = http.get(f"/api/projects/{osprey}/knowledge", headers=allowed).json()
        yield World(
            provider,
            KnowledgeScope.for_project(falcon, "falcon"),
            KnowledgeScope.for_project(osprey, "osprey"),
            foreign_item=listed["items"][0]["id"],
            canary="cobalt-lantern-7319",
        )
        provider.close()
        http.app.state.service.gate.used.settle()


class TestForager(KnowledgeConformance):
    """The contract, over the engine the colony is built for."""
