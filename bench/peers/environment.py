"""Make a peer's environment once, pinned, and ask a script in it: JSON in, JSON out."""

import json
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENTS = ROOT / "build" / "peers"
PROGRAM_LIMIT = 1200
"""Seconds a peer may take."""


class PeerUnavailable(Exception):
    """A peer's environment could not be made or its program failed; the sentence says which."""


def ask(name: str, pinned: Sequence[str], script: Path, question: object) -> object:
    """Run ``script`` in the environment of ``pinned`` with ``question`` as JSON on its input; its output, read as JSON.

    Raises:
        PeerUnavailable: the packages cannot be installed here, or the script ends with an error.
    """
    program = [str(_python(name, pinned)), str(script)]
    asked = json.dumps(question, ensure_ascii=True)
    done = subprocess.run(program, input=asked, capture_output=True, text=True, check=False, timeout=PROGRAM_LIMIT)  # noqa: S603
    if done.returncode:
        raise PeerUnavailable(f"The peer {name} ended with an error: {done.stderr.strip()[-400:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def _python(name: str, pinned: Sequence[str]) -> Path:
    """The interpreter of the environment, made anew when the pinned packages are not those it was made with."""
    place = ENVIRONMENTS / name
    listed, made = "\n".join(pinned), place / "pinned.txt"
    if not made.exists() or made.read_text(encoding="utf-8") != listed:
        shutil.rmtree(place, ignore_errors=True)
        venv.create(place, with_pip=True)
        _install(name, place / "bin" / "python", pinned)
        made.write_text(listed, encoding="utf-8")
    return place / "bin" / "python"


def _install(name: str, python: Path, pinned: Sequence[str]) -> None:
    print(f"bench: making the environment of the peer {name} ({', '.join(pinned)})", file=sys.stderr)
    command = [str(python), "-m", "pip", "install", "--quiet", *pinned]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise PeerUnavailable(f"The peer {name} cannot be installed here: {done.stderr.strip()[-400:]}")
