"""The reading commands say the same of a folder and of a server, also while a server holds the folder."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from tests.forager.api.corpus import api_over

from forager.cli import app
from forager.engine import Engine
from formicaria.ground import output

COMMANDS = [
    ["items", "--status", "disputed"],
    ["items", "--type", "decision", "--limit", "3"],
    ["search", "why was the Falcon launch date changed?"],
    ["search", "launch", "--historical", "--limit", "2"],
    ["conflicts"],
    ["conflicts", "--status", ""],
    ["entities", "smith"],
    ["items", "--as-of", "2020-01-01"],
    ["items", "--documents-until", "2026-01-20", "--valid-at", "2026-02"],
    ["conflicts", "--documents-until", "2026-02-12"],
    ["entities", "--documents-until", "2026-01-20"],
    ["revisions"],
    ["decisions"],
    ["diff", "rev_0"],
]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = output.run(app, list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


@contextmanager
def served(engine: Engine) -> Iterator[tuple[str, Path]]:
    api = api_over(engine)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        config = uvicorn.Config(api.http.app, log_config=None, access_log=False, lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", engine.settings.data_dir / "operator.key"
        finally:
            server.should_exit = True
            thread.join()
            api.http.app.state.service.gate.used.settle()


def test_a_folder_and_its_server_give_the_same_record(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(engine.settings.data_dir)
    with served(engine) as (url, key):
        for command in COMMANDS:
            words = [*command, "--project", "falcon", "--json"]
            local = run(capsys, *words, "--data-dir", folder)
            remote = run(capsys, *words, "--url", url, "--key-file", str(key))
            assert (local[0], remote[0]) == (0, 0), (local, remote)
            bodies = [json.loads(each[1]) for each in (local, remote)]
            for body in bodies:
                body.pop("took_ms", None)
            assert bodies[0] == bodies[1]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["items", "--status", "disputed"], ["01-kickoff-memo.md", "Schedule, line 30", "March 3, 2026"]),
        (["search", "door code"], ["amber-heron-4402", "01-kickoff-memo.md", "2 of 2 words found"]),
        (["conflicts"], ["falcon|launch_date", "2026-03-03", "2026-04-10", "02-schedule-update.eml", "not applied"]),
        (["entities", "bob"], ["Robert Smith", "Bob Smith", "person"]),
        (["search", "xyzzy"], ["Nothing was found."]),
        (["entities", "xyzzy"], ["There are no entities."]),
    ],
)
def test_a_person_reads_sources_and_places(
    engine: Engine, capsys: pytest.CaptureFixture[str], command: list[str], words: list[str]
) -> None:
    code, said, _ = run(capsys, *command, "--project", "falcon", "--data-dir", str(engine.settings.data_dir))
    assert code == 0
    assert [word for word in words if word not in said] == []


def test_what_is_left_out_is_said_apart_from_the_result(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    _, said, noted = run(
        capsys, "items", "--project", "falcon", "--limit", "2", "--data-dir", str(engine.settings.data_dir)
    )
    assert len(said.splitlines()) >= 3
    assert "more; raise --limit" in noted


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["items", "--project", "nobody"], 4, "There is no such project."),
        (["items"], 2, "Which project?"),
        (["items", "--project", "falcon", "--as-of", "soon"], 2, "as_of is neither"),
        (["search", " ", "--project", "falcon"], 2, "A search needs words."),
        (["items", "--project", "falcon", "--as-of", "rev_9"], 4, "There is no such revision."),
    ],
)
def test_a_wrong_request_gets_one_sentence(
    engine: Engine, capsys: pytest.CaptureFixture[str], words: list[str], code: int, sentence: str
) -> None:
    found = run(capsys, *words, "--data-dir", str(engine.settings.data_dir))
    assert (found[0], found[1]) == (code, "")
    assert sentence in found[2]
    assert len(found[2].strip().splitlines()) == 1


def test_a_folder_without_a_store_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, noted = run(capsys, "items", "--data-dir", str(tmp_path))
    assert code == 2
    assert "There is no store" in noted


def test_a_wrong_key_is_refused_in_one_sentence(
    engine: Engine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.key"
    wrong.write_text("fgr_wrong")
    with served(engine) as (url, _):
        code, _, noted = run(capsys, "items", "--project", "falcon", "--url", url, "--key-file", str(wrong))
    assert code == 3
    assert "A credential is needed." in noted


def test_a_list_fits_eighty_columns_and_names_every_record_it_shows(
    shared_sqlite: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--project", "falcon", "--data-dir", str(shared_sqlite.settings.data_dir)]
    for words, begin in ((["items"], "ki_"), (["entities"], "ent_")):
        code, said, _ = run(capsys, *words, *where)
        assert code == 0
        lines = said.splitlines()
        assert max(map(len, lines)) <= 80
        total = len(json.loads(run(capsys, *words, *where, "--json")[1])["items"])
        assert sum(line.startswith(begin) for line in lines) == total
    assert "· launch date = March 3, 2026" in run(capsys, "items", "--status", "disputed", *where)[1]


def test_one_statement_tells_its_places_and_what_stands_beside_it_the_same_from_a_server(
    shared_sqlite: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ["--project", "falcon", "--data-dir", str(shared_sqlite.settings.data_dir)]
    listed_ = json.loads(run(capsys, "items", "--status", "disputed", *here, "--json")[1])["items"]
    id_ = next(each["id"] for each in listed_ if each["attribute"] == "launch_date")
    with served(shared_sqlite) as (url, key):
        there = ["--url", url, "--key-file", str(key)]
        for form in ([], ["--json"]):
            local, remote = run(capsys, "item", id_, *here, *form), run(capsys, "item", id_, *there, *form)
            assert local == remote
            assert local[0] == 0
    said = run(capsys, "item", id_, *here)[1]
    assert "1 document gives another value, and both cannot hold." in said or "documents give another value" in said
    assert "contradicts · ki_" in said
