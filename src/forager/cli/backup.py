"""``forager backup | backups | restore``: a whole store in one file, and a store made from one again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import DataDirOption, JsonOption, me, output_of, read_store, settings_of

if TYPE_CHECKING:
    from forager.store.backups import Backup


def backup(
    place: Annotated[Path, typer.Argument(help="A new file, or a folder in which one is made.")],
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
) -> None:
    """Write the whole store into one file, also while a server reads and writes it.

    Example: forager backup /mnt/backups
    """
    with read_store(data_dir) as engine:
        made = engine.backup(place, me())
    out = output_of(as_json=as_json)
    told = {"file": str(made.file), **_shown(made.backup), "originals": made.originals, "rows": made.rows}

    def people() -> None:
        out.line(
            f"{made.file}: {made.originals} originals and {made.rows} rows, {made.backup.size} bytes, read again and checked."
        )
        out.line(f"Digest {made.backup.digest}")

    out.data(told, people)


def backups(as_json: JsonOption = False, data_dir: DataDirOption = None) -> None:
    """List the backups that were taken of this store, the oldest first.

    Example: forager backups
    """
    with read_store(data_dir) as engine:
        found = engine.backups()
    out = output_of(as_json=as_json)
    rows = [(each.id, each.snapshot_at[:19], each.name, each.size) for each in found]
    out.data(
        {"items": [_shown(each) for each in found]},
        lambda: out.table(("id", "state of", "file", "bytes"), rows, "No backup was taken."),
    )


def _shown(made: Backup) -> dict[str, object]:
    return {name: getattr(made, name) for name in made.__slots__}


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `forager backup` wrote.")],
    keep_tokens: Annotated[
        bool,
        typer.Option("--keep-tokens", help="Leave tokens live that were live then; one revoked since lives again."),
    ] = False,
    digest: Annotated[
        str, typer.Option("--digest", help="The digest that `forager backup` told; another is refused.")
    ] = "",
    head: Annotated[
        Path | None, typer.Option("--head", help="Heads of the audit trail kept elsewhere, from before the backup.")
    ] = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
) -> None:
    """Make a store from a backup, in an empty data folder; a damaged or foreign file is refused whole.

    Cursors of the feed, sessions and tokens end, and the operator's key is made anew.

    Example: forager restore /mnt/backups/falcon.forager-backup --data-dir /srv/forager
    """
    from forager.backup.restore import How
    from forager.backup.restore import restore as restored
    from forager.cli.audit import heads_in
    from formicaria.ground.clock import SystemClock

    how = How(keep_tokens=keep_tokens, digest=digest, kept=heads_in(head) if head else None)
    settings = settings_of(data_dir)
    done = restored(settings, file, SystemClock(), me(), how)
    out = output_of(as_json=as_json)
    told = {
        **_shown(done.backup), "generation": done.identity.generation, "projects": done.projects,
        "originals": done.originals, "audit_entries": done.entries, "ended_credentials": done.ended,
    }  # fmt: skip

    def people() -> None:
        out.line(
            f"{settings.data_dir} holds the state of {done.backup.snapshot_at[:19]} UTC: {done.projects} projects,"
            f" {done.originals} originals, {done.entries} audit entries, all checked."
        )
        out.line(
            f"{done.ended} sessions and tokens ended. Cursors of the feed ended; the operator's key is made at the first start."
        )

    out.data(told, people)
