"""A person's folder as files to send: every regular file below it, by name, and what is left out in groups."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

from formicaria.ground.errors import InvalidRequest


class Group(StrEnum):
    """Why something in a folder is not offered."""

    HIDDEN = "hidden"
    LINK = "link"
    SPECIAL = "special"
    CLOSED = "closed"
    OWN = "own"


_WORDS = {
    Group.HIDDEN: ("hidden", "hidden"),
    Group.LINK: ("link", "links"),
    Group.SPECIAL: ("not a regular file", "not regular files"),
    Group.CLOSED: ("folder that cannot be read", "folders that cannot be read"),
    Group.OWN: ("folder of Formicaria's own data", "folders of Formicaria's own data"),
}
"""What follows a number of each: of one, of several."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file: its name below the folder, with forward slashes, and its size in bytes when it was seen."""

    name: str
    path: Path
    size: int

    def open(self) -> IO[bytes]:
        """Open it for reading. Raises OSError when it cannot be read or is no regular file any more."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        file = os.fdopen(descriptor, "rb")
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            file.close()
            raise PermissionError(1, "not a regular file any more")
        return file


@dataclass(frozen=True, slots=True)
class Left:
    """Something left out: its name below the folder, and its group."""

    name: str
    group: Group


@dataclass(frozen=True, slots=True)
class Walked:
    """What a folder holds, each list by name. ``root`` is where it really is."""

    root: Path
    files: tuple[Found, ...]
    left: tuple[Left, ...]


def walk(folder: Path, own: Path | None = None, *, deep: bool = True) -> Walked:
    """Look through a folder; ``own`` is a folder that is never offered, ``deep`` goes into the folders below.

    Raises:
        InvalidRequest: there is no such folder, it cannot be read, or it holds no file to read.
    """
    root = Path(os.path.realpath(folder))
    _check(root, folder)
    hidden = Path(os.path.realpath(own)) if own else None
    found = sorted(_entries(root, "", hidden, deep=deep), key=lambda each: each.name)
    files = tuple(each for each in found if isinstance(each, Found))
    left = tuple(each for each in found if isinstance(each, Left))
    if not files:
        raise InvalidRequest(
            f"There are no files to read in {folder}{_besides(left)}.", remedy="Name a folder that holds documents."
        )
    return Walked(root, files, left)


def _check(root: Path, named: Path) -> None:
    if not root.exists():
        raise InvalidRequest(f"There is no folder {named}.", remedy="Check the path.")
    if not root.is_dir():
        raise InvalidRequest(f"{named} is not a folder.", remedy="Name the folder that holds the file.")
    try:
        os.scandir(root).close()
    except OSError as error:
        raise InvalidRequest(
            f"The folder {named} cannot be read ({error.strerror}).", remedy="Allow it, or name another folder."
        ) from error


def _entries(folder: Path, prefix: str, own: Path | None, *, deep: bool) -> Iterator[Found | Left]:
    waiting = [(folder, prefix)]
    while waiting:
        here, before = waiting.pop()
        try:
            with os.scandir(here) as entries:
                listed = list(entries)
        except OSError:
            yield Left(before.rstrip("/"), Group.CLOSED)
            continue
        for entry in listed:
            name = before + entry.name
            group = _left_out(entry, own)
            if group:
                yield Left(name, group)
            elif not entry.is_dir(follow_symlinks=False):
                yield Found(name, Path(entry.path), entry.stat(follow_symlinks=False).st_size)
            elif deep:
                waiting.append((Path(entry.path), f"{name}/"))


def _left_out(entry: os.DirEntry[str], own: Path | None) -> Group | None:
    if entry.name.startswith("."):
        return Group.HIDDEN
    if entry.is_symlink():
        return Group.LINK
    if entry.is_dir(follow_symlinks=False):
        return Group.OWN if own is not None and Path(entry.path) == own else None
    return None if entry.is_file(follow_symlinks=False) else Group.SPECIAL


def _besides(left: tuple[Left, ...]) -> str:
    return f" ({counted(left)} left out)" if left else ""


def counted(left: tuple[Left, ...]) -> str:
    """How many of each group were left out, in words; empty for none."""
    numbers = ((group, sum(each.group is group for each in left)) for group in Group)
    return ", ".join(f"{number} {_WORDS[group][number > 1]}" for group, number in numbers if number)
