"""``formicaria up`` as a stranger runs it: their folder read and accounted for, both services kept, one link in, nothing left behind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.acceptance.services import SECONDS
from tests.acceptance.test_demo import first_document, processes_naming

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600)]

NOTE = "# Harbour note\n\nThe launch date for Project Harbour is May 4, 2026.\n"
MAIL = (
    "From: Eva Lund <eva@harbour.example>\nTo: Tom Berg <tom@harbour.example>\nSubject: Launch date\n"
    "Date: Mon, 02 Feb 2026 09:00:00 +0000\nContent-Type: text/plain\n\n"
    "The launch date for Project Harbour is June 8, 2026.\n"
)
Json = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stranger's folder: five files that can be read or not, and what is no document at all."""
    root = tmp_path / "Harbour papers"
    (root / "mail" / "old").mkdir(parents=True)
    (root / "note.md").write_text(NOTE)
    (root / "mail" / "old" / "opening.eml").write_text(MAIL)
    (root / "copy of note.md").write_text(NOTE)
    (root / "empty.txt").write_text("")
    (root / "broken.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    (root / "thing.bin").write_bytes(bytes(range(256)) * 4)
    (root / ".DS_Store").write_bytes(b"x")
    (root / "link.md").symlink_to(root / "note.md")
    os.mkfifo(root / "pipe")
    return root


def words(data: Path, *more: str) -> list[str]:
    """The command line of ``up``."""
    return [sys.executable, "-m", "formicaria.up.cli", "up", *more, "--data-dir", str(data), "--json"]


def environment(**more: str) -> dict[str, str]:
    """Any free port for either service, and one process that reads."""
    return {**os.environ, "FORAGER_PORT": "0", "ANTHILL_PORT": "0", "FORAGER_WORKERS": "1", **more}


def finished(data: Path, *more: str, code: int = 0, **variables: str) -> Json:
    """Run ``up`` to its end; its document."""
    done = subprocess.run(
        words(data, *more),
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=2 * SECONDS,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    found: Json = json.loads(done.stdout)
    return found


@contextmanager
def serving(data: Path, *more: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], Json]]:
    """``up`` while it serves, and the document it printed."""
    command = words(data, *more)
    with subprocess.Popen(
        command, env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process, first_document(process)
        finally:
            if process.poll() is None:
                process.kill()


def until_gone(data: Path) -> None:
    """Wait until no process names the data folder."""
    pause = threading.Event()
    for _ in range(SECONDS * 10):
        if not processes_naming(str(data)):
            return
        pause.wait(0.1)
    raise AssertionError(processes_naming(str(data)))


def pid_of(data: Path, service: str) -> int:
    """The process that holds a service's store."""
    return int(json.loads((data / service / "store.lock").read_text())["pid"])


def key_of(data: Path, service: str) -> dict[str, str]:
    """The operator's credential as a header."""
    return {"authorization": f"Bearer {(data / service / 'operator.key').read_text().strip()}"}


def get(url: str, headers: dict[str, str] | None = None) -> httpx2.Response:
    """One request, not through a proxy."""
    return httpx2.get(url, headers=headers or {}, trust_env=False, timeout=30)


def test_the_account_is_exact_and_a_second_run_tells_what_changed(tmp_path: Path, folder: Path) -> None:
    data = tmp_path / "data"
    account = finished(data, str(folder), "--once")["account"]
    assert account["base"] == "Harbour papers"
    assert account["documents"] == {"md": 2, "eml": 1}
    assert account["read"] == 3
    assert account["new"] == [
        "broken.pdf", "copy of note.md", "empty.txt", "mail/old/opening.eml", "note.md", "thing.bin",
    ]  # fmt: skip
    assert account["changed"] == account["unchanged"] == account["gone"] == account["partly"] == []
    assert [each["name"] for each in account["unread"]] == ["broken.pdf", "empty.txt", "thing.bin"]
    assert all(each["why"].endswith(".") for each in account["unread"])
    assert account["duplicates"] == [{"name": "note.md", "duplicate_of": "copy of note.md"}]
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
    assert not processes_naming(str(data))

    settings = json.loads((data / "anthill" / "anthill.json").read_text())
    assert settings["knowledge_enabled"] is settings["knowledge_forager_managed"] is True
    assert settings["knowledge_project_map"] == {"harbour-papers": account["base_id"]}
    (data / "anthill" / "anthill.json").write_text(json.dumps({**settings, "knowledge_cache_seconds": 7, "mine": [1]}))

    (folder / "note.md").write_text(NOTE.replace("May 4", "May 11"))
    (folder / "empty.txt").unlink()
    again = finished(data, str(folder), "--once")["account"]
    assert again["new"] == []
    assert again["changed"] == ["note.md"]
    assert again["unchanged"] == ["broken.pdf", "copy of note.md", "mail/old/opening.eml", "thing.bin"]
    assert again["gone"] == ["empty.txt"]
    kept = json.loads((data / "anthill" / "anthill.json").read_text())
    assert (kept["knowledge_cache_seconds"], kept["mine"]) == (7, [1])
    assert kept["knowledge_forager_token"] == settings["knowledge_forager_token"]


def test_another_folder_of_the_same_name_is_not_mixed_in(tmp_path: Path) -> None:
    for parent in ("a", "b"):
        (tmp_path / parent / "papers").mkdir(parents=True)
        (tmp_path / parent / "papers" / "n.md").write_text(f"Paper {parent}.\n")
    data = tmp_path / "data"
    finished(data, str(tmp_path / "a" / "papers"), "--once")
    told = finished(data, str(tmp_path / "b" / "papers"), "--once", code=5)["error"]
    assert "holds another folder" in told["message"]
    assert "--project" in told["message"]
    second = finished(data, str(tmp_path / "b" / "papers"), "--project", "other", "--once")["account"]
    assert (second["base"], second["new"]) == ("other", ["n.md"])
    settings = json.loads((data / "anthill" / "anthill.json").read_text())
    assert sorted(settings["knowledge_project_map"]) == ["other", "papers"]


def test_one_link_signs_in_to_both_and_works_once(tmp_path: Path, folder: Path) -> None:
    data = tmp_path / "data"
    with serving(data, str(folder)) as (process, found):
        page = f"{found['forager']}/projects/{found['account']['base_id']}/sources"
        with httpx2.Client(trust_env=False, follow_redirects=True, timeout=30) as browser:
            landed = browser.get(found["link"]["url"])
            assert (landed.status_code, str(landed.url)) == (200, page)
            assert browser.get(f"{found['anthill']}/auth/me").status_code == 200
        with httpx2.Client(trust_env=False, follow_redirects=True, timeout=30) as stranger:
            assert str(stranger.get(found["link"]["url"]).url) != page
            assert stranger.get(f"{found['anthill']}/auth/me").status_code == 401

        fresh = subprocess.run(
            [sys.executable, "-m", "formicaria.up.cli", "link", "--data-dir", str(data), "--json"],
            capture_output=True, text=True, timeout=SECONDS, check=True,
        )  # fmt: skip
        with httpx2.Client(trust_env=False, follow_redirects=True, timeout=30) as other:
            landed = other.get(json.loads(fresh.stdout)["url"])
            assert landed.status_code == 200
            assert str(landed.url).startswith(found["forager"])
            assert other.get(f"{found['anthill']}/auth/me").status_code == 200

        process.terminate()
        assert process.wait(SECONDS) == 0
    written = "".join(
        each.read_text("utf-8", "replace") for each in data.rglob("*") if each.suffix in {".log", ".json", ".lock"}
    )
    assert "code=" not in written


def test_a_killed_engine_comes_back_and_the_colony_answers_meanwhile(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as (process, found):
        before = pid_of(data, "forager")
        os.kill(before, signal.SIGKILL)
        assert get(f"{found['anthill']}/health").status_code == 200
        assert process.stderr is not None
        told = next(line for line in process.stderr if "FORAGER runs again" in line)
        assert found["forager"] in told
        assert pid_of(data, "forager") != before
        assert get(f"{found['forager']}/api/health").status_code == 200

        before = pid_of(data, "anthill")
        os.kill(before, signal.SIGKILL)
        assert any("ANTHILL runs again" in line for line in process.stderr)
        assert get(f"{found['anthill']}/health").status_code == 200

        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0
    assert not processes_naming(str(data))
    assert not (data / "up.json").exists()


def test_a_killed_launcher_leaves_no_process_behind(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as (process, _):
        assert len(processes_naming(str(data))) == 3
        process.kill()
        process.wait(SECONDS)
    until_gone(data)
    # What it left does not stand in the way.
    assert (data / "up.json").exists()
    assert finished(data, "--once")["account"] is None


def test_the_second_on_one_folder_is_told_of_the_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as (process, found):
        told = finished(data, "--once", code=11)["error"]
        assert told["code"] == "store_held"
        assert found["forager"] in told["message"]
        assert get(f"{found['forager']}/api/health").status_code == 200
        process.terminate()
        assert process.wait(SECONDS) == 0


def test_a_taken_port_is_told_and_a_free_one_used(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path / "data", FORAGER_PORT=str(port)) as (process, found):
            assert not found["forager"].endswith(f":{port}")
            settings = json.loads((tmp_path / "data" / "anthill" / "anthill.json").read_text())
            assert settings["knowledge_forager_endpoint"] == found["forager"]
            process.terminate()
            _, err = process.communicate(timeout=SECONDS)
    assert f"Port {port} is in use" in err


def test_an_interrupt_while_reading_keeps_what_was_accepted_and_says_how_to_go_on(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "many"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number:02}.md").write_text(NOTE.replace("Harbour", f"Harbour {number}") * 20)
    command = [word for word in words(data, str(folder)) if word != "--json"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert any("Reading the files" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, err
    assert "What was accepted is kept." in err
    assert f"formicaria up {folder}" in err
    assert "Traceback" not in err
    again = finished(data, str(folder), "--once")["account"]
    assert again["read"] == 60
    assert len(again["unchanged"]) == 60


def test_a_token_that_was_revoked_is_replaced(tmp_path: Path, folder: Path) -> None:
    data = tmp_path / "data"
    finished(data, str(folder), "--once")
    path = data / "anthill" / "anthill.json"
    before = json.loads(path.read_text())
    path.write_text(json.dumps({**before, "knowledge_forager_token": "fgr_" + "x" * 43}))
    with serving(data) as (process, found):
        after = json.loads(path.read_text())
        assert after["knowledge_forager_token"] not in {before["knowledge_forager_token"], "fgr_" + "x" * 43}
        tokens = get(f"{found['forager']}/api/settings/tokens", key_of(data, "forager")).json()["items"]
        assert [bool(each["revoked_at"]) for each in tokens] == [True, False]
        assert tokens[1]["scopes"] == ["read"]
        assert tokens[1]["projects"] == list(after["knowledge_project_map"].values())
        process.terminate()
        assert process.wait(SECONDS) == 0


def test_a_file_that_names_another_engine_is_left_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "anthill").mkdir(parents=True)
    mine = '{"knowledge_enabled": true, "knowledge_forager_endpoint": "http://127.0.0.1:9"}'
    (data / "anthill" / "anthill.json").write_text(mine)
    finished(data, "--once")
    assert (data / "anthill" / "anthill.json").read_text() == mine


@pytest.mark.parametrize("kind", ["missing", "file", "empty", "settings", "kill switch"])
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, kind: str) -> None:
    data, folder = tmp_path / "data", tmp_path / "papers"
    if kind == "file":
        folder.write_text("x")
    elif kind != "missing":
        folder.mkdir()
    if kind in {"settings", "kill switch"}:
        (folder / "n.md").write_text(NOTE)
        (data / "anthill").mkdir(parents=True)
        broken = "{" if kind == "settings" else '{"disabled_roles": 7}'
        (data / "anthill" / "anthill.json").write_text(broken)
    told = finished(data, str(folder), "--once", code=2)["error"]["message"]
    assert told.count("\n") == 0
    assert not processes_naming(str(data))
    shutil.rmtree(data, ignore_errors=True)


def test_link_without_a_launcher_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "formicaria.up.cli", "link", "--data-dir", str(tmp_path)],
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 7
    assert "does not run" in done.stderr


def test_an_engine_killed_while_it_reads_is_waited_for_and_nothing_is_lost(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "many"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.md").write_text(NOTE.replace("Harbour", f"Harbour {number}") * 20)
    command = [word for word in words(data, str(folder), "--once") if word != "--json"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert any("Reading the files" in line for line in process.stderr)
        os.kill(pid_of(data, "forager"), signal.SIGKILL)
        out, err = process.communicate(timeout=2 * SECONDS)
    assert process.returncode == 0, err
    assert "FORAGER ended (signal 9)" in err
    assert "40 documents" in out
    assert "nothing: every file was read" in out
