"""The command line: the same verbs on a folder and on a running colony, one sentence for every error."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from anthill import cli
from formicaria.ground import output


def run(*words: str, capsys) -> tuple[int, str, str]:
    code = output.run(cli.app, words)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def run_json(*words: str, capsys):
    code, out, _ = run(*words, "--json", capsys=capsys)
    return code, json.loads(out)


COMMANDS = [
    [], ["serve"], ["mission"], ["mission", "run"], ["mission", "show"], ["mission", "cancel"], ["missions"], ["plan"],
    ["roles"], ["audit"], ["audit", "verify"], ["audit", "heads"], ["doctor"],
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_explains_itself(words: list[str], capsys) -> None:
    code, out, _ = run(*words, "--help", capsys=capsys)
    assert code == 0
    leaf = words and words not in (["mission"], ["audit"])
    assert ("Example:" in out) is bool(leaf)


def test_a_mission_on_a_folder_then_everything_there_is_to_read_of_it(tmp_path: Path, capsys) -> None:
    where = ("--data-dir", str(tmp_path))
    code, report = run_json("mission", "run", "When does Falcon launch?", *where, capsys=capsys)
    # Knowledge is off in this colony: the answer says so, and nothing is called verified.
    assert (code, report["outcome"]) == (8, "completed_unverified")
    assert "not substitute" in report["answer"]["text"].lower()
    mission = report["mission_id"]
    assert run_json("missions", *where, capsys=capsys)[1][0]["mission_id"] == mission
    assert run_json("mission", "show", mission, *where, capsys=capsys)[1]["answer"] == report["answer"]
    assert run_json("audit", "verify", *where, capsys=capsys)[1]["sound"] is True
    assert run_json("mission", "cancel", mission, *where, capsys=capsys)[1]["outcome"] == "completed_unverified"
    code, findings = run_json("doctor", *where, capsys=capsys)
    assert (code, {each["state"] for each in findings}) == (0, {"ok", "note"})


def test_people_read_answer_steps_and_checks(tmp_path: Path, capsys) -> None:
    code, out, err = run("mission", "run", "When does Falcon launch?", "--data-dir", str(tmp_path), capsys=capsys)
    assert code == 8
    for words in ("completed_unverified", "ANSWER", "not from the knowledge base", "researcher", "checks passed"):
        assert words in out
    assert "researcher" in err


def test_a_plan_is_previewed_and_a_refused_one_is_one_sentence(tmp_path: Path, capsys) -> None:
    where = ("--data-dir", str(tmp_path))
    code, plan = run_json("plan", "why?", *where, capsys=capsys)
    assert (code, [each["role"] for each in plan["tasks"]]) == (0, ["researcher", "builder", "verifier"])
    workflow = tmp_path / "w.json"
    workflow.write_text(json.dumps({"tasks": [{"label": "a", "role": "oracle", "task_type": "research"}]}))
    code, _, err = run("plan", "why?", "--workflow", str(workflow), *where, capsys=capsys)
    assert (code, "unknown_role" in err) == (5, True)
    assert run_json("missions", *where, capsys=capsys)[1] == []


def test_roles_are_printed_before_there_is_a_colony(tmp_path: Path, capsys) -> None:
    code, rows = run_json("roles", "--data-dir", str(tmp_path / "none"), capsys=capsys)
    assert (code, len(rows)) == (0, 25)
    assert not (tmp_path / "none").exists()


def test_heads_kept_elsewhere_are_compared(tmp_path: Path, capsys) -> None:
    where = ("--data-dir", str(tmp_path))
    run("mission", "run", "why?", *where, capsys=capsys)
    heads = tmp_path / "heads.json"
    heads.write_text(json.dumps(run_json("audit", "heads", *where, capsys=capsys)[1]))
    assert run("audit", "verify", "--heads", str(heads), *where, capsys=capsys)[0] == 0
    changed = [row | {"digest": "0" * 64} for row in json.loads(heads.read_text())]
    heads.write_text(json.dumps(changed))
    assert run("audit", "verify", "--heads", str(heads), *where, capsys=capsys)[0] == 1


ERRORS = [
    (["missions", "--data-dir", "{none}"], 4, "no colony"),
    (["mission", "show", "mis_x", "--data-dir", "{here}"], 4, "no mission"),
    (["missions", "--url", "http://127.0.0.1:1"], 2, "--key-file"),
    (["missions", "--url", "http://127.0.0.1:1", "--key-file", "{none}"], 2, "cannot be read"),
    (["missions", "--url", "http://127.0.0.1:1", "--key-file", "{key}"], 7, "does not answer"),
    (["mission", "run", "", "--data-dir", "{here}"], 2, "goal"),
    (["plan", "x", "--workflow", "{none}", "--data-dir", "{here}"], 2, "workflow"),
    (["audit", "verify", "--heads", "{key}", "--data-dir", "{here}"], 2, "heads"),
    (["frobnicate"], 2, "frobnicate"),
]


@pytest.mark.parametrize(
    ("words", "expected", "fragment"), ERRORS, ids=lambda each: " ".join(each) if isinstance(each, list) else None
)
def test_every_error_is_one_sentence_and_a_code(tmp_path: Path, capsys, words, expected: int, fragment: str) -> None:
    run("plan", "x", "--data-dir", str(tmp_path / "here"), capsys=capsys)
    names = {"none": tmp_path / "none", "here": tmp_path / "here", "key": tmp_path / "here" / "operator.key"}
    code, out, err = run(*[word.format(**names) for word in words], capsys=capsys)
    assert (code, out) == (expected, "")
    assert fragment in err
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "anthill", "serve", "--data-dir", str(folder), "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        found = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+)\n", process.stdout.readline())
        assert found is not None
        yield found[1]
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        if process.stdout is not None:
            process.stdout.close()


@pytest.mark.processes
def test_the_same_verbs_work_on_a_running_colony(tmp_path: Path, capsys) -> None:
    with serving(tmp_path) as address:
        where = ("--url", address, "--key-file", str(tmp_path / "operator.key"))
        code, report = run_json("mission", "run", "When does Falcon launch?", *where, capsys=capsys)
        assert (code, report["outcome"]) == (8, "completed_unverified")
        assert run_json("missions", *where, capsys=capsys)[1][0]["mission_id"] == report["mission_id"]
        assert run_json("roles", *where, capsys=capsys)[0] == 0
        assert run_json("audit", "verify", *where, capsys=capsys)[1]["sound"] is True
        assert run("plan", "why?", *where, capsys=capsys)[0] == 0
        held, _, err = run("mission", "run", "why?", "--data-dir", str(tmp_path), capsys=capsys)
        assert (held, "anthill serve" in err) == (11, True)
        # Reading the folder works beside the server.
        assert run("missions", "--data-dir", str(tmp_path), capsys=capsys)[0] == 0
    assert run_json("audit", "verify", "--data-dir", str(tmp_path), capsys=capsys)[1]["sound"] is True
