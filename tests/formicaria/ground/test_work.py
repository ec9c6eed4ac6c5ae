"""Work is done by one worker at a time, and a worker that lost its lease can write nothing."""

from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa

from formicaria.ground import work
from formicaria.ground.clock import FixedClock
from formicaria.ground.database import Database
from formicaria.ground.errors import LostLease
from formicaria.ground.tables import unit

AT = FixedClock().now()


def enqueue(database: Database, *keys: str) -> None:
    with database.write() as connection:
        for key in keys:
            work.enqueue(connection, "job", key, group="p", at=AT)


def claim(database: Database, owner: str, lease: float = 60.0) -> work.Unit | None:
    with database.write() as connection:
        return work.claim(database, connection, ["job"], owner, lease)


def test_a_unit_is_claimed_once_and_in_order(database: Database) -> None:
    enqueue(database, "b", "a")
    first, second, third = (claim(database, "w") for _ in range(3))
    assert first is not None
    assert second is not None
    assert [first.key, second.key] == ["a", "b"]
    assert third is None


def test_enqueuing_twice_adds_nothing(database: Database) -> None:
    with database.write() as connection:
        assert work.enqueue(connection, "job", "a", group="p", at=AT)
        assert not work.enqueue(connection, "job", "a", group="p", at=AT)


def test_a_lost_lease_writes_nothing(database: Database) -> None:
    enqueue(database, "a")
    slow = claim(database, "slow", lease=-1.0)
    fast = claim(database, "fast")
    assert slow is not None
    assert fast is not None
    assert fast.fence == slow.fence + 1
    with pytest.raises(LostLease), database.write() as connection:
        work.settle(connection, slow, "done")
    with database.write() as connection:
        work.settle(connection, fast, "done")
        assert work.counts(connection, "p") == {"done": 1}


def test_a_unit_whose_worker_died_three_times_is_not_tried_again(database: Database) -> None:
    enqueue(database, "poison")
    for _ in range(work.MAX_ATTEMPTS):
        assert claim(database, "w", lease=-1.0) is not None
    assert claim(database, "w") is None
    with database.write() as connection:
        assert [each.key for each in work.exhausted(database, connection, ["job"])] == ["poison"]


def test_threads_share_the_work_without_doubling_any(database: Database) -> None:
    keys = [f"k{number:02d}" for number in range(20)]
    enqueue(database, *keys)
    done: list[str] = []
    lock = threading.Lock()

    def worker(name: str) -> None:
        while (held := claim(database, name)) is not None:
            with database.write() as connection:
                work.settle(connection, held, "done")
            with lock:
                done.append(held.key)

    threads = [threading.Thread(target=worker, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == keys


def test_cancelling_stops_only_what_nobody_began(database: Database) -> None:
    enqueue(database, "a", "b")
    claim(database, "w")
    with database.write() as connection:
        assert work.cancel_queued(connection, "p") == 1
        assert work.counts(connection, "p") == {"cancelled": 1, "running": 1}


def test_an_exclusive_holder_may_let_go_of_every_lease(database: Database) -> None:
    enqueue(database, "a")
    claim(database, "dead")
    assert claim(database, "new") is None
    with database.write() as connection:
        assert work.release_all(connection) == 1
    assert claim(database, "new") is not None


def test_the_attempts_of_a_retried_unit_begin_again(database: Database) -> None:
    enqueue(database, "a")
    held = claim(database, "w")
    assert held is not None
    with database.write() as connection:
        work.settle(connection, held, "failed", "broken")
        work.requeue(connection, "job", "a")
        assert connection.execute(sa.select(unit.c.attempts)).scalar_one() == 0
