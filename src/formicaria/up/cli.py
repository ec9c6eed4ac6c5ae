"""`formicaria`: start both services for a look around."""

from __future__ import annotations

import signal
import sys
import tempfile
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated

import typer

from formicaria.ground.output import EXIT_CODES, Output, run

app = typer.Typer(
    name="formicaria",
    help="Start FORAGER and ANTHILL together.",
    no_args_is_help=True,
    add_completion=False,
    epilog=EXIT_CODES,
)


@app.callback()
def _root() -> None:
    """Start FORAGER and ANTHILL together."""


@app.command(epilog="Example: formicaria demo --once\n\n" + EXIT_CODES)
def demo(
    once: Annotated[bool, typer.Option("--once", help="End after printing instead of serving until Ctrl-C.")] = False,
    corpus: Annotated[Path, typer.Option(help="The folder of files to read.")] = Path("examples/falcon"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Read the Falcon files, run one mission on them, and print the answer, its evidence and the open disagreements."""
    from formicaria.up import demo as demonstration
    from formicaria.up.show import as_json as program_view
    from formicaria.up.show import show

    signal.signal(signal.SIGTERM, _interrupt)
    output = Output(as_json=as_json)
    with tempfile.TemporaryDirectory(prefix="formicaria-demo-") as folder, output.progress() as progress:
        output.note("Starting FORAGER and ANTHILL on free loopback ports.")
        with demonstration.running(corpus, Path(folder), progress) as both:
            found = demonstration.findings(both, progress)
            output.data(program_view(both, found), lambda: show(output, both, found))
            sys.stdout.flush()
            if not once:
                output.note("Both services run until Ctrl-C; then they and their data folder are removed.")
                _until_interrupted()


def _until_interrupted() -> None:
    try:
        Event().wait()
    except KeyboardInterrupt:
        print(file=sys.stderr)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line."""
    sys.exit(run(app))


if __name__ == "__main__":
    main()
