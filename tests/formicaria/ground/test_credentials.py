"""Secrets are kept as hashes, end at once, and bind a session to its request-forgery token."""

from __future__ import annotations

import sqlalchemy as sa

from formicaria.ground import credentials
from formicaria.ground.clock import FixedClock, later
from formicaria.ground.database import Database
from formicaria.ground.tables import credential

NOW = FixedClock().now()


def mint(database: Database, secret: str, **more: str) -> credentials.Credential:
    with database.write() as connection:
        return credentials.mint(
            connection,
            secret=secret,
            kind="integration",
            name="script",
            at=NOW,
            scopes=["read"],
            projects=["proj_a"],
            **more,
        )


def found(database: Database, secret: str, now: str = NOW) -> credentials.Credential | None:
    with database.read() as connection:
        return credentials.find(connection, secret, now)


def test_a_secret_finds_its_credential_and_is_stored_nowhere(database: Database) -> None:
    secret = credentials.new_secret("fgr_")
    made = mint(database, secret)
    assert found(database, secret) == made
    assert found(database, secret + "x") is None
    with database.read() as connection:
        assert secret not in repr(connection.execute(sa.select(credential)).all())


def test_revocation_counts_from_the_next_look(database: Database) -> None:
    secret = credentials.new_secret("fgr_")
    made = mint(database, secret)
    with database.write() as connection:
        assert credentials.revoke(connection, made.id, NOW)
        assert not credentials.revoke(connection, made.id, NOW)
    assert found(database, secret) is None


def test_an_expired_credential_opens_nothing(database: Database) -> None:
    secret = credentials.new_secret("fgr_")
    mint(database, secret, expires_at=later(NOW, 60))
    assert found(database, secret) is not None
    assert found(database, secret, later(NOW, 60)) is None


def test_a_request_forgery_token_belongs_to_one_session() -> None:
    one, two = credentials.new_secret("ses_"), credentials.new_secret("ses_")
    assert credentials.csrf_matches(one, credentials.csrf_token(one))
    assert not credentials.csrf_matches(two, credentials.csrf_token(one))


def test_secrets_have_256_bits() -> None:
    assert len(credentials.new_secret("fgr_")) == len("fgr_") + 43
