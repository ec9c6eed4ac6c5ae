"""People decide: every verb is a row in the log, shows at once, survives, and can be taken back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import BUILDER
from tests.forager.query.test_reads import WHOLE, launch, listed, read

from forager.accept.files import Offered
from forager.derive.run import KIND, Derivation
from forager.engine import Engine
from forager.model.decision import DecisionKind
from forager.model.job import StageName
from forager.model.source import Project
from forager.query import conflicts, decided, entities, items
from forager.query.errors import AlreadyDecided, DoesNotFit, RecordNotFound, SpokenAgainst
from forager.query.views import ConflictView, DecisionView, EntityView
from forager.review import By, Decided, Reviewer
from forager.store import decisions
from forager.store.acts import Caller, stream
from formicaria.ground import audit, work
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.tables import unit

ME = By(Caller("tok_me", "m.lindqvist"), "we spoke on the telephone")


@pytest.fixture
def reviewer(any_engine: Engine) -> Reviewer:
    return Reviewer(any_engine.database, any_engine.clock, any_engine.derive)


@pytest.fixture
def falcon(any_engine: Engine) -> Project:
    return any_engine.project("falcon")


def again(engine: Engine, id_: str) -> ConflictView:
    return read(engine, lambda connection, at: conflicts.conflict(connection, at, id_))


def status(engine: Engine, id_: str) -> str:
    return read(engine, lambda connection, at: items.item(connection, at, id_)).item.status


def log(engine: Engine) -> list[DecisionView]:
    return read(engine, lambda connection, at: decided.listed(connection, at, WHOLE)).items


def entity(engine: Engine, id_: str) -> EntityView:
    return read(engine, lambda connection, at: entities.entity(connection, at, id_))


def winner_and_loser(found: ConflictView) -> tuple[str, str]:
    first, second = sorted(found.sides, key=lambda side: side.value)
    return first.item_id, second.item_id


@pytest.mark.req("LAW-08")
@pytest.mark.req("S001-5-07", "LAW-08")
def test_a_chosen_winner_is_active_and_the_other_side_superseded_by_it(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    winner, loser = winner_and_loser(found)
    made = reviewer.decide_conflict(falcon, found.id, "choose_winner", winner, ME, seen=found.fingerprint)
    after = again(any_engine, found.id)
    assert made.applied
    assert (after.status, after.flagged) == ("decided", "")
    assert after.resolution is not None
    assert (after.resolution.action, after.resolution.winner_id, after.resolution.actor) == (
        "choose_winner",
        winner,
        "m.lindqvist",
    )
    assert after.resolution.notes == ME.note
    assert (status(any_engine, winner), status(any_engine, loser)) == ("active", "superseded")
    detail = read(any_engine, lambda connection, at: items.item(connection, at, loser))
    assert detail.item.superseded_by == winner


@pytest.mark.parametrize(
    ("choice", "expected"), [("both_hold", "active"), ("dismiss", "active"), ("neither", "unresolved")]
)
def test_other_choices_end_the_dispute_without_a_winner(
    any_engine: Engine, reviewer: Reviewer, falcon: Project, choice: str, expected: str
) -> None:
    found = launch(any_engine)
    reviewer.decide_conflict(falcon, found.id, choice, "", ME)
    assert again(any_engine, found.id).status == "decided"
    assert {status(any_engine, id_) for id_ in found.item_ids} == {expected}


@pytest.mark.parametrize(
    ("choice", "with_winner"), [("archive_duplicates", False), ("both_hold", True), ("choose_winner", False)]
)
def test_a_choice_that_does_not_fit_is_refused_and_nothing_is_written(
    any_engine: Engine, reviewer: Reviewer, falcon: Project, choice: str, with_winner: bool
) -> None:
    found = launch(any_engine)
    with pytest.raises(DoesNotFit):
        reviewer.decide_conflict(falcon, found.id, choice, found.item_ids[0] if with_winner else "", ME)
    assert (log(any_engine), again(any_engine, found.id)) == ([], found)


def test_a_winner_that_is_no_side_is_refused(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    other = next(each.id for each in listed(any_engine).items if each.status == "active")
    for id_ in (other, "ki_nobody"):
        with pytest.raises(DoesNotFit):
            reviewer.decide_conflict(falcon, launch(any_engine).id, "choose_winner", id_, ME)


def test_duplicates_take_their_own_choices(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    kind = "duplicate_source"
    found = read(any_engine, lambda connection, at: conflicts.conflicts(connection, at, "", kind, (), WHOLE)).items[0]
    with pytest.raises(DoesNotFit):
        reviewer.decide_conflict(falcon, found.id, "neither", "", ME)
    reviewer.decide_conflict(falcon, found.id, "archive_duplicates", "", ME)
    assert again(any_engine, found.id).status == "decided"


def test_a_decision_on_sides_that_changed_since_they_were_read_is_refused(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    any_engine.accept(falcon.id, [Offered("x.md", b"The launch date for Project Falcon is May 5, 2026.\n")], BUILDER)
    any_engine.process(falcon.id, BUILDER)
    any_engine.run_jobs()
    with pytest.raises(DoesNotFit):
        reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME, seen=found.fingerprint)
    assert log(any_engine) == []


@pytest.mark.req("S001-5-07")
@pytest.mark.req("S001-5-07")
def test_a_decision_holds_through_processing_and_a_new_side_opens_it_again(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME)
    any_engine.process(falcon.id, BUILDER, force=True)
    any_engine.run_jobs()
    assert again(any_engine, found.id).status == "decided"
    any_engine.accept(falcon.id, [Offered("x.md", b"The launch date for Project Falcon is May 5, 2026.\n")], BUILDER)
    any_engine.process(falcon.id, BUILDER)
    any_engine.run_jobs()
    after = again(any_engine, found.id)
    assert (after.status, len(after.sides)) == ("open", 3)
    assert after.flagged
    assert after.resolution is not None


def test_reopening_makes_the_sides_disputed_again(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    found = launch(any_engine)
    with pytest.raises(DoesNotFit):
        reviewer.reopen(falcon, found.id, ME)
    reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME)
    reviewer.reopen(falcon, found.id, ME)
    assert again(any_engine, found.id).status == "open"
    assert {status(any_engine, id_) for id_ in found.item_ids} == {"disputed"}


@pytest.mark.req("S001-5-07")
@pytest.mark.req("LAW-08")
def test_a_decision_taken_back_leaves_everything_as_before_and_an_undo_too(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    seq = reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME).decision.seq
    undo = reviewer.undo(falcon, seq, ME).decision.seq
    assert again(any_engine, found.id) == found
    with pytest.raises(DoesNotFit):
        reviewer.undo(falcon, seq, ME)
    reviewer.undo(falcon, undo, ME)
    assert again(any_engine, found.id).status == "decided"
    assert [(row.seq, row.undone) for row in log(any_engine)] == [(3, False), (2, True), (1, False)]


def test_a_rejected_statement_is_no_side_and_comes_back_when_restored(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    rejected = found.item_ids[0]
    reviewer.review_item(falcon, rejected, "reject", ME)
    detail = read(any_engine, lambda connection, at: items.item(connection, at, rejected))
    assert (detail.item.status, detail.item.review_status) == ("archived", "rejected")
    assert status(any_engine, found.item_ids[1]) == "active"
    reviewer.review_item(falcon, rejected, "restore", ME)
    assert {status(any_engine, id_) for id_ in found.item_ids} == {"disputed"}


def test_marking_reviewed_changes_no_status(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    chosen = next(each for each in listed(any_engine).items if each.status == "active")
    reviewer.review_item(falcon, chosen.id, "mark_reviewed", ME)
    detail = read(any_engine, lambda connection, at: items.item(connection, at, chosen.id))
    assert (detail.item.status, detail.item.review_status) == ("active", "reviewed")


def test_there_must_be_something_to_restore(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    with pytest.raises(DoesNotFit):
        reviewer.review_item(falcon, listed(any_engine).items[0].id, "restore", ME)


def two_people(engine: Engine) -> tuple[str, str]:
    found = read(engine, lambda connection, at: entities.entities(connection, at, "", "person", WHOLE)).items
    by_name = {each.canonical_name: each.id for each in found}
    return by_name["Priya Nair"], by_name["Marta Lindqvist"]


@pytest.mark.req("S001-5-07")
def test_merged_names_answer_as_one_under_both_addresses_and_part_again(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    left, right = two_people(any_engine)
    before = [entity(any_engine, id_) for id_ in (left, right)]
    seq = reviewer.merge(falcon, left, right, ME, even_so=True).decision.seq
    merged = [entity(any_engine, id_) for id_ in (left, right)]
    assert merged[0].id == merged[1].id
    assert {each.redirected_from for each in merged} == {"", max(left, right)}
    with pytest.raises(DoesNotFit):
        reviewer.merge(falcon, left, right, ME)
    reviewer.undo(falcon, seq, ME)
    assert [entity(any_engine, id_) for id_ in (left, right)] == before


def test_names_held_apart_part_and_stay_apart_through_processing(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    whole = next(
        each
        for each in read(any_engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE)).items
        if len(each.node_ids) > 1
    )
    left, right = whole.node_ids[:2]
    reviewer.apart(falcon, left, right, ME)
    assert entity(any_engine, left).id != entity(any_engine, right).id
    any_engine.process(falcon.id, BUILDER, force=True)
    any_engine.run_jobs()
    assert entity(any_engine, left).id != entity(any_engine, right).id


def test_an_exploded_entity_comes_apart_whole_is_never_proposed_again_and_comes_back(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    def every() -> list[EntityView]:
        return read(any_engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE)).items

    whole = max(every(), key=lambda each: (len(each.node_ids), each.id))
    seq = reviewer.explode(falcon, whole.id, ME).decision.seq
    any_engine.process(falcon.id, BUILDER, force=True)
    any_engine.run_jobs()
    names = set(whole.node_ids)
    assert all(len(names & {*each.node_ids}) <= 1 for each in every())
    proposed = read(any_engine, lambda connection, at: entities.candidates(connection, at, "", WHOLE)).items
    assert not [each for each in proposed if {each.left.id, each.right.id} <= names]
    reviewer.undo(falcon, seq, ME)
    assert entity(any_engine, whole.id).node_ids == whole.node_ids


def test_an_entity_of_one_name_cannot_be_exploded(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    found = read(any_engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE)).items
    alone = next(each for each in found if len(each.node_ids) == 1)
    with pytest.raises(DoesNotFit):
        reviewer.explode(falcon, alone.id, ME)


@pytest.mark.parametrize("verb", ["merge", "apart"])
def test_one_name_cannot_be_decided_on_with_itself(
    any_engine: Engine, reviewer: Reviewer, falcon: Project, verb: str
) -> None:
    left, _ = two_people(any_engine)
    with pytest.raises(DoesNotFit):
        getattr(reviewer, verb)(falcon, left, left, ME)


@pytest.mark.parametrize(
    "verb",
    [
        lambda reviewer, project, id_: reviewer.decide_conflict(project, id_, "dismiss", "", ME),
        lambda reviewer, project, id_: reviewer.reopen(project, id_, ME),
        lambda reviewer, project, id_: reviewer.review_item(project, id_, "reject", ME),
        lambda reviewer, project, id_: reviewer.merge(project, id_, "ent_nobody", ME),
        lambda reviewer, project, id_: reviewer.undo(project, 77, ME),
    ],
)
def test_a_record_of_another_project_cannot_be_decided_on(
    any_engine: Engine, reviewer: Reviewer, verb: Callable[[Reviewer, Project, str], Decided]
) -> None:
    osprey = any_engine.project("osprey")
    for id_ in (launch(any_engine).id, listed(any_engine).items[0].id, two_people(any_engine)[0], "cf_nobody"):
        with pytest.raises(RecordNotFound):
            verb(reviewer, osprey, id_)


def test_a_word_that_is_no_choice_is_refused(any_engine: Engine, reviewer: Reviewer, falcon: Project) -> None:
    with pytest.raises(InvalidRequest):
        reviewer.decide_conflict(falcon, launch(any_engine).id, "reopen", "", ME)
    with pytest.raises(InvalidRequest):
        reviewer.review_item(falcon, listed(any_engine).items[0].id, "delete", ME)


def test_the_audit_trail_names_who_and_what_and_never_holds_the_note(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME)
    with any_engine.database.read() as connection:
        entries = audit.entries(connection, stream(falcon.id))
        made = next(entry for entry in entries if entry.action == "decision.conflict")
        rows = decisions.log(connection, falcon.id)
        assert audit.verify(connection) == ()
    assert (made.target, made.credential, made.actor) == (found.id, "tok_me", "m.lindqvist")
    assert ME.note not in "".join(str(entry) for entry in entries)
    assert ME.note not in str(rows)


def test_a_decision_stands_while_another_derivation_runs_and_the_next_one_applies_it(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    with any_engine.database.write() as connection:
        mine = (unit.c.kind == KIND) & (unit.c.key == falcon.id)
        connection.execute(sa.update(unit).where(mine).values(state="queued", attempts=0))
        held = work.claim(any_engine.database, connection, [KIND], "another", 60.0, falcon.id)
    assert held is not None
    made = reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME)
    assert not made.applied
    assert again(any_engine, found.id).status == "open"
    with any_engine.database.write() as connection:
        work.settle(connection, held, "done")
    any_engine.process(falcon.id, BUILDER)
    any_engine.run_jobs()
    assert again(any_engine, found.id).status == "decided"


def test_a_decision_taken_in_the_middle_of_a_derivation_is_applied_after_it(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    """It is too late for the rulings that derivation read; it must not be taken for replayed."""
    found = launch(any_engine)
    taken: list[Decided] = []

    def meanwhile(stage: StageName, _done: int, _total: int) -> None:
        if stage is StageName.INDEXING and not taken:
            taken.append(reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME))

    seq = reviewer.review_item(falcon, listed(any_engine).items[0].id, "mark_reviewed", ME).decision.seq
    with any_engine.database.write() as connection:
        decisions.append(
            connection, project=falcon.id, kind=DecisionKind.UNDO, targets=(), canonical=(), fingerprint="", choice="undo",
            undoes=seq, credential="test", actor="", at=any_engine.clock.now(),
        )  # fmt: skip
    any_engine.derive(Derivation(any_engine.database, falcon.id, any_engine.clock, report=meanwhile))
    assert [each.applied for each in taken] == [False]
    assert again(any_engine, found.id).status == "decided"


def test_what_somebody_decided_that_is_not_published_yet_is_not_decided_over(
    any_engine: Engine, falcon: Project
) -> None:
    found = launch(any_engine)
    unheard = Reviewer(any_engine.database, any_engine.clock, lambda _task: None)
    unheard.decide_conflict(falcon, found.id, "both_hold", "", ME, seen=found.fingerprint)
    with pytest.raises(DoesNotFit, match="number 1"):
        unheard.decide_conflict(falcon, found.id, "dismiss", "", ME, seen=found.fingerprint)
    assert [each.choice for each in log(any_engine)] == ["both_hold"]


def test_a_person_and_a_company_are_not_joined_without_a_word(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = read(any_engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE)).items
    person, company = (next(each.id for each in found if each.type == kind) for kind in ("person", "organization"))
    with pytest.raises(SpokenAgainst) as refused:
        reviewer.merge(falcon, person, company, ME)
    reasons = refused.value.details["reasons_against"]
    assert isinstance(reasons, list)
    assert any("of different kinds" in each for each in reasons)
    assert log(any_engine) == []
    reviewer.merge(falcon, person, company, ME, even_so=True)
    assert entity(any_engine, person).id == entity(any_engine, company).id


def test_names_that_a_person_keeps_apart_are_joined_only_even_so(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = read(any_engine, lambda connection, at: entities.entities(connection, at, "", "", WHOLE)).items
    left, right = next(each.node_ids for each in found if len(each.node_ids) > 1)[:2]
    reviewer.apart(falcon, left, right, ME)
    with pytest.raises(SpokenAgainst) as refused:
        reviewer.merge(falcon, left, right, ME)
    assert "a person keeps them apart" in refused.value.details["reasons_against"]  # type: ignore[operator]  # a list


def test_a_decided_disagreement_is_decided_again_only_by_who_has_read_the_decision(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    found = launch(any_engine)
    reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME)
    for seen in ("", found.fingerprint):
        with pytest.raises(AlreadyDecided) as refused:
            reviewer.decide_conflict(falcon, found.id, "dismiss", "", ME, seen=seen)
        told = refused.value.details["decision"]
        assert isinstance(told, dict)
        assert (told["seq"], told["action"], told["actor"], told["credential"]) == (
            1,
            "both_hold",
            "m.lindqvist",
            "tok_me",
        )
        assert told["decided_at"]
    reviewer.decide_conflict(falcon, found.id, "dismiss", "", ME, seen=again(any_engine, found.id).fingerprint)
    assert [each.choice for each in log(any_engine)] == ["dismiss", "both_hold"]


def test_copies_that_were_decided_on_are_not_decided_again_without_a_word(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    kind = "duplicate_source"
    found = read(any_engine, lambda connection, at: conflicts.conflicts(connection, at, "", kind, (), WHOLE)).items[0]
    reviewer.decide_conflict(falcon, found.id, "both_hold", "", ME)
    with pytest.raises(AlreadyDecided):
        reviewer.decide_conflict(falcon, found.id, "archive_duplicates", "", ME, seen=found.fingerprint)


def test_a_statement_that_was_rejected_is_restored_before_it_is_judged_anew(
    any_engine: Engine, reviewer: Reviewer, falcon: Project
) -> None:
    chosen = listed(any_engine).items[0].id
    reviewer.review_item(falcon, chosen, "mark_reviewed", ME)
    reviewer.review_item(falcon, chosen, "reject", ME)
    with pytest.raises(AlreadyDecided):
        reviewer.review_item(falcon, chosen, "archive", ME)
    reviewer.review_item(falcon, chosen, "restore", ME)
    reviewer.review_item(falcon, chosen, "archive", ME)


@pytest.mark.parametrize("reads", [True, False])
def test_of_many_who_decide_at_once_exactly_one_does_and_the_others_are_told_who(
    any_engine: Engine, reviewer: Reviewer, falcon: Project, reads: bool
) -> None:
    found = launch(any_engine)
    together = threading.Barrier(6)

    def decide(number: int) -> Decided | AlreadyDecided:
        together.wait(60)
        by = By(Caller(f"tok_{number}", f"person {number}"))
        try:
            seen = found.fingerprint if reads else ""
            return reviewer.decide_conflict(falcon, found.id, ("both_hold", "dismiss")[number % 2], "", by, seen=seen)
        except AlreadyDecided as refused:
            return refused

    with ThreadPoolExecutor(6) as pool:
        came = list(pool.map(decide, range(6)))
    made = [each for each in came if isinstance(each, Decided)]
    told = [each.details["decision"] for each in came if isinstance(each, AlreadyDecided)]
    assert (len(made), len(told)) == (1, 5)
    assert {each["actor"] for each in told} == {made[0].decision.actor}  # type: ignore[index]  # a decision as it is told
    assert len(log(any_engine)) == 1
