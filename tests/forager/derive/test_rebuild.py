"""Incremental is clean: after any sequence of acts, the state equals one derived from scratch."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from tests.forager.derive.support import PROJECT, Claim, Corpus, Name

from forager.derive.rebuild import rebuild_check
from forager.model.decision import DecisionKind
from formicaria.ground.database import sqlite_url

FILES = ("a.md", "b.md", "c.md", "d.eml")
SUBJECTS = ("Project Falcon", "Project Kestrel", "Falcon")
VALUES = ("2026-03-03", "2026-04-10", "2026-05-01")
PEOPLE = (
    Name("Robert Smith", context="robert.smith@example.test", cue="identifier"),
    Name("Bob Smith", context="robert.smith@example.test", cue="identifier"),
    Name("Robert Smith", context="r.smith@other.test", cue="identifier"),
    Name("Robert Smith"),
)
claims = st.builds(
    Claim,
    subject=st.sampled_from(SUBJECTS),
    attribute=st.sampled_from(("launch_date", "budget", "")),
    value=st.sampled_from(VALUES),
    support=st.sampled_from(("direct_fact", "unverified_claim")),
    change=st.sampled_from(("", "", "from", "to")),
    replaces=st.sampled_from(("", "", "", "a.md")),
)


class Acts(RuleBasedStateMachine):
    """People and documents do whatever they can do; a derivation comes whenever it comes."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.corpus = Corpus(sqlite_url(Path(self.folder.name) / "acts.db"))
        self.sources: list[str] = []
        self.decided = 0

    @rule(
        file=st.sampled_from(FILES),
        said=st.lists(claims, min_size=1, max_size=3),
        people=st.lists(st.sampled_from(PEOPLE), max_size=2),
    )
    def add(self, file: str, said: list[Claim], people: list[Name]) -> None:
        unique = {claim.sentence: claim for claim in said}
        self.sources.append(self.corpus.add(file, *unique.values(), names=people))

    @precondition(lambda self: self.sources)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        self.corpus.remove(data.draw(st.sampled_from(self.sources)))

    @rule()
    def derive(self) -> None:
        self.corpus.derive()

    @rule(data=st.data(), choice=st.sampled_from(("dismiss", "both_hold", "neither", "choose_winner", "reopen")))
    def decide(self, data: st.DataObject, choice: str) -> None:
        found = [each for each in self.corpus.conflicts() if each.kind != "duplicate_source"]
        if found:
            conflict = data.draw(st.sampled_from(found))
            self.decided = self.corpus.decide_conflict(conflict, choice, data.draw(st.sampled_from(conflict.item_ids)))

    @rule(data=st.data(), choice=st.sampled_from(("merge", "apart")))
    def judge(self, data: st.DataObject, choice: str) -> None:
        nodes = sorted(str(row["id"]) for row in self.corpus.entities())
        if len(nodes) > 1:
            pair = data.draw(st.lists(st.sampled_from(nodes), min_size=2, max_size=2, unique=True))
            self.decided = self.corpus.decide(DecisionKind.ENTITY, sorted(pair), choice)

    @precondition(lambda self: self.corpus.entities())
    @rule(data=st.data())
    def explode(self, data: st.DataObject) -> None:
        whole = [nodes for row in self.corpus.entities() if len(nodes := [*row["node_ids"]]) > 1]
        if whole:
            self.decided = self.corpus.decide(DecisionKind.ENTITY, sorted(data.draw(st.sampled_from(whole))), "explode")

    @precondition(lambda self: self.sources)
    @rule(data=st.data())
    def read_again(self, data: st.DataObject) -> None:
        """A document goes and comes back, so that others stand before it."""
        if live := self.corpus.live():
            source = data.draw(st.sampled_from(live))
            self.corpus.remove(source)
            self.corpus.derive()
            self.corpus.restore(source)

    @rule(data=st.data(), choice=st.sampled_from(("reject", "restore", "mark_reviewed")))
    def review(self, data: st.DataObject, choice: str) -> None:
        ids = sorted(str(row["id"]) for row in self.corpus.items().values())
        if ids:
            self.decided = self.corpus.decide(DecisionKind.ITEM, [data.draw(st.sampled_from(ids))], choice)

    @precondition(lambda self: self.decided)
    @rule()
    def undo(self) -> None:
        self.corpus.undo(self.decided)
        self.decided = 0

    def teardown(self) -> None:
        """However the run went, deriving now must equal deriving everything from nothing."""
        try:
            if self.sources:
                self.corpus.derive()
                found = rebuild_check(self.corpus.database, PROJECT)
                assert found.agrees, found.differences
        finally:
            self.corpus.database.close()
            self.folder.cleanup()


TestActs = Acts.TestCase
TestActs.settings = settings(settings.get_profile("suite"), max_examples=30, stateful_step_count=14)
