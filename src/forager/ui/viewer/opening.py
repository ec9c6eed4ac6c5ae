"""Which view opens a document: by the parser that read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from forager.ui.viewer.grid import Grid, table_grid
from forager.ui.viewer.lines import Lines, lines
from forager.ui.viewer.look import Look
from forager.ui.viewer.mail import Mail, mail
from forager.ui.viewer.pages import Apart, Pages, here, pages
from forager.ui.viewer.paper import Paper, paper
from forager.ui.viewer.rows import rows
from forager.ui.viewer.sheets import sheet
from forager.ui.viewer.slides import Slides, slides
from forager.ui.viewer.stored import Kept

View = Lines | Mail | Grid | Paper | Slides | Pages

_VIEWS: Final[dict[str, Callable[[Kept, Look], View]]] = {
    "text": lines, "markdown": lines, "mail": mail, "csv": rows, "xlsx": sheet, "pptx": slides,
}  # fmt: skip


def view(kept: Kept, look: Look, data: bytes | None = None, apart: Apart = here) -> View:
    """The document round the excerpt or the place asked for; of a document of paragraphs one table alone when it is asked for.

    ``data`` are the original bytes: a PDF is shown as its own pages when they are there; ``apart`` is where it is opened.
    """
    if look.table and 0 < look.table <= len(kept.tables):
        return table_grid(kept, look, kept.tables[look.table - 1])
    if kept.parser == "pdf" and data is not None:
        return pages(kept, look, data, apart)
    return _VIEWS.get(kept.parser, paper)(kept, look)
