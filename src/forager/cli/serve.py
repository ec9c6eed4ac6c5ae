"""``forager serve``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import DataDirOption, settings_of
from formicaria.ground.output import Output

if TYPE_CHECKING:
    from forager.engine import Engine


def serve(
    data_dir: DataDirOption = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on (FORAGER_HOST, else 127.0.0.1).")] = "",
    port: Annotated[
        int, typer.Option("--port", min=-1, max=65_535, help="Port (FORAGER_PORT, else 8790); 0 takes a free one.")
    ] = -1,
) -> None:
    """Serve the HTTP interface and run jobs, until Ctrl-C.

    Example: forager serve --data-dir /srv/forager --port 0
    """
    from dataclasses import replace

    from forager import asgi
    from formicaria.ground import leash

    leash.hold(also="FORAGER_SUPERVISED")
    out, found = Output(), settings_of(data_dir)
    settings = replace(found, host=host or found.host, port=found.port if port < 0 else port).checked()
    for finding in settings.findings:
        out.note(finding)

    def announce(engine: Engine, address: str) -> None:
        made = "The operator key was made" if engine.operator_key_made else "The operator key is"
        out.note(f"{made} in {settings.data_dir / 'operator.key'}.")
        print(f"listening on {address}", flush=True)

    asgi.serve(settings, announce)
