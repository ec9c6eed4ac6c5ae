"""`anthill doctor`: what is wrong, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from anthill.cli.options import DataDirOption, JsonOption, data_dir_of, output_of
from formicaria.ground.errors import Error

if TYPE_CHECKING:
    from anthill.host.opening import Opened

Finding = tuple[str, str, str]
"""What was looked at; `ok`, `note` or `fault`; and one sentence."""
FAULTY = 1


def doctor(as_json: JsonOption = False, data_dir: DataDirOption = None) -> int:
    """Look at everything a colony needs and say what is wrong and how to mend it; exit code 1 for a fault.

    Example: anthill doctor --json
    """
    out, folder = output_of(as_json=as_json), data_dir_of(data_dir)
    findings = list(_findings(folder))
    rows = [{"checked": what, "state": state, "finding": sentence} for what, state, sentence in findings]
    out.data(rows, lambda: out.table(("checked", "state", "finding"), findings, "Nothing was looked at."))
    return FAULTY if any(state == "fault" for _, state, _ in findings) else 0


def _findings(folder: Path) -> Iterator[Finding]:
    from anthill.host.opening import opened_to_read
    from formicaria.ground.storelock import is_held

    try:
        yield "holder", "note", "A process holds this store." if is_held(folder) else "No process holds this store."
        with opened_to_read(folder) as here:
            yield from _inside(here)
    except Error as error:
        yield "store", "note" if error.code == "not_found" else "fault", error.sentence


def _inside(here: Opened) -> Iterator[Finding]:
    from anthill.core.evidence.outcome import StopReason
    from anthill.host.opening import KEY_FILE

    yield "store", "ok", "The database opens and is at this release's schema."
    for finding in here.settings.findings:
        yield "configuration", "fault", finding
    yield from _key(here.data_dir / KEY_FILE)
    if here.accounts.setup_required():
        yield "administrator", "note", "The first administrator is still to be made: POST /auth/setup."
    faults = here.colony.audit_faults()
    yield "audit", "fault" if faults else "ok", f"{len(faults)} faults in the record; see anthill audit verify."
    unknown = [each for each in here.colony.missions(limit=200) if each.stop_reason is StopReason.UNKNOWN_OUTCOME]
    for mission in unknown:
        yield "effects", "note", f"The mission {mission.id} has an effect whose outcome is not known; look at it."
    for name, probe in here.colony.probes().items():
        yield name, "fault" if probe.state == "degraded" else "ok", f"{probe.state}: {probe.reason}"


def _key(path: Path) -> Iterator[Finding]:
    if not path.exists():
        yield "operator key", "note", "It is not there; the next start makes a new one."
    elif path.stat().st_mode & 0o077:
        yield "operator key", "fault", f"Others can read {path}; restrict it with chmod 600."
    else:
        yield "operator key", "ok", "It is there and only its owner can read it."
