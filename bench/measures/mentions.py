"""F6c: who is named in running text? Names read, and names that become entities, in excerpts of real documents."""

from collections.abc import Sequence

from bench.measure import Result
from bench.mentions import NamedDocument, agreement, documents
from bench.wilson import wilson

TARGET_PRECISION = 0.95


def mentions() -> list[Result]:
    """Measure both halves: precision of the names read; recall, entities and coreference stand in the notes."""
    every = documents()
    return [_half(half, [each for each in every if each.half == half]) for half in ("seen", "unseen")]


def _half(half: str, mine: Sequence[NamedDocument]) -> Result:
    found = agreement(mine)
    notes = (
        f"names read: {found.found.words()}",
        f"names that become entities, each document alone: {found.entities.words()}; of the other kind {found.other_kind}",
        f"pairs of places of one bearer, among entities: {found.same.words()}",
    )
    read = found.found.right + found.found.wrong
    return Result(
        f"F6c {half}", "persons and organisations read in prose, precision", "P", found.found.precision,
        TARGET_PRECISION, False, interval=wilson(found.found.right, read), notes=notes,
    )  # fmt: skip
