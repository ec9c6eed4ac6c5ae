"""Tier A: labels and values that stand apart on a sheet, in the same row or one below the other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from forager.extract.attributes import attribute_for, get
from forager.extract.contents import cell_contents
from forager.extract.labels import Label, is_label, read_label
from forager.extract.modality import modality_of
from forager.extract.qualifiers import as_pairs
from forager.extract.rules.structure import SHEET_FIELD
from forager.extract.scope import Scope
from forager.extract.table_units import is_unit, measured, readable
from forager.extract.view import view
from forager.extract.worth import is_code, is_placeholder
from forager.model.document import Block, Location, ParsedDocument, Zone
from forager.model.statement import Span, Statement, Value

_CELL = re.compile(r"(?P<letters>[A-Z]{1,3})(?P<row>\d{1,7})")
_ASIDE = re.compile(r"(?:note|see|ref\.?|remark|footnote)s?\s?\d*\.?", re.IGNORECASE)
"""Cells beside a value that only point elsewhere."""
MARK = ":"
FEWEST = 3
"""Rows in which a column of labels and one of values must meet when no colon stands between them."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A filled cell: sheet, row and column, its span in the text; ``block`` when it is a block of its own."""

    sheet: str
    row: int
    column: int
    start: int
    end: int
    text: str
    block: Block | None = None


def sheet_fields(scope: Scope, document: ParsedDocument) -> Iterator[Statement]:
    """What labels on a sheet say together with values that the layout keeps in another part of it."""
    if not any(block.location.kind == "sheet" for block in document.blocks[:3]):
        return
    alone = [spot for block in document.blocks if (spot := _alone(scope, block)) is not None]
    rows: dict[tuple[str, int], list[_Spot]] = defaultdict(list)
    for spot in (*alone, *_cells_behind_marks(scope, document)):
        rows[spot.sheet, spot.row].append(spot)
    labels = [spot for spot in alone if _names_field(spot.text)]
    facing = _facing(labels, rows)
    for label in labels:
        right = sorted((spot for spot in rows[label.sheet, label.row] if spot.column > label.column), key=_column)
        yield from _beside(scope, label, right, facing)
        yield from _below(scope, label, rows[label.sheet, label.row], rows[label.sheet, label.row + 1])


def _column(spot: _Spot) -> int:
    return spot.column


def _alone(scope: Scope, block: Block) -> _Spot | None:
    """A cell that is a block of its own."""
    if block.zone not in {Zone.PARAGRAPH, Zone.HEADING}:
        return None
    return _spot(scope, block.location, block.start, block.end, block)


def _spot(scope: Scope, location: Location, start: int, end: int, block: Block | None = None) -> _Spot | None:
    place = _CELL.fullmatch(str(location.get("cell")))
    if place is None or location.get("address_to") is not None:
        return None
    column = 0
    for letter in place["letters"]:
        column = column * 26 + ord(letter) - ord("A") + 1
    text = view(scope.text, start, end).text
    return _Spot(str(location.get("sheet")), int(place["row"]), column, start, end, text, block)


def _cells_behind_marks(scope: Scope, document: ParsedDocument) -> Iterator[_Spot]:
    """The cells of tables in which a column holds nothing but colons: their labels stand outside."""
    for table in document.tables:
        spots = [
            spot for cell in table.cells if (spot := _spot(scope, cell.location, cell.start, cell.end)) is not None
        ]
        marks = {spot.column for spot in spots if spot.text == MARK}
        if marks and all(spot.text == MARK or _is_unit(spot.text) for spot in spots if spot.column < min(marks)):
            yield from spots


_CHOICE = re.compile(r"\w{1,5}/\w{1,5}")
"""What may be filled in: "Yes/no"."""
SHORT = 3
"""Characters of a text that can only be a unit, where a colon follows."""


def _is_unit(text: str) -> bool:
    return len(text) <= SHORT or is_unit(text) or _CHOICE.fullmatch(text) is not None


def _names_field(text: str) -> bool:
    """Whether a cell can be a label: a few words that open with a capital, no figure."""
    bare = text.rstrip(" :.")
    named = bare[:1].isupper() and len(bare) > 2 and not any(char.isdigit() for char in bare)
    words = is_label(bare) or is_label(bare.partition(" ")[2])  # "Rated voltage": the participle belongs to its noun
    return named and words and not is_placeholder(bare) and not is_code(bare)


def _facing(
    labels: Sequence[_Spot], rows: Mapping[tuple[str, int], Sequence[_Spot]]
) -> frozenset[tuple[str, int, int]]:
    """Sheet and row of labels, and column of values, where one cell alone faces each label of several rows that touch.

    Half of the values are no words that could be labels too: two lists side by side are no labels and values.
    """
    met: dict[tuple[str, int, int], dict[int, _Spot]] = defaultdict(dict)
    for label in labels:
        right = [spot for spot in rows[label.sheet, label.row] if spot.column > label.column]
        if len(right) == 1 and not label.text.isupper():
            met[label.sheet, label.column, right[0].column][label.row] = right[0]
    return frozenset(
        (sheet, row, column)
        for (sheet, _, column), values in met.items()
        for run in _runs(sorted(values))
        if len(run) >= FEWEST and sum(_names_field(values[row].text) for row in run) * 2 <= len(run)
        for row in run
    )


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """The stretches of numbers that follow one another."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    yield run


def _beside(
    scope: Scope, label: _Spot, right: Sequence[_Spot], facing: frozenset[tuple[str, int, int]]
) -> Iterator[Statement]:
    """The value in the label's own row: behind a colon, with its unit before it; or in the column that faces the label's."""
    marks = [place for place, spot in enumerate(right) if spot.text == MARK]
    told = [spot for spot in right if spot.text != MARK and not _ASIDE.fullmatch(spot.text)]
    if len(marks) == 1:
        values = [spot for spot in right[marks[0] + 1 :] if spot in told]
        units = [spot for spot in right[: marks[0]] if spot in told]
        if len(values) == 1 and len(units) <= 1:
            yield from _field(scope, label, values[0], units[0].text if units else "")
    elif not marks and len(told) == 1 and len(right) == 1:
        from_table = told[0].block is None
        if from_table or (label.sheet, label.row, told[0].column) in facing:
            yield from _field(scope, label, told[0], "")


def _is_open(spot: _Spot) -> bool:
    """Whether a label ends in the colon that its value follows."""
    return spot.text.endswith(MARK) and _names_field(spot.text)


def _below(scope: Scope, label: _Spot, beside: Sequence[_Spot], under: Sequence[_Spot]) -> Iterator[Statement]:
    """The value in the cell under a label that ends in a colon, or is a known attribute beside such labels."""
    known = get(attribute_for(label.text)) is not None and any(_is_open(spot) for spot in beside)
    value = next((spot for spot in under if spot.column == label.column), None)
    taken = any(spot.column == label.column + 1 and not _names_field(spot.text) for spot in beside)
    if value is None or taken or not (_is_open(label) or known) or value.text.endswith(MARK):
        return
    yield from _field(scope, label, value, "")


def _field(scope: Scope, spot: _Spot, value: _Spot, unit: str) -> Iterator[Statement]:
    label = read_label(spot.text.rstrip(" :"))
    item = view(scope.text, value.start, value.end)
    if not label.key or is_placeholder(item.text) or is_code(item.text):
        return
    for content in cell_contents(scope, replace(label, unit=label.unit or readable(unit)), item):
        place = item.span(content.start, content.end)
        first = spot.start if 0 <= value.start - spot.end <= 2 else value.start
        yield _told(scope, label, spot, (first, value.end), measured(content.value, unit), place)


def _told(
    scope: Scope, label: Label, spot: _Spot, whole: tuple[int, int], value: Value, place: tuple[int, int]
) -> Statement:
    """The statement of a label and its value; ``whole`` is the excerpt: the value's cell, with the label where it stands right before."""
    heading = scope.subject_above(spot.block) if spot.block is not None else None
    headers = [(spot.start, spot.end), *([(heading.start, heading.end)] if heading is not None else [])]
    return Statement(
        type=SHEET_FIELD.type,
        sentence=scope.text[slice(*whole)].strip(),
        spans=(Span("sentence", *whole), Span("value", *place), *(Span("header", *each) for each in headers)),
        rule=SHEET_FIELD.label,
        support=SHEET_FIELD.support,
        subject=heading.name if heading is not None else "",
        about_document=heading is None,
        attribute=label.key,
        qualifiers=as_pairs(list(label.qualifiers)),
        modality=modality_of(label.words),
        value=value,
    )
