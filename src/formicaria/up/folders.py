"""Which folder each base was read from, and what was sent of it.

So that two folders of one name are not mixed into one base, and what vanished from a folder can be told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from formicaria.ground.errors import Conflict
from formicaria.ground.settings import read_file
from formicaria.up.colony import Base
from formicaria.up.home import Home, replace

Kept = dict[str, dict[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Folders:
    """The notes of one data folder: base id, folder, names sent."""

    home: Home

    def check(self, base: Base, root: Path) -> None:
        """Raise Conflict when the base was read from another folder and not from this one."""
        known = self._read().get(base.id, {})
        if known and str(root) not in known:
            raise Conflict(
                f'The base "{base.name}" holds another folder, {min(known)}.',
                remedy="Give this one its own with --project NAME, or name the same base to read both into it.",
            )

    def gone(self, base: Base, root: Path, present: Iterable[str], living: Iterable[str]) -> list[str]:
        """The names sent from this folder before that are still in the base and not in the folder."""
        before = self._read().get(base.id, {}).get(str(root), [])
        return sorted(set(before).intersection(living).difference(present))

    def remember(self, base: Base, root: Path, names: Iterable[str]) -> None:
        """Write down what of a folder the base holds."""
        found = self._read()
        mine = {**found.get(base.id, {}), str(root): sorted(set(names))}
        replace(self.home.folders_file, {**found, base.id: mine})

    def _read(self) -> Kept:
        return cast("Kept", read_file(self.home.folders_file))
