"""What derivation makes of live evidence and decisions, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.forager.derive.support import PROJECT, Claim, Corpus, Name

from forager.derive import content
from forager.derive.rebuild import rebuild_check
from forager.model.decision import DecisionKind
from forager.model.fact import Fact, FactKind

MARCH = Claim()
APRIL = Claim(value="2026-04-10")


@pytest.fixture
def disputed(corpus: Corpus) -> Corpus:
    corpus.add("memo.md", MARCH, date="2026-01-12")
    corpus.add("mail.eml", APRIL, date="2026-02-20")
    corpus.derive()
    return corpus


def digest(corpus: Corpus) -> str:
    """What is published now, as one figure."""
    rev = corpus.derive().rev
    with corpus.database.read() as connection:
        return content.digest(connection, PROJECT, rev)


def status(corpus: Corpus, claim: Claim) -> str:
    return str(corpus.items()[claim.sentence]["status"])


@pytest.mark.req("LAW-10")
def test_two_sources_disagree_both_sides_are_disputed_and_the_suggestion_is_not_applied(disputed: Corpus) -> None:
    (found,) = disputed.conflicts()
    assert (found.kind, found.status, found.attribute_key) == ("attribute_mismatch", "open", "falcon|launch_date")
    assert found.suggestion["reason"] == "mail.eml is newer by document date."
    assert found.resolution == {}
    assert {status(disputed, MARCH), status(disputed, APRIL)} == {"disputed"}
    assert {row["confidence"] for row in disputed.items().values()} == {900}


def test_deriving_again_without_a_change_publishes_nothing(disputed: Corpus) -> None:
    published = disputed.derive()
    assert not published.changed
    assert published.rev == 1


def test_removing_a_side_ends_the_disagreement_and_archives_its_statement(disputed: Corpus) -> None:
    removed = disputed.add("mail.eml", APRIL, date="2026-02-20")
    disputed.remove(removed)
    disputed.derive()
    assert disputed.conflicts() == []
    assert status(disputed, MARCH) == "active"
    assert status(disputed, APRIL) == "archived"


@pytest.mark.req("LAW-02")
def test_what_came_and_went_leaves_no_trace_in_the_digest(disputed: Corpus) -> None:
    before = digest(disputed)
    guest = disputed.add("guest.md", Claim(value="2026-05-01"), names=[Name("Robert Smith")], date="2026-03-01")
    assert digest(disputed) != before
    disputed.remove(guest)
    assert digest(disputed) == before


def test_a_new_version_supersedes_what_the_old_one_said(disputed: Corpus) -> None:
    disputed.add("mail.eml", Claim(value="2026-05-01"), date="2026-03-01")
    disputed.derive()
    items = disputed.items()
    assert items[APRIL.sentence]["status"] == "superseded"
    assert items[APRIL.sentence]["superseded_by"] == items[Claim(value="2026-05-01").sentence]["id"]


def test_a_new_version_that_is_silent_leaves_the_old_statement_stale(disputed: Corpus) -> None:
    disputed.add("mail.eml", Claim(attribute="budget", value="EUR 5", kind="money"))
    disputed.derive()
    assert status(disputed, APRIL) == "stale"
    assert status(disputed, MARCH) == "active"


def test_accepting_the_old_bytes_again_brings_the_old_state_back(disputed: Corpus) -> None:
    disputed.add("mail.eml", Claim(value="2026-05-01"))
    disputed.derive()
    disputed.add("mail.eml", APRIL, date="2026-02-20")
    disputed.derive()
    (found,) = disputed.conflicts()
    assert {side["value"] for side in found.sides} == {"2026-03-03", "2026-04-10"}


@pytest.mark.req("S001-5-07")
@pytest.mark.req("LAW-08")
def test_a_decision_is_applied_and_stays_through_new_sources(disputed: Corpus) -> None:
    (found,) = disputed.conflicts()
    winner = str(disputed.items()[APRIL.sentence]["id"])
    disputed.decide_conflict(found, "choose_winner", winner)
    disputed.derive()
    disputed.add("other.md", Claim(attribute="budget", value="EUR 5", kind="money"))
    disputed.derive()
    (decided,) = disputed.conflicts()
    assert (decided.status, decided.resolution["winner_id"], decided.flagged) == ("decided", winner, "")
    assert (status(disputed, MARCH), status(disputed, APRIL)) == ("superseded", "active")


def test_a_third_side_opens_a_decided_disagreement_again_and_shows_the_decision(disputed: Corpus) -> None:
    (found,) = disputed.conflicts()
    disputed.decide_conflict(found, "dismiss")
    disputed.add("third.md", Claim(value="2026-06-06"))
    disputed.derive()
    (again,) = disputed.conflicts()
    assert again.status == "open"
    assert again.resolution["action"] == "dismiss"
    assert again.flagged == "A new side appeared since the decision."


def test_more_evidence_for_a_side_leaves_it_decided_and_flagged(disputed: Corpus) -> None:
    (found,) = disputed.conflicts()
    disputed.decide_conflict(found, "both_hold")
    disputed.add("third.md", APRIL, Claim(attribute="", value="something else entirely"))
    disputed.derive()
    (again,) = disputed.conflicts()
    assert (again.status, again.flagged) == ("decided", "New evidence arrived since the decision.")


def test_a_lost_side_leaves_it_decided_and_flagged(disputed: Corpus) -> None:
    (found,) = disputed.conflicts()
    disputed.decide_conflict(found, "both_hold")
    disputed.derive()
    disputed.remove(disputed.add("mail.eml", APRIL, date="2026-02-20"))
    disputed.derive()
    (again,) = disputed.conflicts()
    assert (again.status, again.flagged) == ("decided", "A side or some of its evidence is gone since the decision.")


def test_undoing_a_decision_opens_the_disagreement_and_undoing_the_undo_decides_it(disputed: Corpus) -> None:
    (found,) = disputed.conflicts()
    seq = disputed.decide_conflict(found, "dismiss")
    disputed.derive()
    disputed.undo(seq)
    disputed.derive()
    assert disputed.conflicts()[0].status == "open"
    disputed.undo(seq + 1)
    disputed.derive()
    assert disputed.conflicts()[0].status == "decided"


def test_a_rejected_statement_is_no_side_and_comes_back_when_restored(disputed: Corpus) -> None:
    item = str(disputed.items()[APRIL.sentence]["id"])
    disputed.decide(DecisionKind.ITEM, [item], "reject")
    disputed.derive()
    assert disputed.conflicts() == []
    assert status(disputed, APRIL) == "archived"
    assert disputed.items()[APRIL.sentence]["review_status"] == "rejected"
    disputed.decide(DecisionKind.ITEM, [item], "restore")
    disputed.derive()
    assert len(disputed.conflicts()) == 1


@pytest.mark.req("S000-2-01")
def test_the_same_words_in_two_documents_are_one_item_with_two_evidences_and_more_confidence(corpus: Corpus) -> None:
    corpus.add("a.md", MARCH)
    corpus.add("b.md", MARCH, Claim(attribute="", value="something else entirely"))
    corpus.derive()
    item = corpus.items()[MARCH.sentence]
    assert isinstance(item["evidence_ids"], list)
    assert len(item["evidence_ids"]) == 2
    assert (item["independent_sources"], item["confidence"]) == (2, 940)


def test_a_copied_document_is_reported_and_is_no_second_voice(corpus: Corpus) -> None:
    claims = (MARCH, Claim(attribute="budget", value="EUR 5", kind="money"))
    corpus.add("a.md", *claims)
    corpus.add("copy.md", *claims)
    corpus.derive()
    (found,) = corpus.conflicts()
    assert (found.kind, found.description) == ("duplicate_source", "copy.md repeats a.md.")
    assert corpus.items()[MARCH.sentence]["confidence"] == 900


def test_a_line_about_its_document_never_meets_another_document(corpus: Corpus) -> None:
    corpus.add("a.md", Claim(subject="a.md", attribute="version", value="1", kind="version", about_document=True))
    corpus.add("b.md", Claim(subject="b.md", attribute="version", value="2", kind="version", about_document=True))
    corpus.derive()
    assert corpus.conflicts() == []


def test_a_document_that_says_it_replaces_another_supersedes_it(corpus: Corpus) -> None:
    corpus.add("old-plan.md", MARCH)
    corpus.add(
        "new.md", APRIL, Claim(attribute="", value="This document supersedes old-plan.md", replaces="old-plan.md")
    )
    corpus.derive()
    assert corpus.conflicts() == []
    assert status(corpus, MARCH) == "superseded"


def test_two_spellings_of_one_person_do_not_disagree(corpus: Corpus) -> None:
    address = "robert.smith@example.test"
    corpus.add(
        "a.md",
        Claim(attribute="owner", value="robert smith", kind="person"),
        names=[Name("Robert Smith", context=address, cue="identifier")],
    )
    corpus.add(
        "b.md",
        Claim(attribute="owner", value="bob smith", kind="person"),
        names=[Name("Bob Smith", context=address, cue="identifier")],
    )
    corpus.derive()
    assert corpus.conflicts() == []
    people = [row for row in corpus.entities() if row["entity_class"] == "person"]
    assert len(people) == 1


def test_facts_that_come_later_join_names_read_before_and_going_part_them(corpus: Corpus) -> None:
    told = (Fact(FactKind.NUMBER, "52118877", "social"), Fact(FactKind.BIRTH, "1970-03-02"))
    before, after = Name("Ida Brook", context="ida@alder.example"), Name("Irma Farrow", context="farrow@tern.example")
    corpus.add("a.csv", names=[before])
    corpus.add("b.csv", names=[after])
    corpus.derive()
    assert len(corpus.entities()) == 2
    corpus.add("c.csv", names=[replace(before, facts=told)])
    late = corpus.add("d.csv", names=[replace(after, facts=told)])
    corpus.derive()
    assert len(corpus.entities()) == 1
    assert rebuild_check(corpus.database, PROJECT).agrees
    corpus.remove(late)
    corpus.derive()
    assert len(corpus.entities()) == 2
    assert rebuild_check(corpus.database, PROJECT).agrees


@pytest.mark.req("S001-5-07")
def test_merging_two_names_joins_their_slots_and_undoing_parts_them(corpus: Corpus) -> None:
    corpus.add("a.md", Claim(subject="Project Falcon"))
    corpus.add("b.md", Claim(subject="Project Kestrel", value="2026-04-10"))
    corpus.derive()
    assert corpus.conflicts() == []
    nodes = sorted(str(row["id"]) for row in corpus.entities())
    seq = corpus.decide(DecisionKind.ENTITY, nodes, "merge")
    corpus.derive()
    assert len(corpus.conflicts()) == 1
    assert len(corpus.entities()) == 1
    corpus.undo(seq)
    corpus.derive()
    assert corpus.conflicts() == []
    assert len(corpus.entities()) == 2
    assert rebuild_check(corpus.database, PROJECT).agrees


def test_what_a_source_said_is_recomputed_though_it_was_read_again_while_a_derivation_ran(disputed: Corpus) -> None:
    """Reading again leaves marks that only the next derivation may clear: the one that runs may not have seen them."""
    again = disputed.add("mail.eml", APRIL, date="2026-02-20")
    disputed.add("other.md", Claim(attribute="budget", value="EUR 5", kind="money"))
    read_again = False

    def report(*_progress: object) -> None:
        nonlocal read_again
        if not read_again:
            read_again = True
            disputed.read_again(again, Claim(value="2026-09-09"))

    disputed.derive(report=report)
    disputed.derive()
    assert APRIL.sentence not in disputed.items()
    assert {side["value"] for side in disputed.conflicts()[0].sides} == {"2026-03-03", "2026-09-09"}
    assert rebuild_check(disputed.database, PROJECT).agrees


def test_archiving_copies_silences_them_until_the_set_of_copies_changes(corpus: Corpus) -> None:
    common = tuple(Claim(attribute="", value=f"sentence number {number} of this document") for number in range(30))
    corpus.add("a.md", *common, MARCH, date="2026-01-01")
    corpus.add("copy.md", *common, APRIL, date="2026-02-01")
    corpus.set_minhash("a.md", "copy.md")
    corpus.derive()
    copies = next(each for each in corpus.conflicts() if each.kind == "duplicate_source")
    assert any(each.kind == "attribute_mismatch" for each in corpus.conflicts())
    corpus.decide_conflict(copies, "archive_duplicates")
    corpus.derive()
    assert [(each.kind, each.status) for each in corpus.conflicts()] == [("duplicate_source", "decided")]
    assert (status(corpus, MARCH), status(corpus, APRIL)) == ("active", "superseded")
    corpus.add("third.md", *common, MARCH, date="2026-03-01")
    corpus.set_minhash("a.md", "third.md")
    corpus.derive()
    assert status(corpus, APRIL) == "disputed"
    assert rebuild_check(corpus.database, PROJECT).agrees


def _near_copies(corpus: Corpus, first: str, second: str) -> None:
    common = tuple(Claim(attribute="", value=f"sentence number {number} of this document") for number in range(30))
    corpus.add(first, *common, MARCH)
    corpus.add(second, *common, APRIL)
    corpus.set_minhash(first, second)
    corpus.derive()


def test_of_near_copies_the_one_marked_as_later_supersedes_and_is_no_copy(corpus: Corpus) -> None:
    _near_copies(corpus, "plan-v1.md", "plan-v2.md")
    assert corpus.conflicts() == []
    assert (status(corpus, MARCH), status(corpus, APRIL)) == ("superseded", "active")
    assert rebuild_check(corpus.database, PROJECT).agrees


def test_near_copies_without_a_marker_stay_in_disagreement(corpus: Corpus) -> None:
    _near_copies(corpus, "plan.md", "programme.md")
    assert {each.kind for each in corpus.conflicts()} == {"attribute_mismatch", "duplicate_source"}
    assert status(corpus, MARCH) == "disputed"


def test_a_marker_alone_supersedes_nothing_where_the_texts_differ(corpus: Corpus) -> None:
    corpus.add("plan-v1.md", MARCH, Claim(attribute="", value="one thing"))
    corpus.add("plan-v2.md", APRIL, Claim(attribute="", value="quite another thing"))
    corpus.derive()
    assert status(corpus, MARCH) == "disputed"


def test_a_name_that_two_documents_bear_is_replaced_in_neither(corpus: Corpus) -> None:
    corpus.add("north/plan.md", MARCH)
    corpus.add("south/plan.md", Claim(value="2026-05-05"))
    corpus.add("new.md", APRIL, Claim(attribute="", value="This document supersedes plan.md", replaces="plan.md"))
    corpus.derive()
    assert status(corpus, MARCH) == "disputed"


def test_namesakes_in_two_countries_are_not_in_disagreement(corpus: Corpus) -> None:
    corpus.add("a.md", MARCH, Claim(attribute="region", value="kenya", kind="text"))
    corpus.add("b.md", APRIL, Claim(attribute="region", value="peru", kind="text"))
    corpus.derive()
    assert corpus.conflicts() == []
    assert status(corpus, MARCH) == "active"
    corpus.add("b.md", APRIL)
    corpus.derive()
    assert status(corpus, MARCH) == "disputed"
    assert rebuild_check(corpus.database, PROJECT).agrees


def test_words_known_by_a_name_follow_the_name_when_its_document_goes_and_comes_back(corpus: Corpus) -> None:
    corpus.add("a.md", Claim("Falcon", attribute="", value="ready"))
    named = corpus.add("b.md", Claim("Project Falcon"))
    corpus.derive()
    bound = next(row for row in corpus.items().values() if row["statement"] == "Falcon says ready.")
    assert bound["subject_entity_id"] != ""
    for change in (corpus.remove, corpus.restore):
        change(named)
        corpus.derive()
        assert rebuild_check(corpus.database, PROJECT).agrees


def test_a_disagreement_follows_its_subject_into_a_merge_and_is_found_there_afterwards(corpus: Corpus) -> None:
    """Its words stay as they are when the subject joins another; what comes to the joined subject must still replace it."""
    first, second = Claim("Project Kestrel", "budget", "2026-05-01"), Claim("Project Kestrel", "budget", "2026-04-10")
    for file, claim in (
        ("a.md", first),
        ("b.md", second),
        ("c.md", Claim("Project Falcon", "launch_date", "2026-03-03")),
    ):
        corpus.add(file, claim)
    corpus.derive()
    nodes = sorted(str(row["id"]) for row in corpus.entities())
    corpus.decide(DecisionKind.ENTITY, nodes, "merge")
    corpus.derive()
    assert len(corpus.conflicts()) == 1
    corpus.add("d.md", Claim("Project Falcon", "budget", "2026-03-03"))
    corpus.derive()
    assert len(corpus.conflicts()) == 1
    assert rebuild_check(corpus.database, PROJECT).agrees
