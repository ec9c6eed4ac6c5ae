"""A job's conversation with a model: the passages of each document are asked about once, within a budget, and never at a document's cost.

A document is read twice. The first reading, by the rules alone, gives its passages; they are asked about here, in the process that runs
the job, so that readers never call anybody; the second reading is given the answers and takes of them what the bytes bear out. Whatever
the model does, the first reading stands: a passage without an answer is counted with its reason, and the document may be read again for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from forager.ask.budget import Budget, tokens_in
from forager.ask.model import Model, Reply
from forager.ask.words import INSTRUCTIONS, RECIPE, message
from forager.errors import ModelFailed, ModelRefused
from forager.model.document import Zone
from forager.model.proposal import Answer, Asking, Silence, Spent, Told, counted
from forager.store import answers, jobs
from forager.store.readings import Asked, Failure, Passage, ReadDocument, Success
from forager.store.sources import PARTLY
from formicaria.ground.canonical import parse
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.logs import get_logger
from formicaria.ground.work import Unit

FAILURES = 3
"""Passages in a row without an answer after which the model is asked no more in this job."""
LONGEST_WAIT = 20.0
"""Seconds between two calls about one passage, whatever the service asks for."""
MIN_WORDS = 4
"""Words of a passage that can state something."""
_STATING = frozenset({Zone.PARAGRAPH.value, Zone.ITEM.value})

Wait = Callable[[float], object]
"""Waits so many seconds, or less when the process is to end."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A model, and how it may be asked: what one job may spend, calls about one passage, the longest answer in tokens."""

    model: Model
    budget: Budget = field(default_factory=Budget)
    attempts: int = 3
    output_tokens: int = 1_500

    def recipe(self, steps: str) -> str:
        """The recipe of reading with this model beside the rules."""
        return f"{steps};{RECIPE};model={self.model.name}"


@dataclass(frozen=True, slots=True)
class Desk:
    """Where answers are kept, and for which job; every write proves that the job is still this worker's."""

    database: Database
    project_id: str
    held: Unit
    clock: Clock

    def kept(self, keys: Sequence[str]) -> dict[str, Answer]:
        """The answers there are among ``keys``."""
        with self.database.read() as connection:
            return answers.kept(connection, self.project_id, keys)

    def spent(self) -> Spent:
        """What the job has spent so far, also before it was taken up again."""
        with self.database.read() as connection:
            return answers.spent(connection, self.project_id, self.held.key)

    def claim(self, key: str, model: str, taking: Spent) -> None:
        """Count a call before it is made."""
        with self.database.write() as connection:
            names = {"model": model, "job_id": self.held.key, "at": self.clock.now()}
            answers.claim(connection, self.project_id, key, taking=taking, **names)
            jobs.progressed(connection, self.held)
        crash_point("model.after_claim")

    def settle(self, key: str, answer: Answer, correction: Spent) -> None:
        """Keep an answer."""
        with self.database.write() as connection:
            answers.settle(connection, self.project_id, key, answer, correction)
            jobs.progressed(connection, self.held)
        crash_point("model.after_answer")


class _Stopped(Exception):  # control flow inside this module, never an error
    """The job was asked to stop between two calls."""


class Interview:
    """One job's conversation. ``stop`` says whether to end it, ``wait`` passes the time between two tries."""

    def __init__(self, asker: Asker, desk: Desk, stop: Callable[[], bool], wait: Wait) -> None:
        """Begin; what the job spent before it was interrupted counts."""
        self._asker = asker
        self._desk = desk
        self._stop = stop
        self._wait = wait
        self._mute: Silence | None = None
        self._failures = 0
        self._first: dict[str, Success] = {}
        self._again: list[Asked] = []
        self.spent = desk.spent()

    @property
    def busy(self) -> list[str]:
        """The documents that wait for their second reading."""
        return [asked.source_id for asked in self._again]

    def again(self, most: int) -> list[Asked]:
        """The next second readings, at most so many."""
        found, self._again = self._again[:most], self._again[most:]
        return found

    def after(self, asked: Asked, outcome: Success | Failure) -> Success | Failure | None:
        """What is to be kept of a reading; None when it is to be read again first, or the job is asked to stop.

        A document that cannot be read is none of the model's; one whose second reading fails keeps its first.
        """
        if asked.asking is not None:
            return self._second(asked, asked.asking, outcome)
        if isinstance(outcome, Failure):
            return outcome
        try:
            told, asking = self._asked(outcome.document)
        except _Stopped:
            return None
        if not any(each.answer.proposals or each.answer.faults for each in told):
            return _with(outcome, asking)
        self._first[asked.source_id] = outcome
        self._again.append(replace(asked, told=told, asking=asking))
        return None

    def _second(self, asked: Asked, asking: Asking, outcome: Success | Failure) -> Success:
        first = self._first.pop(asked.source_id)
        if isinstance(outcome, Success):
            return outcome
        silent = ((Silence.READ_AGAIN_FAILED, asking.answered), *asking.silent)
        return _with(first, replace(asking, answered=0, silent=counted(silent)))

    def _asked(self, document: ReadDocument) -> tuple[tuple[Told, ...], Asking]:
        """Every passage's answer, and the account of those without."""
        passages = stating(document)
        name = self._asker.model.name
        keys = [answers.key_of(name, RECIPE, passage.text) for passage in passages]
        known = self._desk.kept(keys)
        told: list[Told] = []
        silent: list[tuple[str, int]] = []
        for passage, key in zip(passages, keys, strict=True):
            answer = known.get(key) or self._answer(key, passage.text)
            if isinstance(answer, Silence):
                silent.append((answer, 1))
            else:
                known[key] = answer
                told.append(Told(passage.start, passage.end, answer))
        return tuple(told), Asking(name, len(passages), len(told), counted(silent))

    def _answer(self, key: str, passage: str) -> Answer | Silence:
        """Ask until there is an answer, the tries are over, or the budget is."""
        for attempt in range(self._asker.attempts):
            if self._stop():
                raise _Stopped
            if self._mute is not None:
                return self._mute
            if self._asker.budget.is_spent(self.spent):
                return Silence.BUDGET
            try:
                return self._called(key, passage)
            except ModelFailed as error:
                silence = Silence(error.code)
                if isinstance(error, ModelRefused):
                    self._mute = silence
                if not error.again:
                    break
                if attempt + 1 < self._asker.attempts:
                    self._wait(min(error.after or 2.0**attempt, LONGEST_WAIT))
        return self._failed(silence)

    def _called(self, key: str, passage: str) -> Answer:
        """One call, counted before it is made."""
        from forager.ask.answer import read_answer  # noqa: PLC0415  # the schema's library, only where a model is asked

        taking = Spent(1, tokens_in(INSTRUCTIONS) + tokens_in(message(passage)), self._asker.output_tokens)
        self._desk.claim(key, self._asker.model.name, taking)
        self.spent = self.spent.plus(taking)
        reply = self._asker.model.ask(passage)
        crash_point("model.after_call")
        correction = _correction(taking, reply)
        answer = read_answer(reply.text)
        self._desk.settle(key, answer, correction)
        self.spent = self.spent.plus(correction)
        self._failures = 0
        return answer

    def _failed(self, silence: Silence) -> Silence:
        self._failures += 1
        if self._failures >= FAILURES:
            self._mute = silence
        if self._mute is not None:
            get_logger("model").warning("model_asked_no_more", code=silence.value, job=self._desk.held.key)
        return silence


def _correction(taking: Spent, reply: Reply) -> Spent:
    """From what a call was reckoned to take to what it took; where the service does not say, the reckoning stands."""
    read = reply.input_tokens or taking.input_tokens
    written = reply.output_tokens or tokens_in(reply.text)
    return Spent(0, read - taking.input_tokens, written - taking.output_tokens)


def stating(document: ReadDocument) -> list[Passage]:
    """The passages that hold prose of a few words; tables, code, navigation and quotations are the rules' alone."""
    held = parse(document.structure)
    blocks = held["blocks"] if isinstance(held, dict) else []
    prose = [(int(each["start"]), int(each["end"])) for each in blocks if each["zone"] in _STATING]
    return [
        passage
        for passage in document.passages
        if len(passage.text.split()) >= MIN_WORDS
        and any(start < passage.end and passage.start < end for start, end in prose)
    ]


def _with(outcome: Success, asking: Asking) -> Success:
    return replace(outcome, document=replace(outcome.document, asking=asking))


def recipe_of(steps: str, outcome: Success | Failure) -> str:
    """The recipe a reading is kept under: a mark at its end says that a model owes answers about it."""
    asking = outcome.document.asking if isinstance(outcome, Success) else None
    return steps if asking is None or asking.whole else steps + PARTLY
