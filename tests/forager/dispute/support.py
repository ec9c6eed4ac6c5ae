"""Builders for witnesses: the least that a slot needs, with every other fact at its plainest."""

from __future__ import annotations

from dataclasses import dataclass

from forager.dispute.claims import Slot, SourceFacts, Witness
from forager.model.document import Location
from forager.model.evidence import Evidence
from forager.model.keys import attribute_item_id, evidence_id, source_id
from forager.model.statement import LocatedSpan

PROJECT = "proj_test"


def slot(*, single: bool = True, certain: bool = True, proposition: bool = False, name: str = "launch_date") -> Slot:
    return Slot(PROJECT, "ent_falcon", name, (), "actual", certain, single, proposition)


@dataclass(frozen=True)
class Said:
    """One source saying one value."""

    file: str
    value: str
    kind: str = "date"
    written: str = ""
    date: str = ""
    support: str = "direct_fact"
    polarity: bool = True
    change: str = ""
    authoritative: bool = False
    live: bool = True
    removed: bool = False
    replaced_by: str = ""
    cluster: str = ""
    valid_from: str = ""
    valid_to: str = ""
    precision: str = "day"
    hedges: int = 0

    def witness(self, start: int = 0) -> Witness:
        source = source_id(PROJECT, self.file, self.file)
        item = attribute_item_id(
            PROJECT, "falcon", "launch_date", (), "actual", polarity=self.polarity, kind=self.kind, value=self.value
        )
        sentence = f"The launch date is {self.written or self.value}."
        row = Evidence(
            id=evidence_id(item, source, [("sentence", start, start + len(sentence))]),
            project_id=PROJECT, source_id=source, chunk_id=f"{source}_c0000", item_id=item, type="fact", sentence=sentence,
            subject="Project Falcon", subject_words="falcon", about_document=False, attribute="launch_date", slot="launch_date",
            qualifiers=(), modality="actual", polarity=self.polarity, value_kind=self.kind, value=self.value,
            value_written=self.written or self.value, precision=self.precision, valid_from=self.valid_from, valid_to=self.valid_to,
            support=self.support, hedges=self.hedges, quality=0, reported_by="", change=self.change, replaces="", rule="test@1",
            model="", spans=(LocatedSpan("sentence", start, start + len(sentence), Location("text", "line 1")),),
            excerpt=sentence, excerpt_sha256="0" * 64, start=start, end=start + len(sentence),
        )  # fmt: skip
        facts = SourceFacts(
            source, self.file, self.date, self.authoritative, self.cluster, self.replaced_by, self.live, self.removed
        )
        return Witness(row, facts)


def witnesses(*said: Said) -> list[Witness]:
    return [each.witness(start=100 * number) for number, each in enumerate(said)]


def item_of(said: Said) -> str:
    return said.witness().evidence.item_id
