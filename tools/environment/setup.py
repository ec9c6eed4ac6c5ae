"""Make or mend `.venv/`, and know when there is nothing to do."""

import argparse
import fcntl
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.environment.failure import Exit, SetupError
from tools.environment.finder import obtain_uv
from tools.environment.index import Index, pip_files, pip_options, read_index
from tools.environment.install import install
from tools.environment.stamp import Mode, Stamp, mode_to_install, up_to_date


def run(root: str, arguments: list[str]) -> int:
    """Set up the checkout at `root` and return the exit code; every failure is one sentence on standard error."""
    asked = Mode.RUNTIME if _arguments(arguments).runtime else Mode.FULL
    try:
        _set_up(Path(root), asked, os.environ)
    except SetupError as failure:
        print(f"setup: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("setup: interrupted; run it again to go on.", file=sys.stderr)
        return Exit.INTERRUPTED
    except OSError as failure:
        print(
            f"setup: {failure.strerror or failure}: {failure.filename or root}; mend this and run again.",
            file=sys.stderr,
        )
        return 1
    return 0


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bootstrap.py", description="Make the locked environment in .venv/.")
    parser.add_argument(
        "--runtime", action="store_true", help="what the product needs to run, without development tools"
    )
    return parser.parse_args(arguments)


def _set_up(root: Path, asked: Mode, environ: Mapping[str, str]) -> None:
    build = root / "build"
    wanted = Stamp.of(root, asked)
    if up_to_date(root, wanted):
        print(f"setup: .venv is complete ({asked}).")
        return
    with _alone(build):
        if up_to_date(root, wanted):  # another process may have made it while this one waited
            return
        started = time.monotonic()
        index = _index(environ)
        mode = mode_to_install(root, asked)
        uv = obtain_uv(build, index, environ)
        print(f"setup: making .venv ({mode}) from uv.lock with {uv}", flush=True)
        install(root, uv, Stamp.of(root, mode), index, environ)
        print(f"setup: .venv is complete ({mode}), {time.monotonic() - started:.1f} s.")


def _index(environ: Mapping[str, str]) -> Index:
    return read_index(environ, pip_options(pip_files(environ)))


@contextmanager
def _alone(build: Path) -> Iterator[None]:
    """Hold the set-up's lock, so that two at once wait for each other; the system frees it when a holder dies."""
    try:
        build.mkdir(exist_ok=True)
        lock = (build / "setup.lock").open("w", encoding="utf-8")
    except OSError as trouble:
        raise SetupError(
            Exit.READ_ONLY,
            f"cannot write in {build} ({trouble.strerror}): use a checkout in a folder that you may write, and run again.",
        ) from trouble
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("setup: another set-up of this checkout is running: waiting for it.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
