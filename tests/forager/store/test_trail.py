"""A touched audit trail is found: each of ten ways with heads kept elsewhere, eight of them without."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection

from bench import tampering
from forager.store import trail
from formicaria.ground import audit
from formicaria.ground.database import Database
from formicaria.ground.errors import InvalidRequest


@pytest.fixture
def recorded(database: Database) -> Iterator[Database]:
    with database.write() as connection:
        tampering.record(connection)
    return database


@pytest.mark.req("CLAW-12")
def test_ten_ways_to_touch_a_trail_are_found_with_heads_kept_elsewhere(recorded: Database) -> None:
    kept = tampering.kept_heads(recorded)
    with recorded.write() as connection:
        assert [each for each in tampering.TAMPERINGS if not tampering.is_seen(connection, each, kept)] == []
        assert trail.check(connection, kept) == ()


@pytest.mark.req("CLAW-12")
def test_without_heads_a_cut_end_and_a_past_written_anew_are_not_found(recorded: Database) -> None:
    with recorded.write() as connection:
        unseen = {each for each in tampering.TAMPERINGS if not tampering.is_seen(connection, each, None)}
    assert unseen == tampering.UNSEEN_WITHOUT_A_HEAD


@pytest.mark.parametrize("tamper", [tampering.swap_actor, tampering.remove_chain])
def test_what_the_system_chain_recorded_of_another_holds_it(
    recorded: Database, tamper: Callable[[Connection], None]
) -> None:
    with recorded.write() as connection:
        tampering.unguard(connection)
        tamper(connection)
        assert (audit.ANCHORED in {each.problem for each in trail.check(connection)}) is True


def test_every_entry_leaves_as_one_line_that_hashes_to_its_digest(recorded: Database) -> None:
    with recorded.read() as connection:
        lines = [json.loads(line) for line in trail.lines(connection)]
        assert len(lines) == audit.count(connection)
    made = [audit.Entry(**line) for line in lines]
    assert all(each.computed_digest() == each.digest for each in made)
    assert made == sorted(made, key=lambda each: (each.stream, each.seq))


def test_heads_go_out_and_come_back(recorded: Database) -> None:
    with recorded.read() as connection:
        document = trail.heads_document(connection, tampering.AT)
    assert trail.heads_of(json.loads(json.dumps(document))) == tampering.kept_heads(recorded)


@pytest.mark.parametrize("document", [None, [], {}, {"heads": []}, {"heads": 1}, {"heads": [{"stream": "system"}]}])
def test_a_document_without_heads_is_refused(document: object) -> None:
    with pytest.raises(InvalidRequest, match="no heads"):
        trail.heads_of(document)
