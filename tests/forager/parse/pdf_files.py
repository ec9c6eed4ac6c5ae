"""PDF files for the tests, each with one thing that matters."""

from __future__ import annotations

from tests.support.pdf_writer import Drawn, Mark, Page, Picture, Text, column, file_number, grid, pdf, wrapped

LEFT = (
    "The northern depot receives all parts before they are sorted. It opened in 2019 and holds four thousand crates. "
    "Every crate carries a label with its weight and its owner. The depot closes on Sundays and on public holidays, and "
    "a guard walks the yard twice in each night. Nothing leaves the yard without a signed slip."
)
RIGHT = (
    "The southern depot stores what is ready for delivery. Its roof was renewed last spring after a storm. Two lifts carry "
    "goods between its three floors, and a third lift is planned for the coming year. The manager of the southern depot "
    "reports to the office in Leeds once a week by telephone."
)


def two_columns(*, across: bool = False) -> bytes:
    """Two columns under a title; ``across`` draws them line by line over both columns, as printers of web pages do."""
    left, right = column(wrapped(LEFT, 210), 60, 700), column(wrapped(RIGHT, 210), 320, 700)
    body: list[Mark] = [*left, *right]
    if across:
        body = [mark for pair in zip(left, right, strict=False) for mark in pair]
        body += [*left[len(right) :], *right[len(left) :]]
    return pdf([Page((Text(60, 760, "Depots of the company", 20, "bold"), *body))])


def turned(turn: int) -> bytes:
    """A page shown with a turn, drawn so that it reads upright when shown."""
    line = "The pump was tested on 3 May 2026 and passed."
    width, height = (595.0, 842.0)
    mark = {0: Text(72, 700, line), 90: Text(150, 72, line, turned=True)}[turn]
    return pdf([Page((mark,), turn, width=width, height=height)])


def cropped() -> bytes:
    """A page of which only the middle is visible."""
    marks = (
        Text(150, 600, "The visible valve is made of steel."),
        Text(150, 800, "A printer's mark beyond the edge."),
    )
    return pdf([Page(marks, crop=(100, 100, 500, 700))])


def hyphens() -> bytes:
    """Words parted at line ends: some syllables, some compounds."""
    lines = [
        "The agreement covers the mainte-",
        "nance of all pumps. A long-term con-",
        "tract was signed by the well-",
        "known supplier for the X-",
        "Ray room. The maintenance starts in May.",
    ]
    return pdf([Page((*column(lines, 72, 700),))])


def over_pages() -> bytes:
    """A report with running header, footer and page numbers; one sentence goes on from page 1 to page 2."""
    first = wrapped(LEFT, 450)
    pages = []
    bodies = (
        [
            *column(first, 72, 700),
            *column(["The audit of the depot was finished by Priya Nair and the results"], 72, 580),
        ],
        [*column(["were sent to the board on 4 March 2026.", ""], 72, 700), *column(wrapped(RIGHT, 450), 72, 660)],
        [*column(wrapped(LEFT, 450), 72, 700)],
    )
    for number, body in enumerate(bodies, start=1):
        edges = (Text(72, 800, "Depot report - internal", 9), Text(290, 30, f"Page {number} of 3", 9))
        pages.append(Page((edges[0], *body, edges[1])))
    return pdf(pages, {"Title": "Depot report", "Author": "Priya Nair", "CreationDate": "D:20260310120000Z"})


def ruled_table() -> bytes:
    """A table with lines, between two paragraphs."""
    rows = [("Part", "Owner", "Budget"), ("Pump", "Priya Nair", "EUR 12,000"), ("Valve", "Tom Hall", "EUR 800")]
    marks = (
        *column(wrapped("The parts of the first stage are listed below with their owners.", 400), 72, 720),
        *grid(rows, 72, 680, (120, 140, 120)),
        *column(wrapped("The budget of the second stage will be settled in June.", 400), 72, 580),
    )
    return pdf([Page(marks)])


def aligned_table() -> bytes:
    """A table without lines."""
    rows = [
        ("Part", "Owner", "Budget"),
        ("Pump", "Priya Nair", "12,000"),
        ("Valve", "Tom Hall", "800"),
        ("Seal", "Ann Low", "90"),
    ]
    marks: list[Mark] = []
    for number, row in enumerate(rows):
        marks += [Text(72 + 130 * at, 700 - 18 * number, words) for at, words in enumerate(row)]
    return pdf([Page(tuple(marks))])


LABORATORY = [
    ("Item", "Method", "Flag", "Result", "Unit", "Range"),
    ("White cells", "by machine", "low", "3.9", "E+9/L", "[4.0-10.0]"),
    ("Red cells", "by machine", "", "5.37", "E+12/L", "[4.3-5.8]"),
    ("Haemoglobin", "by machine", "", "159", "g/L", "[130-175]"),
    ("Haematocrit", "by machine", "", "47.6", "%", "[40.0-50.0]"),
    ("Platelets", "by machine", "", "149", "E+9/L", "[125-350]"),
    ("Platelet volume", "by machine", "high", "13.2", "fL", "[6.5-12.0]"),
    ("Width of cells", "by machine", "", "13.4", "%", "[11.0-16.0]"),
]


def laboratory() -> bytes:
    """A form's fields, close above a table whose last columns stand far to the right of the others."""
    marks: list[Mark] = [
        *(
            Text(x, 724, words, 10)
            for x, words in ((40, "Sample: A17"), (220, "Age: 50 years"), (430, "State: normal"))
        ),
        *(Text(x, 710, words, 10) for x, words in ((40, "Ward: north"), (220, "Taken: 4 June"), (430, "Lab: east"))),
    ]
    places = (40, 150, 225, 290, 400, 470)
    for number, row in enumerate(LABORATORY):
        marks += [Text(x, 692 - 14 * number, words, 10) for x, words in zip(places, row, strict=True) if words]
    return pdf([Page((*marks, Text(40, 570, "Verdict: good", 10)))])


def headings() -> bytes:
    """Headings of two levels by size and weight, a list, fields, contents, a caption and a footnote."""
    marks: list[Mark] = [
        Text(72, 780, "Maintenance handbook", 22, "bold"),
        Text(72, 750, "Owner: Priya Nair"),
        Text(72, 736, "Status: approved"),
        Text(72, 700, "1 Pumps", 15, "bold"),
        *column(
            wrapped("Each pump is inspected every six months by a person with a licence. The results are kept.", 440),
            72,
            678,
        ),
        Text(72, 630, "1.1 Small pumps", 12, "bold"),
        Text(72, 608, "• The small pump weighs 12 kg."),
        Text(72, 592, "• The seal must be replaced every year and the old seal"),
        Text(82, 578, "must be handed in at the counter."),
        Text(72, 540, "Figure 1: The small pump from above."),
        Text(72, 500, "2 Valves", 15, "bold"),
        *column(wrapped("A valve is opened by hand. Valves of the old kind are no longer made.", 440), 72, 478),
        Text(72, 80, "1 A licence is valid for three years.", 8),
    ]
    return pdf([Page(tuple(marks))])


def contents() -> bytes:
    """A table of contents with leaders."""
    lines = [
        "Contents",
        "1 Pumps ............................ 3",
        "2 Valves ........................... 7",
        "3 Seals ............................ 9",
    ]
    return pdf([Page((*column(lines, 72, 700),))])


def scanned(pages: int = 1) -> bytes:
    """Pages that are nothing but pictures."""
    return pdf([Page((Picture(),))] * pages)


def partly_scanned() -> bytes:
    """A page of text and a page that is a picture."""
    return pdf([Page((Text(72, 700, "The survey was made in June."),)), Page((Picture(),))])


SEEN, UNSEEN = Text(72, 700, "The roof costs 500 EUR."), Text(72, 600, "The tower costs 900 EUR.")
HIDDEN: dict[str, tuple[Mark, ...]] = {
    "never drawn": (Text(72, 600, UNSEEN.words, hidden=True),),
    "white on white": (Drawn("1 1 1 rg"), UNSEEN, Drawn("0 0 0 rg")),
    "almost white": (Drawn("0.98 0.99 1 rg"), UNSEEN, Drawn("0 0 0 rg")),
    "covered by white": (UNSEEN, Drawn("1 1 1 rg 60 590 400 30 re f 0 0 0 rg")),
    "covered by black": (UNSEEN, Drawn("0 0 0 rg 60 590 400 30 re f")),
    "clipped away": (Drawn("q 0 0 9 9 re W n"), UNSEEN, Drawn("Q")),
    "too small to see": (Text(72, 600, UNSEEN.words, 0.1),),
}
"""Ways to put words on a page that no reader of it sees."""


def hidden(how: str) -> bytes:
    """One line that is seen, and one that is not."""
    return pdf([Page((*HIDDEN[how], SEEN))])


def absurd() -> bytes:
    """A page of some thousand kilometres."""
    return pdf([Page((SEEN,))]).replace(b"[0 0 595 842]", b"[0 0 1000000000 1000000000]")


def white_on_black() -> bytes:
    """A line set in white on a dark bar: seen."""
    return pdf([Page((Drawn("0 0 0 rg 60 690 400 30 re f 1 1 1 rg"), SEEN))])


def hidden_layer() -> bytes:
    """A picture with the characters that a scanner recognised behind it."""
    return pdf([Page((Picture(), Text(150, 446, "The scanned lease ends on 1 May 2027.", hidden=True)))])


def locked() -> bytes:
    """A file that says it is encrypted for somebody else (ISO 32000-1, 7.6)."""
    keys = "<" + "41" * 32 + ">"
    encryption = f"/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O {keys} /U {keys} >> /ID [<00> <00>]"
    return pdf([Page((Text(72, 700, "Nobody reads this."),))], trailer=encryption)


def broken_off() -> bytes:
    """The first third of a file."""
    whole = over_pages()
    return whole[: len(whole) // 12]


def without_pages() -> bytes:
    """A file that holds no page."""
    return pdf([])


def sideways_stamp() -> bytes:
    """A stamp up the margin, as archives print on papers."""
    body = column(wrapped(LEFT, 400), 100, 700)
    return pdf([Page((Text(30, 300, "Archive copy 2026-05-03", 14, turned=True), *body))])


SAID = "/T (Priya Nair) /M (D:20260504101500Z)"


def commented() -> bytes:
    """Two pages with comments of several kinds, one hidden, one that repeats what it marks, a link and a filled form."""
    first = (
        f"/Subtype /Text /Rect [300 690 320 710] {SAID} /Contents (The roof costs 700 EUR.\\r\\rThe tower is not included.)",
        "/Subtype /Popup /Rect [400 600 500 700] /Contents (no comment)",
        f"/Subtype /Highlight /Rect [72 695 200 712] {SAID} /Contents (The roof)",
        f"/Subtype /Text /F 2 /Rect [0 0 9 9] {SAID} /Contents (Nobody is shown this.)",
        "/Subtype /Link /Rect [72 600 200 612] /Contents (no comment either)",
    )
    second = (
        f"/Subtype /FreeText /Rect [100 500 300 520] {SAID} /DA (/plain 11 Tf) /Contents <FEFF004E00610069007600E9>",
        "/Subtype /Widget /FT /Tx /T (owner) /Rect [100 400 300 420] /V (Tom Hall)",
        "/Subtype /Widget /FT /Btn /T (agreed) /Rect [100 380 110 390] /V /Yes",
    )
    lines = (Text(72, 700, "The roof is made of slate."), Text(72, 700, "The tower is made of brick."))
    return pdf([Page((lines[0],), annotations=first), Page((lines[1],), annotations=second)])


def carrying() -> bytes:
    """A document that carries one file, has another one pinned to its page, and names a third that is not there."""
    named = f"/Type /Filespec /F (notes.txt) /EF << /F {file_number(1)} 0 R >>"
    lost = "/Type /Filespec /F (lost.txt)"
    names = f"/Names << /EmbeddedFiles << /Names [(a) << {named} >> (b) << {lost} >>] >> >>"
    pinned = (
        f"/Subtype /FileAttachment /Rect [9 9 20 20] /FS << /F (prices.csv) /EF << /F {file_number(1, 1)} 0 R >> >>"
    )
    page = Page((Text(72, 700, "Two files are enclosed."),), annotations=(pinned,))
    return pdf([page], catalog=names, files=(b"The pump weighs 12 kg.", b"part,price\npump,9\n"))
