"""Puts the console's pages beside the API of one application."""

from __future__ import annotations

from fastapi import FastAPI

from anthill.console.routes import colony, door, knowledge, missions
from anthill.console.shell import refused
from anthill.console.visit import HTML, Console

ROUTERS = (door.router, missions.router, colony.router, knowledge.router)


def add_pages(app: FastAPI, console: Console) -> None:
    """Add every page and the static files, over one colony."""
    app.state.console = console
    for router in ROUTERS:
        app.include_router(router, include_in_schema=False)
    app.router.routes.append(HTML.assets.route())


__all__ = ["ROUTERS", "Console", "add_pages", "refused"]
