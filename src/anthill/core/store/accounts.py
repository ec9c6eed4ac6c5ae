"""People who may sign in. Passwords are kept as Argon2id hashes only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from anthill.core.store.tables import account


@dataclass(frozen=True, slots=True)
class Account:
    """One person; `permissions` are stored words, read through `parse_permission`."""

    id: str
    name: str
    password_hash: str
    permissions: tuple[str, ...]
    active: bool
    created_at: str


def add(connection: Connection, new: Account) -> None:
    """Store an account."""
    values: dict[str, object] = {name: getattr(new, name) for name in Account.__slots__}
    connection.execute(insert(account).values(**values | {"permissions": " ".join(sorted(new.permissions))}))


def by_name(connection: Connection, name: str) -> Account | None:
    """Return the account of a name, or None."""
    return _one(connection.execute(select(account).where(account.c.name == name)).one_or_none())


def by_id(connection: Connection, account_id: str) -> Account | None:
    """Return the account with an id, or None."""
    return _one(connection.execute(select(account).where(account.c.id == account_id)).one_or_none())


def count(connection: Connection) -> int:
    """Return how many accounts there are."""
    return int(connection.execute(select(func.count()).select_from(account)).scalar_one())


def _one(row: Row[Any] | None) -> Account | None:
    if row is None:
        return None
    return Account(
        row.id, row.name, row.password_hash, tuple(row.permissions.split()), bool(row.active), row.created_at
    )
