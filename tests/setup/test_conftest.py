"""What every test stands on: the network is closed, the environment is clean, and CI allows no skip."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.setup.support import ROOT

from formicaria.ground.clock import FixedClock

SKIPPED = """
import pytest
def test_it(): pytest.skip("no reason good enough")
"""
POSTGRES = """
import pytest
@pytest.mark.postgres
def test_it(): pass
"""
MODULE = """
import pytest
pytest.skip("the whole module", allow_module_level=True)
"""
EXPECTED_FAILURE = """
import pytest
@pytest.mark.xfail(strict=True)
def test_it(): assert False
"""


def run_suite(folder: Path, test: str, **variables: str) -> str:
    """Run one test file under our conftest in a place of its own and return what pytest printed."""
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "conftest.py", folder / "tests")
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "tests" / "test_it.py").write_text(test)
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "PYTHONPATH"}}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    return subprocess.run(
        command, cwd=folder, env={**kept, **variables}, capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1"])
def test_no_connection_leaves_this_machine(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as outgoing, pytest.raises(RuntimeError, match="loopback only"):
        outgoing.connect((host, 443))


def test_no_datagram_leaves_this_machine() -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outgoing,
        pytest.raises(RuntimeError, match="loopback only"),
    ):
        outgoing.sendto(b"x", ("192.0.2.1", 53))


def test_no_name_is_looked_up() -> None:
    with pytest.raises(RuntimeError, match="loopback only"):
        socket.getaddrinfo("index.invalid", 443)


def test_loopback_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1])).close()


@pytest.mark.parametrize("test", [SKIPPED, POSTGRES, MODULE], ids=["test", "system-part", "module"])
def test_ci_allows_no_skip(tmp_path: Path, test: str) -> None:
    printed = run_suite(tmp_path, test, CI="true")
    assert "skipped, which CI does not allow" in printed
    assert "1 error" in printed or "1 failed" in printed


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    assert "1 xfailed" in run_suite(tmp_path, EXPECTED_FAILURE, CI="true")


def test_a_missing_part_is_named_with_the_line_that_installs_it(tmp_path: Path) -> None:
    printed = run_suite(tmp_path, POSTGRES)
    assert "1 skipped" in printed
    assert "the postgres suite needs a PostgreSQL server: apt-get install postgresql" in printed


def test_the_products_variables_do_not_reach_a_test(tmp_path: Path) -> None:
    names = ("FORAGER_KEY", "ANTHILL_KEY", "FORMICARIA_CRASH_AT", "FORMICARIA_TEST_X", "OTHER")
    test = f"import os\ndef test_it(): print([name for name in {names} if name in os.environ]); assert 0\n"
    printed = run_suite(tmp_path, test, **dict.fromkeys(names, "1"))
    assert "['FORMICARIA_TEST_X', 'OTHER']" in printed


def test_the_clock_stands_still(clock: FixedClock) -> None:
    before = clock.now()
    assert clock.now() == before
    clock.advance(1.5)
    assert clock.now() > before


def test_the_data_directory_is_empty_and_its_own(data_dir: Path, tmp_path: Path) -> None:
    assert data_dir.parent == tmp_path
    assert list(data_dir.iterdir()) == []


def test_a_second_case_on_postgresql_is_left_to_the_soak(tmp_path: Path) -> None:
    test = (
        "import pytest\n"
        "@pytest.mark.parametrize('case', [1, 2, 3])\n"
        "@pytest.mark.parametrize('store', ['sqlite', 'postgres'])\n"
        "def test_it(store, case): pass\n"
    )
    assert "4 passed, 2 deselected" in run_suite(tmp_path, test)
    shutil.rmtree(tmp_path / "tests")
    assert "6 passed" in run_suite(tmp_path, test, FORMICARIA_TEST_SOAK="1")
