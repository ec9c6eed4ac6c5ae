"""What a model answered, kept so that nothing is asked twice: by project, model and the passage's own text, whatever document holds it.

A row is written before the call, with all the call may take, and mended after it: what a job has spent is never told too low, whatever
dies in between. Answers hold words of documents; who erases a document erases its passages' rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from forager.model.proposal import Answer, Asking, Proposal, Spent
from forager.store.tables import model_answer, model_count
from formicaria.ground.canonical import canonical_text, digest, parse

BATCH = 400
_UNANSWERED = ""


def key_of(model: str, recipe: str, passage: str) -> str:
    """The address of an answer: SHA-256 over the model, the words it is asked with, and the passage."""
    return digest([model, recipe, passage])


def kept(connection: Connection, project_id: str, keys: Sequence[str]) -> dict[str, Answer]:
    """The answers there are among ``keys``."""
    found: dict[str, Answer] = {}
    for at in range(0, len(keys), BATCH):
        mine = (model_answer.c.project_id == project_id) & model_answer.c.key.in_(keys[at : at + BATCH])
        query = select(model_answer.c.key, model_answer.c.answer).where(mine, model_answer.c.answer != _UNANSWERED)
        found |= {str(key): _answer(str(text)) for key, text in connection.execute(query)}
    return found


def _answer(text: str) -> Answer:
    held = parse(text)
    assert isinstance(held, dict)  # noqa: S101  # written below
    proposals = tuple(Proposal(*each) for each in held["proposals"])
    return Answer(proposals, tuple((str(reason), int(count)) for reason, count in held["faults"]))


def claim(
    connection: Connection, project_id: str, key: str, *, model: str, job_id: str, taking: Spent, at: str
) -> None:
    """A call is about to be made: count it, with all it may take, before it is."""
    mine = (model_answer.c.project_id == project_id) & (model_answer.c.key == key)
    row = connection.execute(select(model_answer).where(mine)).one_or_none()
    if row is None:
        counts = {"calls": 0, "input_tokens": 0, "output_tokens": 0}
        names = {"project_id": project_id, "key": key, "model": model, "answer": _UNANSWERED, "job_id": job_id}
        connection.execute(insert(model_answer).values(**names, **counts, asked_at=at))
    elif row.job_id != job_id:
        fresh = {"calls": 0, "input_tokens": 0, "output_tokens": 0, "job_id": job_id, "asked_at": at}
        connection.execute(update(model_answer).where(mine).values(**fresh))
    _add(connection, project_id, key, taking)


def settle(connection: Connection, project_id: str, key: str, answer: Answer, correction: Spent) -> None:
    """The call was answered: keep the answer, and mend what it was reckoned to take by ``correction``."""
    mine = (model_answer.c.project_id == project_id) & (model_answer.c.key == key)
    proposals = [[each.quote, each.type, each.subject, each.attribute, each.value] for each in answer.proposals]
    text = canonical_text({"proposals": proposals, "faults": [list(each) for each in answer.faults]})
    connection.execute(update(model_answer).where(mine).values(answer=text))
    _add(connection, project_id, key, correction)


def _add(connection: Connection, project_id: str, key: str, more: Spent) -> None:
    mine = (model_answer.c.project_id == project_id) & (model_answer.c.key == key)
    values = {name: model_answer.c[name] + getattr(more, name) for name in Spent.__slots__}
    connection.execute(update(model_answer).where(mine).values(**values))


def spent(connection: Connection, project_id: str, job_id: str) -> Spent:
    """What a job's calls have taken, its unanswered ones with all they may have taken."""
    mine = (model_answer.c.project_id == project_id) & (model_answer.c.job_id == job_id)
    sums = [func.coalesce(func.sum(model_answer.c[name]), 0) for name in Spent.__slots__]
    return Spent(*(int(each) for each in connection.execute(select(*sums).where(mine)).one()))


def put_counts(connection: Connection, project_id: str, source_id: str, asking: Asking | None) -> None:
    """Put a document's counts in the place of whatever was counted before."""
    connection.execute(delete(model_count).where(model_count.c.source_id == source_id))
    rows = [
        {"project_id": project_id, "source_id": source_id, "what": what, "count": count}
        for what, count in (_counts(asking) if asking else ())
    ]
    if rows:
        connection.execute(insert(model_count), rows)


def _counts(asking: Asking) -> Iterator[tuple[str, int]]:
    for name in ("passages", "answered", "proposed", "kept"):
        yield name, getattr(asking, name)
    for group, reasons in (("silent", asking.silent), ("dropped", asking.dropped)):
        for reason, count in reasons:
            yield f"{group}:{reason}", count
