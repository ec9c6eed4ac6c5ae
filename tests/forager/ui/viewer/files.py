"""One small file of each format, made by the libraries that people's programs stand on."""

from __future__ import annotations

import io

from docx import Document
from openpyxl import Workbook
from openpyxl.comments import Comment
from pptx import Presentation
from pptx.util import Inches
from tests.forager.parse.pdf_files import over_pages

MAIL = b"""From: Bob Smith <bob@meridian.example>
To: Priya Nair <priya@halden.example>
Date: Wed, 18 Feb 2026 08:41:07 +0100
Subject: Falcon: schedule
Message-ID: <1@meridian.example>

Hello Priya,

the launch date for Project Falcon has moved to April 10, 2026. The reason
is the second rehearsal of the data migration, which needs a weekend.

- Anna keeps the rota.
- Bob sends the plan.

Kind regards,
Bob

On Mon, 16 Feb 2026 at 09:12, Priya Nair <priya@halden.example> wrote:
> The old date was March 3, 2026.
>
> Please confirm it.
"""
PAGE = """<!doctype html><title>Wiki</title><nav><a href="/a">Home</a> <a href="/b">Spaces</a></nav><h1>Project Falcon</h1>
<p>The launch date for Project Falcon is <b>April 10, 2026</b>. Bob owns it.</p><h2>Decisions</h2>
<ul><li>The committee decided to keep TourPlan 9.</li><li>Priya Nair must send the plan.</li></ul>
<table><tr><th>Part</th><th>Owner</th><th>Cost</th></tr><tr><td rowspan="2">Screens</td><td>Priya Nair</td><td>EUR 1</td></tr>
<tr><td>Bob Smith</td><td>EUR 2</td></tr></table><script>alert(1)</script>"""
ROWS = "Part,Owner,Cost\n" + "".join(f'Part {n},"Smith, Bob","EUR {n},000"\n' for n in range(1, 301))
NOTES = (
    "# Notes\n\nOwner: Bob Smith\n\n"
    + "\n".join(f"Line {n} says that part {n} costs EUR {n}." for n in range(5, 1005))
    + "\n"
)


def workbook() -> bytes:
    """Two sheets: a merged title, a long table with a note, and a second table."""
    book = Workbook()
    page = book.active
    assert page is not None
    page.title = "Budget"
    page["A1"] = "Budget of Project Falcon 2026"
    page.merge_cells("A1:D1")
    page.append([])
    page.append(["Work package", "Owner", "Planned cost", "State"])
    for number in range(300):
        page.append([f"Package {number}", "Priya Nair", f"EUR {1000 + number}", "open"])
    page["B5"].comment = Comment("Ask Anna Keller first.", "Anna")
    other = book.create_sheet("Milestones")
    for row in (["Milestone", "Due date"], ["Pilot", "2026-04-10"], ["Handover", "2026-06-10"]):
        other.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def deck() -> bytes:
    """Three slides: a title, bullets with notes, a table."""
    made = Presentation()
    first = made.slides.add_slide(made.slide_layouts[0])
    first.shapes.title.text = "Project Falcon: status"
    second = made.slides.add_slide(made.slide_layouts[1])
    second.shapes.title.text = "Schedule"
    frame = second.placeholders[1].text_frame
    frame.text = "The launch date for Project Falcon is April 10, 2026."
    below = frame.add_paragraph()
    below.text, below.level = "The pilot will start on March 20, 2026.", 1
    second.notes_slide.notes_text_frame.text = "The committee moved the launch on February 17, 2026."
    third = made.slides.add_slide(made.slide_layouts[5])
    third.shapes.title.text = "Costs"
    table = third.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(6), Inches(2)).table
    for row, line in enumerate((("Item", "Cost"), ("Screens", "EUR 168,000"))):
        for column, words in enumerate(line):
            table.cell(row, column).text = words
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def letter(paragraphs: int = 300) -> bytes:
    """A Word document: a title, a table, and many paragraphs under headings."""
    made = Document()
    made.add_heading("Project Falcon: design review", 0)
    made.add_paragraph("Owner: Bob Smith")
    table = made.add_table(rows=3, cols=2)
    for row, line in enumerate((("Interface", "Owner"), ("Map service", "Jörg Brandt"), ("Gateway", "Anna Keller"))):
        for column, words in enumerate(line):
            table.rows[row].cells[column].text = words
    for number in range(1, paragraphs + 1):
        if number % 25 == 1:
            made.add_heading(f"Chapter {number}", 1)
        made.add_paragraph(f"Paragraph {number} says that part {number} was approved.")
    made.add_paragraph("The last review takes place on March 12, 2026.", style="List Bullet")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


ALL: dict[str, bytes] = {
    "notes.md": NOTES.encode(),
    "notes.txt": NOTES.encode(),
    "mail.eml": MAIL,
    "rows.csv": ROWS.encode(),
    "page.html": PAGE.encode(),
    "plan.xlsx": workbook(),
    "status.pptx": deck(),
    "review.docx": letter(),
    "depot.pdf": over_pages(),
}
"""Name to bytes."""
