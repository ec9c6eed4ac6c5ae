"""The command line: thin, and fast to answer; a command loads what it needs when it runs."""

from __future__ import annotations

import typer

from forager.cli import acts, audit, backup, checks, exports, ingest, item, past, reading, rules, serve, tokens, why
from formicaria.ground import output

app = typer.Typer(
    name="forager",
    help="Raw documents in, traceable knowledge out.",
    epilog=output.EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("serve")(serve.serve)
app.command("ingest")(ingest.ingest)
app.command("verify")(checks.verify)
app.command("rebuild")(checks.rebuild)
app.command("doctor")(checks.doctor)
app.command("backup")(backup.backup)
app.command("backups")(backup.backups)
app.command("restore")(backup.restore)
app.command("rules")(rules.rules)
app.add_typer(tokens.app, name="token")
app.add_typer(audit.app, name="audit")

reading.register(app)
item.register(app)
past.register(app)
exports.register(app)
acts.register(app)
why.register(app)


def main() -> int:
    """Run the command that was typed; the exit code."""
    return output.run(app)
