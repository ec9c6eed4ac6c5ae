"""A value with the place where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from forager.model.statement import Value


@dataclass(frozen=True, slots=True)
class Found:
    """A value and its character range in the text that was searched (end exclusive)."""

    start: int
    end: int
    value: Value
