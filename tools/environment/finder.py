"""Find uv, or get it: an installed one, one that pip installs, one that the standard library fetches."""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.environment.download import fetch_uv
from tools.environment.failure import Exit, SetupError
from tools.environment.index import Index
from tools.environment.pins import OLDEST_UV, UV_VERSION, WHEELS, Wheel, this_platform


def obtain_uv(build: Path, index: Index, environ: Mapping[str, str]) -> Path:
    """Return the path of a uv that reads our lock file; what has to be fetched goes into `build/uv/`.

    Raises `SetupError` when `$UV` names something unusable, when this platform has no pinned wheel, or when nothing can be fetched.
    """
    installed = _installed(environ)
    if installed:
        return installed
    folder = build / "uv" / UV_VERSION
    own = folder / "uv"
    if _usable(own):
        return own
    wheel = _pinned()
    print(f"setup: no uv {_oldest()} or newer on PATH: fetching uv {UV_VERSION} into {folder}", flush=True)
    return _by_pip(wheel, folder, environ) or fetch_uv(wheel, index, folder)


def _installed(environ: Mapping[str, str]) -> Path | None:
    named = environ.get("UV", "")
    if named:
        if _usable(Path(named)):
            return Path(named)
        raise SetupError(Exit.NO_UV, f"UV names {named}, which is no uv {_oldest()} or newer: unset UV or correct it.")
    found = shutil.which("uv", path=environ.get("PATH", ""))
    return Path(found) if found and _usable(Path(found)) else None


def _pinned() -> Wheel:
    wheel = WHEELS.get(this_platform())
    if wheel is None:
        name = " ".join(part for part in this_platform() if part)
        raise SetupError(
            Exit.NO_UV, f"no uv is pinned for this platform ({name}): install uv {_oldest()} or newer and run again."
        )
    return wheel


def _oldest() -> str:
    return ".".join(str(part) for part in OLDEST_UV)


def _usable(program: Path) -> bool:
    """Say whether the program runs and is new enough."""
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    version = re.match(r"uv (\d+)\.(\d+)", answer.stdout)
    return answer.returncode == 0 and version is not None and (int(version[1]), int(version[2])) >= OLDEST_UV


def _by_pip(wheel: Wheel, folder: Path, environ: Mapping[str, str]) -> Path | None:
    """Let pip install the pinned uv, with all of pip's own settings; None where pip is not to be had or fails.

    Debian's Python has no `ensurepip` unless python3-venv is installed; then there is nothing to try.
    """
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        return None
    home = folder / "pip"
    shutil.rmtree(home, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder / "requirement.txt"
    wanted.write_text(f"uv=={UV_VERSION} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
    options = ["--quiet", "--no-cache-dir", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
    commands = (
        [sys.executable, "-m", "venv", str(home)],
        [
            str(home / "bin" / "python"),
            "-m",
            "pip",
            "install",
            *options,
            "--require-hashes",
            "--requirement",
            str(wanted),
        ],
    )
    for command in commands:
        if subprocess.run(command, env=dict(environ), capture_output=True, check=False).returncode:  # noqa: S603
            return None
    (folder / "uv").unlink(missing_ok=True)
    (home / "bin" / "uv").replace(folder / "uv")
    shutil.rmtree(home, ignore_errors=True)
    return folder / "uv"
