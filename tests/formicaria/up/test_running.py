"""What the services are told at a start, and how a service that cannot start ends the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.formicaria.up.conftest import Make

from formicaria.ground.errors import ConfigurationRefused, Error
from formicaria.up import home, links
from formicaria.up.home import Home
from formicaria.up.keeper import Kept
from formicaria.up.processes import free_port, is_free
from formicaria.up.running import Beside, awaited

VARIABLE = "FORAGER_COMPANION_URL"


def kept(start: Callable[[int], object], port: int = 0) -> Kept:
    return Kept("SMALL", start, port, lambda _words: None, lambda _url: None)  # type: ignore[arg-type]


@pytest.fixture
def at(tmp_path: Path) -> Home:
    return home.prepared(Home(tmp_path / "data"))


def test_the_engine_is_told_where_the_colony_is_going_to_be(at: Home) -> None:
    found = Beside(at, {"HOME": "/h"}, 8713).environment()
    assert found == {"HOME": "/h", VARIABLE: "http://127.0.0.1:8713/console"}


@pytest.mark.processes
def test_an_engine_that_starts_again_is_told_where_the_colony_is(at: Home, make: Make) -> None:
    beside = Beside(at, {}, 1)
    beside.colony = kept(partial(make, "serve"))
    try:
        assert beside.environment()[VARIABLE] == "http://127.0.0.1:1/console"
        address = beside.colony.await_address()
        assert beside.environment()[VARIABLE] == f"{address}/console"
    finally:
        beside.colony.stop()


def test_what_the_operator_named_instead_stays(at: Home) -> None:
    environ = {VARIABLE: "http://127.0.0.1:1"}
    assert Beside(at, environ, 8713).environment() == environ
    (at.forager / "forager.json").write_text(json.dumps({"companion_url": "http://127.0.0.1:2"}))
    assert Beside(at, {}, 8713).environment() == {}


def test_a_free_port_can_be_listened_on() -> None:
    assert is_free(free_port())


@pytest.mark.processes
def test_a_refused_configuration_is_told_as_one(make: Make) -> None:
    service = kept(partial(make, "refuse"))
    with pytest.raises(ConfigurationRefused, match="SMALL ended") as told:
        awaited(service)
    assert "The setting cannot be honoured." in told.value.sentence
    assert told.value.exit_code == 2
    service.stop()


@pytest.mark.parametrize("addresses", [None, ("", "")])
def test_there_is_no_link_before_both_serve(at: Home, addresses: tuple[str, str] | None) -> None:
    if addresses is None:
        with pytest.raises(links.NotRunning, match="does not run") as told:
            links.fresh(at)
    else:
        with home.held(at):
            home.note(at, *addresses)
            with pytest.raises(Error, match="still starting") as told:
                links.fresh(at)
    assert told.value.exit_code == 7
    assert told.value.remedy
