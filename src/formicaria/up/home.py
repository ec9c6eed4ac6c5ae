"""Where the launcher keeps things: one folder with both services' data, the lock of whoever runs them, and a note of where they answer."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from formicaria.ground.errors import ConfigurationRefused, StoreHeld
from formicaria.ground.storelock import StoreLock, is_held

VARIABLE = "FORMICARIA_DATA_DIR"
LABEL = "formicaria up"
Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the services of a running launcher answer, and its process id. An address may be empty while one starts."""

    pid: int
    forager: str
    anthill: str


@dataclass(frozen=True, slots=True)
class Home:
    """The data folder and the places in it."""

    root: Path

    @property
    def forager(self) -> Path:
        """FORAGER's own data folder."""
        return self.root / "forager"

    @property
    def anthill(self) -> Path:
        """The colony's own data folder."""
        return self.root / "anthill"

    @property
    def colony_file(self) -> Path:
        """The colony's settings."""
        return self.anthill / "anthill.json"

    @property
    def state_file(self) -> Path:
        """Where the services of the running launcher answer."""
        return self.root / "up.json"

    @property
    def bases_file(self) -> Path:
        """Which bases the colony was given once."""
        return self.root / "bases.json"

    @property
    def folders_file(self) -> Path:
        """Which folder each base was read from, and what was sent of it."""
        return self.root / "folders.json"

    def log_of(self, service: str) -> Path:
        """A service's log."""
        return self.root / service / "service.log"

    def key_of(self, service: str) -> str:
        """A service's operator key. Raises ConfigurationRefused when it cannot be read."""
        path = self.root / service / "operator.key"
        try:
            return path.read_text("utf-8").strip()
        except OSError as error:
            raise ConfigurationRefused(
                f"The operator key {path} cannot be read ({error.strerror}).",
                remedy="Start again: the service makes a new one when it is gone.",
            ) from error


def chosen(named: Path | None, environ: Mapping[str, str] | None = None) -> Home:
    """The folder that was named, else ``FORMICARIA_DATA_DIR``, else the user's own data folder."""
    found = os.environ if environ is None else environ
    if named or found.get(VARIABLE):
        return Home(Path(named or found[VARIABLE]).expanduser().absolute())
    shared = found.get("XDG_DATA_HOME") or ""
    # A relative XDG folder counts as none (XDG base directory specification).
    base = Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share"
    return Home(base / "formicaria")


def prepared(home: Home) -> Home:
    """Make the folders, for their owner alone. Raises ConfigurationRefused."""
    try:
        made = not home.root.exists()
        home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (home.root, home.forager, home.anthill):
            folder.mkdir(exist_ok=True)
            if made or folder != home.root:
                folder.chmod(stat.S_IRWXU)
    except OSError as error:
        raise ConfigurationRefused(
            f"The data folder {home.root} cannot be made ({error.strerror}).", remedy="Choose a writable --data-dir."
        ) from error
    return home


@contextmanager
def held(home: Home) -> Iterator[None]:
    """Hold the folder for this launcher. Raises StoreHeld, with the address of the one that holds it."""
    try:
        lock = StoreLock(home.root, LABEL)
    except StoreHeld as error:
        raise _taken(home) from error
    with lock:
        try:
            yield
        finally:
            home.state_file.unlink(missing_ok=True)


def _taken(home: Home) -> StoreHeld:
    found = _noted(home)
    where = f" at {found.forager} (process {found.pid})" if found and found.forager else ""
    return StoreHeld(
        f"Formicaria already runs on {home.root}{where}.",
        remedy='Run "formicaria link" for a sign-in link, or stop it first.',
    )


def running(home: Home) -> Addresses | None:
    """The addresses of the launcher that holds the folder; None when none does: a note left behind counts for nothing."""
    try:
        alive = is_held(home.root)
    except OSError:
        return None
    return _noted(home) if alive else None


def _noted(home: Home) -> Addresses | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(home.state_file.read_text("utf-8"))
        noted = Addresses(int(found["pid"]), str(found["forager"]), str(found["anthill"]))
        os.kill(noted.pid, 0)
        return noted
    return None


def note(home: Home, forager: str, anthill: str) -> None:
    """Write down where the services answer."""
    replace(home.state_file, {"pid": os.getpid(), "forager": forager, "anthill": anthill})


def replace(path: Path, value: Json) -> None:
    """Write a JSON file for its owner alone, whole or not at all. Raises ConfigurationRefused."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=2, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError as error:
        raise ConfigurationRefused(
            f"{path} cannot be written ({error.strerror}).", remedy="Make room or choose another --data-dir."
        ) from error
