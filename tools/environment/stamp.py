"""What an environment was made from, and whether it still stands."""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

STAMP_NAME = "formicaria-setup.json"
DEVELOPMENT_MARK = "pytest-"
"""A distribution whose presence tells a full environment from a runtime one, where no stamp does."""


class Mode(StrEnum):
    """How much is installed: what runs the product, or that with development tools and every extra."""

    RUNTIME = "runtime"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an environment was made from: a digest of the lock and project files, the Python, the mode, the checkout's path."""

    lock: str
    python: str
    mode: Mode
    root: str

    @classmethod
    def of(cls, root: Path, mode: Mode) -> "Stamp":
        """Return the stamp an environment made now would carry."""
        digest = hashlib.sha256()
        for name in ("uv.lock", "pyproject.toml"):
            digest.update((root / name).read_bytes())
        python = f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"
        return cls(digest.hexdigest(), python, mode, str(root.resolve()))

    def serves(self, wanted: "Stamp") -> bool:
        """Say whether an environment with this stamp has all that `wanted` asks for; a full one serves both modes."""
        same = (self.lock, self.python, self.root) == (wanted.lock, wanted.python, wanted.root)
        return same and self.mode in (wanted.mode, Mode.FULL)


def up_to_date(root: Path, wanted: Stamp) -> bool:
    """Say whether `.venv` was finished for what is wanted, its Python starts, and nothing it had is gone."""
    recorded = _read(root)
    if recorded is None:
        return False
    stamp, packages = recorded
    return stamp.serves(wanted) and set(packages) <= set(distributions(root)) and python_starts(root)


def mode_to_install(root: Path, asked: Mode) -> Mode:
    """Return the mode to install: a full environment stays full when only the runtime is asked for."""
    recorded = _read(root)
    if recorded is not None:
        was_full = recorded[0].mode is Mode.FULL
    else:
        was_full = any(name.startswith(DEVELOPMENT_MARK) for name in distributions(root))
    return Mode.FULL if was_full else asked


def write_stamp(root: Path, stamp: Stamp) -> None:
    """Write the stamp beside the environment's files, whole or not at all."""
    path = root / ".venv" / STAMP_NAME
    partial = path.with_suffix(".partial")
    content = {"made_from": asdict(stamp), "packages": list(distributions(root))}
    partial.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    os.replace(partial, path)  # noqa: PTH105 - same folder, atomic


def forget_stamp(root: Path) -> None:
    """Remove the stamp, so that an installation cut short is never taken for a finished one."""
    (root / ".venv" / STAMP_NAME).unlink(missing_ok=True)


def distributions(root: Path) -> tuple[str, ...]:
    """Return the names and versions installed, as their metadata folders spell them, sorted."""
    return tuple(sorted(path.name for path in (root / ".venv").glob("lib/python3*/site-packages/*.dist-info")))


def python_starts(root: Path) -> bool:
    """Say whether the environment's interpreter runs."""
    try:
        command = [str(root / ".venv" / "bin" / "python"), "-I", "-S", "-c", ""]
        return subprocess.run(command, capture_output=True, timeout=30, check=False).returncode == 0  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False


def _read(root: Path) -> tuple[Stamp, tuple[str, ...]] | None:
    try:
        content = json.loads((root / ".venv" / STAMP_NAME).read_text(encoding="utf-8"))
        made = content["made_from"]
        stamp = Stamp(str(made["lock"]), str(made["python"]), Mode(made["mode"]), str(made["root"]))
        return stamp, tuple(str(name) for name in content["packages"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
