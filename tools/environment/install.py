"""Run uv so that `.venv/` holds exactly what `uv.lock` names."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.environment.download import reachable
from tools.environment.failure import Exit, SetupError
from tools.environment.index import Index
from tools.environment.stamp import Mode, Stamp, forget_stamp, python_starts, write_stamp

_STEERING = frozenset(
    {
        "PYTHONHOME",
        "PYTHONPATH",
        "VIRTUAL_ENV",
        "UV_FROZEN",
        "UV_LOCKED",
        "UV_NO_SYNC",
        "UV_NO_DEV",
        "UV_DEV",
        "UV_PROJECT",
    }
    | {
        "UV_PROJECT_ENVIRONMENT",
        "UV_PYTHON",
        "UV_SYSTEM_PYTHON",
        "UV_WORKING_DIR",
        "UV_WORKING_DIRECTORY",
        "UV_NO_EDITABLE",
    }
)
"""Variables that would make uv install something else, or elsewhere."""


def install(root: Path, uv: Path, stamp: Stamp, index: Index, environ: Mapping[str, str]) -> None:
    """Make `.venv` what `stamp` says, and write the stamp last.

    A mark in `build/` stands while uv works: where one is left over, the last run was cut short, so every package is laid anew.
    Raises `SetupError` with `INDEX_UNREACHABLE` or `INSTALL_FAILED`; uv's own words stand above it.
    """
    unfinished = root / "build" / "setup-unfinished"
    again = ["--reinstall"] if unfinished.exists() else []
    forget_stamp(root)
    unfinished.touch()
    variables = uv_environment(root, index, environ)
    _clear_broken(root)
    commands = _from_lock(stamp.mode, again) if index.is_public else _from_mirror(root, stamp.mode, again)
    quiet = (
        [] if sys.stderr.isatty() else ["--quiet"]
    )  # a person sees the downloads move, a log does not list every package
    for command in commands:
        _run([str(uv), *quiet, *command], root, index, variables)
    write_stamp(root, stamp)
    unfinished.unlink()


def uv_environment(root: Path, index: Index, environ: Mapping[str, str]) -> dict[str, str]:
    """Return uv's variables: the caller's, less those that steer it elsewhere, with pip's settings translated."""
    variables = {name: value for name, value in environ.items() if name not in _STEERING}
    variables["UV_PYTHON_DOWNLOADS"] = "never"
    if index.certificates:
        variables.setdefault("SSL_CERT_FILE", index.certificates)
    if not index.is_public:
        variables.pop("UV_INDEX_URL", None)
        variables.pop("UV_EXTRA_INDEX_URL", None)
        variables["UV_DEFAULT_INDEX"] = index.default
        variables["UV_INDEX"] = " ".join(index.extra)
        variables["UV_FIND_LINKS"] = ",".join(index.find_links)
    if not index.default:
        variables["UV_NO_INDEX"] = "1"
    if "UV_CACHE_DIR" not in variables and not _home_is_writable(variables):
        variables["UV_CACHE_DIR"] = str(root / "build" / "uv-cache")
    return {name: value for name, value in variables.items() if value or not name.startswith("UV_")}


def _from_lock(mode: Mode, again: list[str]) -> list[list[str]]:
    """Return the commands for the public index: the lock file is checked against pyproject.toml and followed."""
    chosen = ["--all-extras"] if mode is Mode.FULL else ["--no-dev"]
    return [["sync", "--locked", "--python", _base_python(), *chosen, *again]]


def _from_mirror(root: Path, mode: Mode, again: list[str]) -> list[list[str]]:
    """Return the commands for another index: the lock's versions and hashes, whatever address serves them.

    The lock file names the public index, and `uv sync --locked` takes another one for a stale lock; so its content is
    handed on as requirements with hashes. Hashes make it safe to take a file from whichever index has it.
    """
    listed = str(root / "build" / "locked-requirements.txt")
    chosen = ["--all-extras"] if mode is Mode.FULL else ["--no-dev"]
    python = str(root / ".venv" / "bin" / "python")
    export = ["export", "--frozen", "--no-emit-project", "--no-header", "--output-file", listed, *chosen]
    venv = [] if python_starts(root) else [["venv", "--python", _base_python(), str(root / ".venv")]]
    any_index = ["--index-strategy", "unsafe-best-match"]
    sync = ["pip", "sync", "--python", python, "--require-hashes", *any_index, *again, listed]
    project = ["pip", "install", "--python", python, "--no-deps", "--editable", str(root)]
    return [export, *venv, sync, project]


def _run(command: list[str], root: Path, index: Index, variables: Mapping[str, str]) -> None:
    if subprocess.run(command, cwd=root, env=dict(variables), stdin=subprocess.DEVNULL, check=False).returncode == 0:  # noqa: S603
        return
    if index.default and not reachable(f"{index.default}/", index):
        raise SetupError(
            Exit.INDEX_UNREACHABLE,
            "the package index cannot be reached: check the network or the index settings (UV_DEFAULT_INDEX, PIP_INDEX_URL,"
            " pip.conf) and run again.",
        )
    raise SetupError(Exit.INSTALL_FAILED, "uv failed (its words are above): mend what it names and run again.")


def _clear_broken(root: Path) -> None:
    """Remove an environment that cannot start, such as one whose Python was uninstalled or whose making was cut short."""
    venv = root / ".venv"
    if venv.is_symlink():
        venv.unlink()  # what it points at may lie outside the checkout
    elif venv.exists() and not python_starts(root):
        print("setup: .venv is broken: making it anew.", flush=True)
        shutil.rmtree(venv)


def _base_python() -> str:
    """Return the interpreter an environment is built on: not that of an environment this may itself run in."""
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return str(base) if base.exists() else sys.executable


def _home_is_writable(variables: Mapping[str, str]) -> bool:
    home = variables.get("XDG_CACHE_HOME") or variables.get("HOME") or ""
    return bool(home) and os.access(home, os.W_OK)
