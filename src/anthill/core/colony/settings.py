"""What an operator may set about the core, and one frozen reading of it at start. Unknown words mean off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from anthill.core.missions.limits import MissionLimits, WorkerLimits
from anthill.core.roles.availability import Gates
from anthill.sdk.setting import Setting, SettingsSource

SPECIALISTS: Final = ("archivist", "medic", "scribe", "soldier", "tester", "ui_cartographer")

SETTINGS: Final = (
    Setting("host", "text", "127.0.0.1", "Address the colony listens on.", "ANTHILL_HOST"),
    Setting("port", "int", 8713, "Port the colony listens on; 0 takes a free one.", "ANTHILL_PORT", 0, 65_535),
    Setting("allowed_hosts", "list", [], "Host names clients may use; needed to listen beyond this machine.", "ANTHILL_ALLOWED_HOSTS"),
    Setting("secure_cookies", "bool", False, "Send session cookies over TLS only; needed behind a TLS proxy.", "ANTHILL_SECURE_COOKIES"),
    Setting("database_url", "text", "", "Database address; empty is SQLite in the data folder.", "ANTHILL_DATABASE_URL", secret=True),
    Setting("workers", "int", 2, "Threads that work on missions.", "ANTHILL_WORKERS", 1, 64),
    Setting("mission_seconds", "int", 600, "How long a mission may take.", "ANTHILL_MISSION_SECONDS", 1, 86_400),
    Setting("task_seconds", "int", 240, "How long one step may take.", "ANTHILL_TASK_SECONDS", 1, 86_400),
    Setting("roster_profile", "word", "full", "Which roles are open: full, or core with single flags.", words=("core", "full")),
    Setting("specialist_ant_execution_enabled", "bool", False, "The master switch of the core profile."),
    *(
        Setting(f"{role}_ant_enabled", "bool", False, f"Opens {role} in the core profile, with the master switch.")
        for role in SPECIALISTS
    ),
    Setting("disabled_roles", "list", [], "Roles that are off whatever else says; applied last.", "ANTHILL_DISABLED_ROLES"),
    Setting("log_level", "word", "info", "How much is logged.", "ANTHILL_LOG_LEVEL", words=("info", "warning", "error", "debug")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CoreSettings:
    """One reading of the core's settings."""

    gates: Gates
    mission_limits: MissionLimits
    worker_limits: WorkerLimits


def read_core(source: SettingsSource) -> CoreSettings:
    """Read the settings the core works with."""
    return CoreSettings(
        gates=_gates(source),
        mission_limits=MissionLimits(
            mission_seconds=_number(source, "mission_seconds"), task_seconds=_number(source, "task_seconds")
        ),
        worker_limits=WorkerLimits(workers=_number(source, "workers")),
    )


def _gates(source: SettingsSource) -> Gates:
    listed = source.get("disabled_roles")
    return Gates(
        full_roster=source.get("roster_profile") == "full",
        master=source.get("specialist_ant_execution_enabled") is True,
        open_roles=frozenset(role for role in SPECIALISTS if source.get(f"{role}_ant_enabled") is True),
        disabled=frozenset(listed if isinstance(listed, list) else ()),
    )


def _number(source: SettingsSource, name: str) -> int:
    value = source.get(name)
    if not isinstance(value, int):
        raise TypeError(f"{name} is not declared as a number")
    return value
