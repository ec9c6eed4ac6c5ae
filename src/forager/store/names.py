"""Logical names: how a source is called inside its project, whatever machine its file came from."""

from __future__ import annotations

import re
import unicodedata

from formicaria.ground.errors import InvalidRequest

MEMBER = "!/"
"""Stands between a parent's name and the path of its member."""
LONGEST = 1_000
"""Characters."""
DEEPEST = 8
"""Members inside members."""

_DRIVE = re.compile(r"[A-Za-z]:")


def logical_name(offered: str) -> str:
    """The name under which an offered file is kept: relative, forward slashes, NFC.

    Raises:
        InvalidRequest: the name is empty, absolute, climbs with ``..``, is too long, or holds characters that are not text.
    """
    name = unicodedata.normalize("NFC", offered.replace("\\", "/"))
    if not _is_text(name):
        raise InvalidRequest("Its name holds characters that are not text.", remedy="Rename the file.")
    if name.startswith("/") or _DRIVE.match(name):
        raise InvalidRequest("Its name is an absolute path.", remedy="Give names relative to a folder.")
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise InvalidRequest("Its name leaves its folder.", remedy="Give names relative to a folder.")
    if not parts or len(name) > LONGEST:
        raise InvalidRequest("Its name is empty or too long.", remedy=f"Use 1 to {LONGEST} characters.")
    # A folder called "x!" must not look like the inside of a source called "x".
    return "/".join(parts).replace(MEMBER, "%21/")


def member_name(parent: str, path: str, ordinal: int) -> str:
    """The name of a member: ``parent!/path`` with the path made harmless; ``ordinal`` names a member that has no usable path."""
    parts = [_harmless(part) for part in unicodedata.normalize("NFC", path.replace("\\", "/")).split("/")]
    kept = "/".join(part for part in parts if part not in {"", ".", ".."}).replace(MEMBER, "%21/")
    return f"{parent}{MEMBER}{kept[:LONGEST] or f'part-{ordinal}'}"


def depth(name: str) -> int:
    """How many parents a name has."""
    return name.count(MEMBER)


def _harmless(part: str) -> str:
    return "".join("\ufffd" if _is_unfit(character) else character for character in part).strip()


def _is_text(name: str) -> bool:
    return not any(_is_unfit(character) for character in name)


def _is_unfit(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs"}
