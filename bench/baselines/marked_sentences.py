"""The plainest extractor: every sentence or line with a figure, a month or a modal verb is a statement."""

import re
from collections.abc import Iterator

_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"(])|\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.))")
_MARK = re.compile(
    r"\d|\b(?:must|shall|should|will|may|can|cannot|required|january|february|march|april|june|july|august|september|october|"
    r"november|december)\b",
    re.IGNORECASE,
)


def marked_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every sentence that bears a mark."""
    start = 0
    for match in [*_BREAK.finditer(text), None]:
        end = len(text) if match is None else match.start()
        piece = text[start:end]
        if piece.strip() and _MARK.search(piece):
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
        start = len(text) if match is None else match.end()
