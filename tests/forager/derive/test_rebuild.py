"""Incremental is clean: after any sequence of acts, the state equals one derived from scratch, whatever the order of acceptance.

The suite runs many short histories and one of 60 acts, the soak ten of 1,000 acts each.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from tests.forager.derive.support import PROJECT, Claim, Corpus, Name

from forager.derive.rebuild import rebuild_check
from forager.model.decision import DecisionKind
from forager.store.tables import source
from formicaria.ground.database import Database, sqlite_url

FILES = ("a.md", "b.md", "c.md", "d.eml")
SUBJECTS = ("Project Falcon", "Project Kestrel", "Falcon")
VALUES = ("2026-03-03", "2026-04-10", "2026-05-01")
PEOPLE = (
    Name("Robert Smith", context="robert.smith@example.test", cue="identifier"),
    Name("Bob Smith", context="robert.smith@example.test", cue="identifier"),
    Name("Robert Smith", context="r.smith@other.test", cue="identifier"),
    Name("Robert Smith"),
)
chances = st.integers(0, 255).map(random.Random)
"""One number stands for all choices of an act, so that a history may be long."""


def claim(chance: random.Random) -> Claim:
    """Say something about something, now and then a change or a replacement."""
    return Claim(
        subject=chance.choice(SUBJECTS),
        attribute=chance.choice(("launch_date", "budget", "")),
        value=chance.choice(VALUES),
        support=chance.choice(("direct_fact", "unverified_claim")),
        change=chance.choice(("", "", "from", "to")),
        replaces=chance.choice(("", "", "", "a.md")),
    )


def accept_otherwise(clean: Database) -> None:
    """Number the sources of a copy in another order of acceptance."""
    with clean.write() as connection:
        order = list(connection.execute(sa.select(source.c.id, source.c.accepted_seq).order_by(source.c.id)))
        numbers = [row.accepted_seq for row in order]
        random.Random(len(numbers)).shuffle(numbers)
        for row, number in zip(order, numbers, strict=True):
            connection.execute(sa.update(source).where(source.c.id == row.id).values(accepted_seq=number))


class Acts(RuleBasedStateMachine):
    """People and documents do whatever they can do; a derivation comes whenever it comes."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.corpus = Corpus(sqlite_url(Path(self.folder.name) / "acts.db"))
        self.sources: list[str] = []
        self.decided = 0

    @rule(chance=chances)
    def add(self, chance: random.Random) -> None:
        file = chance.choice(FILES)
        said = [claim(chance) for _ in range(chance.randint(1, 3))]
        people = chance.choices(PEOPLE, k=chance.randint(0, 2))
        unique = {each.sentence: each for each in said}
        self.sources.append(self.corpus.add(file, *unique.values(), names=people))

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def remove(self, chance: random.Random) -> None:
        self.corpus.remove(chance.choice(self.sources))

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def derive(self, chance: random.Random) -> None:
        self.corpus.derive()

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def decide(self, chance: random.Random) -> None:
        choice = chance.choice(("dismiss", "both_hold", "neither", "choose_winner", "reopen"))
        found = [each for each in self.corpus.conflicts() if each.kind != "duplicate_source"]
        if found:
            conflict = chance.choice(found)
            self.decided = self.corpus.decide_conflict(conflict, choice, chance.choice(conflict.item_ids))

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def judge(self, chance: random.Random) -> None:
        choice = chance.choice(("merge", "apart"))
        nodes = sorted(str(row["id"]) for row in self.corpus.entities())
        if len(nodes) > 1:
            self.decided = self.corpus.decide(DecisionKind.ENTITY, sorted(chance.sample(nodes, 2)), choice)

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def explode(self, chance: random.Random) -> None:
        whole = [nodes for row in self.corpus.entities() if len(nodes := [*row["node_ids"]]) > 1]
        if whole:
            self.decided = self.corpus.decide(DecisionKind.ENTITY, sorted(chance.choice(whole)), "explode")

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def read_again(self, chance: random.Random) -> None:
        """A document goes and comes back, so that others stand before it."""
        if live := self.corpus.live():
            source_id = chance.choice(live)
            self.corpus.remove(source_id)
            self.corpus.derive()
            self.corpus.restore(source_id)

    @precondition(lambda self: self.sources)
    @rule(chance=chances)
    def review(self, chance: random.Random) -> None:
        choice = chance.choice(("reject", "restore", "mark_reviewed"))
        ids = sorted(str(row["id"]) for row in self.corpus.items().values())
        if ids:
            self.decided = self.corpus.decide(DecisionKind.ITEM, [chance.choice(ids)], choice)

    @precondition(lambda self: self.decided)
    @rule(chance=chances)
    def undo(self, chance: random.Random) -> None:
        if self.decided:
            self.corpus.undo(self.decided)
            self.decided = 0

    def agrees(self) -> None:
        """Derive now, and compare with everything derived from nothing, accepted in another order."""
        self.corpus.derive()
        found = rebuild_check(self.corpus.database, PROJECT, accept_otherwise)
        assert found.agrees, found.differences

    def teardown(self) -> None:
        """However the run went, deriving now must equal deriving everything from nothing."""
        try:
            if self.sources:
                self.agrees()
        finally:
            self.corpus.database.close()
            self.folder.cleanup()


ACTS = (
    Acts.add,
    Acts.remove,
    Acts.derive,
    Acts.decide,
    Acts.judge,
    Acts.explode,
    Acts.read_again,
    Acts.review,
    Acts.undo,
)
SOAK = bool(os.environ.get("FORMICARIA_TEST_SOAK"))

TestActs = Acts.TestCase
TestActs.settings = settings(settings.get_profile("suite"), max_examples=8, stateful_step_count=20)
if SOAK:
    TestActs.settings = settings(settings.get_profile("soak"), max_examples=50, stateful_step_count=100)


@settings(max_examples=10 if SOAK else 1)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_long_history_leaves_what_a_replay_of_the_log_gives(seed: int) -> None:
    """The machine above cannot reach 1,000 acts: what one of its histories may draw is bounded."""
    chance, acts = random.Random(seed), Acts()
    acts.begin()
    try:
        acts.add(chance)
        for _ in range(999 if SOAK else 59):
            chance.choice(ACTS)(acts, chance)
    finally:
        acts.teardown()
