"""Goldens: files that a reviewer reads. ``make snap`` accepts what the code says now."""

from __future__ import annotations

import os
from pathlib import Path


def held_against(path: Path, text: str) -> None:
    """Compare with the golden at ``path``, or write it when ``FORMICARIA_TEST_SNAP`` is set."""
    if os.environ.get("FORMICARIA_TEST_SNAP"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
