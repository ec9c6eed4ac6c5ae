"""An instance travels with its database, a generation ends with a copy, and the operator's key opens the store."""

from __future__ import annotations

import stat
from pathlib import Path

from forager.store import identity
from formicaria.ground import audit, credentials
from formicaria.ground.database import Database

AT = "2026-01-01T00:00:00.000000Z"
LATER = "2026-01-02T00:00:00.000000Z"


def test_an_instance_is_made_once(database: Database) -> None:
    with database.write() as connection:
        made = identity.establish(connection, "1", AT)
    with database.write() as connection:
        assert identity.establish(connection, "1", LATER) == made
        assert identity.identity(connection) == made
    assert made.instance_id.startswith("fgi_")
    assert made.generation.startswith("gen_")
    assert made.generation_reason == "created"


def test_a_copied_database_keeps_its_instance_and_begins_a_generation(database: Database) -> None:
    with database.write() as connection:
        made = identity.establish(connection, "1", AT)
    with database.write() as connection:
        copied = identity.establish(connection, "2", LATER)
    assert copied.instance_id == made.instance_id
    assert copied.generation != made.generation
    assert copied.generation_reason == "restored or cloned"
    with database.read() as connection:
        actions = [each.action for each in audit.entries(connection, "system")]
    assert actions == ["instance.created", "instance.generation_renewed"]


def test_where_the_home_is_not_known_nothing_is_concluded(database: Database) -> None:
    with database.write() as connection:
        made = identity.establish(connection, "", AT)
        assert identity.establish(connection, "", LATER) == made


def test_the_operator_key_is_made_once_and_only_its_owner_reads_it(database: Database, tmp_path: Path) -> None:
    with database.write() as connection:
        assert identity.ensure_operator_key(connection, tmp_path, AT)
        assert not identity.ensure_operator_key(connection, tmp_path, AT)
    path = tmp_path / "operator.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secret = path.read_text().strip()
    assert secret.startswith("fgo_")
    with database.read() as connection:
        found = credentials.find(connection, secret, AT)
        assert found is not None
        assert found.kind == "operator"
        assert len(credentials.listed(connection, "operator")) == 1


def test_a_lost_key_is_replaced_and_the_old_one_opens_nothing(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "operator.key"
    with database.write() as connection:
        identity.ensure_operator_key(connection, tmp_path, AT)
    old = path.read_text().strip()
    path.unlink()
    with database.write() as connection:
        assert identity.ensure_operator_key(connection, tmp_path, LATER)
    with database.read() as connection:
        assert credentials.find(connection, old, LATER) is None
        assert credentials.find(connection, path.read_text().strip(), LATER) is not None


def test_a_key_file_others_may_read_is_closed(database: Database, tmp_path: Path) -> None:
    with database.write() as connection:
        identity.ensure_operator_key(connection, tmp_path, AT)
        (tmp_path / "operator.key").chmod(0o644)
        identity.ensure_operator_key(connection, tmp_path, AT)
    assert stat.S_IMODE((tmp_path / "operator.key").stat().st_mode) == 0o600


def test_audit_heads_are_recorded_when_they_moved(database: Database) -> None:
    with database.write() as connection:
        identity.record_heads(connection, AT)
        assert audit.count(connection) == 0
        audit.append(connection, "project:x", audit.Act("a", "b", "c"), AT)
        identity.record_heads(connection, AT)
        identity.record_heads(connection, LATER)
        entries = audit.entries(connection, "system")
    assert [each.action for each in entries] == ["audit.heads"]
    assert "project:x" in entries[0].facts
