"""What every test stands on: a clean environment, a closed network, a fixed clock, and no silent skip.

- Variables of the products (`FORAGER_…`, `ANTHILL_…`, `FORMICARIA_…`) do not reach a test, but for `FORMICARIA_TEST_…`.
- This process may speak to loopback and local sockets only.
- A test that runs on both databases tries one of its cases on PostgreSQL here and every case in the soak.
- A suite whose system part is missing is skipped by name with the line that installs it; under `CI=true` any skip is a failure.
"""

from __future__ import annotations

import ipaddress
import os
import shutil
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from formicaria.ground.clock import FixedClock

PRODUCT_PREFIXES = ("FORAGER_", "ANTHILL_", "FORMICARIA_")
TEST_PREFIX = "FORMICARIA_TEST_"
POSTGRES_URL = "FORMICARIA_TEST_POSTGRES_URL"
IN_CI = os.environ.get("CI", "").lower() == "true"

# Time is measured by the bench, never asserted by a test; examples are the same on every run but the soak.
settings.register_profile(
    "suite",
    deadline=None,
    max_examples=50,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("soak", settings.get_profile("suite"), derandomize=False, max_examples=1000)
settings.load_profile("soak" if os.environ.get("FORMICARIA_TEST_SOAK") else "suite")


@dataclass(frozen=True, slots=True)
class SystemPart:
    """Something a suite needs that the locked environment cannot bring."""

    marker: str
    name: str
    present: Callable[[], bool]
    install: str

    @property
    def reason(self) -> str:
        """Return the words of the skip."""
        return f"the {self.marker} suite needs {self.name}: {self.install}"


def _any_program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


PARTS = (
    SystemPart(
        "postgres",
        "a PostgreSQL server",
        lambda: bool(os.environ.get(POSTGRES_URL)),
        f"apt-get install postgresql (brew install postgresql), then `make test`; or set {POSTGRES_URL}",
    ),
    SystemPart(
        "browser",
        "Chromium",
        _any_program("chromium", "chromium-browser", "google-chrome"),
        "apt-get install chromium (brew install --cask chromium)",
    ),
    SystemPart("sandbox", "bubblewrap", _any_program("bwrap"), "apt-get install bubblewrap"),
    SystemPart("ocr", "Tesseract", _any_program("tesseract"), "apt-get install tesseract-ocr (brew install tesseract)"),
)


def pytest_configure(config: pytest.Config) -> None:
    """Clean the environment, name the markers, close the network."""
    for name in sorted(os.environ):
        if name.startswith(PRODUCT_PREFIXES) and not name.startswith(TEST_PREFIX):
            del os.environ[name]
    for part in PARTS:
        config.addinivalue_line("markers", f"{part.marker}: needs {part.name}")
    sys.addaudithook(_loopback_only)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave second cases on PostgreSQL to the soak; skip, by name, the tests whose system part is not on this machine."""
    if not os.environ.get("FORMICARIA_TEST_SOAK"):
        spared = _second_cases(items)
        config.hook.pytest_deselected(items=spared)
        items[:] = [item for item in items if item not in set(spared)]
    missing = [part for part in PARTS if not part.present()]
    for item in items:
        for part in missing:
            if item.get_closest_marker(part.marker) is not None:
                item.add_marker(pytest.mark.skip(reason=part.reason))


def _second_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """The cases on PostgreSQL of a function that has one already, where each case runs on the embedded database too."""
    seen: set[tuple[Path, str]] = set()
    found = []
    for item in items:
        if isinstance(item, pytest.Function) and _on_both(item):
            function = (item.path, item.originalname)
            if function in seen:
                found.append(item)
            seen.add(function)
    return found


def _on_both(item: pytest.Function) -> bool:
    return hasattr(item, "callspec") and "postgres" in item.callspec.params.values()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Under `CI=true` turn a skipped test into a failed one: CI has every system part, so nothing may be left out."""
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole module that skips itself."""
    report = yield
    if IN_CI and report.outcome == "skipped":
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


class OutgoingConnectionError(RuntimeError):
    """A test tried to reach another machine."""


def _loopback_only(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse every socket call that names another machine (Python's audit events of `socket`)."""
    if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}:
        address = arguments[1]
        if isinstance(address, tuple) and not _is_loopback(str(address[0])):
            raise OutgoingConnectionError(f"{event} to {address[0]}: tests speak to loopback only")
    elif event == "socket.getaddrinfo" and not _is_loopback(str(arguments[0] or "localhost")):
        raise OutgoingConnectionError(f"look-up of {arguments[0]}: tests speak to loopback only")


def _is_loopback(host: str) -> bool:
    if host in {"", "localhost", "0.0.0.0", "::"}:
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture
def clock() -> FixedClock:
    """Return a clock that stands still until a test moves it."""
    return FixedClock()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """Return an empty data directory of this test's own."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """Return the address of the test server (SQLAlchemy form); tests that use it carry `@pytest.mark.postgres`."""
    return os.environ[POSTGRES_URL]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium; tests that use it carry `@pytest.mark.browser`."""
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next(path for path in found if path)


@pytest.fixture(autouse=True)
def log_settings() -> Generator[None]:
    """A command that a test runs in this process sets up logging; the next test finds it as it was."""
    yield
    structlog.reset_defaults()
