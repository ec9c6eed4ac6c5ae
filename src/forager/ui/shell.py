"""The frame of FORAGER's pages: destinations of the base that is looked at, and the bases to choose from."""

from __future__ import annotations

from typing import Final

from forager.access.scopes import Scope
from forager.model.source import Project
from forager.query import projects
from forager.query.page import PageRequest
from forager.ui.visit import Visit
from formicaria.ground.web.pages import Shell, Tab

PRODUCT: Final = "FORAGER"
SIGNED_OUT: Final = Shell(PRODUCT)
MOST_BASES: Final = 100


def shell(visit: Visit, project: Project | None = None, current: str = "") -> Shell:
    """The frame around a page; ``current`` is the name of the destination it belongs to."""
    with visit.call.engine.database.read() as connection:
        known = projects.projects(connection, visit.call.limit, PageRequest(1, MOST_BASES), archived=False).items
    bases = [Tab(each.name, f"/projects/{each.id}", project is not None and each.id == project.id) for each in known]
    if visit.may(Scope.PROJECTS):
        bases.append(Tab("All bases…", "/projects"))
    here = next((each for each in known if project is not None and each.id == project.id), None)
    beside = visit.call.engine.settings.companion_url
    tabs = _tabs(f"/projects/{here.id}", current, here.open_conflict_count) if here else ()
    return Shell(
        PRODUCT,
        tabs=tabs,
        picker=bases,
        picker_label="Knowledge base",
        who=visit.call.access.name,
        csrf=visit.csrf,
        sign_out="/sign-out",
        neighbour=Tab("Ask the colony", beside) if beside else None,
    )


def _tabs(base: str, current: str, waiting: int) -> tuple[Tab, ...]:
    named = (("Sources", "sources"), ("Knowledge", "knowledge"), ("Entities", "entities"), ("Review", "review"))
    return tuple(
        Tab(label, f"{base}/{path}", path == current, waiting if path == "review" and waiting else None)
        for label, path in named
    )
