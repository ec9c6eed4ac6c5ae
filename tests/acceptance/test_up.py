"""``formicaria up`` as a stranger runs it: their folder read and accounted for, both services kept, one link in, nothing left behind.

Starting both services is what costs: the scenarios are few and long. What needs no running pair is shown in ``tests/formicaria/up``.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from tests.acceptance.launcher import Json, Launcher, browser, command, finished, get, running, serving, until_gone
from tests.acceptance.services import SECONDS, ended, mission, ok, upload
from tests.acceptance.test_demo import processes_naming

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600)]

NOTE = "# Harbour note\n\nThe launch date for Project Harbour is May 4, 2026.\n"
MAIL = (
    "From: Eva Lund <eva@harbour.example>\nTo: Tom Berg <tom@harbour.example>\nSubject: Launch date\n"
    "Date: Mon, 02 Feb 2026 09:00:00 +0000\nContent-Type: text/plain\n\n"
    "The launch date for Project Harbour is June 8, 2026.\n"
)
PAGE = '<p>The budget for Project Harbour is EUR 9,000.</p><img src="plan.png" alt="The plan">'
BAD_TOKEN = "fgr_" + "x" * 43


@dataclass(frozen=True, slots=True)
class Read:
    """A folder that was read once and changed since, and where it was read into."""

    folder: Path
    data: Path
    account: Json
    settings: Json


@dataclass(frozen=True, slots=True)
class Served:
    """A launcher that serves what it read again, its document, and the port that was taken when it started."""

    launcher: Launcher
    found: Json
    taken: int
    before: Read


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """A stranger's folder: six files that can be read or not, and what is no document at all; read once, to the end."""
    root = tmp_path_factory.mktemp("up") / "Harbour papers"
    (root / "mail" / "old").mkdir(parents=True)
    (root / "note.md").write_text(NOTE)
    (root / "mail" / "old" / "opening.eml").write_text(MAIL)
    (root / "copy of note").write_text(NOTE)
    (root / "page.html").write_text(PAGE)
    (root / "empty.txt").write_text("")
    (root / "broken.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    (root / "thing.bin").write_bytes(bytes(range(256)) * 4)
    (root / ".DS_Store").write_bytes(b"x")
    (root / "link.md").symlink_to(root / "note.md")
    os.mkfifo(root / "pipe")
    data = root.parent / "data"
    account = finished(data, str(root), "--once")["account"]
    assert not processes_naming(str(data))
    return Read(root, data, account, json.loads((data / "anthill" / "anthill.json").read_text()))


@pytest.fixture(scope="module")
def served(once: Read) -> Iterator[Served]:
    """The same folder again, changed; the engine's port is taken, the token is not good any more, and the operator wrote something."""
    (once.folder / "note.md").write_text(NOTE.replace("May 4", "May 11"))
    (once.folder / "empty.txt").unlink()
    mine = {**once.settings, "knowledge_forager_token": BAD_TOKEN, "knowledge_cache_seconds": 0, "mine": [1]}
    (once.data / "anthill" / "anthill.json").write_text(json.dumps(mine))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with serving(once.data, str(once.folder), FORAGER_PORT=str(port)) as (launcher, found):
            yield Served(launcher, found, port, once)


def test_the_account_is_exact(once: Read) -> None:
    account = once.account
    assert account["base"] == "Harbour papers"
    assert account["documents"] == {"Markdown": 1, "mail": 1, "text": 1, "web page": 1}
    assert account["read"] == 4
    assert account["new"] == [
        "broken.pdf", "copy of note", "empty.txt", "mail/old/opening.eml", "note.md", "page.html", "thing.bin",
    ]  # fmt: skip
    assert account["changed"] == account["unchanged"] == account["gone"] == []
    assert [each["name"] for each in account["partly"]] == ["page.html"]
    assert [each["name"] for each in account["unread"]] == ["broken.pdf", "empty.txt", "thing.bin"]
    assert all(each["why"].endswith(".") for each in account["unread"])
    assert account["duplicates"] == [{"name": "copy of note", "duplicate_of": "note.md"}]
    assert account["left"] == [
        {"name": ".DS_Store", "group": "hidden"},
        {"name": "link.md", "group": "link"},
        {"name": "pipe", "group": "special"},
    ]
    assert account["disagreements"] == 1
    (first,) = account["first"]
    sides = {(side["source"], side["says"]) for side in first["sides"]}
    assert ("mail/old/opening.eml", "The launch date for Project Harbour is June 8, 2026.") in sides
    assert any("May 4, 2026" in says for _, says in sides)
    assert all("line" in side["place"] for side in first["sides"])
    assert account["statements"] >= 2
    assert account["stayed_here"] is True
    assert account["seconds"] > 0
    settings = once.settings
    assert settings["knowledge_enabled"] is settings["knowledge_forager_managed"] is True
    assert settings["knowledge_project_map"] == {"harbour-papers": account["base_id"]}


def test_a_second_run_tells_what_changed_and_keeps_what_the_operator_wrote(served: Served) -> None:
    again = served.found["account"]
    assert again["new"] == []
    assert again["changed"] == ["note.md"]
    assert again["unchanged"] == ["broken.pdf", "copy of note", "mail/old/opening.eml", "page.html", "thing.bin"]
    assert again["gone"] == ["empty.txt"]
    kept = json.loads((served.before.data / "anthill" / "anthill.json").read_text())
    assert (kept["knowledge_cache_seconds"], kept["mine"]) == (0, [1])
    assert kept["knowledge_forager_token"] not in {BAD_TOKEN, served.before.settings["knowledge_forager_token"]}
    tokens = get(f"{served.found['forager']}/api/settings/tokens", served.launcher.key_of("forager")).json()["items"]
    assert [bool(each["revoked_at"]) for each in tokens] == [True, False]
    assert (tokens[1]["scopes"], tokens[1]["projects"]) == (["read"], [again["base_id"]])


def test_a_taken_port_is_told_and_a_free_one_used(served: Served) -> None:
    served.launcher.until(f"Port {served.taken} is in use")
    assert not served.found["forager"].endswith(f":{served.taken}")
    settings = json.loads((served.before.data / "anthill" / "anthill.json").read_text())
    assert settings["knowledge_forager_endpoint"] == served.found["forager"]


def test_one_link_signs_in_to_both_and_works_once_and_the_pages_lead_to_the_colony(served: Served) -> None:
    found = served.found
    page = f"{found['forager']}/projects/{found['account']['base_id']}/sources"
    with browser() as own:
        landed = own.get(found["link"]["url"])
        assert (landed.status_code, str(landed.url)) == (200, page)
        (beside,) = re.findall(r'href="([^"]+)">Ask the colony', landed.text)
        assert beside == f"{found['anthill']}/console?project=harbour-papers"
        colony = own.get(beside)
        assert colony.status_code == 200
        assert "harbour-papers" in colony.text
        assert own.get(f"{found['anthill']}/auth/me").status_code == 200
    with browser() as stranger:
        assert str(stranger.get(found["link"]["url"]).url) != page
        assert stranger.get(f"{found['anthill']}/auth/me").status_code == 401
        assert "harbour-papers" not in stranger.get(beside).text


def test_another_link_can_be_had_at_any_time(served: Served) -> None:
    fresh = subprocess.run(
        command("link", "--data-dir", str(served.before.data), "--json"),
        capture_output=True, text=True, timeout=SECONDS, check=True,
    )  # fmt: skip
    with browser() as own:
        landed = own.get(json.loads(fresh.stdout)["url"])
        assert landed.status_code == 200
        assert str(landed.url).startswith(served.found["forager"])
        assert own.get(f"{served.found['anthill']}/auth/me").status_code == 200


def test_the_second_on_one_folder_is_told_of_the_first(served: Served) -> None:
    told = finished(served.before.data, "--once", code=11)["error"]
    assert told["code"] == "store_held"
    assert served.found["forager"] in told["message"]
    assert get(f"{served.found['forager']}/api/health").status_code == 200


def test_a_killed_service_comes_back_and_the_other_answers_meanwhile(served: Served) -> None:
    launcher, found = served.launcher, served.found
    for service, other, name in (
        ("forager", f"{found['anthill']}/health", "FORAGER"),
        ("anthill", f"{found['forager']}/api/health", "ANTHILL"),
    ):
        before = launcher.pid_of(service)
        os.kill(before, signal.SIGKILL)
        assert get(other).status_code == 200
        assert found[service] in launcher.until(f"{name} runs again")
        assert launcher.pid_of(service) != before
        assert get(found[service]).status_code < 500


def test_sigterm_ends_both_and_no_link_is_written_anywhere(served: Served) -> None:
    data = served.before.data
    assert served.launcher.signalled(signal.SIGTERM) == 0
    assert not processes_naming(str(data))
    assert not (data / "up.json").exists()
    written = "".join(
        each.read_text("utf-8", "replace") for each in data.rglob("*") if each.suffix in {".log", ".json", ".lock"}
    )
    assert "code=" not in written
    assert not any("Traceback" in line for line in served.launcher.errors)


def test_a_base_made_in_the_pages_is_read_by_the_colony_and_a_killed_launcher_leaves_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as (launcher, found):
        with browser() as own:
            begin = own.get(found["link"]["url"])
            assert str(begin.url).startswith(found["forager"])
            assert "Begin with a base" in begin.text
            (csrf,) = set(re.findall(r'name="csrf" value="([0-9a-f]{64})"', begin.text))
            made = own.post(f"{found['forager']}/projects", data={"csrf": csrf, "name": "Harbour", "purpose": ""})
            assert made.status_code == 200, made.text
            assert "Ask the colony" in made.text
        launcher.until('The colony now reads the base "Harbour".')
        with httpx2.Client(
            base_url=found["forager"], headers=launcher.key_of("forager"), trust_env=False, timeout=SECONDS
        ) as engine:
            upload(engine, "harbour", [("note.md", NOTE.encode())])
            job = ok(engine.post("/api/projects/harbour/process", json={}))
            assert ended(engine, job)["status"] == "completed"
        with httpx2.Client(
            base_url=found["anthill"], headers=launcher.key_of("anthill"), trust_env=False, timeout=SECONDS
        ) as colony:
            report = mission(colony, "When does Project Harbour launch?", "harbour")
        assert report["outcome"] == "completed_verified", report
        assert [each["source_name"] for each in report["sources"]] == ["note.md"]

        assert len(processes_naming(str(data))) == 3
        launcher.process.kill()
        launcher.process.wait(SECONDS)
    until_gone(data)
    # What it left behind does not stand in the way.
    assert (data / "up.json").exists()


def test_an_interrupt_and_a_killed_engine_while_reading_lose_nothing(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "many"
    folder.mkdir()
    for number in range(64):
        (folder / f"{number:03}.md").write_text(NOTE.replace("Harbour", f"Harbour {number}") * 10)
    with running(data, str(folder)) as launcher:
        launcher.until(" %")
        assert launcher.signalled(signal.SIGINT) == 130
        told = "".join(launcher.errors)
    assert "What was accepted is kept." in told
    assert f"formicaria up {folder}" in told
    assert "Traceback" not in told

    for number in range(64, 112):
        (folder / f"{number:03}.md").write_text(NOTE.replace("Harbour", f"Harbour {number}") * 10)
    with running(data, str(folder), "--once") as launcher:
        launcher.until(" %")
        os.kill(launcher.pid_of("forager"), signal.SIGKILL)
        launcher.until("FORAGER ended (signal 9)")
        assert launcher.process.stdout is not None
        out = launcher.process.stdout.read()
        assert launcher.process.wait(2 * SECONDS) == 0, launcher.errors
    assert "112 documents" in out
    assert "48 new, 0 changed, 64 unchanged" in out
    assert "nothing: every file was read" in out


@pytest.mark.parametrize("kind", ["missing", "settings"])
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, kind: str) -> None:
    data, folder = tmp_path / "data", tmp_path / "papers"
    if kind == "settings":
        folder.mkdir()
        (folder / "n.md").write_text(NOTE)
        (data / "anthill").mkdir(parents=True)
        (data / "anthill" / "anthill.json").write_text("{")
    told = finished(data, str(folder), "--once", code=2)["error"]["message"]
    assert told.count("\n") == 0
    assert not processes_naming(str(data))
