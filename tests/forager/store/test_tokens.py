"""Integration tokens: scopes and limits are checked when they are made, and revoking ends them."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from forager.errors import ProjectNotFound
from forager.store import projects, tokens
from forager.store.acts import Caller
from formicaria.ground import credentials
from formicaria.ground.database import Database
from formicaria.ground.errors import InvalidRequest, NotFound
from formicaria.ground.tables import credential

AT = "2026-01-01T00:00:00.000000Z"
LATER = "2026-01-02T00:00:00.000000Z"
BY = Caller("operator", "ana")


def made(database: Database, **how: object) -> tuple[str, credentials.Credential]:
    values = {"name": "colony", "scopes": ["read"], "limited_to": [], "expires_at": "", "by": BY, "at": AT} | how
    with database.write() as connection:
        return tokens.mint(connection, **values)  # type: ignore[arg-type]


def test_a_token_is_kept_only_as_a_hash(database: Database) -> None:
    secret, token = made(database, scopes=["read", "ingest"])
    assert secret.startswith("fgr_")
    with database.read() as connection:
        assert credentials.find(connection, secret, AT) == token
        row = connection.execute(select(credential)).one()
    assert secret not in str(row)
    assert token.scopes == ("ingest", "read")


def test_a_limit_names_projects_by_id_or_name(database: Database) -> None:
    with database.write() as connection:
        project = projects.create(connection, "Falcon", "", AT)
    _, token = made(database, limited_to=["falcon"])
    assert token.projects == (project.id,)
    with pytest.raises(ProjectNotFound):
        made(database, limited_to=["osprey"])


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"name": " "}, "needs a name"),
        ({"scopes": []}, "needs a scope"),
        ({"scopes": ["read", "mint"]}, "no scope mint"),
        ({"expires_at": AT}, "over before it begins"),
        ({"scopes": ["projects"], "limited_to": ["falcon"]}, "cannot make projects"),
    ],
)
def test_what_makes_no_sense_is_refused(database: Database, how: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidRequest, match=words):
        made(database, **how)


def test_revoking_ends_it_at_once_and_only_once(database: Database) -> None:
    secret, token = made(database)
    with database.write() as connection:
        tokens.revoke(connection, token.id, BY, LATER)
        assert credentials.find(connection, secret, LATER) is None
    with database.write() as connection, pytest.raises(NotFound):
        tokens.revoke(connection, token.id, BY, LATER)


def test_an_operator_key_is_not_revoked_as_a_token(database: Database) -> None:
    with database.write() as connection:
        key = credentials.mint(connection, secret="fgo_x", kind="operator", name="key", at=AT)
    with database.write() as connection, pytest.raises(NotFound):
        tokens.revoke(connection, key.id, BY, LATER)


def test_an_expired_token_opens_nothing(database: Database) -> None:
    secret, _ = made(database, expires_at=LATER)
    with database.read() as connection:
        assert credentials.find(connection, secret, AT) is not None
        assert credentials.find(connection, secret, LATER) is None
