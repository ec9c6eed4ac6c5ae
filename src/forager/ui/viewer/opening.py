"""Which view opens a document: by the parser that read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from forager.ui.viewer.grid import Grid, table_grid
from forager.ui.viewer.lines import Lines, lines
from forager.ui.viewer.look import Look
from forager.ui.viewer.mail import Mail, mail
from forager.ui.viewer.paper import Paper, paper
from forager.ui.viewer.rows import rows
from forager.ui.viewer.sheets import sheet
from forager.ui.viewer.stored import Kept

View = Lines | Mail | Grid | Paper

_VIEWS: Final[dict[str, Callable[[Kept, Look], View]]] = {
    "text": lines, "markdown": lines, "mail": mail, "csv": rows, "xlsx": sheet,
}  # fmt: skip


def view(kept: Kept, look: Look) -> View:
    """The document round the excerpt or the place asked for; of a document of paragraphs one table alone when it is asked for."""
    if look.table and 0 < look.table <= len(kept.tables):
        return table_grid(kept, look, kept.tables[look.table - 1])
    return _VIEWS.get(kept.parser, paper)(kept, look)
