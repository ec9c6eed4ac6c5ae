"""How long a person waits before anything has begun."""

import subprocess
import sys
import time
from pathlib import Path

from bench.measure import Result, median

ROOT = Path(__file__).resolve().parents[2]
RUNS = 7


def repeated_set_up() -> Result:
    """Measure a set-up that has nothing to do."""
    samples = _seconds([sys.executable, str(ROOT / "tools" / "bootstrap.py")])
    return Result("S1", "set-up with nothing to do", "s", median(samples), 1.0, samples=samples)


def help_of_a_program() -> Result:
    """Measure `forager --help`, beside an empty Python as what cannot be undercut."""
    samples = _seconds([str(ROOT / ".venv" / "bin" / "forager"), "--help"])
    floor = median(_seconds([sys.executable, "-c", ""]))
    return Result("S2", "forager --help (peer: python -c '')", "s", median(samples), 0.5, peer=floor, samples=samples)


def _seconds(command: list[str]) -> tuple[float, ...]:
    """Run the command a few times after one that warms the disk's cache, and return the seconds of each."""
    return tuple(_once(command) for _ in range(RUNS + 1))[1:]


def _once(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)  # noqa: S603
    return time.perf_counter() - started
