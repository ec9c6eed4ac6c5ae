"""The command line: thin, and fast to answer; a command loads what it needs when it runs."""

from __future__ import annotations

import typer

from anthill.cli import auditing, diagnosis, looking, missions, serving
from formicaria.ground import output

app = typer.Typer(
    name="anthill",
    help="A colony of role-bound ants: missions under contracts, with evidence.",
    epilog=output.EXIT_CODES + "\nmission run also: 8 done, and not verified.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("serve")(serving.serve)
app.add_typer(missions.app, name="mission")
app.command("missions")(missions.listed)
app.command("plan")(missions.plan)
app.command("roles")(looking.roles)
app.add_typer(auditing.app, name="audit")
app.command("doctor")(diagnosis.doctor)


def main() -> int:
    """Run the command that was typed; returns the exit code."""
    return output.run(app)
