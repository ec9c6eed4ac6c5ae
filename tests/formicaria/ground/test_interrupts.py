# ruff: noqa: PT012 - what happens after the interrupt, inside the block, is what is tested
"""Ctrl-C waits for the end of a transaction, so that none is left open."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from formicaria.ground.database import open_database, sqlite_url
from formicaria.ground.interrupts import held_back


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupt_waits_for_the_end_of_the_block() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        interrupt()
        done.append("the rest")
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interrupt_does_not_wait() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        interrupt()
        interrupt()
        done.append("the rest")
    assert done == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_failure_inside_is_no_reason_to_forget_the_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), held_back():
        interrupt()
        raise ValueError


def test_a_block_in_a_block_waits_for_the_outer_one() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        with held_back():
            interrupt()
        done.append("the rest")
    assert done == ["the rest"]


def test_a_program_with_its_own_way_is_left_alone() -> None:
    heard = []
    before = signal.signal(signal.SIGINT, lambda _number, _frame: heard.append("heard"))
    try:
        with held_back():
            interrupt()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == ["heard"]


def test_other_threads_are_left_alone() -> None:
    seen = []

    def block() -> None:
        with held_back():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_a_write_that_is_interrupted_is_kept_whole_and_lets_go_of_the_database(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "a.db")
    database, other = open_database(url), open_database(url)
    with pytest.raises(KeyboardInterrupt), database.write() as connection:
        connection.exec_driver_sql("CREATE TABLE t (n INTEGER)")
        interrupt()
        connection.exec_driver_sql("INSERT INTO t VALUES (1)")
    with other.write() as connection:
        assert connection.exec_driver_sql("SELECT n FROM t").scalar_one() == 1
    database.close()
    other.close()
