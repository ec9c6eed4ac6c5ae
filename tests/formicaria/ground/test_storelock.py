"""One live process to a store; a dead one holds nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from formicaria.ground.errors import DatabaseUnusable, StoreHeld
from formicaria.ground.storelock import StoreLock, is_held

HOLDER = """
import sys, time
from pathlib import Path
from formicaria.ground.storelock import StoreLock
lock = StoreLock(Path(sys.argv[1]), "fgi_other")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.processes
def test_a_second_process_is_refused_and_a_dead_one_is_taken_over_at_once(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert is_held(tmp_path)
        with pytest.raises(StoreHeld, match=rf"fgi_other \(process {holder.pid}\)"):
            StoreLock(tmp_path, "fgi_mine")
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with StoreLock(tmp_path, "fgi_mine"):
        assert is_held(tmp_path)
    assert not is_held(tmp_path)


def test_a_folder_that_does_not_exist_says_so(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="cannot be written"):
        StoreLock(tmp_path / "nowhere", "x")
