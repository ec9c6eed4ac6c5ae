"""Both customers behind the pages, in one process, and somebody signed in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.forager.api.corpus import BEGUN_AT, Built, built_sqlite, clock, engine, opened  # noqa: F401

from forager.asgi import application
from forager.engine import Engine
from forager.store import tokens
from forager.store.acts import Caller
from formicaria.ground.clock import FixedClock

HTML = {"accept": "text/html"}


@dataclass(frozen=True, slots=True)
class Site:
    """The pages over one engine, as browsers see them."""

    engine: Engine
    app: FastAPI

    @property
    def key(self) -> str:
        return (self.engine.settings.data_dir / "operator.key").read_text().strip()

    def token(self, *scopes: str, projects: tuple[str, ...] = ()) -> str:
        with self.engine.database.write() as connection:
            return tokens.mint(
                connection, name="a reader", scopes=scopes, limited_to=projects, expires_at="",
                by=Caller("test", "tester"), at=self.engine.clock.now(),
            )[0]  # fmt: skip

    def browser(self, key: str | None = None) -> TestClient:
        """A browser signed in with a key: the operator's unless another is given; "" is nobody."""
        made = TestClient(
            self.app, "http://127.0.0.1", follow_redirects=False, raise_server_exceptions=False, headers=HTML
        )
        given = self.key if key is None else key
        if given:
            answer = made.post("/sign-in", data={"key": given, "next": "/"})
            assert answer.status_code == 303, answer.text
        return made

    def project(self, name: str) -> str:
        return self.engine.project(name).id


def csrf(page: str) -> str:
    """The token that a page's forms carry."""
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page)
    assert found, page[:2000]
    return found[1]


def close(site: Site) -> None:
    site.app.state.service.gate.used.settle()


@pytest.fixture
def site(engine: Engine) -> Iterator[Site]:  # noqa: F811
    made = Site(engine, application(engine))
    yield made
    close(made)


@pytest.fixture(scope="session")
def shared_site(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:  # noqa: F811
    """The same for tests that change nothing of the customers'."""
    for shared in opened(built_sqlite, tmp_path_factory.mktemp("pages") / "copy", FixedClock(BEGUN_AT)):
        made = Site(shared, application(shared))
        yield made
        close(made)
