"""One catalogue per service: it reads the file and the environment, and generates the example file and the documentation.

Unknown keys load unchanged and are ignored; an unknown word or a value out of range becomes the safe default and is reported.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from formicaria.ground.errors import ConfigurationRefused

Kind = Literal["bool", "int", "text", "word", "list", "map"]
Value = bool | int | str | list[str] | dict[str, str]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. ``words`` are the allowed words of a ``word`` (the first is the safe one); ``writable`` says who may change it."""

    name: str
    kind: Kind
    default: Value
    help: str
    env: str = ""
    minimum: int = 0
    maximum: int = 2**31
    words: tuple[str, ...] = ()
    secret: bool = False
    writable: Literal["file", "console"] = "file"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Values by name, and what was not as it should be, in sentences that hold no secret."""

    values: Mapping[str, Value]
    findings: tuple[str, ...]


def load(catalogue: Sequence[Setting], file: Mapping[str, object], environ: Mapping[str, str]) -> Loaded:
    """Each setting from the environment, else the file, else its default."""
    values: dict[str, Value] = {}
    findings: list[str] = []
    for setting in catalogue:
        given = environ.get(setting.env) if setting.env else None
        raw = given if given is not None else file.get(setting.name)
        value = None if raw is None else _read(setting, raw)
        if raw is not None and value is None:
            findings.append(f"{setting.name} has a value it cannot take; its default is used.")
        values[setting.name] = setting.default if value is None else value
    return Loaded(values, tuple(findings))


def _read(setting: Setting, raw: object) -> Value | None:
    readers = {"bool": _bool, "int": _int, "text": _text, "word": _word, "list": _list, "map": _map}
    return readers[setting.kind](setting, raw)


def _bool(_setting: Setting, raw: object) -> bool | None:
    if isinstance(raw, bool):
        return raw
    # An unknown word is off: whoever did not clearly switch a thing on has not.
    return str(raw).strip().lower() in {"1", "true", "yes", "on"}


def _int(setting: Setting, raw: object) -> int | None:
    try:
        number = int(str(raw))
    except ValueError:
        return None
    return number if setting.minimum <= number <= setting.maximum and not isinstance(raw, bool) else None


def _text(_setting: Setting, raw: object) -> str | None:
    return raw if isinstance(raw, str) else None


def _word(setting: Setting, raw: object) -> str | None:
    word = str(raw).strip().lower()
    return word if word in setting.words else None


def _list(_setting: Setting, raw: object) -> list[str] | None:
    if isinstance(raw, str):
        return [part.strip() for part in raw.split(",") if part.strip()]
    return [str(part) for part in raw] if isinstance(raw, list) else None


def _map(_setting: Setting, raw: object) -> dict[str, str] | None:
    if isinstance(raw, str):
        try:
            raw = json.loads(raw)
        except ValueError:
            return None
    return {str(key): str(value) for key, value in raw.items()} if isinstance(raw, dict) else None


def read_file(path: Path) -> dict[str, object]:
    """A settings file's object; empty when there is none. Raises ConfigurationRefused when it is not a JSON object."""
    if not path.exists():
        return {}
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigurationRefused(f"{path.name} is not readable JSON.", remedy="Mend it or move it away.") from error
    if not isinstance(value, dict):
        raise ConfigurationRefused(f"{path.name} must hold one JSON object.", remedy="Mend it or move it away.")
    return value
