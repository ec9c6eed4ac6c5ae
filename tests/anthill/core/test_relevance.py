"""The gate before an answer: what answers a question passes, what only shares words with it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anthill.core.agents.asked import asked
from anthill.core.agents.relevance import Offer, choose
from anthill.core.agents.stems import stem


def said(statement: str, subject: str = "", attribute: str = "", value: str = "") -> Offer:
    """A sentence, with what was read from it."""
    return Offer(statement, statement, subject, attribute, value, "notes.md")


def row(subject: str, attribute: str, value: str, words: str = "") -> Offer:
    """A cell of a table: its words are the row's."""
    return Offer(
        words or f"{subject} | {value}", words or f"{subject} | {value}", subject, attribute, value, "t.csv", True
    )


ANSWERED = [
    ("When does the bakery open on Sundays?", said("The bakery opens at 8:30 on Sundays.", "bakery")),
    ("When was the Harbour Bridge inspected?", said("The Harbour Bridge was inspected on May 4, 2024.", "Harbour Bridge")),
    ("When is the rent due?", said("The rent is due on the first of every month.", "rent")),
    ("Where will the Lakeside Forum take place?", said("The Lakeside Forum is held in Lucerne.", "Lakeside Forum")),
    ("Where do the Otters play?", row("Otters", "location", "Bergen", "Otters\tBergen\t4")),
    ("Where is the spare key kept?", said("The spare key is kept in the safe on the second floor.", "spare key")),
    ("Who wrote The Glass Garden?", row("The Glass Garden", "author", "Ines Moreau", "The Glass Garden | Ines Moreau | 1987")),
    ("Who owns the billing module?", said("Tariq Aziz owns the billing module.", "Tariq Aziz", "owns", "billing module")),
    ("Who is the head nurse of Ward 7?", said("The head nurse of Ward 7 is Clara Odum.", "Ward 7", "head_nurse", "Clara Odum")),
    ("Who approved the merger?", said("The supervisory board approved the merger in June.", "supervisory board")),
    ("Who founded the Elm Street Choir?", said("Pia Lund was the founder of the Elm Street Choir.", "Elm Street Choir")),
    ("Who is Dana Whitfield?", said("Dana Whitfield is the treasurer of the club.", "Dana Whitfield", "role", "treasurer")),
    ("How many titles have the Red Herons won?", row("Red Herons", "titles", "3", "Red Herons\tOSL\t3")),
    ("How much does the annual pass cost?", row("Annual pass", "price", "120 EUR", "Annual pass | adults | 120 EUR")),
    ("How long are invoices kept?", said("The retention period for invoices is ten years.", "invoices", "retention_period", "ten years")),
    ("How many people work at the Porto office?", said("The Porto office has a headcount of 42.", "Porto office", "headcount", "42")),
    ("What was the revenue of Orbit Foods in 2023?", said("Orbit Foods had revenues of 8 million euros in 2023.", "Orbit Foods")),
    ("What is the tensile strength of Grade 40 bars?", row("Grade 40 bars", "tensile_strength", "1000 MPa")),
    ("Is smoking allowed on the terrace?", said("Smoking is not allowed on the terrace.", "Smoking")),
    ("What does the gateway depend on?", said("The gateway depends on the message broker.", "gateway", "depends_on", "message broker")),
    ("Why was the picnic moved?", said("The picnic was moved because of the storm.", "picnic")),
    ("budget of Project Heron", said("The budget for Heron is 90,000 CHF.", "Heron", "budget", "90,000 CHF")),
    ("What is the e-mail of Ola Berg?", row("C-1007", "email", "ola@example.test", "C-1007|Ola|Berg|ola@example.test")),
    ("What dose of Lorvane is given to adults?", said("Adults are given a dose of 20 mg of Lorvane.", "Adults")),
]  # fmt: skip

REFUSED = [
    ("When and where will the Bioprocess Forum take place?", row("Walruses", "location", "TRD", "Walruses TRD 1")),
    ("When will the Lakeside Forum take place?", said("The Riverside Forum takes place on May 3, 2025.", "Riverside Forum")),
    ("When does the bakery open?", said("The bakery opens its doors to everybody.", "bakery")),
    ("When was Ledger 9 released?", said("The board agreed to keep Ledger 9 readable until December 31, 2026.", "board")),
    ("When does the pilot end?", said("The pilot starts on March 1, 2025.", "pilot", "start_date", "March 1, 2025")),
    ("Where is the spare key?", said("The spare tyre is in the boot.", "spare tyre")),
    ("Where do the Otters play?", row("Otters", "titles", "4", "Otters\tBergen\t4")),
    ("Who is the superintendent?", said("Visitors should phone the Superintendent's Office at (408) 555-0100.")),
    ("Who approved the merger?", said("The merger was approved.", "merger")),
    ("Who ordered the audit of the Northern depot?", said("Northern depot staff prepare for the audit.", "Northern depot staff")),
    ("Who is the director of Orbit Foods?", said("Piet Maas is the driver at Orbit Foods.", "Orbit Foods", "driver", "Piet Maas")),
    ("Who wrote Hamlet?", row("The Iron Orchard", "author", "Leo Brandt")),
    ("Who is Dana Whitfield?", row("Book the hall", "due_date", "May 4, 2024", "Book the hall | Dana Whitfield | May 4, 2024")),
    ("What was the revenue in 2023?", said("In 2023 the front line hardly moved.", "front line")),
    ("What was the revenue of Orbit Foods in 2023?", said("Orbit Foods had revenues of 7 million euros in 2022.", "Orbit Foods")),
    ("What was the revenue of Orbit Foods?", said("Client: Orbit Foods", "", "customer", "Orbit Foods")),
    ("How many titles have the Red Herons won?", row("Red Herons", "location", "OSL", "Red Herons\tOSL\t3")),
    ("How many titles have the Red Herons won?", row("Grey Geese", "titles", "9", "Grey Geese\tRIX\t9")),
    ("How much does the annual pass cost?", said("The annual pass is sold at the entrance.", "annual pass")),
    ("What is the colour of the carrier interface?", said("The carrier interface depends on the map.", "carrier interface")),
    ("What is the response time of the invoice service?", row("Map service", "response_time", "800 ms")),
    ("What is the weather in Turku?", said("The ferry from Turku was late.", "ferry")),
    ("What is the capital of Atlantis?", said("Working capital rose to 4 million.", "Working capital")),
    ("What about 2023?", said("It was founded in 2023.")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "offer"), ANSWERED)
def test_a_statement_that_answers_passes(question: str, offer: Offer) -> None:
    assert choose(question, [offer], 5).answering == (0,)


@pytest.mark.parametrize(("question", "offer"), REFUSED)
def test_a_statement_that_only_shares_words_is_refused(question: str, offer: Offer) -> None:
    assert choose(question, [offer], 5).answering == ()


def test_the_statement_that_answers_is_found_among_others() -> None:
    offers = [each for _, each in REFUSED]
    for question, offer in ANSWERED:
        found = choose(question, [*offers, offer], 5).answering
        assert found == (len(offers),), question


def test_each_clause_and_each_thing_joined_by_and_is_answered_by_itself() -> None:
    of = "of Project Heron"
    offers = [said(f"The {each} {of} is near.") for each in ("launch date", "freeze date", "budget")]
    assert choose(f"What are the launch date and the budget {of}?", offers, 5).answering == (0, 2)
    asks = f"What is the freeze date {of}, and what is the budget {of}?"
    assert choose(asks, offers, 5).answering == (1, 2)


def test_the_nearest_are_shown_only_when_nothing_answers_and_never_for_a_word_by_the_way() -> None:
    near, far = (
        said("Nia Okoro is the delivery manager at Halden.", "Halden"),
        said("Authors are allowed to write.", "Authors"),
    )
    assert choose("Who is the director of Halden?", [far, near], 5).nearest == (1,)
    assert choose("How many speakers are allowed?", [far], 5).nearest == ()
    found = choose("Who is the delivery manager at Halden?", [far, near], 5)
    assert (found.answering, found.nearest) == ((1,), ())


def test_a_question_that_asks_for_nothing_is_answered_by_nothing() -> None:
    assert asked("When? What about it?") == ()
    assert choose("When?", [said("It is May 4, 2024.")], 5).answering == ()


def test_no_more_than_the_limit_are_chosen_in_the_order_they_came() -> None:
    assert choose("What was decided?", [said("It was decided.")] * 9, 5).answering == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    "words",
    [
        "launch launches launched launching",
        "own owner owned",
        "decide decided",
        "migrate migrated migration",
        "plan planned plans",
    ],
)
def test_forms_of_one_word_have_one_stem(words: str) -> None:
    assert len({stem(each) for each in words.split()}) == 1


def test_short_words_and_words_of_one_beginning_stay_apart() -> None:
    assert len({stem(each) for each in ("bus", "bush", "station", "state", "super", "superintendent")}) == 6


@given(st.text(max_size=80), st.lists(st.text(max_size=60), max_size=4))
def test_any_text_is_judged_the_same_twice_and_without_failing(question: str, texts: list[str]) -> None:
    offers = [said(each) for each in texts]
    found = choose(question, offers, 5)
    assert found == choose(question, offers, 5)
    assert not set(found.answering) & set(found.nearest)
