"""Make `.venv/` from `uv.lock`: `python3 tools/bootstrap.py [--runtime]`.

Needs nothing but Python 3.11 or newer and its standard library. Safe to run again: it returns at once when the environment is
complete. Exit codes are listed in `tools/environment/failure.py`.

This file keeps to syntax that older Pythons can read, so that they can say what is missing.
"""

import os
import shutil
import sys

MINIMUM = (3, 11)
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11")
PYTHON_TOO_OLD = 3


def newer_python() -> str:
    """Return the path of a Python on PATH that is new enough, or an empty text."""
    found = [shutil.which(name) for name in NEWER_NAMES]
    return next((path for path in found if path), "")


def main() -> int:
    """Set the environment up and return the exit code."""
    if sys.version_info < MINIMUM:
        better = newer_python()
        if better:
            os.execv(better, [better, *sys.argv])  # noqa: S606 - the same script under a newer interpreter
        have = ".".join(str(part) for part in sys.version_info[:3])
        sys.stderr.write(f"setup: Python 3.11 or newer is needed and this is {have}: install one and run again.\n")
        return PYTHON_TOO_OLD
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - older Pythons read this
    sys.path.insert(0, root)
    sys.dont_write_bytecode = True
    from tools.environment.setup import run  # noqa: PLC0415 - unreadable for an old Python

    return run(root, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
