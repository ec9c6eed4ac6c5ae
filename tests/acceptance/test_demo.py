"""``formicaria demo`` as a person runs it: what it shows, how it ends, and that nothing of it stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.acceptance.services import APRIL, MARCH, SECONDS, corpus

pytestmark = [pytest.mark.processes, pytest.mark.timeout(400)]
ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def demo(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The demonstration, with its temporary folder below ``folder``."""
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "formicaria.up.cli", "demo", "--json", *words],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(folder)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def processes_naming(text: str) -> list[str]:
    """The command lines of living processes that hold a text."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if text in line]


def first_document(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The JSON document that a command prints while it goes on working."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if line == "}\n":
            break
    found: dict[str, Any] = json.loads("".join(lines))
    return found


def test_once_shows_both_sides_with_their_places_and_leaves_nothing(tmp_path: Path) -> None:
    with demo(tmp_path / "t", "--once") as process:
        out, err = process.communicate(timeout=3 * SECONDS)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["outcome"] == "completed_verified"
    assert found["verified"]["evidence"] == found["verified"]["verified"] > 100
    assert found["verified"]["missing"] == 0

    text = found["answer"]["sentences"][0]["text"]
    for words in (MARCH, APRIL, "disagree", "not decided"):
        assert words in text
    cited = set(found["answer"]["sentences"][0]["citations"])
    assert {each["ref"] for each in found["sources"]} == cited
    assert len(cited) == 2
    places = {each["source_name"]: each["location"] for each in found["sources"]}
    assert "line" in places["01-kickoff-memo.md"]
    assert "line" in places["02-schedule-update.eml"]

    (conflict,) = (each for each in found["conflicts"] if each["id"] in found["answer"]["conflict_ids"])
    assert conflict["status"] == "open"
    assert {side["statement"] for side in conflict["sides"]} == {MARCH, APRIL}
    assert {each["source_name"] for each in found["sources"]} <= set(conflict["source_names"])
    assert "02-schedule-update.eml" in conflict["suggested_resolution"]["reason"]

    assert processes_naming(str(tmp_path)) == []
    assert list((tmp_path / "t").iterdir()) == []


def test_serving_ends_in_order_at_ctrl_c(tmp_path: Path) -> None:
    files = tmp_path / "falcon"
    files.mkdir()
    for name, data in corpus("falcon")[:2]:
        (files / name).write_bytes(data)
    with demo(tmp_path / "t", "--corpus", str(files)) as process:
        found = first_document(process)
        assert found["outcome"] == "completed_verified"
        for address in (f"{found['forager']}/api/health", f"{found['anthill']}/health"):
            assert httpx2.get(address, trust_env=False).status_code == 200
        assert len(processes_naming(str(tmp_path))) >= 2
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert processes_naming(str(tmp_path)) == []
    assert list((tmp_path / "t").iterdir()) == []
    for address in (found["forager"], found["anthill"]):
        with pytest.raises(httpx2.TransportError):
            httpx2.get(address, trust_env=False)


def test_ctrl_c_while_a_service_starts_leaves_no_process(tmp_path: Path) -> None:
    """The service is under way and has not said its address: it is stopped with the rest."""
    with demo(tmp_path / "t", "--once") as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Starting")
        folder = tmp_path / "t"
        while not list(folder.glob("*/forager/service.log")):
            assert process.poll() is None
        while not processes_naming(str(tmp_path)):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, err
    assert json.loads(out)["error"]["code"] == "interrupted"
    assert processes_naming(str(tmp_path)) == []
    assert list(folder.iterdir()) == []


def test_a_service_that_cannot_start_is_one_sentence_and_the_other_is_stopped(tmp_path: Path) -> None:
    with demo(tmp_path / "t", "--once", "--corpus", str(tmp_path / "none")) as process:
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert "no files" in json.loads(out)["error"]["message"]
    assert "Traceback" not in err
    assert list((tmp_path / "t").iterdir()) == []
