"""Settings as declarations: one catalogue generates the documentation, and unknown words mean off."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from anthill.sdk.values import Json


class SettingKind(StrEnum):
    """The type a value must have; a value of another type counts as absent."""

    FLAG = "flag"
    INTEGER = "integer"
    TEXT = "text"
    CHOICE = "choice"
    TEXT_LIST = "text_list"
    TEXT_MAP = "text_map"


class Writable(StrEnum):
    """Where a value may be changed: on the console as well, or only in the operator's file."""

    CONSOLE = "console"
    FILE_ONLY = "file_only"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: name, type, default, meaning, bounds, and who may write it.

    `minimum` and `maximum` bound an integer (a value outside them is clamped). `choices` are the words of a
    choice; any other word means the first, which is the one that switches the thing off. A `secret` is never
    rendered, logged or put in an event. `environment` names the variable that overrides the file, or is empty.
    """

    name: str
    kind: SettingKind
    default: Json
    meaning: str
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    secret: bool = False
    writable: Writable = Writable.CONSOLE
    environment: str = ""


class SettingsSource(Protocol):
    """Where a module reads its settings: at every use, so that a rotated token works on the next call."""

    def get(self, name: str) -> Json:
        """Return the value in force of a declared setting, its default where the file is silent.

        Raises `KeyError` for a name nobody declared: that is a defect, not an absent value.
        """
        ...
