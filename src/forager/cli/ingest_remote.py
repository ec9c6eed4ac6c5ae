"""``forager ingest --url``: the same over HTTP, a bounded request at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from forager.cli.account import Gathered, Ingested
from forager.cli.progress import words
from forager.store.names import logical_name
from formicaria.ground.errors import InvalidRequest

if TYPE_CHECKING:
    from forager.accept.files import Offered
    from forager.cli.remote import Json, Remote
    from formicaria.ground.output import Output

MOST_FILES = 100
MOST_BYTES = 16 * 2**20
"""In one request; a larger file goes by itself."""
LOOK_SECONDS = 0.2
ENDED = {"completed", "failed", "cancelled"}


def ingest_remote(remote: Remote, ref: str, gathered: Gathered, out: Output, *, force: bool) -> Ingested:
    """Upload, process, wait, and tell what the server says."""
    project = remote.project(ref)
    if project is None:
        project = remote.create_project(ref)
        out.note(f'There was no project "{ref}"; it was made.')
    id_ = str(project["id"])
    answers, unreadable = _uploaded(remote, id_, gathered.offered)
    job = _waited(remote, str(remote.process(id_, force=force)["id"]), out)
    living = [each for each in remote.sources(id_) if each["state"] == "live"]
    names = {str(each["id"]): _name(each) for each in living}
    stages = _list(job["stages"])
    return Ingested(
        project_id=id_,
        project=str(project["name"]),
        status=str(job["status"]),
        error=_error(job),
        job_id=str(job["id"]),
        revision=int(str(remote.get(f"projects/{id_}")["revision_id"]).removeprefix("rev_") or 0),
        registered=_names(answers, "registered"),
        replaced=_names(answers, "replaced"),
        unchanged=_names(answers, "duplicates"),
        rejected=(*unreadable, *_rejected(answers)),
        skipped=tuple((each.name, each.why) for each in gathered.skipped),
        failed=tuple((_name(each), str(each["failure"])) for each in living if each["processing_status"] == "failed"),
        warnings=tuple(str(words) for stage in stages for words in _warnings(stage)),
        duplicates=tuple((_name(each), names[str(each["duplicate_of"])]) for each in _copies(living, names)),
        documents=sum(each["processing_status"] == "processed" for each in living),
        statements=remote.count(id_, "knowledge"),
        disagreements=remote.count(id_, "conflicts", status="open"),
        stages=tuple({**stage, "warnings": len(_warnings(stage))} for stage in stages),
    )


def _uploaded(
    remote: Remote, project_id: str, offered: Sequence[Offered]
) -> tuple[list[Json], tuple[tuple[str, str], ...]]:
    unreadable: list[tuple[str, str]] = []
    return [remote.upload(project_id, part) for part in _parts(offered, unreadable)], tuple(unreadable)


def _parts(offered: Sequence[Offered], unreadable: list[tuple[str, str]]) -> Iterator[list[tuple[str, bytes]]]:
    part: list[tuple[str, bytes]] = []
    size = 0
    for file in offered:
        try:
            logical_name(file.name)
            data = _bytes(file)
        except InvalidRequest as error:
            unreadable.append((file.name, error.sentence))
            continue
        except OSError as error:
            unreadable.append((file.name, f"It cannot be read ({error.strerror})."))
            continue
        if part and (len(part) >= MOST_FILES or size + len(data) > MOST_BYTES):
            yield part
            part, size = [], 0
        part.append((file.name, data))
        size += len(data)
    if part:
        yield part


def _bytes(file: Offered) -> bytes:
    if isinstance(file.content, bytes):
        return file.content
    with file.content() as stream:
        return stream.read()


def _waited(remote: Remote, job_id: str, out: Output) -> Json:
    pause = threading.Event()
    with out.progress() as tell:
        while (job := remote.job(job_id))["status"] not in ENDED:
            tell(words(str(job["current_stage"]), 0, 0, float(str(job["progress"]))))
            pause.wait(LOOK_SECONDS)
        tell(str(job["status"]))
    return job


def _error(job: Json) -> str:
    told = job.get("error")
    return str(told.get("message", "")) if isinstance(told, dict) else str(told or "")


def _names(answers: Sequence[Json], what: str) -> tuple[str, ...]:
    return tuple(_name(each) for each in _items(answers, what))


def _rejected(answers: Sequence[Json]) -> tuple[tuple[str, str], ...]:
    return tuple((_name(each), str(each["reason"])) for each in _items(answers, "rejected"))


def _items(answers: Sequence[Json], what: str) -> list[Json]:
    return [each for answer in answers for each in _list(answer[what])]


def _copies(living: Sequence[Json], names: dict[str, str]) -> list[Json]:
    return [each for each in living if each["duplicate_of"] not in {"", each["id"]} and each["duplicate_of"] in names]


def _warnings(stage: Json) -> list[object]:
    told = stage["warnings"]
    return told if isinstance(told, list) else []


def _list(value: object) -> list[Json]:
    return value if isinstance(value, list) else []


def _name(each: Json) -> str:
    return str(each["original_name"] if "original_name" in each else each["name"])
