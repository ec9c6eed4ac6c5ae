"""A kept service comes back, a little later each time, and not for ever."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from tests.formicaria.up.conftest import Make, alive, until

from formicaria.up.keeper import Kept, Patience, Standing
from formicaria.up.processes import ServiceFailed

SOON = Patience(first=0.01, longest=0.05, most=2, window=600)


@contextmanager
def kept(make: Make, how: str = "serve") -> Iterator[tuple[Kept, list[str], list[str]]]:
    """A kept service, what it told, and where it moved."""
    told: list[str] = []
    moved: list[str] = []
    made = Kept("SMALL", partial(make, how), 0, told.append, moved.append, SOON)
    try:
        yield made, told, moved
    finally:
        made.stop()


def kill(of: Kept) -> None:
    """Kill it once it runs, and wait until its keeper has seen it."""
    until(lambda: of.standing is Standing.RUNNING)
    pid = of.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: of.pid != pid or of.standing is Standing.FAILED)


def test_the_pauses_double_up_to_the_longest_and_end() -> None:
    usual = Patience()
    assert [usual.pause(ends) for ends in range(1, 7)] == [1, 2, 4, 8, 16, None]
    assert Patience(most=9).pause(6) == 30


@pytest.mark.processes
def test_one_that_ends_comes_back_at_the_same_address(make: Make) -> None:
    with kept(make) as (service, told, moved):
        address = service.await_address()
        kill(service)
        until(lambda: service.standing is Standing.RUNNING)
        assert service.address == address
        assert moved == [address]
        assert told == ["SMALL ended (signal 9). It is started again in 0 s.", f"SMALL runs again at {address}."]
    assert not alive(service.pid)


@pytest.mark.processes
def test_one_whose_port_was_taken_meanwhile_comes_back_elsewhere(make: Make) -> None:
    slow = Patience(first=0.5, longest=0.5)
    moved: list[str] = []
    service = Kept("SMALL", partial(make, "serve"), 0, lambda _words: None, moved.append, slow)
    try:
        before = service.await_address()
        os.kill(service.pid, signal.SIGKILL)
        until(lambda: service.standing is Standing.BACKOFF)
        with socket.create_server(("127.0.0.1", int(before.rpartition(":")[2]))):
            until(lambda: service.standing is Standing.RUNNING)
        assert service.address != before
        assert moved == [service.address]
    finally:
        service.stop()


@pytest.mark.processes
def test_one_whose_port_is_taken_between_the_look_and_the_start_takes_another(make: Make) -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = int(other.getsockname()[1])
        service = Kept("SMALL", partial(make, "serve"), taken, told.append, lambda _address: None, SOON)
        try:
            assert not service.await_address().endswith(f":{taken}")
        finally:
            service.stop()
    assert told == [f"Port {taken} is in use; SMALL takes a free one."]


@pytest.mark.processes
def test_one_that_ends_too_often_stays_down_in_one_sentence(make: Make) -> None:
    with kept(make) as (service, told, _moved):
        service.await_address()
        for _ in range(SOON.most + 1):
            kill(service)
        until(lambda: service.standing is Standing.FAILED)
        assert told[-1].startswith("SMALL stays down. It ended 3 times in 10 minutes.")
        with pytest.raises(ServiceFailed, match="not started again"):
            service.check()


@pytest.mark.processes
def test_one_that_cannot_start_again_is_tried_and_given_up(make: Make) -> None:
    with kept(make, "once") as (service, told, _moved):
        service.await_address()
        os.kill(service.pid, signal.SIGKILL)
        until(lambda: service.standing is Standing.FAILED)
        assert len(told) == SOON.most + 1


@pytest.mark.processes
def test_stopping_during_the_pause_starts_nothing(make: Make) -> None:
    service = Kept("SMALL", partial(make, "serve"), 0, lambda _words: None, lambda _url: None, Patience(first=600))
    service.await_address()
    pid = service.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: service.standing is Standing.BACKOFF)
    service.stop()
    assert service.pid == pid
    assert service.standing is Standing.STOPPED
