"""Missions: ask, see what would be done, watch it being done, and read what came of it."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Response

from anthill.console import answer, mission
from anthill.console.asking import Asked, Preview, choices, preview, request_of, requirable, told
from anthill.console.pages import MISSION, MISSIONS, PLAN
from anthill.console.shell import shell
from anthill.console.told import why
from anthill.console.visit import HTML, MissionId, PageRoute, Visit, VisitOf
from anthill.console.words import SHOWN
from anthill.core.missions.errors import PlanRefused
from anthill.core.store.missions import EVERY, Mission, MissionFilter
from anthill.core.store.records import EventFilter
from anthill.sdk.permission import Permission
from formicaria.ground.errors import Error
from formicaria.ground.web.pages import go, is_part

router = APIRouter(route_class=PageRoute)
ROWS: Final = 25
MOST_EVENTS: Final = 400
Question = Annotated[str, Form(max_length=40_000)]
Project = Annotated[str, Form(max_length=200)]
Roles = Annotated[list[str] | None, Form(max_length=40)]
Once = Annotated[str, Form(max_length=64)]


@router.get(MISSIONS)
def missions_page(
    visit: VisitOf,
    show: Annotated[str, Query(max_length=40)] = "",
    words: Annotated[str, Query(max_length=200)] = "",
    before: Annotated[str, Query(max_length=120)] = "",
    question: Annotated[str, Query(max_length=4000)] = "",
    project: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """The missions, newest first, under the form that asks for one; ``question`` and ``project`` fill the form."""
    wanted = MissionFilter(show if show in SHOWN else "", words.strip())
    return _listed(visit, Asked(question, project or _first(visit)), before=before, wanted=wanted)


@router.post(MISSIONS)
def ask(
    visit: VisitOf, question: Question = "", project: Project = "", role: Roles = None, once: Once = ""
) -> Response:
    """Takes a mission in and opens its page; what cannot be taken in is told above the form, which keeps its words."""
    asked = _asked(question, project, role, once)
    try:
        found = visit.console.colony.submit_once(request_of(visit, asked), asked.key, asked.fingerprint)
    except PlanRefused as refused:
        return _listed(visit, asked, told(visit.console.colony.roster, refused.refusal), status=refused.status)
    except Error as error:
        return _listed(visit, asked, error=error, status=error.status)
    return go(visit.request, f"{MISSIONS}/{found.id}")


@router.post(PLAN)
def plan(
    visit: VisitOf, question: Question = "", project: Project = "", role: Roles = None, once: Once = ""
) -> Response:
    """Shows what would be done, in place or, without script, on the whole page; nothing is stored or run."""
    asked = _asked(question, project, role, once)
    try:
        shown = preview(visit, asked)
    except Error as error:
        if is_part(visit.request):
            return HTML.part("plan.html", plan=None, error=error)
        return _listed(visit, asked, error=error, status=error.status)
    if is_part(visit.request):
        return HTML.part("plan.html", plan=shown, error=None)
    return _listed(visit, asked, shown)


@router.get(MISSION)
def mission_page(visit: VisitOf, mission_id: MissionId) -> Response:
    """Everything there is to read of one mission."""
    report = visit.console.colony.report(mission_id, visit.caller.project_id)
    found, pages = report.mission, visit.originals
    return HTML.page(
        visit.request,
        "mission.html",
        shell(visit, MISSIONS),
        now=_now(visit, found),
        may_cancel=visit.may(Permission.RUN_MISSION),
        why=why(found, report.tasks) if not found.status.open else None,
        evaluation=found.evaluation,
        answer=report.answer,
        claims=answer.claims(report, pages),
        disagreements=answer.disagreements(report, pages),
        checks=answer.checks(report),
        evidence=report.evidence,
        left=mission.left(report.artifacts),
    )


@router.get(f"{MISSION}/live")
def live(visit: VisitOf, mission_id: MissionId) -> Response:
    """The rows of a mission that runs; an open page asks again and again until it is over, and then reads the whole."""
    found = visit.console.colony.mission(mission_id, visit.caller.project_id)
    if not found.status.open or not is_part(visit.request):
        return go(visit.request, f"{MISSIONS}/{found.id}")
    return HTML.part("live_part.html", now=_now(visit, found))


@router.post(f"{MISSION}/cancel")
def cancel(visit: VisitOf, mission_id: MissionId) -> Response:
    """Begins nothing more for a mission."""
    found = visit.console.colony.cancel(mission_id, visit.by, visit.caller.project_id)
    return go(visit.request, f"{MISSIONS}/{found.id}")


def _now(visit: Visit, found: Mission) -> mission.Standing:
    """How a mission stands, as far as the visitor may see it."""
    colony, limit = visit.console.colony, visit.caller.project_id
    wanted = EventFilter(mission_id=found.id, project_id=limit)
    events = colony.events(0, wanted, MOST_EVENTS) if visit.may(Permission.READ_EVENTS) else ()
    return mission.standing(found, colony.graph(found.id, limit), events)


def _listed(
    visit: Visit,
    asked: Asked,
    shown: Preview | None = None,
    *,
    error: Error | None = None,
    before: str = "",
    wanted: MissionFilter = EVERY,
    status: int = 200,
) -> Response:
    found = visit.console.colony.missions(visit.caller.project_id, ROWS + 1, before, wanted)
    rows, last = found[:ROWS], found[ROWS - 1] if len(found) > ROWS else None
    kept = {"show": wanted.state, "words": wanted.words}
    following = kept | {"before": f"{last.created_at} {last.id}"} if last else {}
    return HTML.page(
        visit.request,
        "missions.html",
        shell(visit, MISSIONS),
        status=status,
        missions=[mission.row(each) for each in rows],
        older=f"{MISSIONS}?{urlencode(following)}" if following else "",
        newest=f"{MISSIONS}?{urlencode(kept)}" if before else "",
        wanted=wanted,
        shown=SHOWN,
        asked=asked,
        plan=shown,
        error=error,
        projects=choices(visit),
        limited=visit.caller.project_id is not None,
        roles=requirable(visit),
        may_ask=visit.may(Permission.RUN_MISSION),
    )


def _asked(question: str, project: str, roles: list[str] | None, once: str) -> Asked:
    chosen = tuple(sorted({each for each in roles or () if each}))
    return Asked(question, project, chosen, once) if once else Asked(question, project, chosen)


def _first(visit: Visit) -> str:
    """The project of the newest mission when it can still be asked for, else the first there is."""
    known = choices(visit)
    newest = [each.project_id for each in visit.console.colony.missions(visit.caller.project_id, 1)]
    return next((each for each in (*newest, *known) if each in known), "")
