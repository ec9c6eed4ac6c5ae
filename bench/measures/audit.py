"""F3: is a touched audit trail found, and how fast is one walked?"""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench import tampering
from bench.measure import Result, median
from forager.store.schema import open_store
from formicaria.ground import audit
from formicaria.ground.database import Database, sqlite_url

LENGTH = 100_000
TIMES = 3


def trail() -> Sequence[Result]:
    """Ten ways to touch a trail, with and without heads kept elsewhere; entries walked in a second."""
    with tempfile.TemporaryDirectory() as folder:
        return (*_found(Path(folder) / "ten.db"), _speed(Path(folder) / "long.db"))


def _found(path: Path) -> tuple[Result, Result]:
    database = open_store(sqlite_url(path))
    with database.write() as connection:
        tampering.record(connection)
    kept = tampering.kept_heads(database)
    seen, alone = _tried(database, kept)
    database.close()
    notes = tuple(
        f"{each.__name__}: {'found' if each in seen else 'NOT FOUND'} with a head kept elsewhere,"
        f" {'found' if each in alone else 'not found'} without"
        for each in tampering.TAMPERINGS
    )
    whole = len(tampering.TAMPERINGS)
    known = whole - len(tampering.UNSEEN_WITHOUT_A_HEAD)
    return (
        Result("F3a", "ways to touch the audit trail found, with a head kept elsewhere", "of 10", len(seen), whole, False, notes=notes),
        Result("F3b", "the same without one", "of 10", len(alone), known, False),
    )  # fmt: skip


def _tried(database: Database, kept: dict[str, audit.Head]) -> tuple[set[object], set[object]]:
    seen, alone = set[object](), set[object]()
    for each in tampering.TAMPERINGS:
        with database.write() as connection:
            if tampering.is_seen(connection, each, kept):
                seen.add(each)
            if tampering.is_seen(connection, each, None):
                alone.add(each)
    return seen, alone


def _speed(path: Path) -> Result:
    database = open_store(sqlite_url(path))
    with database.write() as connection:
        tampering.stored(connection, tampering.chain(LENGTH))
    rates = []
    for _ in range(TIMES):
        with database.read() as connection:
            begun = time.perf_counter()
            faults = audit.verify(connection)
            rates.append(LENGTH / (time.perf_counter() - begun))
        if faults:
            raise RuntimeError(f"a chain that nobody touched has a fault at entry {faults[0].seq}")
    database.close()
    return Result(
        "F3c", "audit entries verified in a second", "1/s", median(rates), 50_000, False, samples=tuple(rates)
    )
