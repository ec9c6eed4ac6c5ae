"""The verbs of people: decide a disagreement, review a statement, join or part names, take an act back (design notes §8).

Each appends one row to the decision log with what the person saw, notes the act in the audit stream without the person's words,
and then has the derived state computed again, so that the answer shows the new state. A suggestion is never a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select

from forager.derive.corrections import PERSON
from forager.derive.disputes import is_decided
from forager.derive.publish import Published
from forager.derive.run import Derivation, Stopped
from forager.extract.values.calendar import date_bounds
from forager.model.decision import (
    ATTRIBUTE_CHOICES,
    CONFLICT_CHOICES,
    ITEM_CHOICES,
    NAMED,
    SOURCE_CHOICES,
    Decision,
    DecisionKind,
)
from forager.model.source import Project
from forager.model.state import ConflictState, EntityState, ItemState
from forager.query import attributes, conflicts, decided, pin, states, why
from forager.query.errors import AlreadyDecided, DoesNotFit, SpokenAgainst
from forager.query.pin import Pin
from forager.store import acts, decisions, projects, sources
from forager.store.acts import Caller
from forager.store.tables import conflict_state, entity_state, item_state, revision
from formicaria.ground.canonical import canonical_text
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, DatabaseUnusable, InvalidRequest, LostLease
from formicaria.ground.logs import get_logger

LONGEST_NOTE: Final = 4_000
FITTING: Final[Mapping[str, frozenset[str]]] = {
    "attribute_mismatch": frozenset({"choose_winner", "both_hold", "neither", "dismiss"}),
    "contradiction": frozenset({"choose_winner", "both_hold", "neither", "dismiss"}),
    "duplicate_source": frozenset({"archive_duplicates", "both_hold", "dismiss"}),
}
"""Which choices fit which kind of disagreement."""
REOPEN: Final = "reopen"
OUT: Final = frozenset({"reject", "archive"})
"""Judgements that take a statement out."""

Also = Callable[[Connection, Decision], None]
"""Something to be written in the very transaction of a decision."""


@dataclass(frozen=True, slots=True)
class By:
    """Who decides, and in what words. The note is kept apart: neither the log nor the audit trail holds it."""

    caller: Caller
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of a verb. ``applied`` is False when another derivation runs, which will apply the decision."""

    decision: Decision
    applied: bool


@dataclass(frozen=True, slots=True)
class _Draft:
    kind: DecisionKind
    targets: tuple[str, ...]
    canonical: tuple[str, ...]
    fingerprint: str
    choice: str
    winner: str = ""
    undoes: int = 0


@dataclass(frozen=True, slots=True)
class Reviewer:
    """What the verbs need: the database, the time, and how the derived state is brought up to date."""

    database: Database
    clock: Clock
    derive: Callable[[Derivation], Published]

    def decide_conflict(
        self, project: Project, id_: str, choice: str, winner: str, by: By, *, seen: str = "", also: Also | None = None
    ) -> Decided:
        """Decide a disagreement. ``seen`` is the fingerprint the person saw; empty takes the present one while nobody has decided it.

        Raises:
            RecordNotFound: there is no such disagreement.
            DoesNotFit: the choice does not fit its kind, the winner is no side, or its sides changed since they were seen.
            AlreadyDecided: somebody decided it, and ``seen`` does not show that this was read.
        """
        if choice not in CONFLICT_CHOICES or choice == REOPEN:
            raise InvalidRequest("There is no such decision.", remedy=f"Use one of {', '.join(CONFLICT_CHOICES[:-1])}.")

        def draft(connection: Connection, at: Pin) -> _Draft:
            state, _ = states.one(connection, conflict_state, ConflictState, at, id_)
            chosen = _fitting(connection, at, state, choice, winner)
            _check_read(connection, at, state, {*state.addresses, state.id, id_}, seen)
            return _Draft(
                DecisionKind.CONFLICT, _addresses(state.id, id_), (state.id,), state.fingerprint, choice, chosen
            )

        return self._decide(project, draft, by, also)

    def reopen(self, project: Project, id_: str, by: By, *, also: Also | None = None) -> Decided:
        """Open a decided disagreement again. Raises RecordNotFound; DoesNotFit when nothing is decided."""

        def draft(connection: Connection, at: Pin) -> _Draft:
            state, _ = states.one(connection, conflict_state, ConflictState, at, id_)
            if not state.resolution:
                raise DoesNotFit("This disagreement is open already.", remedy="Decide it.")
            return _Draft(DecisionKind.CONFLICT, _addresses(state.id, id_), (state.id,), state.fingerprint, REOPEN)

        return self._decide(project, draft, by, also)

    def review_item(self, project: Project, id_: str, choice: str, by: By, *, also: Also | None = None) -> Decided:
        """Mark a statement reviewed, reject or archive it, or restore it.

        Raises:
            RecordNotFound: there is no such statement.
            DoesNotFit: there is nothing to restore.
            AlreadyDecided: somebody rejected or archived it; it is restored first.
        """
        if choice not in ITEM_CHOICES:
            raise InvalidRequest("There is no such review action.", remedy=f"Use one of {', '.join(ITEM_CHOICES)}.")

        def draft(connection: Connection, at: Pin) -> _Draft:
            state, _ = states.one(connection, item_state, ItemState, at, id_)
            if choice == "restore" and state.review_status == "unreviewed":
                raise DoesNotFit("Nothing was decided about this statement.", remedy="There is nothing to restore.")
            _check_standing(connection, at, {*state.addresses, state.id, id_}, choice)
            seen = canonical_text(sorted(state.evidence_ids))
            return _Draft(DecisionKind.ITEM, _addresses(state.id, id_), (state.id,), seen, choice)

        return self._decide(project, draft, by, also)

    def merge(
        self, project: Project, left: str, right: str, by: By, *, even_so: bool = False, also: Also | None = None
    ) -> Decided:
        """Say that two names are one entity; ``even_so`` when something speaks against it and the person has read what.

        Raises:
            RecordNotFound: one of them is not there.
            DoesNotFit: they are one already.
            SpokenAgainst: they are of different kinds, or something else speaks against it, and ``even_so`` is not said.
        """
        return self._names(project, left, right, "merge", by, also, even_so=even_so)

    def apart(self, project: Project, left: str, right: str, by: By, *, also: Also | None = None) -> Decided:
        """Say that two names are two entities, for ever or until taken back. Raises RecordNotFound, DoesNotFit."""
        return self._names(project, left, right, "apart", by, also, even_so=True)

    def explode(self, project: Project, id_: str, by: By, *, also: Also | None = None) -> Decided:
        """Put every name of an entity apart, in one decision. Raises RecordNotFound; DoesNotFit when it has one name only."""

        def draft(connection: Connection, at: Pin) -> _Draft:
            state, _ = states.one(connection, entity_state, EntityState, at, id_)
            if len(state.node_ids) < 2:
                raise DoesNotFit("This entity has one name in context only.", remedy="There is nothing to put apart.")
            apart = tuple(sorted(state.node_ids))
            return _Draft(DecisionKind.ENTITY, apart, (state.id,), canonical_text([list(apart)]), "explode")

        return self._decide(project, draft, by, also)

    def decide_source(
        self, project: Project, id_: str, choice: str, date: str, by: By, *, also: Also | None = None
    ) -> Decided:
        """Mark a document authoritative or not, in all its versions, or give this version its date.

        Raises:
            InvalidRequest: there is no such choice, or the date is none.
            SourceNotFound: there is no such source.
            DoesNotFit: it is so already.
        """
        _check_source_choice(choice, date)

        def draft(connection: Connection, at: Pin) -> _Draft:
            found = sources.find(connection, at.project_id, id_)
            so = {"authoritative": found.authoritative, "not_authoritative": not found.authoritative}
            if so.get(choice, (found.document_date, found.date_origin) == (date, PERSON)):
                raise DoesNotFit("It is so already.", remedy="There is nothing to decide.")
            seen = {"authoritative": found.authoritative, "date": found.document_date, "origin": found.date_origin}
            return _Draft(DecisionKind.SOURCE, (id_,), (id_,), canonical_text(seen), choice, date)

        return self._decide(project, draft, by, also)

    def decide_named(self, project: Project, pattern: str, choice: str, by: By, *, also: Also | None = None) -> Decided:
        """Mark every document whose name fits a pattern authoritative or not, also those that come later. Raises InvalidRequest."""
        if not pattern.strip() or choice not in SOURCE_CHOICES[:2]:
            raise InvalidRequest("A rule needs a pattern of names.", remedy="Write it as policies/*.md.")
        target = (NAMED + pattern,)
        return self._decide(project, lambda _c, _at: _Draft(DecisionKind.SOURCE, target, target, "", choice), by, also)

    def declare_attribute(
        self, project: Project, attribute: str, choice: str, by: By, *, also: Also | None = None
    ) -> Decided:
        """Say whether an attribute has one value at a time. Raises InvalidRequest; RecordNotFound when nothing has the attribute."""
        if choice not in ATTRIBUTE_CHOICES:
            raise InvalidRequest("There is no such choice.", remedy=f"Use one of {', '.join(ATTRIBUTE_CHOICES)}.")

        def draft(connection: Connection, at: Pin) -> _Draft:
            attributes.check(connection, at, attribute)
            return _Draft(DecisionKind.ATTRIBUTE, (attribute,), (attribute,), "", choice)

        return self._decide(project, draft, by, also)

    def undo(self, project: Project, seq: int, by: By, *, also: Also | None = None) -> Decided:
        """Take an act back; an undo may itself be taken back. Raises RecordNotFound; DoesNotFit when it is undone already."""

        def draft(connection: Connection, at: Pin) -> _Draft:
            row = decided.one(connection, at.project_id, seq)
            if decided.is_undone(connection, at.project_id, seq):
                raise DoesNotFit("This act was taken back already.", remedy="Take back the undo instead.")
            return _Draft(DecisionKind.UNDO, row.targets, row.canonical, row.fingerprint, "undo", undoes=seq)

        return self._decide(project, draft, by, also)

    def _names(
        self, project: Project, left: str, right: str, choice: str, by: By, also: Also | None, *, even_so: bool
    ) -> Decided:
        if left == right:
            raise DoesNotFit("One name cannot be decided on with itself.", remedy="Name two.")

        def draft(connection: Connection, at: Pin) -> _Draft:
            ends = [states.one(connection, entity_state, EntityState, at, id_)[0] for id_ in (left, right)]
            if choice == "merge" and ends[0].id == ends[1].id:
                raise DoesNotFit("These names are one entity already.")
            if not even_so:
                _check_against(connection, at, left, right)
            seen = canonical_text([sorted(end.node_ids) for end in ends])
            return _Draft(DecisionKind.ENTITY, (left, right), (ends[0].id, ends[1].id), seen, choice)

        return self._decide(project, draft, by, also)

    def _decide(
        self, project: Project, make: Callable[[Connection, Pin], _Draft], by: By, also: Also | None
    ) -> Decided:
        if len(by.note) > LONGEST_NOTE:
            raise InvalidRequest("The note is too long.", remedy=f"Use at most {LONGEST_NOTE} characters.")
        at = self.clock.now()
        with self.database.write() as connection:
            # Locked first, so that what the person saw is what the decision is compared with.
            held = projects.writable(connection, project.id)
            draft = make(connection, pin.pin(connection, held))
            made = _append(connection, project.id, draft, by, at)
            if also:
                also(connection, made)
            acts.record(connection, project.id, by.caller, f"decision.{draft.kind}", _target(draft), at, _facts(made))
            crash_point("decide.before_commit")
        crash_point("decide.after_commit")
        return Decided(made, self._apply(project.id))

    def _apply(self, project_id: str) -> bool:
        try:
            self.derive(Derivation(self.database, project_id, self.clock))
        except Stopped:
            raise
        except (Conflict, LostLease):
            # Another derivation holds the project; it, or the next one, replays the log with this decision in it.
            return False
        except DatabaseUnusable as error:
            # The decision is safe; what is full or broken now keeps it from being seen, not from being kept.
            get_logger("review").error("decided_and_not_shown", code=error.code)
            return False
        return True


def _check_source_choice(choice: str, date: str) -> None:
    if choice not in SOURCE_CHOICES:
        raise InvalidRequest("There is no such choice.", remedy=f"Use one of {', '.join(SOURCE_CHOICES)}.")
    if (choice == "set_date") != bool(date) or (date and date_bounds(date) is None):
        raise InvalidRequest(
            "A date goes with set_date and with nothing else.", remedy="Write it as 2026-03-15, 2026-03 or 2026."
        )


def _check_read(connection: Connection, at: Pin, state: ConflictState, addresses: set[str], seen: str) -> None:
    """Refuse a decision over one that was not read, and one on sides that changed since they were read."""
    since = _decided_since(connection, at, addresses)
    if seen == conflicts.seen(state) and not since:
        return
    stands = decided.standing_on(connection, at.project_id, DecisionKind.CONFLICT, addresses)
    if stands is not None and (since or is_decided(state)):
        raise _already(connection, stands, "Read that decision; open the disagreement again to decide it anew.")
    if seen:
        raise DoesNotFit("Its sides changed since it was read.", remedy="Read the disagreement again.")


def _check_standing(connection: Connection, at: Pin, addresses: set[str], choice: str) -> None:
    """Refuse another word on a statement that somebody rejected or archived: it is restored first, as an act of its own."""
    stands = decided.standing_on(connection, at.project_id, DecisionKind.ITEM, addresses)
    if choice != "restore" and stands is not None and stands.choice in OUT:
        raise _already(connection, stands, "Read that decision; restore the statement to judge it anew.")


def _already(connection: Connection, stands: Decision, remedy: str) -> AlreadyDecided:
    words = f"Somebody decided this already: number {stands.seq} of the log."
    return AlreadyDecided(words, remedy=remedy, details={"decision": decided.told(connection, stands)})


def _check_against(connection: Connection, at: Pin, left: str, right: str) -> None:
    """Refuse to join names without a word where something speaks against it. The reasons are the caller's alone to see: no log has them."""
    speaking_for, against = why.speaking(connection, at, left, right)
    if against:
        raise SpokenAgainst(
            f"Something speaks against these two being one ({len(against)}).",
            remedy="Read what, and say that they are one even so.",
            details={"reasons_against": against, "reasons_for": speaking_for, "confirm": "even_so"},
        )


def _decided_since(connection: Connection, at: Pin, addresses: set[str]) -> bool:
    """Whether somebody decided on one of these after the revision that was read, which does not show it yet."""
    mine = (revision.c.project_id == at.project_id) & (revision.c.rev == at.rev)
    known = connection.execute(select(revision.c.decision_seq).where(mine)).scalar_one_or_none() or 0
    return any(addresses & {*row.targets, *row.canonical} for row in decisions.log(connection, at.project_id, known))


def _addresses(canonical: str, asked: str) -> tuple[str, ...]:
    """The address a person named and the one it stood for: a decision holds on to both."""
    return (canonical,) if asked == canonical else (asked, canonical)


def _fitting(connection: Connection, at: Pin, state: ConflictState, choice: str, winner: str) -> str:
    if choice not in FITTING.get(state.kind, frozenset()):
        raise DoesNotFit(
            f"{choice} does not fit a disagreement of the kind {state.kind}.",
            remedy=f"Use one of {', '.join(sorted(FITTING.get(state.kind, ())))}.",
        )
    if choice != "choose_winner":
        if winner:
            raise DoesNotFit(f"{choice} takes no winner.", remedy="Leave winner_id out.")
        return ""
    chosen, _ = pin.canonical(connection, at, winner)
    if chosen not in state.item_ids:
        raise DoesNotFit("The winner is not a side of this disagreement.", remedy="Name one of its item_ids.")
    return chosen


def _append(connection: Connection, project_id: str, draft: _Draft, by: By, at: str) -> Decision:
    return decisions.append(
        connection,
        project=project_id,
        kind=draft.kind,
        targets=draft.targets,
        canonical=draft.canonical,
        fingerprint=draft.fingerprint,
        choice=draft.choice,
        winner=draft.winner,
        undoes=draft.undoes,
        credential=by.caller.credential,
        actor=by.caller.actor,
        words=by.note,
        at=at,
    )


def _target(draft: _Draft) -> str:
    return " ".join(draft.targets)


def _facts(made: Decision) -> dict[str, str | int | bool]:
    return {"seq": made.seq, "choice": made.choice, "winner": made.winner, "undoes": made.undoes}
