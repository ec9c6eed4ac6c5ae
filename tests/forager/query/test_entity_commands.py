"""`forager why` and `forager explode`: the same in a folder and through a server, in words, and one sentence when they cannot."""

from __future__ import annotations

from typing import cast

import pytest
from tests.forager.query.test_acting_commands import told
from tests.forager.query.test_reading_commands import run, served

from forager.engine import Engine
from forager.resolve.features import FEATURES

Row = dict[str, object]


def entities(capsys: pytest.CaptureFixture[str], *where: str) -> list[Row]:
    """Every entity, those of the fewest names in context first."""
    rows = cast("list[Row]", told(capsys, "entities", "--limit", "200", *where)["items"])
    return sorted(rows, key=lambda row: (len(names(row)), str(row["id"])))


def names(entity: Row) -> list[str]:
    return cast("list[str]", entity["node_ids"])


def folder_of(engine: Engine) -> list[str]:
    return ["--project", "falcon", "--data-dir", str(engine.settings.data_dir)]


def test_why_is_the_same_in_a_folder_and_through_a_server(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    here = folder_of(engine)
    alone, *_, whole = entities(capsys, *here)
    questions = [[str(whole["id"])], [str(whole["id"]), str(alone["id"])], names(whole)[:2]]
    with served(engine) as (url, key):
        there = ["--project", "falcon", "--url", url, "--key-file", str(key)]
        for question in questions:
            assert told(capsys, "why", *question, *here) == told(capsys, "why", *question, *there)


def test_why_one_tells_every_name_and_what_joined_it(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    here = folder_of(engine)
    whole = entities(capsys, *here)[-1]
    code, said, _ = run(capsys, "why", str(whole["id"]), *here)
    assert code == 0
    assert [node for node in names(whole) if f"· {node}\n" not in said] == []
    assert said.count("joined at") == len(names(whole)) - 1
    assert "    +0." in said


def test_why_two_tells_the_verdict_and_only_what_spoke(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    here = folder_of(engine)
    alone, *_, whole = entities(capsys, *here)
    asked = ["why", str(whole["id"]), str(alone["id"]), *here]
    table = cast("list[Row]", told(capsys, *asked)["features"])
    said = run(capsys, *asked)[1]
    assert f"{whole['canonical_name']} and {alone['canonical_name']}: " in said
    assert {row["name"] for row in table} == {feature.name for feature in FEATURES}
    assert {str(row["name"]) for row in table if f" {row['name']}: " in said} == {
        str(row["name"]) for row in table if row["points"]
    }


def test_explode_puts_every_name_apart_and_keeps_it(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    here = folder_of(engine)
    before = entities(capsys, *here)
    whole = before[-1]
    engine.close()
    assert told(capsys, "explode", str(whole["id"]), *here) == {"decision_seq": 1, "applied": True}
    after = entities(capsys, *here)
    mine = [row for row in after if {*names(row)} & {*names(whole)}]
    assert [names(row) for row in mine] == [[node] for node in sorted(names(whole))]
    assert sum(cast("int", row["mention_count"]) for row in mine) == whole["mention_count"]
    said = run(capsys, "why", *names(whole)[:2], *here)[1]
    assert "A person keeps them apart." in said
    assert "(decision 1)" in said
    told(capsys, "undo", "1", *here)
    assert entities(capsys, *here) == before


def test_explode_through_a_server(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    with served(engine) as (url, key):
        there = ["--project", "falcon", "--url", url, "--key-file", str(key)]
        whole = entities(capsys, *there)[-1]
        assert told(capsys, "explode", str(whole["id"]), *there) == {"decision_seq": 1, "applied": True}
        nodes = cast("list[Row]", told(capsys, "why", str(whole["id"]), *there)["nodes"])
        assert [node["id"] for node in nodes] == [whole["id"]]


@pytest.mark.parametrize("command", ["why", "explode"])
def test_an_entity_that_is_not_there_is_one_sentence(
    engine: Engine, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    here = folder_of(engine)
    engine.close()
    code, said, noted = run(capsys, command, "ent_nowhere", *here)
    assert (code, said, len(noted.strip().splitlines())) == (4, "", 1)


def test_an_entity_of_one_name_is_not_exploded(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    here = folder_of(engine)
    alone = entities(capsys, *here)[0]
    engine.close()
    code, said, noted = run(capsys, "explode", str(alone["id"]), *here)
    assert (code, said) == (5, "")
    assert "one name in context only" in noted
