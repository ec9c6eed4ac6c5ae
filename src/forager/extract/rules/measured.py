"""What the labelled set says of each rule: how often it was right, written by the bench and committed beside the rules."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

FILE = "precision.json"


@dataclass(frozen=True, slots=True)
class Precision:
    """A rule's precision on the labelled set: ``right`` of ``stated``, with its 95 % interval of Wilson in thousandths."""

    right: int
    stated: int
    low: int
    high: int

    @property
    def share(self) -> float:
        """Right over stated."""
        return self.right / self.stated


@lru_cache(maxsize=1)
def measured() -> dict[str, Precision | None]:
    """Each rule's label with its precision, None for a rule that the set does not meet."""
    found = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    met: dict[str, Precision | None] = {name: Precision(**row) for name, row in found["met"].items()}
    return met | dict.fromkeys(found["not_met"])
