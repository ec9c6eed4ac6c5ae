"""A small checkout with the real bootstrap, a program that stands in for uv's binary, and a package index on loopback."""

from __future__ import annotations

import base64
import functools
import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.environment.pins import UV_VERSION, WHEELS, this_platform

ROOT = Path(__file__).resolve().parents[2]

UV_PROGRAM = """#!{python}
import json, os, pathlib, signal, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("uv {version}")
    sys.exit(0)
root = pathlib.Path.cwd()
with (root / "uv-calls.jsonl").open("a") as log:
    kept = {{k: v for k, v in os.environ.items() if k.startswith(("UV_", "SSL_", "PIP_", "VIRTUAL", "PYTHON"))}}
    log.write(json.dumps([[sys.argv[0], *words], kept]) + "\\n")
if (root / "uv-fails").exists():
    sys.exit("uv: no such package")
venv = root / ".venv"
if "sync" in words or "venv" in words:
    for folder in (venv / "bin", venv / "lib" / "python3.11" / "site-packages"):
        folder.mkdir(parents=True, exist_ok=True)
    (venv / "bin" / "python").unlink(missing_ok=True)
    (venv / "bin" / "python").symlink_to("{python}")
site = next(venv.glob("lib/python3*/site-packages"), None)
if site is not None:
    (site / "product-1.dist-info").mkdir(exist_ok=True)
    if (root / "uv-dies").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    if "--no-dev" not in words and "sync" in words:
        (site / "pytest-9.dist-info").mkdir(exist_ok=True)
"""

# What a Debian system without python3-venv looks like to the bootstrap.
NO_PIP = """import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "ensurepip" else real(name, package)
"""

NOWHERE = "http://127.0.0.1:9"
"""An address that refuses every connection: the public index is out of reach through it."""

OLD_PYTHON = "import sys\nsys.version_info = (3, 9, 2)\n"


@dataclass(slots=True)
class Checkout:
    """A copy of the repository's set-up on a two-file project."""

    root: Path
    environ: dict[str, str]

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the bootstrap as a person would, with only the variables given."""
        command = [sys.executable, str(self.root / "tools" / "bootstrap.py"), *arguments]
        return subprocess.run(command, env={**self.environ, **variables}, capture_output=True, text=True, check=False)

    def calls(self) -> list[tuple[list[str], dict[str, str]]]:
        """Return each call of uv so far: its words (the first is the program) and its variables."""
        log = self.root / "uv-calls.jsonl"
        lines = log.read_text().splitlines() if log.exists() else []
        return [(words, variables) for words, variables in map(json.loads, lines)]

    def touch(self, name: str) -> None:
        """Put an empty file in the checkout; `uv-fails` and `uv-dies` make uv do so."""
        (self.root / name).touch()

    @property
    def site_packages(self) -> Path:
        """Return the folder that the environment's packages lie in."""
        return next((self.root / ".venv").glob("lib/python3*/site-packages"))


def make_checkout(folder: Path, start: str = NO_PIP) -> Checkout:
    """Make a checkout in `folder` whose Python begins with the statements in `start`, and whose PATH holds nothing."""
    root = folder / "checkout"
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text('[project]\nname = "product"\nversion = "1"\n')
    (root / "uv.lock").write_text("version = 1\n")
    started = folder / "start"
    started.mkdir()
    (started / "sitecustomize.py").write_text(start)
    (folder / "bin").mkdir()
    (folder / "home").mkdir()
    nothing = {"PIP_CONFIG_FILE": os.devnull, "HTTPS_PROXY": NOWHERE}
    return Checkout(
        root, {"PATH": str(folder / "bin"), "HOME": str(folder / "home"), "PYTHONPATH": str(started), **nothing}
    )


def write_uv(path: Path, version: str = UV_VERSION) -> Path:
    """Write the program that stands in for uv and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(UV_PROGRAM.format(python=sys.executable, version=version))
    path.chmod(0o755)
    return path


def write_wheel(checkout: Checkout, folder: Path) -> Path:
    """Write the stand-in's wheel into `folder`, and pin its hash in the checkout in place of the real one's."""
    wheel = WHEELS[this_platform()]
    path = folder / wheel.filename
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        program = UV_PROGRAM.format(python=sys.executable, version=UV_VERSION)
        archive.writestr(f"uv-{UV_VERSION}.data/scripts/uv", program)
    pins = checkout.root / "tools" / "environment" / "pins.py"
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    pins.write_text(pins.read_text().replace(wheel.sha256, found))
    return path


@dataclass(slots=True)
class Served:
    """A folder behind HTTP: its address, and the credentials that requests came with."""

    address: str
    credentials: list[str] = field(default_factory=list)


@contextmanager
def serve(folder: Path) -> Iterator[Served]:
    """Serve a folder on a loopback port until the block ends."""
    served = Served("")
    handler = functools.partial(_Handler, served, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    served.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, served: Served, *arguments: object, directory: str) -> None:
        self._served = served
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]  # the server's own three arguments

    def do_GET(self) -> None:
        kind, _, value = self.headers.get("Authorization", "").partition(" ")
        if kind == "Basic":
            self._served.credentials.append(base64.b64decode(value).decode())
        super().do_GET()

    def log_message(self, *_arguments: object) -> None:
        pass
