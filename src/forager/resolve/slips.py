"""Slips of the pen: texts that differ by a letter or two where nothing else tells them apart."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from forager.resolve.fold import plain


def misspelled(left: str, right: str) -> bool:
    """Whether one word is within a slip of the pen of the other: one slip in four letters or more, two in eight or more.

    A slip never changes the first letter or a digit: those tell names apart.
    """
    shorter = min(len(left), len(right))
    allowed = 2 if shorter >= 8 else 1 if shorter >= 4 else 0
    if left[:1] != right[:1] or _digits(left) != _digits(right):
        return False
    return DamerauLevenshtein.distance(left, right, score_cutoff=allowed) <= allowed


def misspelled_words(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether names of equally many words are alike in all but one, and that one is a slip of the pen away."""
    if len(left) != len(right):
        return False
    unlike = [words for words in zip(left, right, strict=True) if words[0] != words[1]]
    return len(unlike) == 1 and misspelled(*unlike[0])


def similarity(left: str, right: str) -> float:
    """Jaro-Winkler similarity of two texts in plain letters, 0 to 1."""
    return JaroWinkler.normalized_similarity(plain(left), plain(right))


def _digits(word: str) -> str:
    return "".join(letter for letter in word if letter.isdigit())
