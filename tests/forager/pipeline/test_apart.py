"""Whoever opens a hostile document loses a process that can be lost, and is told so in words."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import threading
from contextlib import suppress

import pytest

from forager.errors import CannotOpen
from forager.parse.errors import PlaceNotFound
from forager.pipeline.apart import AT_ONCE, Apart
from forager.pipeline.readers import MEMORY


def double(value: int) -> int:
    return value * 2


def die(_value: int) -> int:
    os.kill(os.getpid(), signal.SIGSEGV)
    return 0


def hang_in_native_code(_value: int) -> int:
    # No signal handler of Python's runs while this does.
    ctypes.CDLL(None).pause()
    while True:
        ctypes.CDLL(None).sleep(600)


def memory() -> int:
    return resource.getrlimit(resource.RLIMIT_AS)[0]


def tell_and_hang(pipe: str) -> int:
    with open(pipe, "wb", buffering=0) as told:  # noqa: PTH123  # a pipe, unbuffered
        told.write(b".")
    return hang_in_native_code(0)


def refuse(_value: int) -> int:
    raise PlaceNotFound("The original has no such place.", remedy="Read it again.")


@pytest.fixture
def apart():
    made = Apart(seconds=1.0)
    yield made
    made.close()


def test_work_is_done_in_another_process_which_is_kept(apart):
    assert [apart.run(double, each) for each in (1, 2, 3)] == [2, 4, 6]
    assert apart.run(os.getpid) != os.getpid()
    assert apart.run(os.getpid) == apart.run(os.getpid)


def test_an_error_of_the_works_own_is_raised_whole(apart):
    with pytest.raises(PlaceNotFound) as found:
        apart.run(refuse, 1)
    assert (found.value.message, found.value.remedy) == ("The original has no such place.", "Read it again.")


@pytest.mark.parametrize("hostile", [die, hang_in_native_code])
def test_a_process_that_dies_or_hangs_is_told_of_and_replaced(apart, hostile):
    for _ in range(AT_ONCE + 1):
        with pytest.raises(CannotOpen, match="could not be opened safely"):
            apart.run(hostile, 1)
    assert apart.run(double, 4) == 8


def test_a_process_may_hold_so_much_and_no_more(apart):
    assert apart.run(memory) == MEMORY


def test_whoever_comes_when_all_wait_is_refused_at_once(tmp_path):
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    apart = Apart(seconds=5.0, waiting=0)

    def open_hostile() -> None:
        with suppress(CannotOpen):
            apart.run(tell_and_hang, str(pipe))

    openers = [threading.Thread(target=open_hostile) for _ in range(AT_ONCE)]
    for each in openers:
        each.start()
    begun = b""
    while len(begun) < AT_ONCE:
        begun += pipe.read_bytes()
    with pytest.raises(CannotOpen, match="Too many documents"):
        apart.run(double, 4)
    for each in openers:
        each.join()
    assert apart.run(double, 4) == 8
    apart.close()
