"""The surface key of a subject."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.extract.attributes import attribute_for, is_single_valued
from forager.extract.subject import is_specific, subject_words


@pytest.mark.parametrize(
    "text",
    ["Project Heron", "the Heron project", "Heron", "Heron Project", "  project\n Heron", "Project Heron's", "“Heron”"],
)
def test_one_project_has_one_key(text: str) -> None:
    assert subject_words(text) == "heron"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Project plan", "project plan"),
        ("the research project", "research project"),
        ("The Heron project room", "heron project room"),
        ("No contractor", "no contractor"),
        ("the", "the"),
        ("", ""),
        ("\uff21CME Ltd.", "acme ltd"),
        ("our access log", "access log"),
    ],
)
def test_what_is_no_class_word_stays(text: str, key: str) -> None:
    assert subject_words(text) == key


@given(st.text(max_size=40))
def test_the_key_is_stable(text: str) -> None:
    assert subject_words(subject_words(text)) == subject_words(text)


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Launch date", "launch_date"),
        ("Go-Live", "launch_date"),
        ("Planned cost (EUR)", "cost"),
        ("Reviewers", "reviewer"),
        ("Project start date", "start_date"),
        ("Door code", "door_code"),
        ("Backup interval", "backup_interval"),
        ("", ""),
    ],
)
def test_labels_find_their_attribute(label: str, key: str) -> None:
    assert attribute_for(label) == key


def test_only_the_catalogue_declares_single_values() -> None:
    assert is_single_valued("launch_date")
    assert not is_single_valued("attendees")
    assert not is_single_valued("door_code")


@pytest.mark.parametrize(
    "text",
    [
        "Heron",
        "access log",
        "INV-2026-0113",
        "dispatch service",
        "Phase 2",
        "zendrix",
        "ledger_core",
        "py-zendrix",
        "harbour-tools",
    ],
)
def test_a_name_or_a_phrase_can_be_met_again(text: str) -> None:
    assert is_specific(text)


@pytest.mark.parametrize(
    "text",
    [
        "pilot",
        "the system",
        "next meeting",
        "",
        "the current quarter",
        "datastore",
        "micropump",
        "sign-off",
        "regex",
        "the webhooks",
    ],
)
def test_a_common_noun_is_of_its_document(text: str) -> None:
    assert not is_specific(text)
