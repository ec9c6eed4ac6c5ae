"""``forager ingest``: files and folders in, an account of what became of each out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    ProjectOption,
    UrlOption,
    me,
    output_of,
    server,
    whole_store,
)

if TYPE_CHECKING:
    from forager.cli.account import Gathered, Ingested
    from forager.engine import Engine
    from forager.model.source import Project
    from formicaria.ground.output import Output


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders; a folder's files are named relative to it.")],
    project: ProjectOption,
    force: Annotated[bool, typer.Option("--force", help="Read everything again.")] = False,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> int:
    """Take in files, read them, and say what became of each. A missing project is made.

    Example: forager ingest examples/falcon --project falcon
    """
    from forager.cli.account import gather, show

    out = output_of(as_json=as_json)
    gathered = gather(paths, data_dir)
    if url:
        from forager.cli.ingest_remote import ingest_remote

        with server(url, key_file) as remote:
            done = ingest_remote(remote, project, gathered, out, force=force)
    else:
        with whole_store(data_dir, len(gathered.offered)) as engine:
            done = _ingested(engine, project, gathered, out, force=force)
    out.data(done.to_json(), lambda: show(done, out))
    return 0 if done.status == "completed" else 1


def _ingested(engine: Engine, ref: str, gathered: Gathered, out: Output, *, force: bool) -> Ingested:
    from forager.cli.account import account_of

    project = _project(engine, ref, out)
    taken = engine.accept(project.id, gathered.offered, me())
    # A job that was interrupted reads what waits now, the new files too.
    job = engine.unfinished_job(project.id) or engine.process(project.id, me(), force=force)
    _run(engine, job.id, out)
    return account_of(engine, engine.project(project.id), taken, gathered, engine.job(job.id))


def _project(engine: Engine, ref: str, out: Output) -> Project:
    from forager.errors import ProjectNotFound

    try:
        return engine.project(ref)
    except ProjectNotFound:
        if ref.startswith("proj_"):
            raise
    made = engine.create_project(ref, "", me())
    out.note(f'There was no project "{ref}"; it was made.')
    return made


def _run(engine: Engine, job_id: str, out: Output) -> None:
    from forager.cli.progress import watched

    with out.progress() as tell, watched(engine, job_id, tell):
        engine.run_jobs()
