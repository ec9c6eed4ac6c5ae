"""The record is append-only and says so when somebody touched it (colony law 12, measure M4)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bench.tampering import unguard
from sqlalchemy import Connection, delete, insert, select, update
from tests.anthill.missions.support import QUESTION, colony

from anthill.core.missions.intake import MissionRequest
from anthill.core.store.records import EventFilter, anchored_heads
from anthill.core.store.tables import artifact
from formicaria.ground.canonical import canonical_text
from formicaria.ground.tables import audit_entry, audit_head


@pytest.fixture
def done(tmp_path: Path):
    here = colony(tmp_path)
    accepted = here.submit(MissionRequest(QUESTION, project_id="falcon"))
    here.run_until_closed(accepted.id)
    yield here, f"mission:{accepted.id}"
    here.stop()


@pytest.mark.req("S000-5-04")
@pytest.mark.req("CLAW-12")
def test_a_mission_has_its_own_chain_and_each_event_one_entry(done) -> None:
    here, stream = done
    mission_id = stream.removeprefix("mission:")
    with here.records.read() as connection:
        actions = connection.execute(
            select(audit_entry.c.action).where(audit_entry.c.stream == stream).order_by(audit_entry.c.seq)
        ).scalars()
        recorded = list(actions)
    assert recorded == [each.event_type.value for each in here.events(0, EventFilter(mission_id=mission_id), 1000)]
    assert here.audit_faults() == ()


def test_the_head_of_a_closed_mission_is_anchored_on_the_system_chain(done) -> None:
    here, stream = done
    with here.records.read() as connection:
        anchored = anchored_heads(connection)[stream]
    assert anchored in here.audit_heads()


def middle(stream: str, number: int = 5):
    return (audit_entry.c.stream == stream) & (audit_entry.c.seq == number)


def _edit(connection: Connection, stream: str) -> None:
    connection.execute(update(audit_entry).where(middle(stream)).values(actor="somebody else"))


def _delete(connection: Connection, stream: str) -> None:
    connection.execute(delete(audit_entry).where(middle(stream)))


def _swap(connection: Connection, stream: str) -> None:
    for old, new in ((5, -1), (6, 5), (-1, 6)):
        connection.execute(update(audit_entry).where(middle(stream, old)).values(seq=new))


def _insert(connection: Connection, stream: str) -> None:
    row = dict(connection.execute(select(audit_entry).where(middle(stream))).one()._mapping)
    connection.execute(insert(audit_entry).values(**row | {"seq": 10_000}))


def _truncate(connection: Connection, stream: str) -> None:
    connection.execute(delete(audit_entry).where((audit_entry.c.stream == stream) & (audit_entry.c.seq > 5)))
    last = connection.execute(select(audit_entry.c.digest).where(middle(stream))).scalar_one()
    connection.execute(update(audit_head).where(audit_head.c.stream == stream).values(seq=5, digest=last))


def _forget_the_stream(connection: Connection, stream: str) -> None:
    connection.execute(delete(audit_entry).where(audit_entry.c.stream == stream))
    connection.execute(delete(audit_head).where(audit_head.c.stream == stream))


def _rehash(connection: Connection, stream: str) -> None:
    from formicaria.ground.audit import GENESIS, entries

    previous = GENESIS
    for entry in entries(connection, stream):
        changed = {name: getattr(entry, name) for name in entry.__slots__} | {
            "actor": "somebody else",
            "previous": previous,
        }
        previous = type(entry)(**changed).computed_digest()
        connection.execute(
            update(audit_entry).where(middle(stream, entry.seq)).values(**changed | {"digest": previous})
        )
    connection.execute(update(audit_head).where(audit_head.c.stream == stream).values(digest=previous))


def _change_an_artifact(connection: Connection, stream: str) -> None:
    connection.execute(update(artifact).where(artifact.c.schema == "sourced_answer").values(payload=canonical_text({})))


def _remove_an_artifact(connection: Connection, stream: str) -> None:
    connection.execute(delete(artifact).where(artifact.c.schema == "source_set"))


@pytest.mark.req("CLAW-12")
@pytest.mark.parametrize(
    "tamper",
    [_edit, _delete, _swap, _insert, _truncate, _forget_the_stream, _rehash, _change_an_artifact, _remove_an_artifact],
    ids=lambda each: each.__name__.strip("_"),
)
def test_every_way_to_touch_a_missions_record_is_found(done, tamper: Callable[[Connection, str], None]) -> None:
    here, stream = done
    with here.records.database.write() as connection:
        unguard(connection)
        tamper(connection, stream)
    assert here.audit_faults() != ()


def test_a_rehashed_system_chain_is_found_only_with_a_head_kept_elsewhere(done) -> None:
    here, _ = done
    kept = {head.stream: head for head in here.audit_heads()}
    with here.records.database.write() as connection:
        unguard(connection)
        _rehash(connection, "system")
    assert here.audit_faults() == ()
    assert [fault.stream for fault in here.audit_faults(kept)] == ["system"]


def test_anchoring_again_without_change_adds_nothing(done) -> None:
    here, _ = done
    before = here.audit_entries()
    here.records.anchor_all()
    assert here.audit_entries() == before
