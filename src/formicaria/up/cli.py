"""`formicaria`: start both services, for real use or for a look around."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from formicaria.ground.output import EXIT_CODES, Output, run

app = typer.Typer(
    name="formicaria",
    help="Start FORAGER and ANTHILL together.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=EXIT_CODES,
)
DataDir = Annotated[
    Path | None,
    typer.Option(
        "--data-dir", help="Folder that keeps everything (FORMICARIA_DATA_DIR, else formicaria in your data folder)."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser when there is a display.")]


@app.callback()
def _root() -> None:
    """Start FORAGER and ANTHILL together."""


@app.command(
    short_help="Run both services, and read a folder.",
    epilog="Examples: formicaria up ~/Documents/contracts · formicaria up · "
    "formicaria up . --project inbox --once --json > account.json\n\n" + EXIT_CODES,
)
def up(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of documents to read into a base of its name.")
    ] = None,
    project: Annotated[str, typer.Option("--project", "-p", help="The base's name, instead of the folder's.")] = "",
    data_dir: DataDir = None,
    once: Annotated[bool, typer.Option("--once", help="End after printing instead of serving until Ctrl-C.")] = False,
    browser: Browser = True,
    as_json: AsJson = False,
) -> None:
    """Run both services; read FOLDER and say what was read, what was not and why, and what the documents disagree on."""
    from formicaria.up import home
    from formicaria.up.session import Asked
    from formicaria.up.session import up as run_both

    _obey_signals()
    # A shell leaves a tilde alone inside quotes and after make's FOLDER=.
    named = folder.expanduser() if folder else None
    run_both(home.chosen(data_dir), Asked(named, project, once, browser), Output(as_json=as_json))


@app.command(
    short_help="Print a fresh sign-in link for both services.",
    epilog="Example: formicaria link\n\n" + EXIT_CODES,
)
def link(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Print a fresh sign-in link for the services that run: good once, for ten minutes, for both."""
    from formicaria.up import home
    from formicaria.up.links import fresh, shown

    output = Output(as_json=as_json)
    made = fresh(home.chosen(data_dir))
    output.data({"url": made.url, "expires_at": made.expires_at}, lambda: shown(output, made))


@app.command(
    short_help="See both at work on the example files.",
    epilog="Example: formicaria demo --once\n\n" + EXIT_CODES,
)
def demo(
    once: Annotated[bool, typer.Option("--once", help="End after printing instead of serving until Ctrl-C.")] = False,
    corpus: Annotated[Path, typer.Option(help="The folder of files to read.")] = Path("examples/falcon"),
    as_json: AsJson = False,
) -> None:
    """Read the Falcon files, run one mission on them, and print the answer, its evidence and the open disagreements."""
    from formicaria.up.show import demonstrate

    _obey_signals()
    demonstrate(corpus, Output(as_json=as_json), once=once)


def _obey_signals() -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    # A second one must not break off the orderly end that the first one began; that end takes no longer than its grace.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line."""
    sys.exit(run(app))


if __name__ == "__main__":
    main()
