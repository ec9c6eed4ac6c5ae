"""The acting commands decide the same in a folder and through a server, and every act is listed and taken back."""

from __future__ import annotations

import json

import pytest
from tests.forager.query.test_reading_commands import run, served

from forager.engine import Engine


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    code, said, noted = run(capsys, *words, "--json")
    assert code == 0, noted
    found = json.loads(said)
    assert isinstance(found, dict)
    return found


def first(engine: Engine, table: str, where: str = "") -> str:
    with engine.database.read() as connection:
        project = engine.project("falcon").id
        query = f"SELECT id FROM {table} WHERE project_id = '{project}' {where} ORDER BY id"  # words of this file
        return str(connection.exec_driver_sql(query).first()[0])  # type: ignore[index]


def test_every_act_is_decided_through_a_server(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    conflict = first(engine, "conflict_state", "AND kind = 'attribute_mismatch'")
    item, document = first(engine, "item_state"), first(engine, "source")
    commands = (
        ["decide", conflict, "both_hold", "--note", "of two hulls"], ["reopen", conflict], ["review", item, "mark_reviewed"],
        ["authoritative", document], ["authoritative", "*.eml"], ["date", document, "2026-01"],
        ["attribute", "owner", "multi_valued"], ["undo", "7"],
    )  # fmt: skip
    with served(engine) as (url, key):
        where = ["--url", url, "--key-file", str(key), "--project", "falcon"]
        for number, words in enumerate(commands, start=1):
            assert told(capsys, *words, *where) == {"decision_seq": number, "applied": True}
        listed = told(capsys, "decisions", *where)
        assert told(capsys, "diff", "rev_1", *where)["total"] > 0  # type: ignore[operator]
    rows = listed["items"]
    assert isinstance(rows, list)
    assert [row["choice"] for row in rows] == [
        "undo", "multi_valued", "set_date", "authoritative", "authoritative", "mark_reviewed", "reopen", "both_hold",
    ]  # fmt: skip
    assert [row["undone"] for row in rows][:2] == [False, True]


def test_an_act_in_a_folder_is_shown_and_taken_back(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    item, folder = first(engine, "item_state"), str(engine.settings.data_dir)
    engine.close()
    where = ["--project", "falcon", "--data-dir", folder]
    assert told(capsys, "review", item, "archive", "--note", "of an earlier year", *where) == {
        "decision_seq": 1,
        "applied": True,
    }
    assert "archive" in run(capsys, "decisions", *where)[1]
    assert "archived" in run(capsys, "diff", "rev_1", "rev_2", *where)[1]
    assert "Decided: number 2" in run(capsys, "undo", "1", *where)[1]
    listed = run(capsys, "decisions", *where)[1]
    assert "taken back" in listed
    assert "(command line on this machine)" in listed
    assert max(map(len, listed.splitlines())) <= 80
    assert "rev_3" in run(capsys, "revisions", *where)[1]


def test_what_does_not_fit_is_one_sentence(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(engine.settings.data_dir)
    engine.close()
    where = ["--project", "falcon", "--data-dir", folder]
    assert run(capsys, "undo", "9", *where)[0] == 4
    assert run(capsys, "date", "src_nowhere", "2026-01-01", *where)[0] == 4
    code, _, noted = run(capsys, "attribute", "owner", "sometimes", *where)
    assert (code, len(noted.strip().splitlines())) == (2, 1)
