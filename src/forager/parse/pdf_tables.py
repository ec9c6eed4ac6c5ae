"""Tables of a page: ruled grids, and columns that stand in line. Only what is surely a table becomes one."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from forager.parse.pdf_lines import Box, Fragment, Line, lines_of
from forager.parse.pdf_page import Rule
from forager.parse.table_shape import is_typed, shape_of

SLACK = 300
"""How far two ruled lines may miss one another and still meet, 1/100 pt."""
MAX_RULES = 3_000


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell and its lines; merged cells stand where they begin."""

    row: int
    column: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table in reading order of its cells. When not ``sure`` it is shown as a table and stated by nobody."""

    cells: tuple[GridCell, ...]
    box: Box
    page: int
    sure: bool = True


# --- ruled grids


def ruled_grids(fragments: Sequence[Fragment], rules: Sequence[Rule], page: int) -> tuple[list[Grid], list[Fragment]]:
    """The grids drawn with lines, and the fragments that lie in none."""
    grids: list[Grid] = []
    rest = list(fragments)
    if len(rules) > MAX_RULES:
        return grids, rest
    for group in _components(_merged(rules)):
        frame = _Frame.of(group)
        if frame is None:
            continue
        inside = [f for f in rest if frame.holds(f)]
        grid = frame.grid(inside, page)
        if grid is not None:
            grids.append(grid)
            taken = set(map(id, inside))
            rest = [f for f in rest if id(f) not in taken]
    return grids, rest


def _merged(rules: Sequence[Rule]) -> list[Rule]:
    """Lines drawn in pieces or twice as one."""
    made: list[Rule] = []
    for rule in sorted(rules, key=lambda r: (r.horizontal, r.at, r.start, r.end)):
        for number in range(len(made) - 1, max(-1, len(made) - 40), -1):
            other = made[number]
            near = other.horizontal == rule.horizontal and rule.at - other.at <= 150
            if near and rule.start <= other.end + SLACK and other.start <= rule.end + SLACK:
                made[number] = Rule(rule.horizontal, other.at, min(other.start, rule.start), max(other.end, rule.end))
                break
        else:
            made.append(rule)
    return made


def _components(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Lines that hang together through crossings."""
    flat = [r for r in rules if r.horizontal]
    upright = [r for r in rules if not r.horizontal]
    seen: set[Rule] = set()
    for first in flat:
        if first in seen:
            continue
        group, queue = [first], [first]
        seen.add(first)
        while queue:
            here = queue.pop()
            for other in upright if here.horizontal else flat:
                if other not in seen and _meet(here, other):
                    seen.add(other)
                    group.append(other)
                    queue.append(other)
        yield group


def _meet(one: Rule, other: Rule) -> bool:
    return one.start - SLACK <= other.at <= one.end + SLACK and other.start - SLACK <= one.at <= other.end + SLACK


def _places(values: Sequence[int]) -> list[int]:
    """Distinct places, those closer than a line's width taken together."""
    made: list[int] = []
    for value in sorted(values):
        if not made or value - made[-1] > 400:
            made.append(value)
    return made


@dataclass(frozen=True, slots=True)
class _Frame:
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> _Frame | None:
        flat = [r for r in rules if r.horizontal]
        upright = [r for r in rules if not r.horizontal]
        if len(flat) < 2 or not upright:
            return None
        xs = _places([*(r.at for r in upright), min(r.start for r in flat), max(r.end for r in flat)])
        ys = _places([*(r.at for r in flat), min(r.start for r in upright), max(r.end for r in upright)])
        if len(xs) < 3 or len(ys) < 3 or len(xs) * len(ys) > 20_000:
            return None
        return cls(tuple(xs), tuple(ys), tuple(rules))

    def holds(self, fragment: Fragment) -> bool:
        x, y = _middle(fragment)
        return self.xs[0] - SLACK <= x <= self.xs[-1] + SLACK and self.ys[0] <= y <= self.ys[-1]

    def grid(self, inside: Sequence[Fragment], page: int) -> Grid | None:
        """The table, or None when what is drawn is something else: a chart, a frame round running text."""
        owners = self._owners()
        held: dict[tuple[int, int], list[Fragment]] = {}
        crossing = 0
        for fragment in inside:
            x, y = _middle(fragment)
            row = min(max(bisect_right(self.ys, y) - 1, 0), len(self.ys) - 2)
            column = min(max(bisect_right(self.xs, x) - 1, 0), len(self.xs) - 2)
            held.setdefault(owners[row, column], []).append(fragment)
            crossing += self._crosses(fragment, row)
        if len({row for row, _ in held}) < 2 or len({column for _, column in held}) < 2 or len(held) < 4:
            return None
        if crossing * 6 > len(inside) or len(held) * 3 < len(set(owners.values())):
            return None
        cells = [
            GridCell(row, column, tuple(lines_of(held.get((row, column), ()), page)))
            for row, column in sorted(set(owners.values()))
        ]
        kept = _compact(cells)
        return Grid(kept, (self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]), page, _is_even(kept))

    def _crosses(self, fragment: Fragment, row: int) -> bool:
        return any(
            fragment.box[0] < x - 200 and fragment.box[2] > x + 200 and self._ruled(False, x, row)
            for x in self.xs[1:-1]
        )

    def _owners(self) -> dict[tuple[int, int], tuple[int, int]]:
        """For each place of the grid the place where its cell begins."""
        owners: dict[tuple[int, int], tuple[int, int]] = {}
        for row in range(len(self.ys) - 1):
            for column in range(len(self.xs) - 1):
                if column and not self._ruled(False, self.xs[column], row):
                    owners[row, column] = owners[row, column - 1]
                elif row and not self._ruled(True, self.ys[row], column):
                    owners[row, column] = owners[row - 1, column]
                else:
                    owners[row, column] = (row, column)
        return owners

    def _ruled(self, horizontal: bool, at: int, number: int) -> bool:
        """Whether a line is drawn at ``at`` along the row or column ``number``."""
        along = self.xs if horizontal else self.ys
        middle = (along[number] + along[number + 1]) // 2
        return any(
            r.horizontal == horizontal and abs(r.at - at) <= 400 and r.start - SLACK <= middle <= r.end + SLACK
            for r in self.rules
        )


def _middle(fragment: Fragment) -> tuple[int, int]:
    return (fragment.box[0] + fragment.box[2]) // 2, (fragment.box[1] + fragment.box[3]) // 2


def _compact(cells: Sequence[GridCell]) -> tuple[GridCell, ...]:
    """Rows and columns that hold nothing are drawn, not meant."""
    filled = [cell for cell in cells if cell.lines]
    rows = {row: number for number, row in enumerate(sorted({cell.row for cell in filled}))}
    columns = {column: number for number, column in enumerate(sorted({cell.column for cell in filled}))}
    return tuple(
        GridCell(rows[cell.row], columns[cell.column], cell.lines)
        for cell in cells
        if cell.row in rows and cell.column in columns
    )


def _is_even(cells: Sequence[GridCell]) -> bool:
    """Most rows hold two cells or more, as those of a table do and the boxes of a drawing do not."""
    filled = Counter(cell.row for cell in cells if cell.lines)
    return sum(1 for count in filled.values() if count >= 2) * 10 >= len(filled) * 6


# --- columns in line


def aligned_runs(lines: Sequence[Line], rules: Sequence[Rule]) -> Iterator[tuple[int, int]]:
    """Stretches of lines that hold several parts side by side, at least two of them; single parts between belong to them.

    A ruled line below two or more such lines ends a stretch; below one it parts the names of the columns from their values.
    """
    start = None
    last = 0
    for number, line in enumerate(lines):
        near = start is None or line.base - lines[number - 1].base <= 3 * line.style.size
        near = near and not (start is not None and number - start > 1 and _ruled_off(lines[number - 1], line, rules))
        if line.gaps and near:
            start = number if start is None else start
            last = number
        elif start is not None and (
            not near or number - last > 1 or len(line.fragments) > 1 or _is_wide(line, lines[start:number])
        ):
            if last > start:
                yield start, last + 1
            start = number if line.gaps else None
            last = number
    if start is not None and last > start:
        yield start, last + 1


def _ruled_off(above: Line, below: Line, rules: Sequence[Rule]) -> bool:
    return any(
        above.base < rule.at < below.base and rule.start < below.box[2] - 600 and rule.end > below.box[0] + 600
        for rule in rules
    )


def _is_wide(line: Line, run: Sequence[Line]) -> bool:
    """A line of running text: it reaches over the gaps of the lines above."""
    return any(
        before.box[2] < line.box[2] - 200 and line.box[0] < after.box[0] - 200
        for other in run
        for before, after in pairwise(other.fragments)
    )


def aligned_grid(lines: Sequence[Line]) -> Grid:
    """The stretch as a table; ``sure`` only when every part has its column and every row its beginning."""
    size = round(median(line.style.size for line in lines))
    columns = _column_spans([line for line in lines if line.gaps], size)
    rows, sure = _rows(lines, columns)
    cells = [
        GridCell(number, column, tuple(lines_of(row.get(column, ()), lines[0].page)))
        for number, row in enumerate(rows)
        for column in range(len(columns))
    ]
    box = (
        min(line.box[0] for line in lines), lines[0].box[1], max(line.box[2] for line in lines), lines[-1].box[3]
    )  # fmt: skip
    sure = sure and _is_table(cells, len(rows), len(columns)) and _has_head(cells) and not any(map(_is_split, cells))
    return Grid(tuple(cells), box, lines[0].page, sure)


def _is_split(cell: GridCell) -> bool:
    """Two parts side by side in what should be one cell."""
    return any(line.gaps for line in cell.lines)


def _has_head(cells: Sequence[GridCell]) -> bool:
    """Whether the first row looks like names of columns: bold alone, or names above values."""
    first = [line for cell in cells if cell.row == 0 for line in cell.lines]
    below = [cell for cell in cells if cell.row > 0 and cell.lines]
    bold = all(fragment.style.bold for line in first for fragment in line.fragments)
    if bold and not all(line.style.bold for cell in below for line in cell.lines):
        return True
    typed = Counter(cell.column for cell in below if is_typed(" ".join(line.text for line in cell.lines)))
    filled = Counter(cell.column for cell in below)
    return any(typed[column] * 10 >= filled[column] * 7 for column in filled)


def _column_spans(lines: Sequence[Line], size: int) -> list[tuple[int, int]]:
    """Stretches from left to right that some part covers, a free gutter between any two."""
    spans: list[tuple[int, int]] = []
    for left, right in sorted((f.box[0], f.box[2]) for line in lines for f in line.fragments):
        if spans and left - spans[-1][1] < size * 6 // 10:
            spans[-1] = (spans[-1][0], max(spans[-1][1], right))
        else:
            spans.append((left, right))
    return spans


Row = dict[int, list[Fragment]]


def _rows(lines: Sequence[Line], columns: Sequence[tuple[int, int]]) -> tuple[list[Row], bool]:
    """Lines as rows; a line that fills only some columns and follows closely goes on with the row above."""
    held = [_by_column(line, columns) for line in lines]
    full = len(columns)
    steps = [after.base - before.base for before, after in pairwise(lines)]
    apart = [step for step, row in zip(steps, held[1:], strict=True) if len(row) == full]
    usual = median(apart) if apart else 0
    rows: list[Row] = [held[0]]
    sure = True
    for step, row in zip(steps, held[1:], strict=True):
        if len(row) < full and step * 10 < usual * 9:
            for column, fragments in row.items():
                rows[-1].setdefault(column, []).extend(fragments)
        else:
            sure = sure and (0 in row or len(row) == full)
            rows.append(row)
    return rows, sure


def _by_column(line: Line, columns: Sequence[tuple[int, int]]) -> Row:
    held: Row = {}
    starts = [left for left, _ in columns]
    for fragment in line.fragments:
        column = max(0, bisect_right(starts, fragment.box[0] + 100) - 1)
        held.setdefault(column, []).append(fragment)
    return held


def _is_table(cells: Sequence[GridCell], rows: int, columns: int) -> bool:
    """At least three rows and two columns, mostly filled, with cells that are no running text, and a row that names the columns."""
    if rows < 3 or columns < 2:
        return False
    texts = [[""] * columns for _ in range(rows)]
    for cell in cells:
        texts[cell.row][cell.column] = " ".join(line.text for line in cell.lines)
    filled = [sum(1 for words in row if words) for row in texts]
    if sum(filled) * 10 < rows * columns * 7 or sum(1 for count in filled if count >= 2) * 10 < rows * 8:
        return False
    lengths = [len(words.split()) for row in texts for words in row if words]
    return median(lengths) <= 6 and max(lengths) <= 40 and shape_of(texts).header is not None
