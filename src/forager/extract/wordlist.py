"""Word lists are written as plain running text."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text separated by white space."""
    return frozenset(text.split())
