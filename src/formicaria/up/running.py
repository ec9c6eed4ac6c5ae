"""Both services, kept as child processes on loopback: FORAGER first, the colony with its settings, stopped in the opposite order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from formicaria.ground.errors import ConfigurationRefused, StoreHeld
from formicaria.ground.settings import read_file
from formicaria.up import home
from formicaria.up.bases import Bases
from formicaria.up.colony import Base, base_of
from formicaria.up.home import Home
from formicaria.up.keeper import Kept, Patience, Tell
from formicaria.up.processes import LOOPBACK, Service, ServiceFailed, free_port, is_free
from formicaria.up.wire import Api, Refused

FORAGER, ANTHILL = "FORAGER", "ANTHILL"
PORTS = {"forager": 8790, "anthill": 8713}
COMPANION = "companion_url"
"""The engine's setting for what its pages link to beside their own."""
CONSOLE = "/console"
"""The colony's pages."""
Environment = Callable[[], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Ports:
    """Where each service is started: its usual port, or 0 for any free one."""

    forager: int = 0
    anthill: int = 0


@dataclass(frozen=True, slots=True)
class Both:
    """FORAGER listens and knows ``base``; the colony is under way until ``await_colony`` returns."""

    home: Home
    engine: Kept
    colony: Kept
    engine_api: Api
    bases: Bases
    base: Base | None

    def await_colony(self) -> Api:
        """The colony once it listens, as its operator; the caller closes it. Raises ServiceFailed."""
        address = awaited(self.colony)
        home.note(self.home, self.engine.address, address)
        return Api(address, self.home.key_of("anthill"))

    def trim(self) -> None:
        """Keep both logs below their size."""
        self.engine.trim()
        self.colony.trim()


@contextmanager
def both(
    at: Home,
    ports: Ports,
    environ: Mapping[str, str],
    wanted: str,
    tell: Tell,
    patience: Patience | None = None,
) -> Iterator[Both]:
    """Run both services on ``at`` for the block; ``wanted`` names the base that the colony is to read, empty for none.

    Raises:
        StoreHeld: a launcher runs on this folder already.
        ServiceFailed: a service does not start.
    """
    with ExitStack() as stack:
        stack.enter_context(home.held(home.prepared(at)))

        def kept(name: str, module: str, port: int, moved: Callable[[str], None], surroundings: Environment) -> Kept:
            made = Kept(name, _starter(at, name, module, surroundings), port, tell, moved, patience)
            stack.callback(made.stop)
            return made

        def engine_moved(address: str) -> None:
            engine_api.move(address)
            bases.follow(address)
            home.note(at, address, beside.colony.address if beside.colony else "")

        def colony_moved(address: str) -> None:
            home.note(at, engine.address, address)

        # The engine's pages link to the colony, which starts after it.
        beside = Beside(at, environ, ports.anthill or free_port())
        engine = kept(FORAGER, "forager", ports.forager, engine_moved, beside.environment)
        address = awaited(engine)
        home.note(at, address, "")
        engine_api = stack.enter_context(closing(Api(address, at.key_of("forager"))))
        base = found_base(engine_api, wanted) if wanted else None
        bases = Bases(at, engine_api)
        stack.callback(bases.close)
        for sentence in bases.settle(address, base):
            tell(sentence)
        # The colony starts while documents are read.
        ants = kept(ANTHILL, "anthill", beside.port if is_free(beside.port) else 0, colony_moved, beside.colonys)
        beside.colony = ants
        yield Both(at, engine, ants, engine_api, bases, base)


class Beside:
    """Where the colony is, as the engine's pages link to it; what the operator named instead stays."""

    def __init__(self, at: Home, environ: Mapping[str, str], port: int) -> None:
        """Take the data folder, the environment, and the port that the colony is going to listen on. Raises ConfigurationRefused."""
        self.port = port
        self.colony: Kept | None = None
        self._environ = environ
        self._variable = f"{FORAGER}_{COMPANION.upper()}"
        settings = read_file(at.forager / "forager.json")
        self._named = bool(environ.get(self._variable) or settings.get(COMPANION))

    def colonys(self) -> Mapping[str, str]:
        """The colony's environment: no setting of the engine, among them keys that are the engine's alone."""
        return {key: value for key, value in self._environ.items() if not key.startswith(f"{FORAGER}_")}

    def environment(self) -> Mapping[str, str]:
        """The engine's environment at a start: the colony is where it listens, else where it is going to."""
        if self._named:
            return self._environ
        address = (self.colony and self.colony.address) or f"http://{LOOPBACK}:{self.port}"
        return {**self._environ, self._variable: address + CONSOLE}


def awaited(kept: Kept) -> str:
    """Its first address; a refused configuration and a held store end this command as they ended the service."""
    try:
        return kept.await_address()
    except ServiceFailed as failed:
        kind = {ConfigurationRefused.exit_code: ConfigurationRefused, StoreHeld.exit_code: StoreHeld}.get(
            failed.ended or 0
        )
        raise (kind(failed.message, remedy=failed.remedy) if kind else failed) from None


def _starter(at: Home, name: str, module: str, surroundings: Environment) -> Callable[[int], Service]:
    folder, log = at.root / module, at.log_of(module)

    def start(port: int) -> Service:
        arguments = ["serve", "--host", LOOPBACK, "--port", str(port), "--data-dir", str(folder)]
        return Service(name, module, arguments, log, surroundings())

    return start


def found_base(engine: Api, name: str) -> Base:
    """The base of this name, made when there is none. Raises Refused when it cannot be called so."""
    try:
        return base_of(engine.post("/api/projects", {"name": name, "purpose": ""}))
    except Refused as refused:
        if refused.answered != 409:
            raise
    # The engine reads a name as its words: a stroke parts them like any other sign, and an address can hold no stroke.
    return base_of(engine.get(f"/api/projects/{quote(name.replace('/', ' '), safe='')}"))


def usual_ports(at: Home, environ: Mapping[str, str], tell: Tell) -> Ports:
    """The ports that the settings name, else the usual ones; a free one, and a sentence, where one is taken."""
    found = {}
    for service, usual in PORTS.items():
        wanted = _wanted_port(at.root / service / f"{service}.json", environ.get(f"{service.upper()}_PORT"), usual)
        found[service] = wanted if is_free(wanted) else 0
        if not is_free(wanted):
            tell(f"Port {wanted} is in use; {service.upper()} takes a free one.")
    return Ports(**found)


def _wanted_port(file: Path, said: str | None, usual: int) -> int:
    for value in (said, read_file(file).get("port")):
        if value is not None and str(value).isdecimal() and int(str(value)) <= 65_535:
            return int(str(value))
    return usual
