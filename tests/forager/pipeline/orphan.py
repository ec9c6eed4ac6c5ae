"""A process whose reader never ends: to be killed, so that a test sees what becomes of the reader."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from forager.pipeline.readers import Readers
from forager.store.readings import Asked, Failure, Success


def endless(root: Path, asked: Asked) -> Success | Failure:
    """Say which process this is, and read for ever."""
    (root / "half").write_text(str(os.getpid()))
    (root / "half").rename(root / asked.logical_name)
    threading.Event().wait()
    return Failure("", "")


def main(root: Path) -> None:
    """Have one document read in another process."""
    left = [Asked("proj_x", "src_x", "reader", "")]
    for _ in Readers(root, 1, endless).results(lambda _busy, _room: [left.pop()] if left else [], careful=True):
        return


if __name__ == "__main__":
    # Workers find ``endless`` by this module's true name, not as part of __main__.
    from tests.forager.pipeline import orphan

    orphan.main(Path(sys.argv[1]))
