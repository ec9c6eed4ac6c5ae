"""Words from documents and people are data on every page, whatever they look like."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.anthill.console.support import Served, Window, csrf, served
from tests.anthill.missions.support import CONFLICT, FALCON, QUESTION, RECORDS

from anthill.console.pages import COLONY, KNOWLEDGE, MISSIONS, PLAN, SETUP, SIGN_IN
from anthill.sdk.knowledge import KnowledgeProject, Outcome
from anthill.sdk.knowledge_window import BoundBase
from anthill.sdk.source_set import SourceRecord, SourceSet

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'><a href=javascript:alert(3)>{{ 7*7 }}{% raw %}"
MARK = "Project Falcon launches "
ALIVE = re.compile(r"<script>alert|<img src=x|<a href=javascript|\{\{ 7\*7 \}\}(?![^<]*<)", re.IGNORECASE)


def hostile(record: SourceRecord) -> SourceRecord:
    text = f"{record.statement} {EVIL}"
    return replace(
        record,
        statement=text,
        excerpt=text,
        excerpt_sha256=hashlib.sha256(text.encode()).hexdigest(),
        source_name=f"{EVIL}.md",
        location=EVIL,
        effective_date=EVIL,
        support=EVIL,
        evidence_id="../../x?y#z\" onclick='alert(4)",
    )


SIDES = tuple(replace(side, statement=EVIL, value=EVIL, source_names=(EVIL,)) for side in CONFLICT.sides)
HOSTILE = SourceSet(
    QUESTION,
    tuple(hostile(each) for each in RECORDS),
    (replace(CONFLICT, sides=SIDES, suggestion=EVIL, attribute_key=f"{EVIL}|{EVIL}", conflict_id="cf/../'\"<x>"),),
)


@pytest.fixture
def poisoned(tmp_path: Path) -> Served:
    bases = Outcome((BoundBase(EVIL, KnowledgeProject("proj_f", EVIL, 1, 1, 1, EVIL)),))
    return served(tmp_path, HOSTILE, window=Window(keys=("falcon", EVIL), listed=bases))


def test_hostile_words_stay_words_on_every_page(poisoned: Served) -> None:
    done = poisoned.run(f"{QUESTION} {EVIL}")
    client = poisoned.signed_in()
    form = {"csrf": csrf(client), "question": EVIL, "project": EVIL, "role": [EVIL]}
    pages = [
        client.get(f"{MISSIONS}/{done}").text,
        client.get(MISSIONS, params={"question": EVIL, "project": EVIL}).text,
        client.get(COLONY).text,
        client.get(KNOWLEDGE).text,
        client.post(PLAN, data=form).text,
        client.get(f"{MISSIONS}/{EVIL.replace('/', '')}").text,
    ]
    assert "&lt;script&gt;alert(1)" in pages[0]
    assert "&lt;img src=x" in pages[3]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "<a href=javascript" not in page
        assert not re.search(r"<[^>]*\sonclick=", page)
    poisoned.colony.stop()


def test_an_address_made_of_a_foreign_id_stays_on_the_knowledge_service(poisoned: Served) -> None:
    page = poisoned.signed_in().get(f"{MISSIONS}/{poisoned.run(QUESTION)}").text
    links = re.findall(r'href="(http[^"]*)"', page)
    assert len(links) > 2
    assert all(
        re.fullmatch(r"http://127\.0\.0\.1:8790/((evidence|conflicts|projects)/[A-Za-z0-9._~%-]+)?", each)
        for each in links
    )
    poisoned.colony.stop()


def test_direction_marks_do_not_turn_an_answer_round(tmp_path: Path) -> None:
    turned = tuple(replace(each, statement=f"\u202e{each.statement}\u2066") for each in RECORDS)
    here = served(tmp_path, SourceSet(QUESTION, turned, FALCON.conflicts))
    page = here.signed_in().get(f"{MISSIONS}/{here.run(QUESTION)}").text
    claims = re.findall(r'<p class="claim">.*?</p>', page, re.DOTALL)
    assert claims
    assert not any(mark in claim for claim in claims for mark in "\u202e\u2066")
    here.colony.stop()


@pytest.mark.parametrize("path", [MISSIONS, PLAN, SIGN_IN, SETUP])
def test_a_form_with_what_is_not_text_is_refused(console: Served, path: str) -> None:
    client = console.signed_in()
    data = {"csrf": csrf(client), "question": "a\0b", "name": "a\0b", "password": "c" * 12, "again": "c" * 12}
    answer = client.post(path, data=data)
    assert (answer.status_code, "not text" in answer.text) == (400, True)
    assert console.colony.missions() == ()


def test_a_form_with_files_or_too_many_fields_is_refused(console: Served) -> None:
    client = console.signed_in()
    sent = client.post(MISSIONS, data={"csrf": csrf(client), "question": "Who?"}, files={"role": ("a.txt", b"x")})
    assert sent.status_code == 400
    many = client.post(MISSIONS, data={"csrf": csrf(client), "question": "Who?", "role": ["coder"] * 200})
    assert many.status_code == 400
    assert console.colony.missions() == ()


@pytest.mark.parametrize(
    "path",
    [f"{MISSIONS}?before=nonsense", f"{MISSIONS}?before=%00", f"{MISSIONS}/%00", f"{MISSIONS}?before=" + "9" * 200],
)
def test_addresses_nobody_wrote_are_answered_in_words(console: Served, path: str) -> None:
    answer = console.signed_in().get(path)
    assert answer.status_code in {200, 400, 404}
    assert "Traceback" not in answer.text
    assert "<html" in answer.text
