"""Groups of ids that only ever grow together; a group is named by its smallest member, so order of joining leaves no trace."""

from __future__ import annotations

from collections.abc import Iterable


class Partition:
    """Disjoint groups of ids."""

    def __init__(self, ids: Iterable[str]) -> None:
        """Every id alone."""
        self._group = {each: each for each in ids}
        self._members: dict[str, tuple[str, ...]] = {each: (each,) for each in self._group}

    def of(self, member: str) -> str:
        """The name of a member's group: its smallest id."""
        return self._group[member]

    def members(self, group: str) -> tuple[str, ...]:
        """The members of a group, sorted."""
        return self._members[group]

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """All groups in order of their names, each sorted."""
        return tuple(self._members[name] for name in sorted(self._members))

    def join(self, left: str, right: str) -> None:
        """Make the groups of two members one."""
        first, second = sorted((self.of(left), self.of(right)))
        if first == second:
            return
        self._members[first] = tuple(sorted(self._members[first] + self._members.pop(second)))
        for member in self._members[first]:
            self._group[member] = first
