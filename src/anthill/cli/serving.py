"""`anthill serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from anthill.cli.options import DataDirOption, data_dir_of, output_of


def serve(
    data_dir: DataDirOption = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on (ANTHILL_HOST, else 127.0.0.1).")] = "",
    port: Annotated[
        int, typer.Option("--port", min=-1, max=65_535, help="Port (ANTHILL_PORT, else 8713); 0 takes a free one.")
    ] = -1,
) -> None:
    """Serve the HTTP interface and work on missions, until Ctrl-C.

    Example: anthill serve --data-dir /srv/anthill --port 0
    """
    from anthill.host.opening import KEY_FILE, opened
    from anthill.host.serving import serve as serve_colony
    from formicaria.ground import leash, logs

    leash.hold()
    out, folder = output_of(as_json=False), data_dir_of(data_dir)
    with opened(folder, "anthill serve") as here:
        settings = here.settings
        logs.configure(str(settings.get("log_level")))
        for finding in settings.findings:
            out.note(finding)
        wanted = settings.get("port") if port < 0 else port
        address = host or str(settings.get("host"))

        def ready(where: str) -> None:
            out.note(f"The operator key is in {folder / KEY_FILE}.")
            print(f"listening on {where}", flush=True)

        serve_colony(here, address, int(str(wanted)), ready)
    out.note("The colony stopped.")
