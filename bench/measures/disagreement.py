"""F5: are disagreements right?"""

import os

from bench.data import data
from bench.disagreement import families, histories, ramdocs, score, untouched
from bench.disagreement.families import Kind
from bench.measure import Result
from bench.wilson import wilson

SHARE = "share"


def edited_families() -> tuple[Result, ...]:
    """F5a: families of documents made from real facts, through the engine; beside it, "any difference is a contradiction".

    Other families come with another seed in `FORMICARIA_BENCH_SEED`: one that no rule was made with tells more than the usual one.
    """
    tally, naive = score.run(families.settings(int(os.environ.get("FORMICARIA_BENCH_SEED", families.SEED))))
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


def open_prose() -> tuple[Result, ...]:
    """F5b: RAMDocs, the half that may be looked at and the half that may not, apart."""
    counted = ramdocs.run(ramdocs.questions(data("ramdocs.jsonl")))
    return (*_half(counted[True], "seen"), *_half(counted[False], "unseen"))


def _half(half: ramdocs.Counted, name: str) -> tuple[Result, Result]:
    """The two figures of one half."""
    right, peer = (half.right, half.flags), half.naive_right / max(1, half.naive_flags)
    found = half.found, half.disputed
    return (
        _share(f"F5b-precision-{name}", f"{name} half: of disagreements flagged, how many are true", right, 0.90, peer),
        _share(f"F5b-recall-{name}", f"{name} half: of disputed questions, how many are flagged", found, 0.40, None),
    )


def untouched_documents() -> tuple[Result, ...]:
    """F5c: false disagreements among documents nobody edited."""
    found = untouched.read_all(data("files"))
    for each in found.conflicts:
        print(f"disagreement among untouched documents: {each.attribute_key}")
    share = 100 * len(found.conflicts) / max(1, found.documents)
    return (
        Result(
            "F5c-untouched", f"disagreements per 100 of {found.documents} untouched documents", "in 100", share, 1.0
        ),
    )


def version_histories() -> tuple[Result, ...]:
    """F5d: consecutive releases of real documents, under one name and under names of their own."""
    found = histories.run(histories.fetched())
    whole = found.histories
    return (
        _cases("F5d-one-name", f"contradictions in {whole} histories under one name", found.one_name, 0),
        _at_least("F5d-superseded", "statements a later release took the place of", found.superseded, 1),
        _cases("F5d-assumed", "supersessions assumed between files of their own names", found.assumed, 0),
        _at_least("F5d-open", "disagreements left open between those", found.two_names, 1),
        _at_least("F5d-suggested", "of these, with a suggestion", found.suggested, found.two_names),
        _at_least("F5d-marked", "disagreements left open between files whose names hold the release", found.marked, 1),
        _at_least("F5d-marked-suggested", "of these, with a suggestion", found.marked_suggested, found.marked),
        _at_least("F5d-past", "histories whose first release as_of gives unchanged", found.past, whole),
    )


def _cases(id_: str, question: str, count: int, target: int) -> Result:
    return Result(id_, question, "cases", count, target)


def _at_least(id_: str, question: str, count: int, target: int) -> Result:
    return Result(id_, question, "cases", count, target, smaller_is_better=False)


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
