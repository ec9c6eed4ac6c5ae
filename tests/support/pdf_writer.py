"""Small PDF files written by hand (ISO 32000-1): text at places, ruled lines, pictures, turned and cropped pages.

The bytes depend on the arguments alone. Fonts are the standard ones, which no file need carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FONTS = {"plain": "Helvetica", "bold": "Helvetica-Bold", "mono": "Courier"}
_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 "
    "584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 "
    "611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 "
    "722 500 500 500 334 260 334 584"
)
WIDTHS = dict(zip(map(chr, range(32, 127)), map(int, _WIDTHS.split()), strict=True))
"""Helvetica's widths in thousandths of its size (Adobe's font metrics)."""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text that begins at a point, in points from the page's lower left corner; ``turned`` text runs upwards."""

    x: float
    y: float
    words: str
    size: float = 11
    font: str = "plain"
    turned: bool = False
    hidden: bool = False

    def operators(self) -> bytes:
        """The content stream's part."""
        name = f"/{self.font} {self.size:g} Tf {3 if self.hidden else 0} Tr"
        matrix = f"0 1 -1 0 {self.x:g} {self.y:g}" if self.turned else f"1 0 0 1 {self.x:g} {self.y:g}"
        return f"BT {name} {matrix} Tm (".encode() + _escaped(self.words) + b") Tj ET\n"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float

    def operators(self) -> bytes:
        """The content stream's part."""
        return f"0.7 w {self.x:g} {self.y:g} m {self.to_x:g} {self.to_y:g} l S\n".encode()


@dataclass(frozen=True, slots=True)
class Picture:
    """A grey square."""

    x: float = 72
    y: float = 300
    side: float = 300

    def operators(self) -> bytes:
        """The content stream's part."""
        image = b"BI /W 2 /H 2 /BPC 8 /CS /G ID \x20\x80\x80\x20 EI"
        return f"q {self.side:g} 0 0 {self.side:g} {self.x:g} {self.y:g} cm ".encode() + image + b" Q\n"


@dataclass(frozen=True, slots=True)
class Drawn:
    """Operators as they are written: colours, shapes, clips (ISO 32000-1, annex A)."""

    code: str

    def operators(self) -> bytes:
        """The content stream's part."""
        return f"{self.code}\n".encode("ascii")


Mark = Text | Stroke | Picture | Drawn


@dataclass(frozen=True, slots=True)
class Page:
    """What is drawn on one page, how it is turned, and what of it is visible."""

    marks: tuple[Mark, ...]
    turn: int = 0
    crop: tuple[float, float, float, float] | None = None
    width: float = 595
    height: float = 842
    annotations: tuple[str, ...] = ()
    """What their dictionaries hold (ISO 32000-1, 12.5)."""


def pdf(
    pages: Sequence[Page],
    information: dict[str, str] | None = None,
    catalog: str = "",
    trailer: str = "",
    files: Sequence[bytes] = (),
) -> bytes:
    """The file. ``catalog`` and ``trailer`` are added to those dictionaries; ``files`` are streams, ``file_number`` tells their objects."""
    objects: list[bytes] = []
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>"
        for name, base in FONTS.items()
    )
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects.append(f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode())
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    objects.append(_information(information or {}))
    for number, page in enumerate(pages):
        crop = f"/CropBox [{' '.join(f'{value:g}' for value in page.crop)}]" if page.crop else ""
        notes = f"/Annots [{' '.join(f'<< /Type /Annot {each} >>' for each in page.annotations)}] "
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width:g} {page.height:g}] {crop} /Rotate {page.turn} "
            f"{notes if page.annotations else ''}"
            f"/Resources << /Font << {fonts} >> >> /Contents {5 + 2 * number} 0 R >>".encode()
        )
        stream = b"".join(mark.operators() for mark in page.marks)
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"endstream")
    objects += [
        f"<< /Type /EmbeddedFile /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream" for data in files
    ]
    return _file(objects, trailer)


def file_number(pages: int, index: int = 0) -> int:
    """The object of file ``index`` in a document of so many pages."""
    return 4 + 2 * pages + index


def _file(objects: Sequence[bytes], trailer: str) -> bytes:
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 3 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def _information(entries: dict[str, str]) -> bytes:
    return (
        b"<< " + b" ".join(f"/{name} (".encode() + _escaped(value) + b")" for name, value in entries.items()) + b" >>"
    )


def _escaped(words: str) -> bytes:
    return words.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


# --- setting running text


def width_of(words: str, size: float) -> float:
    """How wide a line is set, in points."""
    return sum(WIDTHS.get(char, 556) for char in words) * size / 1000


def wrapped(words: str, width: float, size: float = 11) -> list[str]:
    """Words in lines no wider than ``width`` points."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def column(
    lines: Iterable[str], x: float, y: float, size: float = 11, step: float = 14, font: str = "plain"
) -> list[Text]:
    """Lines one below the other from ``y`` downwards."""
    return [Text(x, y - number * step, line, size, font) for number, line in enumerate(lines)]


def grid(rows: Sequence[Sequence[str]], x: float, y: float, widths: Sequence[float], step: float = 20) -> list[Mark]:
    """A table drawn with ruled lines; its upper left corner is at ``x``, ``y``; the first row is bold."""
    edges = [x + sum(widths[:number]) for number in range(len(widths) + 1)]
    bottom = y - step * len(rows)
    marks: list[Mark] = [Stroke(x, y - step * n, edges[-1], y - step * n) for n in range(len(rows) + 1)]
    marks += [Stroke(edge, y, edge, bottom) for edge in edges]
    for number, row in enumerate(rows):
        font = "plain" if number else "bold"
        marks += [
            Text(edge + 4, y - step * number - step * 0.68, words, 10, font)
            for edge, words in zip(edges, row, strict=False)
            if words
        ]
    return marks
