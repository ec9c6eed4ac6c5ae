"""An account as a person reads it: nothing that was not read is missing, long lists end with where the rest is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from formicaria.ground.output import Output
from formicaria.up import tell
from formicaria.up.account import Account, Disagreement, Side
from formicaria.up.folder import Group, Left

PAGES = "http://127.0.0.1:8790"
BARE = Account(
    base="papers", base_id="proj_1", folder="/home/eva/papers", documents={"Markdown": 2, "mail": 1}, parts=0,
    new=("a.md", "b.md", "c.eml"), changed=(), unchanged=(), partly=(), unread=(), duplicates=(), gone=(), left=(),
    statements=1, disagreements=0, first=(), people=1, organisations=2, seconds=3.25, stayed_here=True,
)  # fmt: skip


def told(of: Account, capsys: pytest.CaptureFixture[str], pages: str = PAGES) -> str:
    tell.show(Output(), of, pages)
    return capsys.readouterr().out


def test_a_plain_reading_is_told_in_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(BARE, capsys)
    for words in (
        "3 documents of /home/eva/papers",
        "2 Markdown, 1 mail",
        "nothing: every file was read",
        "1 statement, 1 person, 2 organisations",
        "0 open disagreements",
        "Nothing left this machine",
    ):
        assert words in found
    for words in ("unchanged", "IN PART", "LEFT OUT", "GONE", "COPIES"):
        assert words not in found


def test_every_file_that_was_not_read_is_named_under_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"{number:02}.pdf" for number in range(30)]
    of = replace(BARE, unread=(*((name, "It is broken.") for name in names), ("x.txt", "It is empty.")))
    found = told(of, capsys)
    assert "31 files\n" in found
    assert found.count("It is broken.") == 1
    assert all(f"    {name}\n" in found for name in [*names, "x.txt"])


def test_what_a_document_carries_is_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    inside = ("m.eml!/scan.png", "It is a picture.")
    assert "NOT READ   1 attachment\n" in told(replace(BARE, unread=(inside,)), capsys)
    assert "1 file and 1 attachment\n" in told(replace(BARE, unread=(inside, ("x", "It is empty."))), capsys)


def test_a_long_list_ends_with_where_the_rest_is(capsys: pytest.CaptureFixture[str]) -> None:
    of = replace(BARE, partly=tuple((f"{n}.docx", "a picture: not read") for n in range(8)), duplicates=(("b", "a"),))
    assert f"and 3 more: {PAGES}/projects/proj_1/sources" in told(of, capsys)
    assert 'and 3 more: start "formicaria up" and open Sources' in told(of, capsys, pages="")
    assert "b repeats a" in told(of, capsys)


def test_what_vanished_and_what_was_left_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    of = replace(BARE, changed=("a.md",), unchanged=("b.md",), new=(), gone=("old.md",), left=(Left("l", Group.LINK),))
    found = told(of, capsys)
    assert "0 new, 1 changed, 1 unchanged" in found
    assert "1 file no longer in the folder; the base keeps them" in found
    assert "1 link" in found


def test_a_disagreement_names_who_says_what_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    sides = (Side("a.md", "line 3", "It opens in May."), Side("c.eml", "body, line 1", "It opens in June."))
    found = told(replace(BARE, disagreements=4, first=(Disagreement("conf_1", "opening date", sides),)), capsys)
    assert 'a.md says "It opens in May." (line 3);' in found
    assert 'c.eml says "It opens in June." (body, line 1).' in found
    assert f"and 3 more: {PAGES}/projects/proj_1/review" in found


def test_what_may_have_left_the_machine_is_not_denied(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Nothing left" not in told(replace(BARE, stayed_here=False), capsys)


def test_a_program_gets_all_of_it() -> None:
    of = replace(BARE, unread=(("x", "It is empty."),), left=(Left("caf\udce9", Group.HIDDEN),))
    found = json.loads(json.dumps(of.to_json()))
    assert found["read"] == 3
    assert found["unread"] == [{"name": "x", "why": "It is empty."}]
    assert found["left"] == [{"name": "caf\ufffd", "group": "hidden"}]
