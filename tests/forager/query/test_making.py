"""A day of the past is worked out once, beside the requests that ask for it: they wait within a bound and are told how far it is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import BUILDER, api_over
from tests.forager.api.corpus import settings as store_settings
from tests.forager.query.test_until import first, listed, other, read, take_in
from tests.forager.ui.conftest import Site

from forager.asgi import application
from forager.derive.run import Stopped
from forager.engine import Engine
from forager.model.job import StageName
from forager.query import past
from forager.query.errors import BeingDerived
from forager.query.making import Makings, Progress, awaited
from formicaria.ground.clock import FixedClock
from formicaria.ground.errors import DatabaseUnusable, Unavailable

DAY = "2026-02-11"


@pytest.fixture
def small(tmp_path) -> Iterator[Engine]:
    """Two documents of two days."""
    with Engine.open(store_settings(tmp_path / "small"), clock=FixedClock()) as engine:
        take_in(engine, first, other)
        yield engine


class Gate:
    """Stands before the work: it counts who comes, and lets nobody in until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open, self.came, self.times = threading.Event(), threading.Event(), 0
        self._work = past.derive_until
        monkeypatch.setattr(past, "derive_until", self)

    def __call__(self, *given: object) -> object:
        self.times += 1
        given[5](StageName.DEDUP_CONFLICT, 3, 9)  # type: ignore[operator]  # the report
        self.came.set()
        assert self.open.wait(60)
        return self._work(*given)  # type: ignore[arg-type]  # passed on


def test_who_asks_while_it_is_worked_out_is_told_how_far_it_is_and_later_gets_it(
    small: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    small.past.patience = 0
    with pytest.raises(BeingDerived):
        read(small, listed, DAY)
    assert gate.came.wait(60)
    with pytest.raises(BeingDerived) as refused:
        read(small, listed, DAY)
    assert refused.value.details == {"stage": "dedup_conflict", "done": 3, "total": 9, "retry_after": 1}
    gate.open.set()
    small.past.patience = None
    assert read(small, listed, DAY) == {"The launch date of Project Heron is 1 May 2026.": "active"}
    assert gate.times == 1


def test_many_readers_of_one_day_have_it_worked_out_once(small: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    with ThreadPoolExecutor(6) as pool:
        waiting = [pool.submit(read, small, listed, day) for day in (DAY, "2026-01-31", DAY, "2026-02-01", DAY, DAY)]
        assert gate.came.wait(60)
        gate.open.set()
        said = [each.result(60) for each in waiting]
    assert gate.times == 1
    assert all(each == said[0] for each in said)
    assert len(list((small.settings.data_dir / "until").iterdir())) == 1


def test_a_reader_whose_revision_is_overtaken_while_it_waits_is_answered(
    small: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(read, small, listed, DAY)
        assert gate.came.wait(60)
        small.remove_source(small.project("falcon").id, _source(small, "letter.md"), BUILDER)
        small.process(small.project("falcon").id, BUILDER)
        small.run_jobs()
        gate.open.set()
        assert waiting.result(60) == {"The launch date of Project Heron is 1 May 2026.": "active"}


def _source(engine: Engine, name: str) -> str:
    with engine.database.read() as connection:
        return str(
            connection.execute(sa.text("SELECT id FROM source WHERE logical_name = :n"), {"n": name}).scalar_one()
        )


def test_the_wire_says_when_to_ask_again_and_the_page_fills_itself_in(
    small: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    small.past.patience = 0
    api, browser = api_over(small), Site(small, application(small)).browser()
    path = f"/projects/{small.project('falcon').id}/knowledge"
    api.http.get(f"/api{path}", params={"documents_until": DAY}, headers={"authorization": f"Bearer {api.key}"})
    assert gate.came.wait(60)
    answer = api.http.get(
        f"/api{path}", params={"documents_until": DAY}, headers={"authorization": f"Bearer {api.key}"}
    )
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["error"]["code"] == "being_derived"
    page = browser.get(path, params={"documents_until": DAY})
    assert (page.status_code, page.headers["retry-after"]) == (202, "1")
    assert f'hx-get="{path}?documents_until={DAY}"' in page.text
    assert "3 of 9" in page.text
    gate.open.set()
    small.past.patience = None
    assert "1 May 2026" in browser.get(path, params={"documents_until": DAY}).text


def slow(report: Callable[[StageName, int, int], None], stop: Callable[[], bool]) -> str:
    report(StageName.INDEXING, 0, 1)
    while not stop():
        threading.Event().wait(0.01)
    raise Stopped("asked to")


def test_what_cannot_be_made_is_told_once_to_each_who_waited_and_then_tried_again() -> None:
    makings: Makings[str] = Makings()
    tried: list[int] = []

    def fails(_report: object, _stop: object) -> str:
        tried.append(1)
        raise DatabaseUnusable("The disk is full.")

    for _ in range(2):
        with pytest.raises(DatabaseUnusable):
            awaited(makings.begun(("a",), fails), None, lambda _told: None)
    assert len(tried) == 2
    assert awaited(makings.begun(("a",), lambda _report, _stop: "made"), None, lambda _told: None) == "made"
    makings.close()


def test_what_is_on_its_way_is_given_up_at_the_end() -> None:
    makings: Makings[str] = Makings()
    going = makings.begun(("a",), slow)
    told: list[Progress] = []

    def heard(progress: Progress) -> None:
        told.append(progress)
        if progress.stage and len(told) < 100:
            told.extend([progress] * 100)
            threading.Thread(target=makings.close).start()

    with pytest.raises(Unavailable):
        awaited(going, None, heard)
    with pytest.raises(Unavailable):
        makings.begun(("b",), slow)


def test_of_too_many_days_the_one_asked_for_first_is_let_go() -> None:
    makings: Makings[str] = Makings()
    busy = makings.begun((0,), slow)
    waiting = [makings.begun((at,), slow) for at in range(1, 12)]
    with pytest.raises(BeingDerived):
        awaited(waiting[0], None, lambda _told: None)
    assert not busy.done.is_set()
    assert not waiting[-1].done.is_set()
    makings.close()
