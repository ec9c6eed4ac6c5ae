"""Ctrl-C at a moment when nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_back() -> Iterator[None]:
    """Let an interrupt from the keyboard wait until the block is done; a second one does not wait.

    It could else arrive between the beginning of a transaction and the first line that would roll it back. Raises KeyboardInterrupt
    after the block. A program that treats the signal in its own way is left alone, and so are threads beside the main one.
    """
    if not _is_raised_here():
        yield
        return
    waiting = False

    def wait(_number: int, _frame: FrameType | None) -> None:
        nonlocal waiting
        if waiting:
            raise KeyboardInterrupt
        waiting = True

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if waiting:
            raise KeyboardInterrupt


def _is_raised_here() -> bool:
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
