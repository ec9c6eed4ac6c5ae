"""Which language a text is written in."""

from __future__ import annotations

MIN_LETTERS = 40
SAMPLE = 8_000


def language_of(text: str) -> str:
    """ISO 639-1 code of the text's language, or "und" when it has too few letters to tell."""
    sample = text[:SAMPLE]
    letters = sum(1 for c in sample if c.isalpha())
    if letters < MIN_LETTERS or letters * 3 < len(sample.replace(" ", "")):
        return "und"
    from py3langid import classify  # type: ignore[import-untyped]  # noqa: PLC0415 - untyped, and loading takes a second

    return str(classify(sample)[0])
