"""What an operator may say about knowledge, and one frozen reading of it for each call.

Settings are read at every use, so a rotated token or a switched-off feature counts from the next call on. The keys
are those of the design's configuration table; ingestion and study bring theirs when they exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from anthill.sdk.setting import Setting, SettingsSource, Value

CREDENTIAL_SETTING: Final = "knowledge_forager_token"
GATE_VARIABLE: Final = "ANTHILL_KNOWLEDGE_ENABLED"

SETTINGS: Final = (
    Setting(
        "knowledge_enabled",
        "bool",
        False,
        "Whether missions and people may read knowledge at all.",
        env=GATE_VARIABLE,
        writable="console",
    ),
    Setting(
        "knowledge_forager_endpoint",
        "text",
        "http://127.0.0.1:8790",
        "Where FORAGER answers. Loopback only, unless the file allows a remote one.",
        env="ANTHILL_KNOWLEDGE_FORAGER_ENDPOINT",
        writable="console",
    ),
    Setting(
        CREDENTIAL_SETTING,
        "text",
        "",
        "The fgr_ token FORAGER's operator minted for this colony: read scope, limited to the mapped bases.",
        env="ANTHILL_KNOWLEDGE_FORAGER_TOKEN",
        secret=True,
        writable="console",
    ),
    Setting(
        "knowledge_forager_allow_remote",
        "bool",
        False,
        "Whether the endpoint may lie on another machine: a decision about whom the colony trusts.",
        env="ANTHILL_KNOWLEDGE_ALLOW_REMOTE",
    ),
    Setting(
        "knowledge_forager_managed",
        "bool",
        False,
        "Whether formicaria up keeps the engine: it writes the endpoint, and no endpoint on another machine is used.",
    ),
    Setting(
        "knowledge_probe_timeout_ms",
        "int",
        2000,
        "How long a probe waits for one answer, in milliseconds.",
        minimum=250,
        maximum=60_000,
    ),
    Setting(
        "knowledge_retrieval_timeout_ms",
        "int",
        5000,
        "How long a read waits for one answer, in milliseconds.",
        minimum=500,
        maximum=120_000,
    ),
    Setting(
        "knowledge_default_top_k",
        "int",
        8,
        "How many statements a retrieval gives when the caller names no number.",
        env="ANTHILL_KNOWLEDGE_TOP_K",
        minimum=1,
        maximum=50,
    ),
    Setting(
        "knowledge_max_context_chars",
        "int",
        12_000,
        "How large a rendered context may grow before its last facts are left out, in characters.",
        minimum=1000,
        maximum=200_000,
    ),
    Setting(
        "knowledge_cache_seconds",
        "int",
        30,
        "How long a retrieval is remembered for its own scope, in seconds; 0 remembers nothing.",
        minimum=0,
        maximum=3600,
    ),
    Setting(
        "knowledge_project_map",
        "map",
        {},
        "Which base a project reads: keys are a project id, workspace:<id> or global; values are FORAGER project ids.",
        writable="console",
    ),
    Setting(
        "knowledge_default_project",
        "text",
        "",
        "The FORAGER project that console and command-line callers read when they name no project. Never a mission's.",
        env="ANTHILL_KNOWLEDGE_DEFAULT_PROJECT",
        writable="console",
    ),
)


@dataclass(frozen=True, slots=True)
class KnowledgeSettings:
    """One reading of the settings. Two equal readings are the same configuration."""

    enabled: bool = False
    endpoint: str = "http://127.0.0.1:8790"
    token: str = field(default="", repr=False)
    allow_remote: bool = False
    probe_timeout_ms: int = 2000
    retrieval_timeout_ms: int = 5000
    default_top_k: int = 8
    max_context_chars: int = 12_000
    cache_seconds: int = 30
    project_map: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    default_project: str = ""


def read_settings(source: SettingsSource) -> KnowledgeSettings:
    """Read every setting once. A value of the wrong type counts as off, as empty, or as the default number."""
    managed = source.get("knowledge_forager_managed") is True
    return KnowledgeSettings(
        enabled=source.get("knowledge_enabled") is True,
        endpoint=_text(source, "knowledge_forager_endpoint"),
        token=_text(source, CREDENTIAL_SETTING),
        # A managed engine is a process of this machine: whoever else answers is not it.
        allow_remote=source.get("knowledge_forager_allow_remote") is True and not managed,
        probe_timeout_ms=_number(source, "knowledge_probe_timeout_ms"),
        retrieval_timeout_ms=_number(source, "knowledge_retrieval_timeout_ms"),
        default_top_k=_number(source, "knowledge_default_top_k"),
        max_context_chars=_number(source, "knowledge_max_context_chars"),
        cache_seconds=_number(source, "knowledge_cache_seconds"),
        project_map=_text_map(source.get("knowledge_project_map")),
        default_project=_text(source, "knowledge_default_project"),
    )


_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


def _text(source: SettingsSource, name: str) -> str:
    value = source.get(name)
    return value.strip() if isinstance(value, str) else ""


def _number(source: SettingsSource, name: str) -> int:
    setting, value = _BY_NAME[name], source.get(name)
    number = value if isinstance(value, int) and not isinstance(value, bool) else setting.default
    if not isinstance(number, int):
        raise TypeError(f"{name} is not declared as a number")
    return min(max(number, setting.minimum), setting.maximum)


def _text_map(value: Value) -> Mapping[str, str]:
    if not isinstance(value, dict):
        return MappingProxyType({})
    pairs = {key.strip(): held.strip() for key, held in value.items()}
    return MappingProxyType({key: pairs[key] for key in sorted(pairs) if key and pairs[key]})
