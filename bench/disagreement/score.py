"""Families run through the engine, and its verdicts beside what is true."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.disagreement.baselines import Naive
from bench.disagreement.engine import Base, base, opened
from bench.disagreement.families import SUPERSEDING, Family, Kind, Setting
from forager.model.state import ConflictState, ItemState


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the engine made of one family.

    ``flags`` are its open disagreements, ``right`` those between the two documents that truly disagree; ``superseded`` says that a
    statement of the family was superseded, ``resolved`` that a disagreement was closed without a person.
    """

    family: Family
    flags: int
    right: int
    superseded: bool
    resolved: bool


@dataclass(slots=True)
class Tally:
    """Outcomes of all families, and the disagreements that lie between families (all of them wrong)."""

    outcomes: list[Outcome] = field(default_factory=list)
    between: int = 0

    def of(self, *kinds: Kind) -> list[Outcome]:
        """The outcomes of families of these kinds."""
        return [each for each in self.outcomes if each.family.kind in kinds]

    @property
    def flags(self) -> int:
        """All disagreements flagged."""
        return sum(each.flags for each in self.outcomes) + self.between

    @property
    def right(self) -> int:
        """Those of them that are true."""
        return sum(each.right for each in self.outcomes)

    @property
    def found(self) -> tuple[int, int]:
        """True conflicts found, and all true conflicts."""
        every = self.of(Kind.CONFLICT)
        return sum(each.right > 0 for each in every), len(every)

    @property
    def homonyms(self) -> tuple[int, int]:
        """Homonyms flagged, and all."""
        every = self.of(Kind.NAMESAKE)
        return sum(each.flags > 0 for each in every), len(every)

    @property
    def supersession_flagged(self) -> tuple[int, int]:
        """Supersessions called a contradiction, and all."""
        every = self.of(*SUPERSEDING)
        return sum(each.flags > 0 for each in every), len(every)

    @property
    def supersession_found(self) -> tuple[int, int]:
        """Supersessions seen as such, and all."""
        every = self.of(*SUPERSEDING)
        return sum(each.superseded for each in every), len(every)

    @property
    def assumed(self) -> tuple[int, int]:
        """Independent sources of which one was taken to supersede the other, and all."""
        every = self.of(Kind.CONFLICT)
        return sum(each.superseded for each in every), len(every)

    @property
    def resolved(self) -> int:
        """Disagreements closed without a person."""
        return sum(each.resolved for each in self.outcomes)

    def by_kind(self) -> dict[str, tuple[int, int, int]]:
        """For each kind: families, families flagged, families with a supersession."""
        count, flagged, superseded = Counter[str](), Counter[str](), Counter[str]()
        for each in self.outcomes:
            count[each.family.kind] += 1
            flagged[each.family.kind] += each.flags > 0
            superseded[each.family.kind] += each.superseded
        return {kind: (count[kind], flagged[kind], superseded[kind]) for kind in count}


def run(settings: Iterable[Setting]) -> tuple[Tally, Naive]:
    """Each setting in a project of its own, batch by batch; the simplest rules judge the same statements."""
    tally, naive = Tally(), Naive()
    with opened() as engine:
        for setting in settings:
            project = base(engine, setting.name)
            ingest(project, setting.families)
            judge(project, setting.families, tally)
            naive.add(project, setting.families)
    return tally, naive


def ingest(project: Base, families: Sequence[Family]) -> None:
    """Hand in every family's first batch, then every second one."""
    for step in range(max(len(family.steps) for family in families)):
        project.ingest([offer for family in families if step < len(family.steps) for offer in family.steps[step]])


def judge(project: Base, families: Sequence[Family], tally: Tally) -> None:
    """Add what the engine says of each family."""
    names = project.names()
    conflicts: dict[str, list[ConflictState]] = {}
    for conflict in project.conflicts():
        owners = {names[id_].split("/")[0] for id_ in conflict.source_ids}
        if len(owners) == 1:
            conflicts.setdefault(owners.pop(), []).append(conflict)
        else:
            tally.between += 1
    replaced = _superseded(project.items(), names)
    for family in families:
        mine = conflicts.get(family.id, [])
        tally.outcomes.append(
            Outcome(
                family,
                len(mine),
                sum(family.kind is Kind.CONFLICT and _across(each) for each in mine),
                family.id in replaced,
                any(each.status != "open" or bool(each.resolution) for each in mine),
            )
        )


def _across(conflict: ConflictState) -> bool:
    """Whether two documents stand on different sides."""
    sources = [tuple(side["source_ids"]) for side in conflict.sides if isinstance(side["source_ids"], list)]
    return len(set(sources)) > 1


def _superseded(items: Sequence[ItemState], names: dict[str, str]) -> set[str]:
    """The families of which a statement is superseded."""
    known = {item.id: item for item in items}
    past = [item for item in items if item.status == "superseded"]
    # A version that is no longer live gives no source; what took its place does.
    told = [
        item.source_ids or known[item.superseded_by].source_ids
        for item in past
        if item.source_ids or item.superseded_by in known
    ]
    return {names[source].split("/")[0] for sources in told for source in sources}
