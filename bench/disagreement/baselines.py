"""What the simplest rules make of the same statements: no qualifiers, no units, no time, no versions.

*Any difference* calls two values under one subject and attribute a contradiction. *Newest wins* takes the newer for true wherever
the first rule sees a difference: it leaves nothing open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.disagreement.engine import Base
from bench.disagreement.families import SUPERSEDING, Family, Kind
from forager.model.state import ItemState


@dataclass(slots=True)
class Naive:
    """Counts of the two rules: flags and those that are right, families of each sort that they flag."""

    flags: int = 0
    right: int = 0
    flagged: set[str] = field(default_factory=set)
    families: dict[str, Kind] = field(default_factory=dict)

    def add(self, project: Base, families: Sequence[Family]) -> None:
        """Take in one project whose families are all ingested."""
        self.families |= {family.id: family.kind for family in families}
        for owners in _differing(project.items(), project.names()):
            own = owners.pop() if len(owners) == 1 else ""
            self.flags += 1
            self.right += self.families.get(own) is Kind.CONFLICT
            self.flagged.add(own)

    def share(self, *kinds: Kind) -> float:
        """Which share of the families of these kinds is flagged."""
        mine = [id_ for id_, kind in self.families.items() if kind in kinds]
        return sum(id_ in self.flagged for id_ in mine) / max(1, len(mine))

    @property
    def supersessions(self) -> float:
        """The share of supersessions called a contradiction."""
        return self.share(*SUPERSEDING)


def _differing(items: Sequence[ItemState], names: dict[str, str]) -> list[set[str]]:
    """For each subject and attribute with several values, the families its sources belong to."""
    values: dict[tuple[str, str], set[str]] = {}
    owners: dict[tuple[str, str], set[str]] = {}
    for item in items:
        key = (item.subject_words, item.slot)
        if all(key):
            values.setdefault(key, set()).add(item.value_written or item.statement)
            owners.setdefault(key, set()).update(names[id_].split("/")[0] for id_ in item.source_ids)
    return [owners[key] for key, found in sorted(values.items()) if len(found) > 1]
