"""F8: are dates right?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from bench.data import data
from bench.dates import odd, peers
from bench.dates.peers import Answers, Question
from bench.dates.readings import Read, ours
from bench.dates.specifications import FILES, KINDS, Case, is_met, load
from bench.measure import Result, median
from bench.peers.environment import PeerUnavailable
from bench.wilson import wilson

TARGET, MARGIN, FASTER, RUNS = 0.90, 0.10, 20.0, 5
Reads = Sequence[tuple[Read, ...]]


def specifications() -> list[Result]:
    """F8a: the value accuracy on the Recognizers-Text specifications, the half that was never looked at apart."""
    cases = load(data("dates"))
    mine = [ours(case.text, case.reference, False) for case in cases]
    theirs = _peer(peers.recognizers, [Question(case.text, case.reference) for case in cases])
    rows = []
    for name, chosen in (
        ("unseen half", lambda case: not case.seen),
        ("all", lambda _: True),
        ("all the library supports", lambda case: case.ported),
    ):
        right, asked = _accuracy(cases, mine, chosen)
        peer = None if theirs is None else _share(*_accuracy(cases, theirs.reads, chosen))
        notes = _details(cases, mine, theirs) if name == "all" else ()
        rows.append(
            Result(
                f"F8a {name}",
                "specified values read rightly",
                "share",
                _share(right, asked),
                TARGET,
                False,
                peer,
                interval=wilson(right, asked),
                notes=notes,
            )
        )
    return rows


def _accuracy(cases: Sequence[Case], reads: Reads, chosen: Callable[[Case], bool], kind: str = "") -> tuple[int, int]:
    """Values read rightly and values asked for, of the cases chosen and of one kind or all."""
    held = [
        is_met(wanted, read, case.wanted)
        for case, read in zip(cases, reads, strict=True)
        if chosen(case)
        for wanted in case.wanted
        if kind in {"", wanted.kind}
    ]
    return sum(held), len(held)


def _share(right: int, asked: int) -> float:
    return right / asked if asked else 0.0


def _of_file(name: str) -> Callable[[Case], bool]:
    return lambda case: case.file == name


def _every(_case: Case) -> bool:
    return True


def _details(cases: Sequence[Case], mine: Reads, theirs: Answers | None) -> tuple[str, ...]:
    """One line a file and a kind, with the interval and the peer's share."""
    parts = [(file, _of_file(file), "") for file in FILES] + [(kind, _every, kind) for kind in sorted(KINDS)]
    lines = []
    for name, chosen, kind in parts:
        right, asked = _accuracy(cases, mine, chosen, kind)
        low, high = wilson(right, asked)
        peer = (
            "" if theirs is None else f"; recognizers-text {_share(*_accuracy(cases, theirs.reads, chosen, kind)):.3f}"
        )
        lines.append(f"{name}: {right} of {asked} = {_share(right, asked):.3f} [{low:.3f}, {high:.3f}]{peer}")
    return tuple(lines)


def odd_dates() -> list[Result]:
    """F8b: F1 of the values on our own odd dates against every peer, and how many ambiguous days are flagged."""
    sentences = odd.load()
    mine = _own(sentences)
    flagged, ambiguous = _flagged(sentences, mine)
    share, within = _share(flagged, ambiguous), wilson(flagged, ambiguous)
    return [
        _odd("F8b", "odd dates, value F1", sentences),
        _odd("F8b unseen", "odd dates labelled later, value F1", odd.load("unseen")),
        Result("F8b ambiguous", "ambiguous days flagged", "share", share, 1.0, False, interval=within),
    ]


def _own(sentences: Sequence[odd.Labelled]) -> Reads:
    return [ours(each.text, each.document_date, each.day_first) for each in sentences]


def _odd(name: str, question: str, sentences: Sequence[odd.Labelled]) -> Result:
    """Our F1 on one file of sentences, and what it must exceed: the best peer's and the margin."""
    found = odd.counted(sentences, _own(sentences), lenient=False)
    asked = [Question(each.text, each.document_date, each.locale) for each in sentences]
    notes, best = [_words("ours", found)], None
    for peer, ask in (("recognizers-text", peers.recognizers), ("dateparser", peers.dateparser)):
        answer = _peer(ask, asked)
        if answer is not None:
            theirs = odd.counted(sentences, answer.reads, lenient=True)
            notes.append(_words(peer, theirs))
            best = max(best or 0.0, theirs.f1)
    return Result(name, question, "F1", found.f1, (best or 0.0) + MARGIN, False, best, notes=tuple(notes))


def _words(name: str, found: odd.Count) -> str:
    return (
        f"{name}: F1 {found.f1:.3f}, P {found.precision:.3f} {_interval(found.right, found.right + found.wrong)}, "
        f"R {found.recall:.3f} {_interval(found.right, found.right + found.missed)}, wrong in {' '.join(found.sentences[:12])}"
    )


def _interval(right: int, asked: int) -> str:
    low, high = wilson(right, asked)
    return f"[{low:.3f}, {high:.3f}]"


def _flagged(sentences: Sequence[odd.Labelled], reads: Reads) -> tuple[int, int]:
    """Ambiguous days that keep both readings, and all of them."""
    pairs = [
        (label.value, read)
        for sentence, read in zip(sentences, reads, strict=True)
        for label in sentence.labels
        if label.precision == "ambiguous"
    ]
    return sum(any(value in each.values for each in read) for value, read in pairs), len(pairs)


def speed() -> Result:
    """F8c: how many times faster than Recognizers-Text the same texts are read."""
    asked = [Question(each.text, each.document_date, each.locale) for each in odd.load()]
    theirs = _peer(peers.recognizers, asked)
    samples = tuple(_seconds(asked) for _ in range(RUNS))
    ratio = 0.0 if theirs is None else theirs.seconds / median(samples)
    note = f"ours {len(asked) / median(samples):.0f} texts/s" + (
        "" if theirs is None else f", recognizers-text {len(asked) / theirs.seconds:.0f} texts/s"
    )
    return Result("F8c", "times faster than recognizers-text", "x", ratio, FASTER, False, notes=(note,))


def _seconds(asked: Sequence[Question]) -> float:
    begun = time.perf_counter()
    for each in asked:
        ours(each.text, each.reference, odd.DAY_FIRST.get(each.locale))
    return time.perf_counter() - begun


def _peer(ask: Callable[[Sequence[Question]], Answers], asked: Sequence[Question]) -> Answers | None:
    """The peer's answers; None, and a line that says why, where it cannot be had."""
    try:
        return ask(asked)
    except PeerUnavailable as reason:
        print(f"bench: {reason}")
        return None
