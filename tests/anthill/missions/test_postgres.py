"""The same missions on PostgreSQL: the same outcome, the same answer, several processes on one store."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.anthill.missions.support import QUESTION, colony

from anthill.core.evidence.answer import SOURCED_ANSWER
from anthill.core.missions.intake import MissionRequest
from anthill.core.store.records import EventFilter
from formicaria.ground.audit import verify

pytestmark = pytest.mark.postgres
FALCON_QUESTION = MissionRequest(QUESTION, project_id="falcon")


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    """A database of this test's own."""
    name = f"anthill_{secrets.token_hex(6)}"
    server = sa.make_url(postgres_url).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    yield server.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


def test_a_mission_gives_the_same_answer_on_both_stores(tmp_path: Path, url: str) -> None:
    answers = []
    for where in ("", url):
        here = colony(tmp_path, url=where)
        accepted = here.submit(FALCON_QUESTION)
        assert here.run_until_closed(accepted.id).outcome == "completed_verified"
        report = here.report(accepted.id)
        assert here.audit_faults() == ()
        names = [each.event_type.value for each in here.events(0, EventFilter(), 1000)]
        here.stop()
        payload = next(each.payload for each in report.artifacts if each.schema == SOURCED_ANSWER)
        answers.append(
            (payload, names, [(row.kind, row.value, row.passed) for row in report.evidence if row.deterministic])
        )
    assert [each[0] for each in answers[:1]] == [each[0] for each in answers[1:]]
    assert answers[0][1] == answers[1][1]
    assert sorted(answers[0][2], key=str) == sorted(answers[1][2], key=str)


def test_several_colonies_on_one_store_share_the_missions(tmp_path: Path, url: str) -> None:
    first = colony(tmp_path, url=url)
    parts = replace(first._parts, exclusive=False)
    others = [type(first)(replace(parts, database=colony(tmp_path, url=url)._parts.database)) for _ in range(2)]
    ids = [first.submit(FALCON_QUESTION).id for _ in range(6)]
    threads = [threading.Thread(target=here.run_pending) for here in others]
    for thread in threads:
        thread.start()
    for mission_id in ids:
        first.run_until_closed(mission_id)
    for thread in threads:
        thread.join()
    reports = [first.report(each) for each in ids]
    with first.records.read() as connection:
        faults = verify(connection)
    for here in (*others, first):
        here.stop()
    assert {each.mission.outcome for each in reports} == {"completed_verified"}
    assert [len(each.artifacts) for each in reports] == [3] * 6
    assert faults == ()
