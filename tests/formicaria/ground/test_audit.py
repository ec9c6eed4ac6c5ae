"""An audit chain shows every change to what it holds."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from bench.tampering import unguard
from hypothesis import given
from hypothesis import strategies as st

from formicaria.ground.audit import Act, Entry, Head, append, entries, heads, verify
from formicaria.ground.canonical import canonical, canonical_row
from formicaria.ground.database import Database
from formicaria.ground.tables import audit_entry, audit_head

AT = "2026-01-01T00:00:00.000000Z"


@pytest.fixture
def recorded(database: Database) -> Database:
    with database.write() as connection:
        for number in range(5):
            append(connection, "project:a", Act("upload", f"src_{number}", "tok_1", "Ann", facts={"n": number}), AT)
        append(connection, "system", Act("start", "instance", "engine"), AT)
    return database


def faults(database: Database, kept: dict[str, Head] | None = None) -> list[str]:
    with database.read() as connection:
        return [f"{fault.stream} {fault.seq} {fault.problem}" for fault in verify(connection, kept)]


def kept_heads(database: Database) -> dict[str, Head]:
    with database.read() as connection:
        return {head.stream: head for head in heads(connection)}


def test_an_untouched_chain_has_no_fault(recorded: Database) -> None:
    assert faults(recorded, kept_heads(recorded)) == []


def test_credential_and_claimed_actor_are_two_fields(recorded: Database) -> None:
    with recorded.read() as connection:
        (first, *_) = entries(connection, "project:a")
    assert (first.credential, first.actor) == ("tok_1", "Ann")


def _edit(connection: sa.Connection) -> None:
    connection.execute(sa.update(audit_entry).where(audit_entry.c.seq == 3).values(actor="Eve"))


def _delete(connection: sa.Connection) -> None:
    connection.execute(sa.delete(audit_entry).where(audit_entry.c.stream == "project:a", audit_entry.c.seq == 3))


def _insert(connection: sa.Connection) -> None:
    row = connection.execute(sa.select(audit_entry).where(audit_entry.c.seq == 5)).one()
    connection.execute(sa.insert(audit_entry).values(dict(row._mapping) | {"seq": 6, "previous": row.digest}))


def _reorder(connection: sa.Connection) -> None:
    mine = audit_entry.c.stream == "project:a"
    for before, after in ((2, 90), (3, 2), (90, 3)):
        connection.execute(sa.update(audit_entry).where(mine, audit_entry.c.seq == before).values(seq=after))


def _truncate(connection: sa.Connection) -> None:
    connection.execute(sa.delete(audit_entry).where(audit_entry.c.stream == "project:a", audit_entry.c.seq > 3))


def _swap_scope(connection: sa.Connection) -> None:
    connection.execute(sa.update(audit_entry).where(audit_entry.c.seq == 2).values(target="src_9"))


@pytest.mark.req("CLAW-12")
@pytest.mark.parametrize("tamper", [_edit, _delete, _insert, _reorder, _truncate, _swap_scope])
def test_tampering_shows_without_any_head_kept_elsewhere(
    recorded: Database, tamper: Callable[[sa.Connection], None]
) -> None:
    with recorded.write() as connection:
        unguard(connection)
        tamper(connection)
    assert faults(recorded)


@pytest.mark.req("CLAW-12")
def test_rehashing_the_whole_chain_shows_only_against_a_head_kept_elsewhere(recorded: Database) -> None:
    kept = kept_heads(recorded)
    with recorded.write() as connection:
        unguard(connection)
        _rehash(connection, "project:a", {3: "Eve"})
    assert faults(recorded) == []
    assert faults(recorded, kept) == ["project:a 5 it differs from the head kept elsewhere"]


@pytest.mark.req("CLAW-12")
def test_cutting_the_end_and_its_head_shows_only_against_a_head_kept_elsewhere(recorded: Database) -> None:
    kept = kept_heads(recorded)
    with recorded.write() as connection:
        unguard(connection)
        _truncate(connection)
        last = entries(connection, "project:a")[-1]
        connection.execute(
            sa.update(audit_head).where(audit_head.c.stream == "project:a").values(seq=3, digest=last.digest)
        )
    assert faults(recorded) == []
    assert faults(recorded, kept)


def _rehash(connection: sa.Connection, stream: str, actors: dict[int, str]) -> None:
    previous = "0" * 64
    for entry in entries(connection, stream):
        fields = {name: getattr(entry, name) for name in Entry.__slots__} | {"previous": previous}
        fields["actor"] = actors.get(entry.seq, entry.actor)
        changed = Entry(**fields)
        previous = changed.computed_digest()
        mine = (audit_entry.c.stream == stream) & (audit_entry.c.seq == entry.seq)
        values = {"actor": changed.actor, "previous": changed.previous, "digest": previous}
        connection.execute(sa.update(audit_entry).where(mine).values(values))
    connection.execute(sa.update(audit_head).where(audit_head.c.stream == stream).values(digest=previous))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_entry SET actor = 'Eve' WHERE seq = 3",
        "DELETE FROM audit_entry WHERE seq = 5",
        "DELETE FROM audit_head",
        "UPDATE audit_head SET seq = 3",
        "UPDATE audit_head SET digest = 'other'",
        "UPDATE audit_head SET stream = 'project:b', seq = seq + 1",
    ],
)
def test_the_database_itself_refuses_to_change_what_was_recorded(recorded: Database, statement: str) -> None:
    before = kept_heads(recorded)
    with pytest.raises(sa.exc.DBAPIError, match="only grows"), recorded.write() as connection:
        connection.exec_driver_sql(statement)
    assert kept_heads(recorded) == before
    assert faults(recorded) == []


@pytest.mark.postgres
@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
@pytest.mark.parametrize("table", ["audit_entry", "audit_head"])
def test_a_server_refuses_to_empty_the_trail(recorded: Database, table: str) -> None:
    with pytest.raises(sa.exc.DBAPIError, match="only grows"), recorded.write() as connection:
        connection.exec_driver_sql(f"TRUNCATE {table}")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])) | st.integers(-(2**53) + 1, 2**53 - 1)))
def test_a_flat_list_has_the_very_form_of_the_standard(cells: list[str | int]) -> None:
    assert canonical_row(cells) == canonical(cells)


def test_numbers_and_keys_are_written_as_the_standard_shows() -> None:
    # RFC 8785, section 3.2.2 to 3.2.4: shortest numbers, escapes only where they must be, keys by UTF-16 code units.
    text = r'''"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"'''
    value = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 1e-27],
        "string": json.loads(text),
        "literals": [None, True, False],
    }
    assert canonical(value).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        r""""string":"€$\u000f\nA'B\"\\\\\"/"}"""
    )
    keys = {
        "\u20ac": "Euro",
        "\r": "Return",
        "\ufb33": "Dagesh",
        "1": "One",
        "\U0001f600": "Smile",
        "\x80": "Control",
        "\xf6": "o",
    }
    assert list(json.loads(canonical(keys))) == ["\r", "1", "\x80", "\xf6", "\u20ac", "\U0001f600", "\ufb33"]
