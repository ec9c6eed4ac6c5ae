"""Which bases the colony is given, by a real engine: each new one once, with a token for these alone, and never against the operator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.services import Service, serving

from formicaria.ground.errors import ConfigurationRefused
from formicaria.up import colony, home
from formicaria.up.bases import GRACE_SECONDS, LOOK_SECONDS, Bases
from formicaria.up.colony import Base, base_of
from formicaria.up.home import Home
from formicaria.up.wire import Api, Refused

pytestmark = [pytest.mark.processes, pytest.mark.timeout(400)]
NUMBERS = count(1)
Json = dict[str, Any]


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One engine for all of these; every test makes bases of its own in it."""
    with serving("forager", tmp_path_factory.mktemp("engine") / "forager") as service:
        yield service


@pytest.fixture
def api(engine: Service) -> Iterator[Api]:
    with closing(Api(engine.url, engine.key)) as found:
        yield found


@pytest.fixture
def at(tmp_path: Path) -> Home:
    return home.prepared(Home(tmp_path / "data"))


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def bases(at: Home, api: Api, clock: Time) -> Bases:
    return Bases(at, api, clock)


def made(api: Api, name: str = "") -> Base:
    """Another base of the engine."""
    return base_of(api.post("/api/projects", {"name": name or f"Base {next(NUMBERS)}", "purpose": ""}))


def file(at: Home) -> Json:
    found: Json = json.loads(at.colony_file.read_text())
    return found


def mapped(at: Home) -> dict[str, str]:
    """The colony's map."""
    found: dict[str, str] = file(at)[colony.PROJECTS]
    return found


def looked(bases: Bases, clock: Time) -> list[str]:
    """What a look tells when it is time for one."""
    clock.now += LOOK_SECONDS
    return bases.look()


def reads(engine: Service, token: str) -> set[str]:
    """The bases a token opens; none when it is refused."""
    with closing(Api(engine.url, token)) as as_colony:
        return set(as_colony.get("/api/session")["projects"])


def test_at_the_start_every_base_is_mapped_by_its_word_and_the_token_opens_no_other(
    at: Home, bases: Bases, api: Api, engine: Service
) -> None:
    first, second = made(api), made(api)
    (told,) = bases.settle(engine.url, second)
    assert told.startswith(f"Wrote {at.colony_file}")
    assert (mapped(at)[first.slug], mapped(at)[second.slug]) == (first.id, second.id)
    assert reads(engine, file(at)[colony.TOKEN]) == set(mapped(at).values())
    assert file(at)[colony.DEFAULT] == second.id


def test_a_new_base_is_mapped_at_the_next_look_and_told_once(
    at: Home, bases: Bases, api: Api, engine: Service, clock: Time
) -> None:
    bases.settle(engine.url, None)
    assert looked(bases, clock) == []
    new = made(api)
    assert bases.look() == []
    assert looked(bases, clock) == [f'The colony now reads the base "{new.name}" too.']
    assert mapped(at)[new.slug] == new.id
    assert new.id in reads(engine, file(at)[colony.TOKEN])
    before = at.colony_file.stat()
    assert looked(bases, clock) == []
    assert at.colony_file.stat() == before


def test_the_earlier_token_opens_until_no_call_can_be_under_way_with_it(
    at: Home, bases: Bases, api: Api, engine: Service, clock: Time
) -> None:
    made(api)
    bases.settle(engine.url, None)
    earlier = file(at)[colony.TOKEN]
    made(api)
    looked(bases, clock)
    later = file(at)[colony.TOKEN]
    clock.now += GRACE_SECONDS - LOOK_SECONDS - 1
    looked(bases, clock)
    assert reads(engine, earlier)
    looked(bases, clock)
    assert not reads(engine, earlier)
    assert reads(engine, later)


def test_at_the_end_the_earlier_token_goes_at_once(at: Home, bases: Bases, api: Api, engine: Service) -> None:
    made(api)
    bases.settle(engine.url, None)
    earlier = file(at)[colony.TOKEN]
    made(api)
    Bases(at, api).settle(engine.url, None)
    assert not reads(engine, earlier)
    bases.close()
    assert reads(engine, file(at)[colony.TOKEN])


def test_a_token_that_opens_the_bases_is_kept_and_another_is_replaced(
    at: Home, bases: Bases, api: Api, engine: Service
) -> None:
    made(api)
    bases.settle(engine.url, None)
    kept = file(at)
    assert Bases(at, api).settle(engine.url, None) == []
    assert file(at) == kept
    home.replace(at.colony_file, {**kept, colony.TOKEN: "fgr_" + "x" * 43})
    Bases(at, api).settle(engine.url, None)
    assert file(at)[colony.TOKEN] not in {kept[colony.TOKEN], "fgr_" + "x" * 43}
    assert not reads(engine, kept[colony.TOKEN])


def test_a_base_taken_out_by_hand_stays_out(at: Home, bases: Bases, api: Api, engine: Service, clock: Time) -> None:
    out = made(api)
    bases.settle(engine.url, out)
    rest = {word: id_ for word, id_ in mapped(at).items() if id_ != out.id}
    home.replace(at.colony_file, {**file(at), colony.PROJECTS: rest, colony.DEFAULT: ""})
    new = made(api)
    looked(bases, clock)
    Bases(at, api).settle(engine.url, out)
    assert mapped(at) == {**rest, new.slug: new.id}
    assert out.id not in reads(engine, file(at)[colony.TOKEN])


def test_a_map_older_than_the_launcher_gets_the_named_base_alone(
    at: Home, bases: Bases, api: Api, engine: Service, clock: Time
) -> None:
    mine, other, named = made(api), made(api), made(api)
    home.replace(at.colony_file, {colony.PROJECTS: {"workspace:w": mine.id}, "own": [1]})
    bases.settle(engine.url, named)
    assert mapped(at) == {"workspace:w": mine.id, named.slug: named.id}
    new = made(api)
    looked(bases, clock)
    assert mapped(at) == {"workspace:w": mine.id, named.slug: named.id, new.slug: new.id}
    assert other.id not in mapped(at).values()
    assert file(at)["own"] == [1]


def test_a_base_takes_no_word_that_means_something_else(at: Home, bases: Bases, api: Api, engine: Service) -> None:
    whole, taken = made(api, "Global"), made(api)
    home.replace(
        at.colony_file, {colony.MANAGED: True, colony.PROJECTS: {taken.slug: "proj_of_before"}, colony.ENABLED: False}
    )
    bases.settle(engine.url, None)
    assert (mapped(at)["global-2"], mapped(at)[f"{taken.slug}-2"]) == (whole.id, taken.id)
    assert mapped(at)[taken.slug] == "proj_of_before"
    assert "global" not in mapped(at)
    assert file(at)[colony.ENABLED] is False


def test_no_base_gets_no_token_and_the_first_becomes_the_one_that_people_read(tmp_path: Path) -> None:
    """By an engine of its own, which holds nothing."""
    at, clock = home.prepared(Home(tmp_path / "data")), Time()
    with serving("forager", tmp_path / "forager") as engine, closing(Api(engine.url, engine.key)) as api:
        bases = Bases(at, api, clock)
        bases.settle(engine.url, None)
        assert (mapped(at), file(at)[colony.TOKEN], file(at)[colony.DEFAULT]) == ({}, "", "")
        first = made(api)
        assert looked(bases, clock) == [f'The colony now reads the base "{first.name}".']
        assert (file(at)[colony.DEFAULT], reads(engine, file(at)[colony.TOKEN])) == (first.id, {first.id})
        at.colony_file.write_text("{")
        made(api)
        (told,) = looked(bases, clock)
        assert "anthill.json" in told
        assert looked(bases, clock) == []
        engine.stop()
        assert looked(bases, clock) == []


def test_archived_bases_are_none() -> None:
    rows = [
        {"id": f"proj_{word}", "slug": word, "name": word, "archived_at": when}
        for word, when in (("a", ""), ("b", "2026-01-01T00:00:00Z"))
    ]
    assert [each.id for each in colony.living(rows)] == ["proj_a"]


@pytest.mark.parametrize("mine", [{colony.ENDPOINT: "http://127.0.0.1:9"}, {colony.MANAGED: False}])
def test_a_file_that_names_another_engine_is_left_alone(
    at: Home, bases: Bases, api: Api, engine: Service, clock: Time, mine: Json
) -> None:
    at.colony_file.write_text(json.dumps(mine))
    (told,) = bases.settle(engine.url, made(api))
    assert "left as it is" in told
    made(api)
    assert looked(bases, clock) == []
    bases.follow("http://127.0.0.1:10")
    assert at.colony_file.read_text() == json.dumps(mine)


def test_the_colony_follows_the_engine_to_another_address(at: Home, bases: Bases, api: Api, engine: Service) -> None:
    bases.settle(engine.url, made(api))
    before = file(at)
    bases.follow("http://127.0.0.1:9")
    assert file(at) == {**before, colony.ENDPOINT: "http://127.0.0.1:9"}


def test_what_cannot_be_written_or_asked_stops_the_start(at: Home, bases: Bases, engine: Service) -> None:
    at.colony_file.write_text("[]")
    with pytest.raises(ConfigurationRefused):
        bases.settle(engine.url, None)
    at.colony_file.unlink()
    with closing(Api(engine.url, "fgr_" + "x" * 43)) as nobody, pytest.raises(Refused):
        Bases(at, nobody).settle(engine.url, None)
    assert not at.colony_file.exists()
