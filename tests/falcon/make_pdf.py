"""Write ``examples/falcon/13-launch-readiness-review.pdf``, byte for byte the same on every run.

Usage: ``python -m tests.falcon.make_pdf [TARGET]`` from the repository's root.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.pdf_writer import Mark, Page, Stroke, Text, column, grid, pdf, width_of, wrapped

TARGET = Path(__file__).parents[2] / "examples" / "falcon" / "13-launch-readiness-review.pdf"
INFORMATION = {
    "Title": "Project Falcon: launch readiness review",
    "Author": "Marta Lindqvist",
    "Creator": "Meridian Freight office templates",
    "CreationDate": "D:20260317101500Z",
}
LEFT, RIGHT = 72.0, 523.0

PURPOSE = (
    "The review looked at the dispatch service and at the people who will run it. It does not set the launch date; that is "
    "for the steering committee. The budget for Project Falcon is EUR 480,000."
)
LOAD = (
    "The load test of March 11, 2026 sent 7,400 orders in one day through the warehouse gateway. The dispatch service "
    "answered 99 percent of the requests within two seconds. The rollback time for the dispatch service is 40 minutes. The "
    "recovery time objective for the dispatch service is 90 minutes."
)
CHECKS = (
    ("Area", "Owner", "Open defects"),
    ("Dispatch screens", "Priya Nair", "4"),
    ("Carrier interface", "Priya Nair", "2"),
    ("Order intake", "Priya Nair", "1"),
    ("Driver training", "Marta Lindqvist", "1"),
)
TRAINING = (
    "Forty drivers are registered for the first course. The training material is available in Dutch, German and French. The "
    "Northline trial contract covers the Benelux region only, so German carriers join a later course."
)
SUPPORT = (
    "The service desk in Rotterdam is staffed from 06:00 to 22:00. After the launch the planners call the service desk "
    "first. Two engineers of Halden Systems are on call for the first four weeks, and Jörg Brandt leads the two engineers "
    "until the hypercare ends. Every failure of the map service must be reported to Jonas Weber within one working day."
)
MONITORING = (
    "The dispatch service writes its errors to the central log of Meridian Freight. The throughput limit for the dispatch "
    "service is 25 requests per second. Alerts go to the service desk and to Halden Systems."
)
DECISIONS = (
    "On March 16, 2026 the reviewers decided to connect Northline Carriers before all other carriers of the Benelux region.",
    "The reviewers agreed to repeat the load test with 10,000 orders.",
)
OPEN = (
    "The label printers in Ghent still print the old carrier codes. Halden Systems must deliver the signed messages before "
    "the first carrier is connected."
)
ON_FIRST = 3
"""Lines of the paragraph on support that still stand on page 1."""


def build() -> bytes:
    """The file."""
    return pdf([_first(), _second()], INFORMATION)


def _edges(number: int) -> list[Mark]:
    """The running header and footer."""
    footer = f"Page {number} of 2"
    return [
        Text(LEFT, 800, "Meridian Freight - Project Falcon", 8),
        Stroke(LEFT, 794, RIGHT, 794),
        Text((LEFT + RIGHT - width_of(footer, 8)) / 2, 34, footer, 8),
    ]


def _paragraph(words: str, top: float) -> list[Text]:
    return column(wrapped(words, RIGHT - LEFT), LEFT, top)


def _first() -> Page:
    opening = ("Date: March 17, 2026", "Place: Rotterdam, room 2.14", "Minutes taken by: Marta Lindqvist")
    return Page(
        (
            *_edges(1),
            Text(LEFT, 748, "Project Falcon: launch readiness review", 18, "bold"),
            *column(opening, LEFT, 718),
            Text(LEFT, 652, "Purpose", 13, "bold"),
            *_paragraph(PURPOSE, 630),
            Text(LEFT, 562, "Load test", 13, "bold"),
            *_paragraph(LOAD, 540),
            Text(LEFT, 458, "Open defects", 13, "bold"),
            Text(LEFT, 436, "Table 1 counts the open defects of each area on March 16, 2026."),
            *grid(CHECKS, LEFT, 418, (150, 150, 110)),
            Text(LEFT, 280, "Training", 13, "bold"),
            *_paragraph(TRAINING, 258),
            Text(LEFT, 180, "Support", 13, "bold"),
            *column(wrapped(SUPPORT, RIGHT - LEFT)[:ON_FIRST], LEFT, 158),
        )
    )


def _second() -> Page:
    items = [f"{number}. {words}" for number, words in enumerate(DECISIONS, start=1)]
    return Page(
        (
            *column(wrapped(SUPPORT, RIGHT - LEFT)[ON_FIRST:], LEFT, 752),
            Text(LEFT, 690, "Monitoring", 13, "bold"),
            *_paragraph(MONITORING, 668),
            Text(LEFT, 590, "Decisions", 13, "bold"),
            *_paragraph(items[0], 568),
            *_paragraph(items[1], 536),
            Text(LEFT, 490, "Open points", 13, "bold"),
            *_paragraph(OPEN, 468),
            *_edges(2),
        )
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_bytes(build())
    sys.stdout.write(f"{target}\n")
