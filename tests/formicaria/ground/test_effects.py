"""An effect happens at most once, whatever dies in between."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from formicaria.ground.clock import FixedClock
from formicaria.ground.crash import VARIABLE
from formicaria.ground.database import Database, open_database, sqlite_url
from formicaria.ground.effects import EffectLedger, unsettled
from formicaria.ground.errors import Conflict, UnknownOutcome
from formicaria.ground.tables import metadata

CHILD = """
import sys
from pathlib import Path
from formicaria.ground.clock import FixedClock
from formicaria.ground.database import open_database
from formicaria.ground.effects import EffectLedger

def act():
    with Path(sys.argv[2]).open("a") as out:
        out.write("x")
    return "written"

EffectLedger(open_database(sys.argv[1]), FixedClock()).run("effect-1", "print", act)
"""


def ledger(database: Database) -> EffectLedger:
    return EffectLedger(database, FixedClock())


def test_the_outcome_is_stored_and_not_repeated(database: Database) -> None:
    calls: list[int] = []

    def act() -> str:
        calls.append(1)
        return "done once"

    assert [ledger(database).run("k", "f", act) for _ in range(3)] == ["done once"] * 3
    assert len(calls) == 1


def test_a_failure_is_recorded_and_raised(database: Database) -> None:
    def act() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        ledger(database).run("k", "f", act)
    assert ledger(database).run("k", "f", act) == "ValueError"


def test_the_same_key_with_other_arguments_is_refused(database: Database) -> None:
    ledger(database).run("k", "one", lambda: "a")
    with pytest.raises(Conflict):
        ledger(database).run("k", "two", lambda: "b")


@pytest.mark.processes
@pytest.mark.req("CLAW-11")
@pytest.mark.parametrize(("point", "happened"), [("effect.after_claim", 0), ("effect.after_act", 1)])
def test_a_killed_effect_is_of_unknown_outcome_and_never_run_again(tmp_path: Path, point: str, happened: int) -> None:
    url, trace = sqlite_url(tmp_path / "ledger.db"), tmp_path / "trace"
    database = open_database(url)
    metadata.create_all(database.engine)
    environment = {**os.environ, VARIABLE: point}
    child = subprocess.run([sys.executable, "-c", CHILD, url, str(trace)], env=environment, check=False)
    assert child.returncode == -9
    with pytest.raises(UnknownOutcome):
        ledger(database).run("effect-1", "print", lambda: trace.write_text("again") and "written")
    assert (trace.read_text() if trace.exists() else "") == "x" * happened
    with database.read() as connection:
        assert [(each.key, each.state) for each in unsettled(connection)] == [("effect-1", "unknown")]
    database.close()


@pytest.mark.parametrize("known", ["written", None])
def test_a_probe_tells_whether_a_claimed_effect_happened(database: Database, known: str | None) -> None:
    books = ledger(database)
    books._claim("k", "f", 0)
    calls: list[int] = []

    def act() -> str:
        calls.append(1)
        return "now"

    assert books.run("k", "f", act, probe=lambda: known) == (known or "now")
    assert len(calls) == (0 if known else 1)


def test_an_effect_declared_idempotent_is_repeated(database: Database) -> None:
    books = ledger(database)
    books._claim("k", "f", 0)
    assert books.run("k", "f", lambda: "again", idempotent=True) == "again"
