"""A served colony in one process: the real application over a temporary store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.anthill.missions.support import colony

from anthill.access.accounts import Accounts
from anthill.access.guard import CSRF_HEADER, Guard
from anthill.api.app import create_app
from anthill.api.services import Services
from anthill.api.stream import Broadcaster
from anthill.core.colony.colony import Colony
from anthill.sdk.permission import Permission
from formicaria.ground.throttle import Throttle

PASSWORD = "a long enough password"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass
class Served:
    """A colony with its application and the ways in."""

    colony: Colony
    accounts: Accounts
    app: FastAPI
    services: Services

    def client(self, secret: str = "", address: str = "127.0.0.1") -> TestClient:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        return TestClient(self.app, base_url="http://127.0.0.1", headers=headers, client=(address, 50000))

    def token(self, *permissions: Permission, project: str | None = None) -> str:
        return self.accounts._minted("t", permissions or tuple(Permission), project, 1, "test").secret

    def all(self) -> TestClient:
        return self.client(self.token())

    def signed_in(self) -> TestClient:
        self.accounts.setup("admin", PASSWORD)
        client = self.client()
        answer = client.post("/auth/login", json={"name": "admin", "password": PASSWORD})
        client.headers[CSRF_HEADER] = answer.json()["data"]["csrf_token"]
        return client


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    here = colony(tmp_path)
    accounts = Accounts(here.records, CHEAP)
    guard = Guard(accounts, here.records, Throttle(20, 60))
    services = Services(here, accounts, guard, Broadcaster(here), "0.0.0", secure_cookies=False)
    yield Served(here, accounts, create_app(services), services)
    here.stop()
