"""Folders to files: a fence for folders of the server, and a walk that lists what it leaves out (seed 001 §4)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from forager.accept.files import Offered
from forager.errors import InputRefused
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.logs import get_logger


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in a folder that is not offered, and why in words."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder offers, in the order of names, and what it holds besides."""

    offered: tuple[Offered, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class Fence:
    """The real folders inside which reading is allowed; ``anywhere`` opens it."""

    roots: tuple[Path, ...]
    anywhere: bool = False

    def admits(self, real: Path) -> bool:
        """Whether a resolved path lies in an allowed folder, itself included; compared part by part."""
        return self.anywhere or any(real.is_relative_to(root) for root in self.roots)


def fence(allowed: Sequence[str], *, anywhere: bool) -> Fence:
    """The fence that the settings draw. A root that is not absolute allows nothing."""
    return Fence(tuple(Path(os.path.realpath(root)) for root in allowed if Path(root).is_absolute()), anywhere)


def resolve(path: str, within: Fence) -> Path:
    """The real folder at ``path``, if reading it is allowed.

    Raises:
        InputRefused: it lies outside every allowed root, or none is allowed.
        InvalidRequest: there is no such folder.
    """
    if within.anywhere:
        get_logger("accept").warning("any_input_root_is_allowed", remedy="Set FORAGER_ALLOWED_INPUT_ROOTS instead.")
    named = "\0" not in path and Path(path).is_absolute()
    real = Path(os.path.realpath(path)) if named else None
    if real is None or not within.admits(real):
        raise InputRefused(
            "Reading this folder of the server is not allowed.",
            remedy="An operator can name it in FORAGER_ALLOWED_INPUT_ROOTS; or upload the files.",
        )
    if not real.is_dir():
        raise InvalidRequest("There is no such folder on the server.")
    return real


def look(root: Path, within: Fence, *, recursive: bool = True, leave_out: Path | None = None) -> Folder:
    """Everything in a folder: regular files are offered, hidden ones, links that leave the fence and odd things are listed.

    ``leave_out`` is a folder that is never offered (the store's own).
    """
    offered: list[Offered] = []
    skipped: list[Skipped] = []
    for found in _walk(root, "", within, recursive=recursive, leave_out=leave_out):
        if isinstance(found, Skipped):
            skipped.append(found)
        else:
            offered.append(found)
    return Folder(tuple(offered), tuple(skipped))


def _walk(
    folder: Path, prefix: str, within: Fence, *, recursive: bool, leave_out: Path | None
) -> Iterator[Offered | Skipped]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Skipped(prefix or ".", f"the folder cannot be read ({os.strerror(error.errno or 0)})")
        return
    for entry in entries:
        name = prefix + entry.name
        if why := _left_out(entry, within, recursive=recursive, leave_out=leave_out):
            yield Skipped(name, why)
        elif entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path), f"{name}/", within, recursive=recursive, leave_out=leave_out)
        else:
            yield Offered(name, partial(open_inside, Path(entry.path), within))


def _left_out(entry: os.DirEntry[str], within: Fence, *, recursive: bool, leave_out: Path | None) -> str:
    if entry.name.startswith("."):
        return "hidden"
    if entry.name == "CVS":
        return "a version control folder"
    if entry.is_symlink():
        return _link_left_out(Path(entry.path), within)
    if entry.is_dir(follow_symlinks=False):
        if leave_out is not None and Path(os.path.realpath(entry.path)) == leave_out:
            return "this store's own folder"
        return "" if recursive else "a folder inside the folder"
    return "" if entry.is_file(follow_symlinks=False) else "not a regular file"


def _link_left_out(link: Path, within: Fence) -> str:
    real = Path(os.path.realpath(link))
    if not within.admits(real):
        return "a link that leads out of the allowed folders"
    return "" if real.is_file() else "a link to something that is not a file"


def open_inside(path: Path, within: Fence) -> BinaryIO:
    """Open a regular file for reading where it really is; what was exchanged for a link since it was seen is refused.

    Raises:
        OSError: it cannot be opened, is no regular file, or lies outside the fence.
    """
    real = Path(os.path.realpath(path))
    if not within.admits(real):
        raise PermissionError(1, "outside the allowed folders")
    descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    file = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode) or Path(os.path.realpath(real)) != real:
        file.close()
        raise PermissionError(1, "not a regular file")
    return file
