"""Which instance a store is, and whether it was restored or cloned since; the operator's key (forager.md §8)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, insert, select, update

from forager.store.tables import instance
from formicaria.ground import audit, credentials
from formicaria.ground.canonical import canonical_text
from formicaria.ground.errors import DatabaseUnusable
from formicaria.ground.ids import random_id
from formicaria.ground.tables import credential

OPERATOR = "operator"
KEY_FILE = "operator.key"
SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Identity:
    """An instance travels with its database; a generation ends when the database is restored or cloned."""

    instance_id: str
    generation: str
    generation_reason: str
    created_at: str


def identity(connection: Connection) -> Identity | None:
    """Who this store is; None before its first opening."""
    row = connection.execute(select(instance)).one_or_none()
    return None if row is None else Identity(row.instance_id, row.generation, row.generation_reason, row.created_at)


def establish(connection: Connection, home: str, at: str) -> Identity:
    """This store's identity, made at its first opening. ``home`` says which copy of the database this is; empty: not known.

    Another home than the last time means that the database was restored or cloned: a new generation begins.
    """
    row = connection.execute(select(instance)).one_or_none()
    if row is None:
        made = Identity(random_id("fgi_"), random_id("gen_"), "created", at)
        values = {name: getattr(made, name) for name in Identity.__slots__}
        connection.execute(insert(instance).values(**values, holder=home, held_since=at))
        _record(connection, "instance.created", made, at)
        return made
    known = Identity(row.instance_id, row.generation, row.generation_reason, row.created_at)
    if not home or row.holder == home:
        return known
    return renew(connection, known, home, "restored or cloned", at)


def renew(connection: Connection, known: Identity, home: str, reason: str, at: str) -> Identity:
    """Begin a new generation: every cursor of the feed that was given out before ends."""
    made = Identity(known.instance_id, random_id("gen_"), reason, known.created_at)
    renewed = {"generation": made.generation, "generation_reason": made.generation_reason}
    connection.execute(update(instance).values(**renewed, holder=home, held_since=at))
    _record(connection, "instance.generation_renewed", made, at)
    return made


def _record(connection: Connection, action: str, made: Identity, at: str) -> None:
    audit.append(
        connection, SYSTEM, audit.Act(action, made.instance_id, "engine", facts={"generation": made.generation}), at
    )


def home_of(path: Path) -> str:
    """What tells this file from a copy of it."""
    return str(path.stat().st_ino)


def ensure_operator_key(connection: Connection, data_dir: Path, at: str) -> bool:
    """Have an operator key that opens this store in ``<data_dir>/operator.key``, mode 0600. Returns whether it was made now.

    A missing file gets a new key and ends the old ones: whoever may write the folder is the operator.
    """
    path = data_dir / KEY_FILE
    present = _read(path)
    if present:
        path.chmod(0o600)
        if credentials.find(connection, present, at) is None:
            _mint(connection, present, at)
        return False
    secret = credentials.new_secret("fgo_")
    _mint(connection, secret, at)
    _write(path, secret)
    return True


def _mint(connection: Connection, secret: str, at: str) -> None:
    old = (credential.c.kind == OPERATOR) & (credential.c.revoked_at == "")
    connection.execute(update(credential).where(old).values(revoked_at=at))
    known = credential.c.secret_hash == credentials.secret_hash(secret)
    if connection.execute(update(credential).where(known).values(revoked_at="")).rowcount:
        return
    made = credentials.mint(connection, secret=secret, kind=OPERATOR, name="operator key", at=at)
    audit.append(connection, SYSTEM, audit.Act("operator_key.made", made.id, "engine"), at)


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise DatabaseUnusable("The operator key cannot be read.", remedy=f"Check {path}.") from error


def _write(path: Path, secret: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secret + "\n")
        file.flush()
        os.fsync(descriptor)


def record_heads(connection: Connection, at: str) -> None:
    """Record where every project's audit stream ends; what is kept elsewhere shows a chain that was cut (design notes §9)."""
    ends = {head.stream: f"{head.seq}:{head.digest}" for head in audit.heads(connection) if head.stream != SYSTEM}
    last = audit.entries(connection, SYSTEM, max(0, _last_seq(connection) - 1), 1)
    act = audit.Act("audit.heads", SYSTEM, "engine", facts=ends)
    if ends and not (last and last[0].action == act.action and last[0].facts == canonical_text(ends)):
        audit.append(connection, SYSTEM, act, at)


def _last_seq(connection: Connection) -> int:
    return next((head.seq for head in audit.heads(connection) if head.stream == SYSTEM), 0)
