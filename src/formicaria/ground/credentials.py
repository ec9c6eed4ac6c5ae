"""Secrets that open doors: minted once, kept only as hashes, compared in constant time, revoked at once."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, insert, select, update

from formicaria.ground.ids import random_id
from formicaria.ground.tables import credential

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Credential:
    """What a secret stands for. ``projects`` empty means no project limit; times are fixed-width UTC text or empty."""

    id: str
    kind: str
    subject: str
    name: str
    scopes: tuple[str, ...]
    projects: tuple[str, ...]
    created_at: str
    expires_at: str
    revoked_at: str
    last_used_at: str

    def live(self, now: str) -> bool:
        """Whether it still opens anything."""
        return not self.revoked_at and (not self.expires_at or now < self.expires_at)


def new_secret(prefix: str) -> str:
    """``prefix`` + 43 base64url characters of randomness."""
    return prefix + secrets.token_urlsafe(SECRET_BYTES)


def secret_hash(secret: str) -> str:
    """The form in which a secret is stored. High-entropy secrets need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def mint(
    connection: Connection,
    *,
    secret: str,
    kind: str,
    name: str,
    at: str,
    subject: str = "",
    scopes: Sequence[str] = (),
    projects: Sequence[str] = (),
    expires_at: str = "",
) -> Credential:
    """Store a new credential for ``secret`` (from ``new_secret``); the secret itself is never stored."""
    made = Credential(
        random_id("tok_"), kind, subject, name, tuple(sorted(scopes)), tuple(sorted(projects)), at, expires_at, "", ""
    )
    values = {field: getattr(made, field) for field in Credential.__slots__}
    lists = {"scopes": " ".join(made.scopes), "projects": " ".join(made.projects)}
    connection.execute(insert(credential).values(**values | lists, secret_hash=secret_hash(secret)))
    return made


def find(connection: Connection, secret: str, now: str) -> Credential | None:
    """The live credential of ``secret``, or None. Looks up by hash, then compares in constant time."""
    hashed = secret_hash(secret)
    row = connection.execute(select(credential).where(credential.c.secret_hash == hashed)).one_or_none()
    if row is None or not hmac.compare_digest(row.secret_hash, hashed):
        return None
    found = _credential(row._mapping)
    return found if found.live(now) else None


def known(connection: Connection, secret: str) -> bool:
    """Whether there is, or was, a credential with this secret."""
    mine = credential.c.secret_hash == secret_hash(secret)
    return connection.execute(select(credential.c.id).where(mine)).one_or_none() is not None


def get(connection: Connection, id_: str) -> Credential | None:
    """The credential with this id, live or not."""
    row = connection.execute(select(credential).where(credential.c.id == id_)).one_or_none()
    return None if row is None else _credential(row._mapping)


def listed(connection: Connection, kind: str) -> tuple[Credential, ...]:
    """Every credential of a kind, oldest first."""
    order = (credential.c.created_at, credential.c.id)
    rows = connection.execute(select(credential).where(credential.c.kind == kind).order_by(*order))
    return tuple(_credential(row._mapping) for row in rows)


def revoke(connection: Connection, id_: str, at: str) -> bool:
    """End a credential now; effective at the next request. Returns whether it was live."""
    mine = (credential.c.id == id_) & (credential.c.revoked_at == "")
    return connection.execute(update(credential).where(mine).values(revoked_at=at)).rowcount == 1


def touch(connection: Connection, id_: str, at: str) -> None:
    """Note when it was last used."""
    connection.execute(update(credential).where(credential.c.id == id_).values(last_used_at=at))


def csrf_token(session_secret: str) -> str:
    """The request-forgery token bound to a session: derived, so nothing more is stored."""
    return hmac.new(session_secret.encode(), b"csrf", hashlib.sha256).hexdigest()


def csrf_matches(session_secret: str, offered: str) -> bool:
    """Whether ``offered`` is that session's token, in constant time."""
    return hmac.compare_digest(csrf_token(session_secret).encode(), offered.encode("utf-8", "surrogatepass"))


def _credential(row: RowMapping) -> Credential:
    values = {str(key): value for key, value in row.items()}
    values.pop("secret_hash")
    lists = {"scopes": tuple(values["scopes"].split()), "projects": tuple(values["projects"].split())}
    return Credential(**values | lists)
