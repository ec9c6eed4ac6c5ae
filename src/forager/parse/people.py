"""People whom a format itself names, as (name, address, role)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

MAX_PEOPLE = 2_000
MAX_WRITTEN = 200_000

Person = tuple[str, str, str]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|<[^<>]*>|\([^()]*\)|[,;]|[^",;<>()]+|.', re.DOTALL)
_ANGLE = re.compile(r"<\s*([^<>\s]+@[^<>\s]+)\s*>")
_BARE = re.compile(r"[^\s<>(),;:\"]+@[^\s<>(),;:\"]+")
_GROUP = re.compile(r"^\s*[^@<>\":,;]{1,80}:\s*(?=\S*@|.*<)")


def people_in(*fields: tuple[str, str], decode: Callable[[str], str] = str) -> tuple[Person, ...]:
    """Names with addresses out of written lists, each list with its role.

    "Smith, Robert <r@x.example>" is one person even without quotes. ``decode`` undoes a name's transfer encoding.
    """
    found: dict[Person, None] = {}
    for written, role in fields:
        for entry in _entries(written[:MAX_WRITTEN]):
            person = _person(entry, role, decode)
            if person and len(found) < MAX_PEOPLE:
                found[person] = None
    return tuple(found)


def _entries(written: str) -> Iterator[str]:
    """The list parted at commas and semicolons outside quotes; a lone surname before a comma joins what follows."""
    held = ""
    for part in _parts(_GROUP.sub("", written.strip().strip("[]"))):
        if "@" not in part and len(part.split()) == 1 and not held and not part.strip().startswith('"'):
            held = part.strip()
        elif held:
            yield f"{held}, {part.strip()}" if "<" in part else held
            if "<" not in part:
                yield part
            held = ""
        else:
            yield part
    yield held


def _parts(written: str) -> Iterator[str]:
    current: list[str] = []
    for token in _TOKEN.findall(written):
        if token in {",", ";"}:
            yield "".join(current)
            current = []
        else:
            current.append(token)
    yield "".join(current)


def _person(entry: str, role: str, decode: Callable[[str], str]) -> Person | None:
    angle = _ANGLE.search(entry)
    bare = angle or _BARE.search(entry)
    address = (angle.group(1) if angle else bare.group()) if bare else ""
    name = entry[: bare.start()] + entry[bare.end() :] if bare else entry
    name = re.sub(r"^\s*\(([^()]*)\)\s*$", r"\1", name)
    name = " ".join(decode(re.sub(r"\\(.)", r"\1", name)).split()).strip("\"'<> ")
    if name == address:
        name = ""
    return (name, address, role) if address or any(c.isalpha() for c in name) else None
