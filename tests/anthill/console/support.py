"""A served console in one process: the real application, core, gate and ants; only the knowledge base is scripted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.anthill.missions.support import FALCON, KnowledgeModule, RetrieveTool, colony

from anthill.access.accounts import Accounts, open_session
from anthill.access.guard import COOKIE, Guard
from anthill.api.app import create_app
from anthill.api.services import Services
from anthill.api.stream import Broadcaster
from anthill.console.app import Console, add_pages, refused
from anthill.core.colony.colony import Colony
from anthill.core.missions.intake import MissionRequest
from anthill.core.roles.availability import Gates
from anthill.modules.knowledge.window import EnginePages
from anthill.sdk.knowledge import KnowledgeAvailability, KnowledgeFailure, KnowledgeProject, Outcome
from anthill.sdk.knowledge_window import BoundBase, KnowledgePages
from anthill.sdk.permission import Caller, Permission
from anthill.sdk.source_set import SourceSet
from anthill.sdk.tool import Tool
from formicaria.ground import credentials
from formicaria.ground.throttle import Throttle

PASSWORD = "a long enough password"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PART = {"hx-request": "true"}
CONNECTED = KnowledgeAvailability(True, True, endpoint="http://127.0.0.1:8790", version="0.1.0", authenticated=True)
ORIGIN = "http://127.0.0.1:8790"


@dataclass
class Window:
    """What a knowledge module would show."""

    found: KnowledgeAvailability = CONNECTED
    keys: tuple[str, ...] = ("falcon", "osprey")
    listed: Outcome[tuple[BoundBase, ...]] = field(
        default_factory=lambda: Outcome(
            (
                BoundBase("falcon", KnowledgeProject("proj_f", "The Falcon files", 12, 240, 3, "idle")),
                BoundBase("osprey", None),
            )
        )
    )
    origin: str = ORIGIN

    def availability(self) -> KnowledgeAvailability:
        return self.found

    def projects(self, caller: Caller) -> tuple[str, ...]:
        return tuple(each for each in self.keys if caller.project_id in (None, each))

    def bases(self, caller: Caller) -> Outcome[tuple[BoundBase, ...]]:
        if self.listed.value is None:
            return Outcome.refused(KnowledgeFailure.UPSTREAM, self.listed.reason)
        return Outcome(tuple(each for each in self.listed.value if caller.project_id in (None, each.key)))

    def pages(self, *, here: bool) -> KnowledgePages | None:
        return EnginePages(self.origin) if here else None


@dataclass
class Served:
    """A colony with its console and the ways in."""

    colony: Colony
    accounts: Accounts
    window: Window
    app: FastAPI

    def client(self, address: str = "127.0.0.1") -> TestClient:
        return TestClient(
            self.app, base_url="http://127.0.0.1", headers=BROWSER, client=(address, 50000), follow_redirects=False
        )

    def signed_in(self, *permissions: Permission, project: str | None = None, address: str = "127.0.0.1") -> TestClient:
        """A browser with a session of these permissions, or of all."""
        token = self.accounts._minted("op", permissions or tuple(Permission), project, 1, "test").credential
        with self.colony.records.write() as transaction:
            session = open_session(transaction, token.id, {})
        client = self.client(address)
        client.cookies.set(COOKIE, session.secret)
        return client

    def run(self, question: str, project: str = "falcon") -> str:
        """A mission run to its end."""
        taken = self.colony.submit(MissionRequest(question, project, requested_by="test"))
        self.colony.run_until_closed(taken.id)
        return taken.id

    def take(self, question: str, project: str = "falcon") -> str:
        """A mission taken in that nobody works on."""
        return self.colony.submit(MissionRequest(question, project, requested_by="test")).id


def csrf(client: TestClient) -> str:
    """The token the client's forms carry."""
    return credentials.csrf_token(client.cookies[COOKIE])


def served(
    folder: Path,
    sources: SourceSet | None = FALCON,
    *,
    window: Window | None = None,
    tool: Tool | None = None,
    gates: Gates | None = None,
    knowledge: bool = True,
) -> Served:
    """A console over a fresh store in ``folder``; stop its colony afterwards."""
    shown = window or Window()
    bases = {"proj_f": sources, "proj_o": SourceSet("", ())} if sources else {}
    here = colony(folder, module=KnowledgeModule(tool or RetrieveTool(bases)), gates=gates)
    accounts = Accounts(here.records, CHEAP)
    guard = Guard(accounts, here.records, Throttle(20, 60))
    services = Services(here, accounts, guard, Broadcaster(here), "0.0.0", secure_cookies=False)
    app = create_app(services, pages=refused)
    add_pages(app, Console(here, accounts, guard, shown if knowledge else None, secure_cookies=False))
    return Served(here, accounts, shown, app)


def text_of(html: str) -> str:
    """What a page says, without its marks, on one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
