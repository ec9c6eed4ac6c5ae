"""One engine with two customers and one colony over it, for the tests that change nothing of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest
from tests.acceptance.services import Service, configure, corpus, mint, read, serving


@dataclass(frozen=True, slots=True)
class World:
    """Two services, the engine's projects and a read token for both of them."""

    engine: Service
    colony: Service
    engine_http: httpx2.Client
    colony_http: httpx2.Client
    falcon: str
    osprey: str
    token: str

    @property
    def projects(self) -> dict[str, str]:
        """The colony's projects and their bases."""
        return {"falcon": self.falcon, "osprey": self.osprey}


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Both services over both customers' files."""
    folder = tmp_path_factory.mktemp("world")
    with serving("forager", folder / "forager") as engine, engine.client() as operator:
        falcon, osprey = (read(operator, name.capitalize(), corpus(name)) for name in ("falcon", "osprey"))
        token = mint(operator, falcon, osprey)
        configure(folder / "anthill", engine.url, token, {"falcon": falcon, "osprey": osprey})
        with serving("anthill", folder / "anthill") as colony, colony.client() as admin:
            yield World(engine, colony, operator, admin, falcon, osprey, token)
