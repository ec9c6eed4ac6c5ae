"""A document's structure as canonical JSON: what is needed to show it, and to find each place again."""

from __future__ import annotations

from forager.model.document import Block, Cell, ParsedDocument, Table
from formicaria.ground.canonical import canonical_text


def structure(document: ParsedDocument) -> str:
    """Parser, blocks, tables, properties, people and offset map; spans index the normalised text."""
    return canonical_text(
        {
            "parser": document.parser,
            "quality": document.quality,
            "blocks": [_block(block) for block in document.blocks],
            "tables": [_table(table) for table in document.tables],
            "properties": [list(pair) for pair in document.properties],
            "people": [list(person) for person in document.people],
            "runs": [[run.start, run.address, run.origin, run.line, run.newline, run.width] for run in document.runs],
        }
    )


def _block(block: Block) -> dict[str, object]:
    optional = {
        "headings": list(block.headings),
        "level": block.level,
        "label": list(block.label or ()),
        "value": list(block.value or ()),
        "author": block.author,
        "date": block.date,
    }
    held = {name: value for name, value in optional.items() if value}
    return {
        "zone": block.zone.value,
        "start": block.start,
        "end": block.end,
        "location": block.location.to_json(),
        **held,
    }


def _table(table: Table) -> dict[str, object]:
    return {
        "index": table.index,
        "start": table.start,
        "end": table.end,
        "headings": list(table.headings),
        "caption": table.caption,
        "cells": [_cell(cell) for cell in table.cells],
    }


def _cell(cell: Cell) -> dict[str, object]:
    return {
        "row": cell.row,
        "column": cell.column,
        "start": cell.start,
        "end": cell.end,
        "header": cell.header,
        "location": cell.location.to_json(),
    }
