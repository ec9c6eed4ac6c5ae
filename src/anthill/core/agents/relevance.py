"""Which retrieved statements the question is about: shared words, and nothing learned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

_STEM = 5
_COMMON: Final = """
the and for are was were what when where which who whom whose why how does did has have had will would can could should
must may with from into about that this these those there their its our your not all any
"""
_COMMON_WORDS: Final = frozenset(_COMMON.split())


def relevant(question: str, texts: Sequence[str], limit: int) -> tuple[int, ...]:
    """Return the positions of the texts to answer with, in their own order, at most `limit`.

    A text scores the question's words it shares (by their first letters), a word weighing less the more of the texts
    have it; kept are those with at least three quarters of the best score. When nothing is shared the first texts
    stand, as retrieval ranked them.
    """
    wanted, stems = _stems(question), [_stems(text) for text in texts]
    weights = {word: Fraction(1, count) for word in wanted if (count := sum(word in each for each in stems))}
    scores = [sum((weights[word] for word in sorted(wanted & each)), Fraction()) for each in stems]
    best = max(scores, default=Fraction())
    kept = [index for index, score in enumerate(scores) if 4 * score >= 3 * best]
    return tuple(kept[:limit])


def _stems(text: str) -> frozenset[str]:
    words = re.findall(r"[^\W_]{3,}", text.casefold())
    return frozenset(word[:_STEM] for word in words if word not in _COMMON_WORDS)
