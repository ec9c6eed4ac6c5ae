"""Counts in the sentences of the ants."""

from __future__ import annotations


def counted(count: int, one: str) -> str:
    """ "1 excerpt", "2 excerpts"."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
