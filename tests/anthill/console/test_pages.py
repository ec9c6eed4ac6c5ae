"""What each page says in each of its states, from the real application over a real mission."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.anthill.console.conftest import Read
from tests.anthill.console.support import CONNECTED, ORIGIN, PART, Served, Window, csrf, served, text_of
from tests.anthill.missions.support import QUESTION

from anthill.console.pages import COLONY, KNOWLEDGE, MISSIONS, PLAN, ROOT
from anthill.core.roles.availability import Gates
from anthill.core.roles.catalog import CATALOG
from anthill.sdk.knowledge import KnowledgeAvailability, KnowledgeFailure, Outcome
from anthill.sdk.permission import Permission


def mission_page(read: Read, *permissions: Permission, address: str = "127.0.0.1") -> str:
    client = read.served.signed_in(*permissions, address=address)
    answer = client.get(f"{MISSIONS}/{read.done}")
    assert answer.status_code == 200
    return answer.text


def test_a_finished_mission_says_how_it_ended_and_why(read: Read) -> None:
    said = text_of(mission_page(read))
    assert QUESTION in said
    assert "Every sentence is cited or marked as not from the knowledge base, and every check passed." in said
    assert "Reason code completed_verified" in said


def test_a_question_that_nothing_answers_is_told_so_and_the_nearest_is_shown_as_near(tmp_path: Path) -> None:
    question = "What is the weight of Project Falcon?"
    here = served(tmp_path)
    page = here.signed_in().get(f"{MISSIONS}/{here.run(question)}").text
    here.colony.stop()
    said = text_of(page)
    assert "no answer found" in said
    assert "Nothing that was read in the knowledge base answers the question." in said
    assert "There is an answer" not in said
    assert "Reason code completed_unverified" in said
    near = page.index("Nearest, but not an answer")
    assert page.index("nothing that was found there answers") < near < page.index("The budget of Project Falcon")


def test_each_citation_opens_in_place_with_what_it_rests_on(read: Read) -> None:
    page = mission_page(read)
    opened = re.search(r'<div class="stack opened" id="s1c2">.*?</details>', page, re.DOTALL)
    assert opened is not None
    said = text_of(opened[0])
    assert "The launch date for Project Falcon has moved to April 10, 2026." in said
    assert "02-schedule-update.eml , line 3" in said
    assert all(each in said for each in ("stated", "disputed", "excerpt unchanged"))
    assert f'href="{ORIGIN}/evidence/ev_ki_2"' in opened[0]
    assert 'href="#s1c2"' in page


def test_a_disagreement_shows_every_side_and_decides_nothing(read: Read) -> None:
    page = mission_page(read)
    said = text_of(page)
    assert "The documents disagree: launch date of falcon open, needs review" in said
    assert "2026-03-03" in said
    assert "2026-04-10" in said
    assert "not applied: 02-schedule-update.eml is newer by document date." in said
    assert f'href="{ORIGIN}/conflicts/cf_1"' in page
    assert 'class="side chosen"' not in page
    assert 'class="side suggested"' not in page


def test_the_steps_are_drawn_and_told(read: Read) -> None:
    page = mission_page(read)
    assert page.count('<g class="node complete"') == 3
    assert page.count('<path class="head"') == 3
    said = text_of(page)
    assert "Retrieve what is known done researcher" in said
    assert "Verify the answer done verifier, after step 1 and 2" in said


def test_what_was_checked_is_told_from_the_rows(read: Read) -> None:
    said = text_of(mission_page(read))
    assert "Excerpts hashed again 2 of 2 unchanged" in said
    assert "Sentence 1 true to its source Sentence 2 not from the knowledge base" in said
    assert "no finding" in said


def test_what_a_mission_left_is_compared_with_its_digest(read: Read) -> None:
    said = text_of(mission_page(read))
    assert "What was retrieved by researcher, tenant as stored" in said


def test_events_are_for_whoever_may_read_them(read: Read) -> None:
    everything = [each for each in Permission if each is not Permission.READ_EVENTS]
    assert "Every event" in mission_page(read)
    assert "Every event" not in mission_page(read, *everything)


@pytest.mark.parametrize("reader", ["another machine", "no knowledge"])
def test_the_original_is_offered_only_where_it_can_be_opened(read: Read, reader: str) -> None:
    everything = [each for each in Permission if each is not Permission.READ_KNOWLEDGE]
    page = mission_page(read, address="10.0.0.9") if reader == "another machine" else mission_page(read, *everything)
    assert ORIGIN not in page
    assert "Open in the original" not in page
    assert "02-schedule-update.eml" in page


def test_a_waiting_mission_is_asked_for_again_each_second(read: Read) -> None:
    client = read.served.signed_in()
    page = client.get(f"{MISSIONS}/{read.waiting}").text
    live = f"{MISSIONS}/{read.waiting}/live"
    assert f'hx-get="{live}" hx-trigger="every 1s"' in page
    assert "0 of 3 steps done." in page
    assert "Cancel the mission" in page
    part = client.get(live, headers=PART)
    assert part.status_code == 200
    assert re.findall(r'id="([a-z-]+)" hx-swap-oob="true"', part.text) == ["live-progress", "live-rows", "drawing"]
    assert client.get(live).headers["location"] == f"{MISSIONS}/{read.waiting}"


def test_the_asking_stops_when_the_mission_is_over(read: Read) -> None:
    answer = read.served.signed_in().get(f"{MISSIONS}/{read.done}/live", headers=PART)
    assert (answer.status_code, answer.headers["hx-redirect"]) == (204, f"{MISSIONS}/{read.done}")
    assert "hx-trigger" not in mission_page(read)


def test_who_may_not_run_missions_is_offered_nothing_to_change(read: Read) -> None:
    client = read.served.signed_in(Permission.READ_STATUS)
    assert "Cancel the mission" not in client.get(f"{MISSIONS}/{read.waiting}").text
    page = client.get(MISSIONS).text
    assert '<textarea id="question"' not in page
    assert "Ask again" not in client.get(f"{MISSIONS}/{read.done}").text


def test_a_cancelled_mission_says_so(console: Served) -> None:
    client = console.signed_in()
    waiting = console.take("Is anybody there?")
    assert client.post(f"{MISSIONS}/{waiting}/cancel", data={"csrf": csrf(client)}).status_code == 303
    console.colony.run_until_closed(waiting)
    said = text_of(client.get(f"{MISSIONS}/{waiting}").text)
    assert "It was cancelled; nothing more was begun for it." in said
    assert "No answer" in said
    assert "Nothing was checked" in said


@pytest.mark.parametrize(
    ("project", "words"),
    [
        ("", "There is no answer: no knowledge base is mapped to its project."),
        ("osprey", "Nothing that was read in the knowledge base answers the question."),
    ],
)
def test_an_answer_without_knowledge_says_why_it_is_not_verified(console: Served, project: str, words: str) -> None:
    done = console.run("Who signs?", project)
    said = text_of(console.signed_in().get(f"{MISSIONS}/{done}").text)
    assert words in said
    assert "There is an answer" not in said
    assert "Reason code completed_unverified" in said


def test_asking_takes_a_mission_in_and_opens_its_page(console: Served) -> None:
    client = console.signed_in()
    answer = client.post(MISSIONS, data={"csrf": csrf(client), "question": f"  {QUESTION} ", "project": "falcon"})
    (taken,) = console.colony.missions()
    assert answer.headers["location"] == f"{MISSIONS}/{taken.id}"
    assert (taken.goal, taken.project_id) == (QUESTION, "falcon")
    assert taken.requested_by.startswith("tok_")


def test_a_form_that_is_sent_twice_asks_once(console: Served) -> None:
    client = console.signed_in()
    once = re.search(r'name="once" value="([^"]+)"', client.get(MISSIONS).text)
    assert once is not None
    data = {"csrf": csrf(client), "question": QUESTION, "project": "falcon", "once": once[1]}
    places = {client.post(MISSIONS, data=data).headers["location"] for _ in range(2)}
    assert len(places) == len(console.colony.missions()) == 1
    client.post(MISSIONS, data=data | {"question": "Something else?"})
    assert len(console.colony.missions()) == 2


@pytest.mark.parametrize("question", ["", "   ", "x" * 20_001])
def test_no_question_and_one_too_long_are_told_in_place(console: Served, question: str) -> None:
    client = console.signed_in()
    answer = client.post(MISSIONS, data={"csrf": csrf(client), "question": question})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert console.colony.missions() == ()


@pytest.mark.parametrize("in_place", [True, False])
def test_a_plan_is_shown_before_anything_runs(console: Served, in_place: bool) -> None:
    client = console.signed_in()
    data = {"csrf": csrf(client), "question": QUESTION, "project": "falcon"}
    answer = client.post(PLAN, data=data, headers=PART if in_place else {})
    said = text_of(answer.text)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith("<section") is in_place
    assert "Retrieve what is known researcher May use knowledge retrieve." in said
    assert "Verify the answer verifier added by the colony After step 1 and 2. Uses no tool." in said
    assert console.colony.missions() == ()


@pytest.mark.parametrize("path", [PLAN, MISSIONS])
def test_what_cannot_be_planned_is_refused_with_its_code_and_what_to_do(console: Served, path: str) -> None:
    client = console.signed_in()
    data = {"csrf": csrf(client), "question": QUESTION, "project": "falcon", "role": ["coder", "nobody"]}
    said = text_of(client.post(path, data=data).text)
    assert "This cannot be planned, and nothing was put in its place." in said
    assert "role_unavailable: coder" in said
    assert "The role coder cannot work. This release has no code for it." in said
    assert "unknown_role: nobody" in said
    assert "See under Colony why the role cannot work" in said
    assert QUESTION in said
    assert console.colony.missions() == ()


def test_a_refusal_of_a_part_is_a_part(console: Served) -> None:
    client = console.signed_in(Permission.READ_STATUS)
    answer = client.post(PLAN, data={"csrf": csrf(client)}, headers=PART)
    assert answer.status_code == 403
    assert answer.text.startswith('<div class="notice bad"')
    everything = console.signed_in()
    told = everything.post(PLAN, data={"csrf": csrf(everything), "question": ""}, headers=PART)
    assert "There is no question yet." in told.text
    long = everything.post(PLAN, data={"csrf": csrf(everything), "question": "x" * 40_001}, headers=PART)
    assert (long.status_code, "This form cannot be read." in long.text) == (400, True)


def test_the_form_offers_the_roles_that_may_be_required_and_the_project_asked_for_last(console: Served) -> None:
    client = console.signed_in()
    assert '<option value="falcon" selected>' in client.get(MISSIONS).text
    console.take("Who signs?", "osprey")
    page = client.get(MISSIONS).text
    assert '<option value="osprey" selected>' in page
    offered = re.findall(r'name="role" value="([a-z_]+)"', page)
    assert {"coder", "researcher", "verifier"} <= set(offered)
    assert not {"medic", "archivist", "queen"} & set(offered)
    assert "coder cannot work now" in text_of(page)
    assert "researcher cannot work now" not in text_of(page)


def test_an_empty_list_says_what_to_ask(console: Served) -> None:
    said = text_of(console.signed_in().get(MISSIONS).text)
    assert "No mission yet" in said
    assert "falcon" in said


def test_the_list_goes_on_where_it_ended(tmp_path: Path) -> None:
    here = served(tmp_path)
    taken = [here.take(f"Question number {number}?") for number in range(27)]
    client = here.signed_in()
    first = client.get(MISSIONS, params={"words": "question number"}).text
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older is not None
    second = client.get(older[1].replace("&amp;", "&")).text
    shown = [re.findall(r'href="/console/missions/(mis_[^"?]+)"', page) for page in (first, second)]
    assert [each for page in shown for each in page] == list(reversed(taken))
    assert 'rel="next"' not in second
    here.colony.stop()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, {"done", "other", "waiting"}),
        ({"show": "open"}, {"waiting"}),
        ({"show": "completed_verified"}, {"done"}),
        ({"show": "completed_unverified"}, {"other"}),
        ({"show": "timed_out"}, set()),
        ({"show": "of no such kind"}, {"done", "other", "waiting"}),
        ({"words": "FALCON"}, {"done"}),
        ({"words": "%"}, set()),
        ({"words": "who", "show": "open"}, set()),
    ],
)
def test_the_list_is_narrowed_by_how_they_ended_and_by_words(
    read: Read, query: dict[str, str], found: set[str]
) -> None:
    page = read.served.signed_in().get(MISSIONS, params=query).text
    names = {read.done: "done", read.other: "other", read.waiting: "waiting"}
    assert {name for each, name in names.items() if f'href="{MISSIONS}/{each}"' in page} == found
    assert ("No mission fits" in page) is not bool(found)


def test_every_role_is_shown_with_its_true_state_and_the_reason(read: Read) -> None:
    page = read.served.signed_in().get(COLONY).text
    said = text_of(page)
    assert all(f"<strong>{role.replace('_', ' ')}</strong>" in page for role in CATALOG.roles)
    assert len(CATALOG.roles) == 25
    assert "researcher reads only can work" in said
    assert "This release has no code for it." in said
    assert "never runs" in said
    assert "Retrieve." in said
    assert "Mission completed" in said


def test_a_role_the_operator_turned_off_says_so(tmp_path: Path) -> None:
    here = served(tmp_path, gates=Gates(disabled=frozenset({"archivist"})))
    said = text_of(here.signed_in().get(COLONY).text)
    assert (
        "archivist positive memory only from completed_verified off The operator turned it off. disabled_roles" in said
    )
    here.colony.stop()


def test_events_of_the_hour_are_limited_with_the_visitor(read: Read) -> None:
    limited = read.served.signed_in(project="osprey").get(COLONY).text
    assert read.other in limited
    assert read.done not in limited
    assert "Token minted" not in limited
    assert "events in the last hour" not in read.served.signed_in(Permission.READ_STATUS).get(COLONY).text


STATES = [
    (CONNECTED, "connected", "answers on this machine at http://127.0.0.1:8790"),
    (replace(CONNECTED, remote=True), "connected", "on another machine"),
    (KnowledgeAvailability(False, False, "knowledge_enabled is off"), "not configured", "formicaria up"),
    (
        KnowledgeAvailability(True, False, "nobody answers"),
        "unreachable",
        "It cannot be read: nobody answers. Start it",
    ),
    (replace(CONNECTED, authenticated=False, reason="no"), "refused", "new token"),
    (replace(CONNECTED, compatible=False, reason="protocol 9"), "does not fit", "protocol 9"),
]


@pytest.mark.parametrize(("found", "word", "words"), STATES)
def test_knowledge_says_how_it_stands_why_and_what_to_do(
    tmp_path: Path, found: KnowledgeAvailability, word: str, words: str
) -> None:
    here = served(tmp_path, window=Window(found=found))
    client = here.signed_in()
    said = text_of(client.get(KNOWLEDGE).text)
    assert word in said
    assert words in said
    part = client.get(f"{KNOWLEDGE}/state", headers=PART)
    assert word in part.text
    assert ("What to do" in part.text) is not found.usable
    here.colony.stop()


def test_a_colony_without_a_knowledge_module_says_so(tmp_path: Path) -> None:
    here = served(tmp_path, knowledge=False)
    client = here.signed_in()
    assert "no part of this colony reads knowledge" in client.get(KNOWLEDGE).text
    assert "not configured" in client.get(f"{KNOWLEDGE}/state", headers=PART).text
    assert "None is mapped to a knowledge base yet." in client.get(MISSIONS).text
    here.colony.stop()


def test_what_is_bound_is_counted_and_what_is_missing_is_told(console: Served) -> None:
    page = console.signed_in().get(KNOWLEDGE).text
    said = text_of(page)
    assert "falcon The Falcon files 12 240 3 idle" in said
    assert f'href="{ORIGIN}/projects/proj_f"' in page
    assert f'href="{ORIGIN}/projects/proj_f/review"' in page
    assert "osprey not found" in said
    assert "3 disagreements waiting" in said


def test_a_limited_visitor_sees_their_own_binding_only(console: Served) -> None:
    said = text_of(console.signed_in(project="osprey").get(KNOWLEDGE).text)
    assert "osprey" in said
    assert "falcon" not in said.casefold()


def test_bases_that_cannot_be_listed_are_told(console: Served) -> None:
    console.window.listed = Outcome.refused(KnowledgeFailure.UPSTREAM, "the service failed on its side")
    said = text_of(console.signed_in().get(KNOWLEDGE).text)
    assert "The bases could not be listed. the service failed on its side" in said


def test_a_page_that_is_not_there_is_told_in_words_with_the_id_of_the_request(read: Read) -> None:
    answer = read.served.signed_in().get(f"{ROOT}/nowhere")
    assert answer.status_code == 404
    assert answer.headers["x-request-id"] in answer.text
    refused = read.served.signed_in().get(f"{MISSIONS}/mis_nobody")
    assert "There is no mission with this id." in refused.text
    assert 'aria-label="Main"' in refused.text


def test_a_fault_is_told_without_its_cause(console: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("the secret cause")

    monkeypatch.setattr(type(console.colony), "missions", fails)
    client = console.signed_in()
    client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]  # the test client's own switch
    answer = client.get(MISSIONS)
    assert answer.status_code == 500
    assert "Something failed inside the service." in answer.text
    assert "secret cause" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.req("S000-3.4-02")
def test_the_frame_has_the_same_destinations_everywhere_and_the_way_to_the_documents(read: Read) -> None:
    client = read.served.signed_in()
    for path in (MISSIONS, COLONY, KNOWLEDGE):
        page = client.get(path).text
        assert [
            text_of(each)
            for each in re.findall(r'<a href="/console/[a-z]+"[^>]*>(?:Missions|Colony|Knowledge)</a>', page)
        ] == [
            "Missions",
            "Colony",
            "Knowledge",
        ]
        assert f'<a href="{path}" aria-current="page">' in page
        assert f'href="{ORIGIN}/"' in page
