"""Settings as declarations (the ground's own catalogue), and how a module reads the values in force."""

from __future__ import annotations

from typing import Protocol

from formicaria.ground.settings import Setting, Value

__all__ = ["Setting", "SettingsSource", "Value"]


class SettingsSource(Protocol):
    """Where a module reads its settings: at every use, so that a rotated token works on the next call."""

    def get(self, name: str) -> Value:
        """Return the value in force of a declared setting: environment, else file, else default.

        Raises `KeyError` for a name nobody declared: that is a defect, not an absent value.
        """
        ...
