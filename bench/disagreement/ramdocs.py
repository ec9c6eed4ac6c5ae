"""F5b: open prose. RAMDocs (Wang et al. 2025): questions with documents that answer rightly, wrongly, or about something else.

The documents of a question are the sources of one project. A disagreement is true when one of its sides is told by a document with a
right answer, another by one with a wrong answer, and both sides' words hold those answers.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.disagreement.engine import Base, base, opened
from forager.model.state import ConflictState, ItemState
from formicaria.ground.ids import normal_text


@dataclass(frozen=True, slots=True)
class Told:
    """A document: its text, whether it is "correct", "misinfo" or "noise", and the answer it gives."""

    text: str
    type: str
    answer: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its documents. ``seen`` is the half that may be looked at."""

    text: str
    documents: tuple[Told, ...]

    @property
    def seen(self) -> bool:
        """Whether the hash of the question puts it in the seen half."""
        return hashlib.sha256(self.text.encode()).digest()[0] < 128

    @property
    def disputed(self) -> bool:
        """Whether documents answer rightly and wrongly."""
        return {"correct", "misinfo"} <= {each.type for each in self.documents}


@dataclass(slots=True)
class Counted:
    """Flags that are right, all flags, disputed questions found, all disputed questions; and the simplest rule's flags."""

    right: int = 0
    flags: int = 0
    found: int = 0
    disputed: int = 0
    naive_right: int = 0
    naive_flags: int = 0


def questions(path: Path) -> tuple[Question, ...]:
    """The questions of the file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return tuple(
        Question(row["question"], tuple(Told(each["text"], each["type"], each["answer"]) for each in row["documents"]))
        for row in rows
    )


def run(asked: Iterable[Question]) -> dict[bool, Counted]:
    """Count over the seen (True) and the unseen (False) half."""
    counted = {True: Counted(), False: Counted()}
    with opened() as engine:
        for number, question in enumerate(asked):
            project = base(engine, f"question {number}")
            project.ingest([(f"{at}.txt", each.text.encode()) for at, each in enumerate(question.documents)])
            _count(project, question, counted[question.seen])
    return counted


def _count(project: Base, question: Question, into: Counted) -> None:
    told = {id_: question.documents[int(name.removesuffix(".txt"))] for id_, name in project.names().items()}
    flags = [_sides(each) for each in project.conflicts()]
    right = sum(is_right(sides, told) for sides in flags)
    naive = list(_differing(project.items()))
    into.right += right
    into.flags += len(flags)
    into.found += bool(right) and question.disputed
    into.disputed += question.disputed
    into.naive_flags += len(naive)
    into.naive_right += sum(is_right(sides, told) for sides in naive)


Sides = list[tuple[str, list[str]]]
"""Of each side the words and the sources."""


def _sides(conflict: ConflictState) -> Sides:
    return [(str(side["statement"]), [str(id_) for id_ in _list(side["source_ids"])]) for side in conflict.sides]


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else []


def is_right(sides: Sides, told: dict[str, Told]) -> bool:
    """Whether a right and a wrong answer stand on different sides."""
    kinds = [{told[id_].type for id_ in sources if _holds(words, told[id_].answer)} for words, sources in sides]
    return any("correct" in a and "misinfo" in b for at, a in enumerate(kinds) for b in (*kinds[:at], *kinds[at + 1 :]))


def _holds(words: str, answer: str) -> bool:
    """Whether the words hold the answer, or its most telling word (a number, else the longest)."""
    text, wanted = normal_text(words), normal_text(answer)
    key = max(wanted.split() or [wanted], key=lambda word: (any(char.isdigit() for char in word), len(word)))
    return bool(key) and (wanted in text or key.strip(".,") in text)


def _differing(items: Sequence[ItemState]) -> Iterable[Sides]:
    """What the simplest rule flags: a subject and attribute with several values."""
    groups: dict[tuple[str, str], list[ItemState]] = {}
    for item in items:
        if item.slot and item.subject_words:
            groups.setdefault((item.subject_words, item.slot), []).append(item)
    for _, group in sorted(groups.items()):
        if len({item.value_written or item.statement for item in group}) > 1:
            yield [(item.statement, list(item.source_ids)) for item in group]
