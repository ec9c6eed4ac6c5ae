"""Write the workbook and the slides of ``examples/falcon``, byte for byte the same on every run.

Usage: ``python -m tests.falcon.make_office`` from the repository's root.
"""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

import pptx
from pptx.presentation import Presentation
from pptx.slide import Slide
from pptx.util import Cm

FALCON = Path(__file__).parents[2] / "examples" / "falcon"
WORKBOOK = FALCON / "14-cost-tracking.xlsx"
DECK = FALCON / "15-steering-deck.pptx"
SAVED = dt.datetime(2026, 3, 20, 15, 40, tzinfo=dt.UTC)
SHOWN = dt.datetime(2026, 3, 24, 9, 5, tzinfo=dt.UTC)

COSTS = (
    ("Dispatch screens", "Priya Nair", 168000, 165500, 0.95),
    ("Order intake", "Priya Nair", 74000, 72300, 1.0),
    ("Carrier interface", "Priya Nair", 92000, 88000, 0.6),
    ("Data migration", "Marta Lindqvist", 86000, 79400, 0.75),
    ("Driver training", "Marta Lindqvist", 28000, 19600, 0.2),
    ("Security review", "Robert Smith", 32000, 32000, 0.5),
)
MILESTONES = (
    ("Second migration rehearsal", dt.date(2026, 3, 28), "Marta Lindqvist", True),
    ("User acceptance test", dt.date(2026, 3, 30), "Priya Nair", True),
    ("Carrier onboarding", dt.date(2026, 4, 3), "Priya Nair", False),
    ("Route archive export", dt.date(2026, 4, 24), "Marta Lindqvist", True),
    ("Hypercare end", dt.date(2026, 5, 8), "Robert Smith", True),
)
PROGRESS = (
    ("The load test of March 19, 2026 sent 10,000 orders in one day through the warehouse gateway.", 0),
    ("The dispatch service answered 98 percent of the requests within two seconds.", 1),
    ("The budget for Project Falcon is EUR 480,000.", 0),
    ("Sixteen planners in Rotterdam have finished the planner training.", 0),
)
PROGRESS_NOTES = "Two engineers of Halden Systems are on site for the second migration rehearsal."
RISKS = (
    ("Risk", "Owner", "Impact", "Due"),
    ("Late message samples", "Priya Nair", "high", "March 27, 2026"),
    ("Weekend access to the warehouse", "Marta Lindqvist", "medium", "March 25, 2026"),
    ("Map service outage", "Jörg Brandt", "low", "April 2, 2026"),
)
DECISIONS = (
    "The committee decided to open the service desk on Saturdays until the hypercare ends.",
    "Northline Carriers must send its message samples by March 27, 2026.",
    "The next steering committee takes place on April 7, 2026.",
)

# --- the workbook: plain SpreadsheetML, so that formulas carry their results

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TEXT, _TITLE, _HEAD, _MONEY, _PERCENT, _DATE, _SUM = range(7)
_STYLES = f"""<styleSheet xmlns="{_MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="d\\ mmmm\\ yyyy"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font>
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFDCE6F1"/></patternFill></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf fontId="2" fillId="2" applyFont="1" applyFill="1"/>
<xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="9" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>
<xf numFmtId="3" fontId="2" applyFont="1" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"""


def _cell(name: str, value: object, style: int = _TEXT, formula: str = "") -> str:
    kept = f"<f>{formula}</f>" if formula else ""
    if isinstance(value, bool):
        return f'<c r="{name}" s="{style}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, dt.date):
        return f'<c r="{name}" s="{_DATE}"><v>{(value - dt.date(1899, 12, 30)).days}</v></c>'
    if isinstance(value, str):
        return f'<c r="{name}" s="{style}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f'<c r="{name}" s="{style}">{kept}<v>{value}</v></c>'


def _row(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def _sheet(rows: list[str], widths: tuple[int, ...], merged: str, more: str = "") -> str:
    columns = "".join(f'<col min="{n}" max="{n}" width="{w}" customWidth="1"/>' for n, w in enumerate(widths, start=1))
    return (
        f'<worksheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><cols>{columns}</cols><sheetData>{"".join(rows)}</sheetData>'
        f'<mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>{more}</worksheet>'
    )


def _costs() -> str:
    last = 5 + len(COSTS)
    rows = [
        _row(1, _cell("A1", "Project Falcon: cost tracking", _TITLE)),
        _row(2, _cell("A2", "Date:"), _cell("B2", SAVED.date())),
        _row(3, _cell("A3", "Prepared by:"), _cell("B3", "Marta Lindqvist")),
    ]
    heads = ("Work package", "Owner", "Planned cost (EUR)", "Committed cost (EUR)", "Completion")
    rows.append(_row(5, *(_cell(f"{c}5", head, _HEAD) for c, head in zip("ABCDE", heads, strict=True))))
    for number, (name, owner, planned, committed, done) in enumerate(COSTS, start=6):
        rows.append(
            _row(
                number, _cell(f"A{number}", name), _cell(f"B{number}", owner), _cell(f"C{number}", planned, _MONEY),
                _cell(f"D{number}", committed, _MONEY), _cell(f"E{number}", done, _PERCENT),
            )
        )  # fmt: skip
    sums = [(c, sum(row[n] for row in COSTS)) for c, n in (("C", 2), ("D", 3))]  # type: ignore[misc]
    total = [_cell(f"{c}{last + 1}", value, _SUM, f"SUM({c}6:{c}{last})") for c, value in sums]
    rows.append(_row(last + 1, _cell(f"A{last + 1}", "Total", _HEAD), *total))
    return _sheet(rows, (30, 18, 20, 22, 12), "A1:E1", '<legacyDrawing r:id="rId2"/>')


def _milestones() -> str:
    heads = ("Milestone", "Planned date", "Owner", "Confirmed")
    rows = [_row(1, _cell("A1", "Project Falcon: milestones after the code freeze", _TITLE))]
    rows.append(_row(3, *(_cell(f"{c}3", head, _HEAD) for c, head in zip("ABCD", heads, strict=True))))
    rows += [
        _row(n, *(_cell(f"{c}{n}", value) for c, value in zip("ABCD", line, strict=True)))
        for n, line in enumerate(MILESTONES, start=4)
    ]
    return _sheet(rows, (30, 18, 18, 12), "A1:D1")


def _relations(*items: tuple[str, str]) -> str:
    parts = "".join(
        f'<Relationship Id="rId{n}" Type="{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(items, start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{parts}</Relationships>'


_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_CONTENT = f"""<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>\
<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>\
<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/>\
<Override PartName="/xl/worksheets/sheet2.xml" ContentType="{_TYPES}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>\
<Override PartName="/xl/comments1.xml" ContentType="{_TYPES}.comments+xml"/>\
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>"""
_WORKBOOK = f"""<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><workbookPr/><sheets><sheet name="Costs" sheetId="1" r:id="rId1"/>\
<sheet name="Milestones" sheetId="2" r:id="rId2"/></sheets></workbook>"""
_COMMENT = f"""<comments xmlns="{_MAIN}"><authors><author>Marta Lindqvist</author></authors><commentList>\
<comment ref="D8" authorId="0"><text><r><t>Northline has not sent its last offer yet.</t></r></text></comment>\
</commentList></comments>"""
_BALLOON = """<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="note1" type="#_x0000_t202" style="position:absolute;\
margin-left:400pt;margin-top:90pt;width:140pt;height:50pt;visibility:hidden" fillcolor="#ffffe1"><x:ClientData \
ObjectType="Note"><x:Row>7</x:Row><x:Column>3</x:Column></x:ClientData></v:shape></xml>"""
_CORE = f"""<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>Marta Lindqvist\
</dc:creator><dcterms:modified xsi:type="dcterms:W3CDTF">{SAVED:%Y-%m-%dT%H:%M:%SZ}</dcterms:modified></cp:coreProperties>"""


def build_workbook() -> bytes:
    """Two sheets: costs with headers, units, a total and a note; milestones with real dates."""
    kind = f"{_OFFICE}/"
    parts = {
        "[Content_Types].xml": _CONTENT,
        "_rels/.rels": _relations(
            (f"{kind}officeDocument", "xl/workbook.xml"),
            (f"{_PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
        ),
        "xl/workbook.xml": _WORKBOOK,
        "xl/_rels/workbook.xml.rels": _relations(
            (f"{kind}worksheet", "worksheets/sheet1.xml"),
            (f"{kind}worksheet", "worksheets/sheet2.xml"),
            (f"{kind}styles", "styles.xml"),
        ),
        "xl/worksheets/sheet1.xml": _costs(),
        "xl/worksheets/_rels/sheet1.xml.rels": _relations(
            (f"{kind}comments", "../comments1.xml"), (f"{kind}vmlDrawing", "../drawings/vmlDrawing1.vml")
        ),
        "xl/worksheets/sheet2.xml": _milestones(),
        "xl/styles.xml": _STYLES,
        "xl/comments1.xml": _COMMENT,
        "xl/drawings/vmlDrawing1.vml": _BALLOON,
        "docProps/core.xml": _CORE,
    }
    return _packed(
        {
            name: f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{xml}'.encode()
            for name, xml in parts.items()
        },
        SAVED,
    )


# --- the slides


def build_deck() -> bytes:
    """Four slides: title, bullets with notes, a table, decisions."""
    deck = pptx.Presentation()
    core = deck.core_properties
    core.title, core.author, core.last_modified_by = (
        "Project Falcon: steering committee",
        "Robert Smith",
        "Robert Smith",
    )
    core.created = core.modified = SHOWN
    core.comments = ""
    _slide(deck, 0, "Project Falcon: steering committee", "Date: March 24, 2026\nRobert Smith, programme manager")
    bullets = _slide(deck, 1, "Where we stand", PROGRESS[0][0])
    frame = bullets.placeholders[1].text_frame
    for words, level in PROGRESS[1:]:
        line = frame.add_paragraph()
        line.text, line.level = words, level
    notes = bullets.notes_slide.notes_text_frame
    assert notes is not None
    notes.text = PROGRESS_NOTES
    _risks(_slide(deck, 5, "Open risks"))
    _slide(deck, 1, "Decisions of March 24", "\n".join(DECISIONS))
    out = io.BytesIO()
    deck.save(out)
    with zipfile.ZipFile(out) as archive:
        return _packed({name: archive.read(name) for name in archive.namelist()}, SHOWN)


def _slide(deck: Presentation, layout: int, *texts: str) -> Slide:
    made = deck.slides.add_slide(deck.slide_layouts[layout])
    for place, text in zip(made.placeholders, texts, strict=False):
        place.text_frame.text = text  # type: ignore[attr-defined]
    return made


def _risks(slide: Slide) -> None:
    table = slide.shapes.add_table(len(RISKS), 4, Cm(1.5), Cm(5), Cm(22), Cm(6)).table
    for row, line in enumerate(RISKS):
        for column, words in enumerate(line):
            table.cell(row, column).text = words


def _packed(parts: Mapping[str, bytes], moment: dt.datetime) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            info = zipfile.ZipInfo(name, moment.timetuple()[:6])
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 0
            archive.writestr(info, data)
    return out.getvalue()


if __name__ == "__main__":
    WORKBOOK.write_bytes(build_workbook())
    DECK.write_bytes(build_deck())
