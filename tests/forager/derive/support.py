"""A corpus made of claims: the accepted and read layers written directly, so that derivation is tested alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from forager.derive import Derivation, Published, begin, run
from forager.extract.subject import subject_words
from forager.model.decision import DecisionKind
from forager.model.document import Location
from forager.model.evidence import Evidence, MentionRow
from forager.model.fact import Fact, facts_text
from forager.model.keys import attribute_item_id, entity_id, evidence_id, project_id, sentence_item_id, source_id
from forager.model.state import ConflictState
from forager.model.statement import LocatedSpan
from forager.resolve.names import name_key
from forager.store import decisions, derived
from forager.store import evidence as evidence_rows
from forager.store.tables import (
    conflict_state,
    document,
    entity_state,
    evidence,
    instance,
    item_state,
    mention,
    metadata,
    project,
    source,
)
from formicaria.ground.canonical import canonical_text, parse
from formicaria.ground.clock import FixedClock
from formicaria.ground.counters import next_value
from formicaria.ground.database import Database, open_database
from formicaria.ground.tables import metadata as ground_metadata

PROJECT = project_id("falcon")
AT = "2026-01-01T00:00:00.000000Z"


@dataclass(frozen=True)
class Claim:
    """One sentence of a document. Without ``attribute`` it is a statement known by its words."""

    subject: str = "Project Falcon"
    attribute: str = "launch_date"
    value: str = "2026-03-03"
    kind: str = "date"
    support: str = "direct_fact"
    change: str = ""
    replaces: str = ""
    about_document: bool = False
    polarity: bool = True
    rule: str = "test@1"
    written: str = ""

    @property
    def sentence(self) -> str:
        if self.written:
            return self.written
        negation = "" if self.polarity else "not "
        return f"{self.subject} {self.attribute or 'says'} {negation}{self.value}."


@dataclass(frozen=True)
class Name:
    """A name in a document, with the facts of its record."""

    name: str
    entity_class: str = "person"
    context: str = ""
    cue: str = ""
    facts: tuple[Fact, ...] = ()


def minhash(text: str) -> list[int]:
    """Stands in for the real one: equal texts have equal values, others share none."""
    seed = hashlib.sha256(text.encode()).digest()
    return [int.from_bytes(hashlib.sha256(seed + bytes([at])).digest()[:6], "big") for at in range(128)]


class Corpus:
    """A project whose sources are written as claims."""

    def __init__(self, url: str) -> None:
        self.database: Database = open_database(url)
        ground_metadata.create_all(self.database.engine)
        metadata.create_all(self.database.engine)
        with self.database.write() as connection:
            row = {"id": PROJECT, "ordinal": 1, "slug": "falcon", "name": "Falcon", "purpose": "", "published_rev": 0}
            rest = {"derived_seq": 0, "derived_recipe": "", "created_at": AT, "archived_at": ""}
            connection.execute(sa.insert(project).values(row | rest))
            self_ = {"instance_id": "fgi_a", "generation": "gen_a", "generation_reason": "created", "created_at": AT}
            connection.execute(sa.insert(instance).values(self_ | {"holder": "", "held_since": ""}))

    def add(self, file: str, *claims: Claim, names: Sequence[Name] = (), date: str = "") -> str:
        """Accept and read a version of ``file``; older versions of it are superseded. Returns the source id."""
        sentences = [claim.sentence for claim in claims]
        text = "\n".join([*sentences, *(name.name for name in names)])
        sha = hashlib.sha256((file + text).encode()).hexdigest()
        id_ = source_id(PROJECT, file, sha)
        with self.database.write() as connection:
            same_name = (source.c.project_id == PROJECT) & (source.c.logical_name == file) & (source.c.state == "live")
            connection.execute(sa.update(source).where(same_name).values(state="superseded"))
            if connection.execute(sa.select(source.c.id).where(source.c.id == id_)).one_or_none() is not None:
                connection.execute(sa.update(source).where(source.c.id == id_).values(state="live"))
                return id_
            self._insert_source(connection, id_, file, sha, text, date)
            at = 0
            for claim in claims:
                self._insert_claim(connection, id_, claim, at)
                at += len(claim.sentence) + 1
            for name in names:
                self._insert_name(connection, id_, name, at)
                at += len(name.name) + 1
        return id_

    def _insert_source(self, connection: sa.Connection, id_: str, file: str, sha: str, text: str, date: str) -> None:
        blank = dict.fromkeys(column.name for column in source.columns) | {
            "id": id_, "project_id": PROJECT, "logical_name": file, "sha256": sha, "size": len(text), "parent_id": "",
            "accepted_seq": next_value(connection, "source"), "state": "live", "read_state": "read", "recipe": "r",
            "media_type": "text/plain", "title": "", "language": "en", "document_date": date, "date_origin": "test",
            "scope": "tenant",
            "authoritative": False, "failure_code": "", "failure": "", "included": False, "cluster": "", "replaced_by": "",
            "accepted_at": AT,
        }  # fmt: skip
        connection.execute(sa.insert(source).values(blank))
        row = {"source_id": id_, "project_id": PROJECT, "recipe": "r", "text": text, "structure": "{}", "account": "[]"}
        prints = {"text_sha256": hashlib.sha256(text.encode()).hexdigest(), "shingles": canonical_text(minhash(text))}
        connection.execute(sa.insert(document).values(row | prints))

    def _insert_claim(self, connection: sa.Connection, id_: str, claim: Claim, at: int) -> None:
        end = at + len(claim.sentence)
        words = subject_words(claim.subject)
        item = (
            attribute_item_id(
                PROJECT,
                words,
                claim.attribute,
                (),
                "actual",
                polarity=claim.polarity,
                kind=claim.kind,
                value=claim.value,
            )
            if claim.attribute
            else sentence_item_id(PROJECT, claim.sentence)
        )
        row = Evidence(
            id=evidence_id(item, id_, [("sentence", at, end)]), project_id=PROJECT, source_id=id_, chunk_id=f"{id_}_c0000",
            item_id=item, type="fact", sentence=claim.sentence, subject=claim.subject, subject_words=words,
            about_document=claim.about_document, attribute=claim.attribute, slot=claim.attribute, qualifiers=(),
            modality="actual", polarity=claim.polarity, value_kind=claim.kind if claim.attribute else "",
            value=claim.value if claim.attribute else "", value_written=claim.value, precision="day", valid_from="", valid_to="",
            support=claim.support, hedges=0, quality=0, reported_by="", change=claim.change, replaces=claim.replaces,
            rule=claim.rule, model="", spans=(LocatedSpan("sentence", at, end, Location("text", f"at {at}")),),
            excerpt=claim.sentence, excerpt_sha256=hashlib.sha256(claim.sentence.encode()).hexdigest(), start=at, end=end,
        )  # fmt: skip
        evidence_rows.add(connection, [row])
        if not claim.about_document and claim.subject.startswith("Project "):
            self._insert_name(connection, id_, Name(claim.subject, "project", cue="header"), at)

    def _insert_name(self, connection: sa.Connection, id_: str, name: Name, at: int) -> None:
        key = name_key(name.name, name.entity_class)
        row = MentionRow(
            project_id=PROJECT, source_id=id_, node_id=entity_id(PROJECT, name.entity_class, key, name.context),
            entity_class=name.entity_class, name=name.name, name_key=key, words=subject_words(name.name), context=name.context,
            context_kind="email" if "@" in name.context else ("organization" if name.context else ""), cue=name.cue, start=at,
            end=at + len(name.name), facts=facts_text(name.facts),
        )  # fmt: skip
        evidence_rows.add_mentions(connection, [row])

    def set_minhash(self, like: str, *files: str) -> None:
        """Let files meet ``like`` in a band, as near-copies do."""
        with self.database.write() as connection:
            name = sa.select(source.c.id).where(source.c.project_id == PROJECT, source.c.state == "live")
            first = connection.execute(name.where(source.c.logical_name == like)).scalar_one()
            prints = connection.execute(
                sa.select(document.c.shingles).where(document.c.source_id == first)
            ).scalar_one()
            for file in files:
                id_ = connection.execute(name.where(source.c.logical_name == file)).scalar_one()
                connection.execute(sa.update(document).where(document.c.source_id == id_).values(shingles=prints))

    def read_again(self, id_: str, *claims: Claim) -> None:
        """A source's reading is replaced by another, as under a new recipe."""
        with self.database.write() as connection:
            begin.forget(connection, PROJECT, id_)
            for table in (evidence, mention):
                connection.execute(sa.delete(table).where(table.c.source_id == id_))
            for number, claim in enumerate(claims):
                self._insert_claim(connection, id_, claim, 1000 * number)

    def live(self) -> list[str]:
        """The live sources."""
        with self.database.read() as connection:
            mine = (source.c.project_id == PROJECT) & (source.c.state == "live")
            return list(connection.execute(sa.select(source.c.id).where(mine).order_by(source.c.id)).scalars())

    def remove(self, id_: str) -> None:
        """A person takes a source away."""
        self._set_state(id_, "removed")

    def restore(self, id_: str) -> None:
        """A person brings it back."""
        self._set_state(id_, "live")

    def _set_state(self, id_: str, state: str) -> None:
        with self.database.write() as connection:
            connection.execute(sa.update(source).where(source.c.id == id_).values(state=state))

    def decide(
        self, kind: DecisionKind, targets: Sequence[str], choice: str, *, fingerprint: str = "", winner: str = ""
    ) -> int:
        """Append a decision; returns its number."""
        with self.database.write() as connection:
            made = decisions.append(
                connection, project=PROJECT, kind=kind, targets=targets, canonical=targets, fingerprint=fingerprint,
                choice=choice, winner=winner, credential="tok_op", actor="Ann", at=AT,
            )  # fmt: skip
        return made.seq

    def decide_conflict(self, conflict: ConflictState, choice: str, winner: str = "") -> int:
        """Decide a disagreement as it stands now."""
        return self.decide(
            DecisionKind.CONFLICT, [conflict.id], choice, fingerprint=conflict.fingerprint, winner=winner
        )

    def undo(self, seq: int) -> None:
        """Undo a decision."""
        with self.database.write() as connection:
            decisions.append(
                connection, project=PROJECT, kind=DecisionKind.UNDO, targets=[], canonical=[], fingerprint="", choice="undo",
                undoes=seq, credential="tok_op", actor="Ann", at=AT,
            )  # fmt: skip

    def derive(self, **changes: object) -> Published:
        """Bring the derived state up to date."""
        task = Derivation(self.database, PROJECT, FixedClock())
        return run(replace(task, **changes))  # type: ignore[arg-type]  # tests hand in fields of Derivation

    def items(self) -> dict[str, dict[str, object]]:
        """Current items by statement."""
        return {str(row["statement"]): row for row in self._bodies(item_state)}

    def conflicts(self) -> list[ConflictState]:
        """Current disagreements."""
        return [ConflictState(**row) for row in self._bodies(conflict_state)]  # type: ignore[arg-type]  # a body is a state

    def entities(self) -> list[dict[str, object]]:
        """Current entities."""
        return self._bodies(entity_state)

    def _bodies(self, table: sa.Table) -> list[dict[str, object]]:
        with self.database.read() as connection:
            rev = connection.execute(sa.select(project.c.published_rev)).scalar_one()
            found = [parse(body) for _, body in derived.bodies(connection, table, PROJECT, rev)]
        return [row for row in found if isinstance(row, dict)]
