"""The frame of FORAGER's pages: destinations of the base that is looked at, and the bases to choose from."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from forager.access.scopes import Scope
from forager.model.source import Project
from forager.query import conflicts, history, pin
from forager.query.clock import NOW, Clock
from forager.query.views import StepView
from forager.ui.visit import Visit
from formicaria.ground.web.pages import Shell, Tab

PRODUCT: Final = "FORAGER"
SIGNED_OUT: Final = Shell(PRODUCT)
MOST_BASES: Final = 100


def shell(visit: Visit, project: Project | None = None, current: str = "") -> Shell:
    """The frame around a page; ``current`` is the name of the destination it belongs to."""
    limit = visit.call.limit
    known = [each for each in visit.call.engine.projects() if limit is None or each.id in limit][:MOST_BASES]
    bases = [Tab(each.name, f"/projects/{each.id}", project is not None and each.id == project.id) for each in known]
    if visit.may(Scope.PROJECTS):
        bases.append(Tab("All bases…", "/projects"))
    return Shell(
        PRODUCT,
        tabs=_tabs(f"/projects/{project.id}", current, _waiting(visit, project)) if project else (),
        picker=bases,
        picker_label="Knowledge base",
        who=f"{visit.actor} · {visit.call.access.name}" if visit.actor else visit.call.access.name,
        csrf=visit.csrf,
        sign_out="/sign-out",
        neighbour=_neighbour(visit, project),
    )


def steps(visit: Visit, kind: str, id_: str, clock: Clock = NOW) -> list[StepView]:
    """The history of a record up to the revision that a page reads."""
    with visit.call.record(kind, id_, Clock(clock.as_of)) as (connection, at):
        return history.of(connection, at, kind, id_)


def _waiting(visit: Visit, project: Project) -> int:
    with visit.call.engine.database.read() as connection:
        return conflicts.waiting(connection, pin.pin(connection, project))[0]


def _neighbour(visit: Visit, project: Project | None) -> Tab | None:
    beside = visit.call.engine.settings.companion_url
    if not beside:
        return None
    about = f"?{urlencode({'project': project.slug})}" if project else ""
    return Tab("Ask the colony", beside + about)


def _tabs(base: str, current: str, waiting: int) -> tuple[Tab, ...]:
    named = (("Sources", "sources"), ("Knowledge", "knowledge"), ("Entities", "entities"), ("Review", "review"))
    return tuple(
        Tab(label, f"{base}/{path}", path == current, waiting if path == "review" and waiting else None)
        for label, path in named
    )
