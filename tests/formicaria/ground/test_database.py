"""Snapshots, transactions and failures of a database, the same on both stores."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from formicaria.ground.counters import current_value, next_value
from formicaria.ground.database import Database, open_database, sqlite_file, sqlite_url
from formicaria.ground.errors import ConfigurationRefused, DatabaseUnusable
from formicaria.ground.tables import counter


def test_a_read_sees_one_snapshot_while_others_write(database: Database) -> None:
    with database.write() as connection:
        next_value(connection, "seen")
    with database.read() as connection:
        before = current_value(connection, "seen")
        writer = threading.Thread(target=_advance, args=(database, "seen"))
        writer.start()
        writer.join()
        after = current_value(connection, "seen")
    assert (before, after) == (1, 1)
    with database.read() as connection:
        assert current_value(connection, "seen") == 2


def _advance(database: Database, name: str) -> None:
    with database.write() as connection:
        next_value(connection, name)


def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.write() as connection:
        assert 1 / (next_value(connection, "lost") - 1)
    with database.read() as connection:
        assert current_value(connection, "lost") == 0


def test_numbers_have_no_gap_and_no_double_under_concurrent_writers(database: Database) -> None:
    threads = [threading.Thread(target=lambda: [_advance(database, "busy") for _ in range(10)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read() as connection:
        assert current_value(connection, "busy") == 40


def test_text_sorts_by_bytes_on_both_stores(database: Database) -> None:
    names = ["a", "B", "_", "é", "Z", "10", "9"]
    with database.write() as connection:
        connection.execute(sa.insert(counter), [{"name": name, "value": 0} for name in names])
    with database.read() as connection:
        found = list(connection.execute(sa.select(counter.c.name).order_by(counter.c.name)).scalars())
    assert found == sorted(names, key=lambda text: text.encode())


def test_the_databases_clock_is_fixed_width_text(database: Database) -> None:
    with database.read() as connection:
        now = database.now(connection)
    assert len(now) == len("2026-01-01T00:00:00.000000Z")
    assert now.endswith("Z")


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(ConfigurationRefused, match="mysql is not a supported database"):
        open_database("mysql://localhost/x")


def test_a_folder_that_is_missing_says_so(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="cannot be opened"):
        open_database(sqlite_url(tmp_path / "missing" / "x.db"))


@pytest.mark.parametrize(
    "content", [b"SQLite format 3\0", b"no database at all" * 500], ids=["cut short", "something else"]
)
def test_a_damaged_file_is_said_to_be_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "damaged.db").write_bytes(content)
    with pytest.raises(DatabaseUnusable, match="damaged"):
        open_database(sqlite_url(tmp_path / "damaged.db"))


@pytest.mark.parametrize("name", ["what?mode=memory", "50%41", "a#b", "a b@c:d", "ünï"])
def test_a_path_of_any_name_is_the_file_that_is_opened(tmp_path: Path, name: str) -> None:
    url = sqlite_url(tmp_path / name)
    open_database(url).close()
    assert sqlite_file(url) == tmp_path / name
    assert (tmp_path / name).is_file()
    assert sqlite_file("postgresql://x/y") is None
