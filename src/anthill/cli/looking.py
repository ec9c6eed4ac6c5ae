"""`anthill roles`."""

from __future__ import annotations

from anthill.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    UrlOption,
    colony_there,
    output_of,
    reading_desk,
)


def roles(
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Print every role: its kind, whether it can work, and why not.

    Example: anthill roles --json
    """
    out = output_of(as_json=as_json)
    if url or colony_there(data_dir):
        with reading_desk(data_dir, url, key_file) as desk:
            rows = desk.roles()
    else:
        rows = _shipped()
    columns = ("role", "kind", "implemented", "eligible", "reason", "scheduling", "limits")
    cells = [[_word(row[name]) for name in columns] for row in rows]
    out.data(rows, lambda: out.table(columns, cells, "There are no roles."))


def _shipped() -> list[dict[str, object]]:
    """Return the matrix of a colony nobody has set up yet."""
    from anthill.core.agents.handlers import HANDLERS
    from anthill.core.colony.colony import SERVICES
    from anthill.core.roles.availability import Gates, Roster, grant
    from anthill.core.roles.catalog import CATALOG
    from anthill.core.roles.matrix import matrix

    granted = grant((), model_available=False)
    roster = Roster(CATALOG, implemented=SERVICES | HANDLERS.keys(), gates=Gates(), tools=(), granted=granted)
    return [dict(row) for row in matrix(roster)]


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
