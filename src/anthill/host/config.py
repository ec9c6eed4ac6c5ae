"""`anthill.json` in the data folder, and the environment over it. Unknown keys load unchanged; unknown words mean off."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from anthill.core.roles.catalog import CATALOG
from formicaria.ground.errors import ConfigurationRefused
from formicaria.ground.settings import Loaded, Setting, Value, load, read_file

FILE: Final = "anthill.json"
_KILL_SWITCH: Final = "disabled_roles"


class FileSettings:
    """The values in force, read again whenever the file changed: a rotated token works on the next call."""

    def __init__(self, path: Path, environ: Mapping[str, str]) -> None:
        """Read from `path` and `environ`; declare the settings before asking for one."""
        self._path = path
        self._environ = environ
        self._catalogue: tuple[Setting, ...] = ()
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._loaded = Loaded({}, ())

    def declare(self, settings: Sequence[Setting]) -> None:
        """Make settings known. Raises `ConfigurationRefused` for a file that cannot be read as one."""
        with self._lock:
            self._catalogue = (*self._catalogue, *settings)
            self._seen = None
        self._current()

    def get(self, name: str) -> Value:
        """Return the value in force; raises `KeyError` for a setting nobody declared."""
        return self._current().values[name]

    @property
    def catalogue(self) -> tuple[Setting, ...]:
        """Every declared setting."""
        return self._catalogue

    @property
    def findings(self) -> tuple[str, ...]:
        """What was not as it should be, in sentences without a secret."""
        return self._current().findings

    def _current(self) -> Loaded:
        with self._lock:
            stamp = _stamp(self._path)
            if stamp != self._seen or stamp is None:
                self._loaded = self._read()
                self._seen = stamp
            return self._loaded

    def _read(self) -> Loaded:
        try:
            return _load(self._catalogue, read_file(self._path), self._environ)
        except ConfigurationRefused as refused:
            # At the start this stops the start; later a half-written file must not change what is in force.
            if self._seen is None:
                raise
            return Loaded(self._loaded.values, (f"{refused.message} The values read before stay in force.",))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _load(catalogue: Sequence[Setting], file: Mapping[str, object], environ: Mapping[str, str]) -> Loaded:
    loaded = load(catalogue, file, environ)
    values = dict(loaded.values)
    for setting in catalogue:
        if setting.kind == "word" and _unreadable(setting, loaded):
            # The default may be the open word; somebody who wrote another one did not choose it.
            values[setting.name] = setting.words[0]
    return Loaded(values, (*loaded.findings, *_role_findings(loaded)))


def _unreadable(setting: Setting, loaded: Loaded) -> bool:
    return any(finding.startswith(f"{setting.name} ") for finding in loaded.findings)


def _role_findings(loaded: Loaded) -> tuple[str, ...]:
    if any(finding.startswith(f"{_KILL_SWITCH} ") for finding in loaded.findings):
        raise ConfigurationRefused(
            f"{_KILL_SWITCH} is not a list of roles.",
            remedy="A kill switch that cannot be read stops the start: mend it.",
        )
    listed = loaded.values.get(_KILL_SWITCH, [])
    unknown = [role for role in listed if role not in CATALOG.roles] if isinstance(listed, list) else []
    return tuple(f"{_KILL_SWITCH} names {role!r}, which is not a role." for role in unknown)
