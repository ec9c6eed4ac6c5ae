"""A link opens one session, once, within ten minutes, and leads nowhere but here."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa

from formicaria.ground import credentials
from formicaria.ground.clock import FixedClock, later
from formicaria.ground.credentials import Credential
from formicaria.ground.database import Database
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.links import SECONDS, check_then, mint_link, spend_link
from formicaria.ground.tables import credential

NOW = FixedClock().now()


def minted(database: Database, then: str = "/sources") -> str:
    with database.write() as connection:
        return mint_link(connection, "tok_parent", then, NOW)[0]


def spent(database: Database, secret: str, now: str = NOW) -> Credential | None:
    with database.write() as connection:
        return spend_link(connection, secret, now)


def test_a_link_works_once_and_says_for_whom_and_where_to(database: Database) -> None:
    secret = minted(database)
    assert secret.startswith("lnk_")
    found = spent(database, secret)
    assert found is not None
    assert (found.subject, found.name) == ("tok_parent", "/sources")
    assert spent(database, secret) is None


def test_a_link_lasts_ten_minutes(database: Database) -> None:
    assert SECONDS == 600
    secret = minted(database)
    assert spent(database, secret, later(NOW, 600)) is None
    assert spent(database, secret, later(NOW, 599.999999)) is not None


@pytest.mark.parametrize("secret", ["", "lnk_", "lnk_" + "x" * 43, "\ud800"])
def test_an_unknown_code_is_no_link(database: Database, secret: str) -> None:
    minted(database)
    assert spent(database, secret) is None


def test_no_other_secret_is_a_link(database: Database) -> None:
    secret = credentials.new_secret("fgr_")
    with database.write() as connection:
        credentials.mint(connection, secret=secret, kind="integration", name="/", at=NOW)
    assert spent(database, secret) is None
    with database.read() as connection:
        assert credentials.find(connection, secret, NOW) is not None


def test_a_revoked_link_is_over(database: Database) -> None:
    secret = minted(database)
    with database.write() as connection:
        found = credentials.find(connection, secret, NOW)
        assert found
        credentials.revoke(connection, found.id, NOW)
    assert spent(database, secret) is None


def test_of_many_at_once_one_gets_in(database: Database) -> None:
    for _ in range(5):
        secret, barrier = minted(database), Barrier(8)

        def follow(_: int, secret: str = secret, barrier: Barrier = barrier) -> bool:
            barrier.wait()
            return spent(database, secret) is not None

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(follow, range(8))) == 1


def test_two_that_have_both_seen_the_link_are_not_both_let_in(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes on one store: the second has looked before the first has spent."""
    secret = minted(database)
    with database.read() as connection:
        seen = credentials.find(connection, secret, NOW)
    assert spent(database, secret) == seen
    monkeypatch.setattr(credentials, "find", lambda *_: seen)
    assert spent(database, secret) is None


def test_neither_the_secret_nor_where_a_spent_link_led_is_kept(database: Database) -> None:
    secret = minted(database, "http://127.0.0.1:1/enter?code=lnk_other")
    spent(database, secret)
    with database.read() as connection:
        kept = repr(connection.execute(sa.select(credential)).all())
    assert secret not in kept
    assert "lnk_" not in kept


@pytest.mark.parametrize(
    "then",
    [
        "/", "/sources", "/projects/proj_1/sources?page=2#top", "/enter?code=lnk_x", "/a//b", "/%2F%2Fevil.example",
        "http://127.0.0.1:8713/enter?code=lnk_x", "http://localhost/", "http://[::1]:9", "http://127.0.0.1",
    ],
)  # fmt: skip
def test_a_link_leads_to_this_machine(then: str) -> None:
    check_then(then)


@pytest.mark.parametrize(
    "then",
    [
        "", "sources", "./sources", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "http://evil.example/",
        "https://127.0.0.1/", "HTTP://127.0.0.1/", "http:127.0.0.1", "http:/127.0.0.1", "http://", "http:///x", "javascript:alert(1)",
        "data:text/html,x", "file:///etc/passwd", "/\r\nset-cookie: a=b", "/a\nb", "/\t/evil.example", "/a b", " /", "/\x00", "/é",
        "http://127.0.0.1@evil.example/", "http://evil.example@127.0.0.1/", "http://127.0.0.1.evil.example/", "http://127.0.0.1\\@evil/",
        "http://127.0.0.1:x/", "http://127.0.0.1:0/", "http://127.0.0.1:99999/", "http://[::1", "http://2130706433/", "http://127.1/",
        "http://0.0.0.0/", "http://localhost.evil/", "/" + "a" * 2000,
    ],
)  # fmt: skip
def test_a_link_leads_nowhere_else(then: str) -> None:
    with pytest.raises(InvalidRequest, match="on this machine"):
        check_then(then)


def test_a_link_that_leads_elsewhere_is_not_made(database: Database) -> None:
    with pytest.raises(InvalidRequest), database.write() as connection:
        mint_link(connection, "tok_parent", "//evil.example", NOW)
    with database.read() as connection:
        assert connection.execute(sa.select(credential)).all() == []
