"""`anthill mission run | show | cancel`, `anthill missions`, `anthill plan`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from anthill.cli.desk import Row
from anthill.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    ProjectOption,
    UrlOption,
    colony_there,
    output_of,
    reading_desk,
    working_desk,
)
from anthill.cli.printing import print_plan, print_report
from formicaria.ground.errors import InvalidRequest

NOT_VERIFIED = 8
FAILED = 1

app = typer.Typer(no_args_is_help=True, help="Run a mission, read one, or stop one.", rich_markup_mode=None)
GoalArgument = Annotated[str, typer.Argument(help="The question or task, in words.")]
WorkflowOption = Annotated[
    Path | None,
    typer.Option("--workflow", help="JSON file with the steps you want: tasks, required_roles, output_schema."),
]


@app.command("run")
def run(
    goal: GoalArgument,
    project: ProjectOption = "",
    workflow: WorkflowOption = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> int:
    """Run a mission and print its answer with evidence.

    Exit codes: 0 done and verified, 8 done and not verified, 1 not done; the others as for every command.
    Example: anthill mission run "When does Project Falcon launch?" --project falcon
    """
    out = output_of(as_json=as_json)
    with working_desk(data_dir, url, key_file) as desk, out.progress() as show:
        report = desk.run_mission(_request(goal, project, workflow), show)
    out.data(report, lambda: print_report(out, report))
    return _exit_code(report)


@app.command("show")
def show(
    mission_id: Annotated[str, typer.Argument(help="Id of a mission.")],
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Print everything there is to read of a mission, from its rows.

    Example: anthill mission show mis_7k2…
    """
    out = output_of(as_json=as_json)
    with reading_desk(data_dir, url, key_file) as desk:
        report = desk.report(mission_id)
    out.data(report, lambda: print_report(out, report))


@app.command("cancel")
def cancel(
    mission_id: Annotated[str, typer.Argument(help="Id of a mission.")],
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Begin nothing more for a mission.

    Example: anthill mission cancel mis_7k2… --url http://127.0.0.1:8713 --key-file .anthill/operator.key
    """
    out = output_of(as_json=as_json)
    with working_desk(data_dir, url, key_file) as desk:
        row = desk.cancel(mission_id)
    out.data(row, lambda: out.line(f"{row['mission_id']}: {row['outcome'] or row['stop_reason'] or row['status']}"))


def listed(
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="How many at most.")] = 50,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List missions, newest first.

    Example: anthill missions --limit 10
    """
    out = output_of(as_json=as_json)
    with reading_desk(data_dir, url, key_file) as desk:
        rows = desk.missions(limit)
    columns = ("mission_id", "status", "outcome", "project_id", "created_at", "goal")
    cells = [[_one_line(row[name]) for name in columns] for row in rows]
    out.data(rows, lambda: out.table(columns, cells, "There are no missions yet."))


def plan(
    goal: GoalArgument,
    project: ProjectOption = "",
    workflow: WorkflowOption = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Preview the plan a mission would get, or its refusal; nothing runs.

    Example: anthill plan "When does Project Falcon launch?"
    """
    out = output_of(as_json=as_json)
    # A preview only looks, so it works beside a server that holds the folder; the first one makes the colony.
    open_desk = reading_desk if colony_there(data_dir) else working_desk
    with open_desk(data_dir, url, key_file) as desk:
        row = desk.plan(_request(goal, project, workflow))
    out.data(row, lambda: print_plan(out, row))


def _request(goal: str, project: str, workflow: Path | None) -> dict[str, Any]:
    request: dict[str, Any] = {"goal": goal, "project_id": project}
    return request if workflow is None else request | {"workflow": _read(workflow)}


def _read(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidRequest(f"The workflow file {path} is not readable JSON.") from error
    if not isinstance(value, dict):
        raise InvalidRequest(f"The workflow file {path} must hold one JSON object.")
    return value


def _exit_code(report: Row) -> int:
    known = {"completed_verified": 0, "completed_unverified": NOT_VERIFIED, "partial": NOT_VERIFIED}
    return known.get(str(report["outcome"]), FAILED)


def _one_line(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:59]}…"
