"""Two writers at once leave no gap that a reader could pass over."""

from __future__ import annotations

import threading

from forager.derive.publish import Producer, _announce
from forager.query import feed
from forager.store import identity
from formicaria.ground.database import Database

AT = "2026-01-01T00:00:00.000000Z"
EACH = 15
WRITERS = 3


def test_a_reader_beside_parallel_writers_sees_every_event_once_and_in_order(database: Database) -> None:
    with database.write() as connection:
        known = identity.establish(connection, "", AT)
    producer = Producer(known.instance_id, known.generation)
    begin = threading.Barrier(WRITERS + 1)

    def write(number: int) -> None:
        begin.wait()
        for rev in range(1, EACH + 1):
            row: dict[str, object] = {
                "project_id": f"proj_{number}", "rev": rev, "content_digest": "", "completeness": "complete", "job_id": "job_1",
                "published_at": AT,
            }  # fmt: skip
            with database.write() as connection:
                _announce(connection, row, producer)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for each in writers:
        each.start()
    begin.wait()
    seen: list[object] = []
    cursor = ""
    while len(seen) < EACH * WRITERS:
        alive = any(each.is_alive() for each in writers)
        with database.read() as connection:
            page = feed.after(connection, cursor, 4, None)
        seen += [each["sequence"] for each in page.items]
        cursor = page.cursor
        if not alive and not page.items:
            break
    for each in writers:
        each.join()
    assert seen == list(range(1, EACH * WRITERS + 1))
