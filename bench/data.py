"""The shared folder of real material, which the repository does not carry."""

import os
from pathlib import Path

from bench.measure import Skipped

ROOT = Path(__file__).resolve().parent.parent


class DataAbsent(Skipped):
    """The folder is not there: the measurement is skipped."""


def data(name: str) -> Path:
    """A file or folder of the shared data: `FORMICARIA_BENCH_DATA`, else `../shared/data` beside the repository.

    Raises:
        DataAbsent: it is not there.
    """
    folder = Path(os.environ.get("FORMICARIA_BENCH_DATA", ROOT.parent / "shared" / "data"))
    found = folder / name
    if not found.exists():
        raise DataAbsent(f"The shared data ({name}) is absent: set FORMICARIA_BENCH_DATA to its folder.")
    return found
