"""The modules of this distribution. Nothing else in the colony knows their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from anthill.sdk.module import Module
from anthill.sdk.setting import SettingsSource

MakeModule = Callable[[SettingsSource, Mapping[str, str]], Module]


def _knowledge(source: SettingsSource, environ: Mapping[str, str]) -> Module:
    from anthill.modules.knowledge.module import KnowledgeModule  # noqa: PLC0415 - loaded only when a colony is opened

    return KnowledgeModule(source, environ=environ)


MODULES: Final[tuple[MakeModule, ...]] = (_knowledge,)
