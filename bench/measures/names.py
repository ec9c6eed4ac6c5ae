"""F6: are two written names forms of one name?"""

import csv
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from bench.data import data
from bench.matching import Tally, best_threshold, tally
from bench.measure import Result
from bench.peers.environment import PeerUnavailable, ask
from forager.resolve.matching import AGREE, NameMatch, match_names

OWN = Path(__file__).resolve().parents[1] / "sets" / "names" / "pairs.csv"
PEERS = Path(__file__).resolve().parents[1] / "peers" / "name_scores.py"
PINNED = ("nomenklatura==4.17.4", "rapidfuzz==3.14.6")
TARGET_F1, TARGET_PRECISION = 0.82, 0.95
_CLASSES = {
    "Person": "person",
    "Company": "organization",
    "Organization": "organization",
    "LegalEntity": "organization",
    "Vessel": "product",
}
_SCHEMAS = {"person": "Person", "organization": "Organization", "product": "Vessel"}


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two written names of a class, whether they are one, and the kind of likeness they try."""

    entity_class: str
    left: str
    right: str
    same: bool
    kind: str = ""
    schema: str = ""

    @property
    def seen(self) -> bool:
        """Whether the pair is in the half that may be looked at: by the first byte of a hash of the two."""
        return hashlib.sha256(f"{self.left}\x1f{self.right}".encode()).digest()[0] % 2 == 0

    def match(self) -> NameMatch:
        """What our name features say of it."""
        return match_names(self.left, self.right, self.entity_class)


def shared_pairs() -> list[NamePair]:
    """The labelled pairs of the shared data. Raises DataAbsent."""
    with data("name_pairs.csv").open(encoding="utf-8", newline="") as file:
        return [
            NamePair(
                _CLASSES[row["schema"]], row["name1"], row["name2"], row["is_match"] == "true", schema=row["schema"]
            )
            for row in csv.DictReader(file)
        ]


def own_pairs() -> list[NamePair]:
    """The pairs labelled here."""
    with OWN.open(encoding="utf-8", newline="") as file:
        return [
            NamePair(row["class"], row["left"], row["right"], row["same"] == "yes", row["kind"], _SCHEMAS[row["class"]])
            for row in csv.DictReader(file)
        ]


def ours(pairs: Sequence[NamePair]) -> Tally:
    """Our matcher at the threshold where names agree."""
    return tally([pair.match().agree for pair in pairs], [pair.same for pair in pairs])


def name_pairs() -> list[Result]:
    """Measure the shared pairs, the half that was never looked at apart, and our own; with both peers in the same run."""
    shared, own = shared_pairs(), own_pairs()
    unseen = [pair for pair in shared if not pair.seen]
    peers = _peers(shared, own)
    results = []
    for label, pairs in (("all", shared), ("unseen half", unseen), ("own set", own)):
        found = ours(pairs)
        notes = [f"{label}, ours at {AGREE}: {found.words()}"]
        notes += [f"{label}, {name}: {peer.words()}" for name, peer in peers[label].items()]
        best = max((peer.f1 for peer in peers[label].values()), default=None)
        results.append(
            Result(f"F6a {label}", "names that agree, F1", "F1", found.f1, TARGET_F1, False, best, notes=tuple(notes))
        )
        results.append(
            Result(f"F6a {label} P", "names that agree, precision", "P", found.precision, TARGET_PRECISION, False)
        )
    return results


def _peers(shared: Sequence[NamePair], own: Sequence[NamePair]) -> dict[str, dict[str, Tally]]:
    """Each peer's tally per part, at the threshold that is best for it on the seen half; nothing where it cannot be had."""
    every = [*shared, *own]
    try:
        question = [(pair.schema, pair.left, pair.right) for pair in every]
        answer = cast("dict[str, list[float]]", ask("names", PINNED, PEERS, question))
    except PeerUnavailable as reason:
        print(f"bench: {reason}")
        answer = {}
    found: dict[str, dict[str, Tally]] = {"all": {}, "unseen half": {}, "own set": {}}
    for name, scores in answer.items():
        rated = list(zip(every, scores, strict=True))
        seen = [(pair, score) for pair, score in rated[: len(shared)] if pair.seen]
        at = best_threshold([score for _, score in seen], [pair.same for pair, _ in seen])
        parts = {
            "all": rated[: len(shared)],
            "unseen half": [each for each in rated[: len(shared)] if not each[0].seen],
            "own set": rated[len(shared) :],
        }
        for label, part in parts.items():
            found[label][f"{name} at {at:.2f}"] = tally(
                [score >= at for _, score in part], [pair.same for pair, _ in part]
            )
    return found
