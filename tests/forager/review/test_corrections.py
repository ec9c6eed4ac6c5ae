"""What people say of documents and attributes: undoable, replayed, and never put in the place of the source's own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import BUILDER
from tests.forager.api.corpus import settings as store_settings
from tests.forager.query.test_reads import WHOLE, listed, read

from forager.accept.files import Offered
from forager.engine import Engine
from forager.errors import SourceNotFound
from forager.query import attributes, conflicts, decided, history
from forager.query.errors import DoesNotFit, RecordNotFound
from forager.query.views import ConflictView
from forager.review import By, Reviewer
from forager.store.acts import Caller
from forager.store.tables import source
from formicaria.ground.clock import FixedClock
from formicaria.ground.errors import InvalidRequest

ME = By(Caller("tok_me", "m.lindqvist"), "so the registry says")
PLAN = Offered("plan.md", b"---\ndate: 2026-01-10\n---\n\nThe launch date of Project Heron is 1 May 2026.\n")
LETTER = Offered("letter.md", b"---\ndate: 2026-02-12\n---\n\nThe launch date of Project Heron is 9 September 2026.\n")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """Two documents that disagree on a date."""
    with Engine.open(store_settings(tmp_path / "store"), clock=FixedClock("2026-03-10T09:00:00.000000Z")) as made:
        made.create_project("Falcon", "", BUILDER)
        take_in(made, PLAN, LETTER)
        yield made


@pytest.fixture
def reviewer(engine: Engine) -> Reviewer:
    return Reviewer(engine.database, engine.clock, engine.derive)


def take_in(engine: Engine, *given: Offered, force: bool = False) -> None:
    project = engine.project("falcon")
    engine.accept(project.id, given, BUILDER)
    engine.process(project.id, BUILDER, force=force)
    assert [job.status for job in engine.run_jobs()] == ["completed"]


def facts(engine: Engine, name: str) -> tuple[str, str, str, bool]:
    """Id, date, where it comes from, and authority of the live version of a name."""
    mine = (source.c.logical_name == name) & (source.c.state == "live")
    columns = (source.c.id, source.c.document_date, source.c.date_origin, source.c.authoritative)
    with engine.database.read() as connection:
        row = connection.execute(sa.select(*columns).where(mine)).one()
    return (row[0], row[1], row[2], bool(row[3]))


def disagreement(engine: Engine) -> ConflictView | None:
    found = read(engine, lambda connection, at: conflicts.conflicts(connection, at, "open", "", (), WHOLE)).items
    return found[0] if found else None


def reason(engine: Engine) -> str:
    found = disagreement(engine)
    return found.suggested_resolution.reason if found and found.suggested_resolution else ""


def test_an_authoritative_document_is_suggested_until_it_is_taken_back(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    before = reason(engine)
    made = reviewer.decide_source(falcon, facts(engine, "plan.md")[0], "authoritative", "", ME)
    assert reason(engine) == "plan.md is marked authoritative."
    found = disagreement(engine)
    assert found is not None
    assert found.status == "open"
    assert engine.check_rebuild(falcon.id).agrees
    reviewer.undo(falcon, made.decision.seq, ME)
    assert (reason(engine), facts(engine, "plan.md")[3]) == (before, False)


def test_authority_is_of_the_name_and_so_of_its_later_versions(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    reviewer.decide_source(falcon, facts(engine, "plan.md")[0], "authoritative", "", ME)
    take_in(engine, Offered("plan.md", PLAN.content + b"\nIt is a plan.\n"))  # type: ignore[operator]  # bytes here
    assert facts(engine, "plan.md")[3]
    assert not facts(engine, "letter.md")[3]


def test_a_rule_of_names_holds_for_documents_that_come_later(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    reviewer.decide_named(falcon, "policies/*.md", "authoritative", ME)
    take_in(engine, Offered("policies/travel.md", b"The daily rate of Plan Amber is EUR 12.\n"))
    assert facts(engine, "policies/travel.md")[3]
    reviewer.decide_source(falcon, facts(engine, "policies/travel.md")[0], "not_authoritative", "", ME)
    assert not facts(engine, "policies/travel.md")[3]


def test_a_date_that_a_person_gives_holds_when_the_document_is_read_again(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    id_, read_date, origin, _ = facts(engine, "plan.md")
    made = reviewer.decide_source(falcon, id_, "set_date", "2026-03-01", ME)
    assert facts(engine, "plan.md")[1:3] == ("2026-03-01", "a person")
    assert reason(engine) == "plan.md is newer by document date."
    take_in(engine, force=True)
    assert facts(engine, "plan.md")[1:3] == ("2026-03-01", "a person")
    assert engine.check_rebuild(falcon.id).agrees
    reviewer.undo(falcon, made.decision.seq, ME)
    assert facts(engine, "plan.md")[1:3] == (read_date, origin)
    assert engine.check_rebuild(falcon.id).agrees


def test_values_of_an_attribute_that_has_several_do_not_disagree(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    made = reviewer.declare_attribute(falcon, "launch_date", "multi_valued", ME)
    assert disagreement(engine) is None
    found = read(engine, lambda connection, at: attributes.listed(connection, at, WHOLE)).items
    assert next((each.single_valued, each.declared_by) for each in found if each.attribute == "launch_date") == (
        False,
        "a person",
    )
    assert engine.check_rebuild(falcon.id).agrees
    reviewer.undo(falcon, made.decision.seq, ME)
    assert disagreement(engine) is not None


def test_the_history_of_a_statement_tells_revisions_and_acts(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    found = disagreement(engine)
    assert found is not None
    first = min(found.sides, key=lambda side: side.value).item_id
    reviewer.decide_conflict(falcon, found.id, "choose_winner", first, ME)
    reviewer.review_item(falcon, first, "mark_reviewed", ME)
    steps = read(engine, lambda connection, at: history.of(connection, at, "item", first))
    told = [(step.what, step.decision.actor if step.decision else step.revision) for step in steps]
    assert told == [
        ("first known", "rev_1"), ("choose_winner", "m.lindqvist"), ("became active", "rev_2"),
        ("mark_reviewed", "m.lindqvist"), ("changed: review", "rev_3"),
    ]  # fmt: skip
    act = steps[3].decision
    assert act is not None
    assert act.notes == "so the registry says"
    assert act.about == ["The launch date of Project Heron is 1 May 2026."]


def test_a_decision_that_finds_nothing_is_listed(engine: Engine, reviewer: Reviewer) -> None:
    falcon = engine.project("falcon")
    chosen = next(each.id for each in listed(engine).items if "September" in each.statement)
    reviewer.review_item(falcon, chosen, "reject", ME)
    assert read(engine, lambda connection, at: decided.listed(connection, at, WHOLE, unattached=True)).total == 0
    with engine.database.write() as connection:
        connection.exec_driver_sql("UPDATE decision SET targets = '[\"ki_nowhere\"]'")
    found = read(engine, lambda connection, at: decided.listed(connection, at, WHOLE, unattached=True)).items
    assert [(each.choice, each.attached) for each in found] == [("reject", False)]


def test_what_does_not_fit_is_refused(engine: Engine, reviewer: Reviewer) -> None:
    falcon, (id_, *_) = engine.project("falcon"), facts(engine, "plan.md")
    with pytest.raises(DoesNotFit):
        reviewer.decide_source(falcon, id_, "not_authoritative", "", ME)
    with pytest.raises(SourceNotFound):
        reviewer.decide_source(falcon, "src_nowhere", "authoritative", "", ME)
    with pytest.raises(RecordNotFound):
        reviewer.declare_attribute(falcon, "colour_of_the_sea", "single_valued", ME)
    for choice, day in (("set_date", "soon"), ("set_date", ""), ("authoritative", "2026-01-01"), ("holy", "")):
        with pytest.raises(InvalidRequest):
            reviewer.decide_source(falcon, id_, choice, day, ME)
    with pytest.raises(InvalidRequest):
        reviewer.decide_named(falcon, " ", "authoritative", ME)
    with pytest.raises(InvalidRequest):
        reviewer.declare_attribute(falcon, "launch_date", "sometimes", ME)
    assert read(engine, lambda connection, at: decided.listed(connection, at, WHOLE)).total == 0
