"""Which roles have code. Whoever is not here keeps its kind and is `no_handler`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from anthill.core.agents.archivist import Archivist
from anthill.core.agents.builder import Builder
from anthill.core.agents.context import Ant
from anthill.core.agents.researcher import Researcher
from anthill.core.agents.verifier import Verifier

HANDLERS: Final[Mapping[str, Ant]] = MappingProxyType(
    {"archivist": Archivist(), "builder": Builder(), "researcher": Researcher(), "verifier": Verifier()}
)
