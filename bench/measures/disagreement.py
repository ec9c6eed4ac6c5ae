"""F5: are disagreements right?"""

from bench.disagreement import families, score
from bench.disagreement.families import Kind
from bench.measure import Result
from bench.wilson import wilson

SHARE = "share"


def edited_families() -> tuple[Result, ...]:
    """F5a: families of documents made from real facts, through the engine; beside it, "any difference is a contradiction"."""
    tally, naive = score.run(families.settings())
    _tell(tally)
    flags, right = tally.flags, tally.right
    return (
        _share("F5a-precision", "of disagreements flagged, how many are true", (right, flags), 0.90, naive.right / max(1, naive.flags)),
        _share("F5a-recall", "of true disagreements, how many are flagged", tally.found, 0.85, naive.share(Kind.CONFLICT)),
        _bound("F5a-homonyms", "homonyms flagged", tally.homonyms, 0.05, naive.share(Kind.NAMESAKE)),
        _bound("F5a-superseded", "supersessions called a contradiction", tally.supersession_flagged, 0, naive.supersessions),
        _share("F5a-supersession", "supersessions seen as such", tally.supersession_found, 0.85, None),
        _bound("F5a-assumed", "supersession assumed between independent sources", tally.assumed, 0, naive.share(Kind.CONFLICT)),
        Result("F5a-resolved", "disagreements resolved without a person", "cases", tally.resolved, 0, peer=float(naive.flags)),
    )  # fmt: skip


def _share(id_: str, question: str, counted: tuple[int, int], target: float, peer: float | None) -> Result:
    """A share that should be high, with its interval."""
    part, whole = counted
    figure, within = part / max(1, whole), wilson(part, whole)
    return Result(id_, question, SHARE, figure, target, smaller_is_better=False, peer=peer, interval=within)


def _bound(id_: str, question: str, counted: tuple[int, int], target: float, peer: float | None) -> Result:
    """A share that should be low, with its interval."""
    part, whole = counted
    return Result(id_, question, SHARE, part / max(1, whole), target, peer=peer, interval=wilson(part, whole))


def _tell(tally: score.Tally) -> None:
    """Print what became of each kind of family."""
    print(f"{'kind of family':<40} families  flagged  superseded")
    for kind, (count, flagged, superseded) in tally.by_kind().items():
        print(f"{kind:<40} {count:>8} {flagged:>8} {superseded:>11}")
