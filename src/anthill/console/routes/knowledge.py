"""Knowledge: how the connection stands, which projects read which base, and where the documents' own pages are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Response

from anthill.console.pages import KNOWLEDGE
from anthill.console.shell import shell
from anthill.console.visit import HTML, Console, PageRoute, Visit, VisitOf
from anthill.console.words import Word
from anthill.sdk.knowledge import KnowledgeAvailability, KnowledgeFailure, Outcome
from anthill.sdk.knowledge_window import BoundBase
from anthill.sdk.permission import Permission
from formicaria.ground.web.pages import go, is_part

router = APIRouter(route_class=PageRoute)
OFF: Final = KnowledgeAvailability(enabled=False, reachable=False, reason="no part of this colony reads knowledge")


@dataclass(frozen=True, slots=True)
class Connection:
    """How the connection stands: a word, a sentence, and what to do when it does not work."""

    word: Word
    sentence: str
    remedy: str
    usable: bool


@router.get(KNOWLEDGE)
def knowledge_page(visit: VisitOf) -> Response:
    """The state of the connection, and what is bound."""
    found = availability(visit.console)
    bound = _bound(visit, found)
    return HTML.page(
        visit.request,
        "knowledge.html",
        shell(visit, KNOWLEDGE),
        connection=told(found),
        found=found,
        bases=bound.value or (),
        unread="" if bound.ok or not told(found).usable else bound.reason,
        projects=visit.console.knowledge.projects(visit.caller) if visit.console.knowledge else (),
        waiting=sum(each.base.open_conflict_count for each in bound.value or () if each.base),
        originals=visit.originals,
    )


@router.get(f"{KNOWLEDGE}/state")
def state(visit: VisitOf) -> Response:
    """How the connection stands, as one line of another page."""
    if not is_part(visit.request):
        return go(visit.request, KNOWLEDGE)
    may_read = visit.may(Permission.READ_KNOWLEDGE)
    return HTML.part("knowledge_state.html", connection=told(availability(visit.console)), may_read=may_read)


def availability(console: Console) -> KnowledgeAvailability:
    """What a probe finds; off when no module reads knowledge."""
    return console.knowledge.availability() if console.knowledge else OFF


def told(found: KnowledgeAvailability) -> Connection:
    """The probe in words."""
    reason = found.reason.rstrip(".")
    if not found.enabled:
        return _told("not configured", "plain", f"Missions read no knowledge base: {reason}.", _CONFIGURE)
    if found.usable:
        where = "on another machine" if found.remote else "on this machine"
        return Connection(
            Word("connected", "good"), f"The knowledge service answers {where} at {found.endpoint}.", "", True
        )
    if found.authenticated is False:
        return _told("refused", "bad", f"It answers and does not let this colony in: {reason}.", _CREDENTIAL)
    if found.reachable and not found.compatible:
        return _told(
            "does not fit",
            "bad",
            f"It answers and speaks another version: {reason}.",
            "Run releases that fit together.",
        )
    return _told(
        "unreachable", "bad", f"It cannot be read: {reason}.", "Start it, or correct its address in anthill.json."
    )


_CONFIGURE: Final = (
    "Run formicaria up with a folder of documents. "
    "By hand: switch knowledge_enabled on in anthill.json and map a project to a base."
)
_CREDENTIAL: Final = (
    "Have its operator mint a new token with the scope read for the mapped bases, and put it into anthill.json."
)


def _told(word: str, kind: str, sentence: str, remedy: str) -> Connection:
    return Connection(Word(word, kind), sentence, remedy, False)


def _bound(visit: Visit, found: KnowledgeAvailability) -> Outcome[tuple[BoundBase, ...]]:
    # A service that does not answer a probe is not waited for a second time.
    if visit.console.knowledge is None or not found.usable:
        return Outcome.refused(KnowledgeFailure.UNAVAILABLE, found.reason or "it does not answer")
    return visit.console.knowledge.bases(visit.caller)
