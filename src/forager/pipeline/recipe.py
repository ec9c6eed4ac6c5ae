"""What a reading is a function of besides the bytes and the name: the versions of every step (design notes §1)."""

from __future__ import annotations

from functools import cache

VERSION = "reading@1"
LOCALE = "en"


@cache
def recipe() -> str:
    """Names and versions of all steps and the language; a source read by another recipe is read again.

    The steps load their libraries when they are first imported, so that commands which read nothing start fast.
    """
    from forager.extract import read as extraction  # noqa: PLC0415
    from forager.parse import registry  # noqa: PLC0415

    return ";".join((registry.RECIPE, extraction.RECIPE, VERSION, f"locale={LOCALE}"))
