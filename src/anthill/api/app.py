"""The colony's HTTP application: routes, manners, and what the modules add."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable

from fastapi import APIRouter, FastAPI

from anthill.api.routes.auth import auth_router, enter_router
from anthill.api.routes.colony import colony_router
from anthill.api.routes.missions import missions_router
from anthill.api.services import Services
from anthill.api.shape import RESPONSES, shape
from anthill.sdk.module import Module
from formicaria.ground.hosts import KnownHosts
from formicaria.ground.http import Page, install

MAX_BODY = 2**20


def create_app(
    services: Services,
    modules: Iterable[Module] = (),
    allowed_hosts: Iterable[str] = (),
    pages: Page | None = None,
) -> FastAPI:
    """Build the application over one colony; it starts and stops nothing but its own event watcher.

    `pages` tells browsers of errors; without it everybody is told in JSON.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with services.broadcaster.running():
            yield

    app = FastAPI(
        title="ANTHILL",
        summary="Missions by role-bound ants under contracts, with evidence.",
        version=services.version,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        responses=RESPONSES,
    )
    for router in (auth_router(services), missions_router(services), colony_router(services)):
        app.include_router(router)
    app.include_router(enter_router(services, pages))
    for module in modules:
        for added in module.routers(services.guard):
            if not isinstance(added, APIRouter):
                raise TypeError(f"The module {module.name} handed over something that is not a router.")
            app.include_router(added)
    app.add_middleware(KnownHosts, allowed=tuple(allowed_hosts), shape=shape)
    install(app, shape, MAX_BODY, pages)
    return app
