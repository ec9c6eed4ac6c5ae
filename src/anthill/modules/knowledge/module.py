"""The knowledge module: everything above put together over one HTTP client. Building it asks nobody anything."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import httpx2
from fastapi import APIRouter

from anthill.modules.knowledge.client import ForagerClient, build_http_client, configured_endpoint
from anthill.modules.knowledge.console import KnowledgeConsole
from anthill.modules.knowledge.endpoint import EndpointRefused
from anthill.modules.knowledge.null_provider import NullKnowledgeProvider
from anthill.modules.knowledge.project_map import ProjectMap
from anthill.modules.knowledge.provider import ForagerKnowledgeProvider
from anthill.modules.knowledge.routes import knowledge_router
from anthill.modules.knowledge.settings import SETTINGS, KnowledgeSettings, read_settings
from anthill.modules.knowledge.tools import KnowledgeDesk, knowledge_tools
from anthill.modules.knowledge.window import Window
from anthill.sdk.knowledge import KnowledgeProvider
from anthill.sdk.module import ApiSeams, Probe, Providers
from anthill.sdk.setting import Setting, SettingsSource
from anthill.sdk.tool import Tool


class KnowledgeModule:
    """The colony's module `knowledge`. It works, and refuses, the same way with or without a knowledge service."""

    name = "knowledge"

    def __init__(
        self,
        source: SettingsSource,
        http: httpx2.Client | None = None,
        *,
        environ: Mapping[str, str] = MappingProxyType({}),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the settings, an HTTP client (its own when None), the environment for status, a clock in seconds."""
        self._source = source
        self._owns_http = http is None
        self._http = build_http_client() if http is None else http
        client = ForagerClient(self._http, self._settings, monotonic)
        self._forager = ForagerKnowledgeProvider(client, self._settings, monotonic)
        self._map = ProjectMap(self._settings)
        self._desk = KnowledgeDesk(self.provider, self._settings)
        self._console = KnowledgeConsole(self.provider, self._map, self._settings, environ)

    def settings(self) -> Sequence[Setting]:
        """Everything the module reads from configuration."""
        return SETTINGS

    def tools(self) -> Sequence[Tool]:
        """The five read tools, whether or not knowledge is on."""
        return knowledge_tools(self._desk)

    def providers(self) -> Providers:
        """The resolver of mission scopes, and what the colony's pages show."""
        return Providers(scopes=self._map, window=Window(self.provider, self._settings))

    def routers(self, api: ApiSeams) -> Sequence[APIRouter]:
        """The routes under `/knowledge`."""
        return (knowledge_router(self._console, api),)

    def provider(self) -> KnowledgeProvider:
        """The provider in force: FORAGER when it may be called, else one that refuses with the reason."""
        settings = self._settings()
        if not settings.enabled:
            return NullKnowledgeProvider("knowledge_enabled is off")
        try:
            configured_endpoint(settings)
        except EndpointRefused as refused:
            return NullKnowledgeProvider(refused.sentence, enabled=True)
        return self._forager

    def probe(self) -> Probe:
        """Off, ready or degraded, with one sentence."""
        found = self.provider().probe()
        if not found.enabled:
            return Probe("off", "knowledge_enabled is off.")
        if not found.usable:
            return Probe("degraded", found.reason or "The knowledge service cannot be used.")
        where = "on another machine" if found.remote else "on this machine"
        return Probe("ready", f"The knowledge service answers {where} at {found.endpoint}.")

    def close(self) -> None:
        """Let go of threads, and of connections that nobody else handed in."""
        self._forager.close()
        if self._owns_http:
            self._http.close()

    def _settings(self) -> KnowledgeSettings:
        return read_settings(self._source)
