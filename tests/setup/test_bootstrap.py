"""The set-up: one command from a bare Python to the locked environment, and one sentence when something is missing."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.setup.support import NOWHERE, OLD_PYTHON, Checkout, make_checkout, serve, write_uv, write_wheel
from tools.environment.failure import Exit
from tools.environment.pins import UV_VERSION, WHEELS


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return make_checkout(tmp_path)


@pytest.fixture
def ready(checkout: Checkout, tmp_path: Path) -> Checkout:
    """A checkout with a uv on PATH."""
    write_uv(tmp_path / "bin" / "uv")
    return checkout


def test_an_installed_uv_is_used(ready: Checkout, tmp_path: Path) -> None:
    done = ready.run()
    assert done.returncode == 0, done.stderr
    [(words, _)] = ready.calls()
    assert words[0] == str(tmp_path / "bin" / "uv")
    assert not (ready.root / "build" / "uv").exists()


def test_a_named_uv_goes_before_the_one_on_path(ready: Checkout, tmp_path: Path) -> None:
    named = write_uv(tmp_path / "elsewhere" / "uv")
    ready.run(UV=str(named))
    assert ready.calls()[0][0][0] == str(named)


def test_a_named_uv_that_is_none_is_refused(ready: Checkout) -> None:
    done = ready.run(UV="/nonexistent/uv")
    assert done.returncode == Exit.NO_UV
    assert "unset UV" in done.stderr
    assert ready.calls() == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((), ["--all-extras"]), (("--runtime",), ["--no-dev"])],
    ids=["everything", "runtime"],
)
def test_the_lock_is_checked_and_followed(ready: Checkout, arguments: tuple[str, ...], words: list[str]) -> None:
    ready.run(*arguments)
    call = ready.calls()[0][0]
    assert call[1:4] == ["--quiet", "sync", "--locked"]
    assert call[-1:] == words


def test_a_second_run_does_nothing(ready: Checkout) -> None:
    ready.run()
    again = ready.run()
    assert again.returncode == 0
    assert len(ready.calls()) == 1
    assert "complete" in again.stdout


def test_a_full_environment_serves_the_runtime(ready: Checkout) -> None:
    ready.run()
    ready.run("--runtime")
    assert len(ready.calls()) == 1


def test_a_full_environment_stays_full_when_the_lock_changes(ready: Checkout) -> None:
    ready.run()
    (ready.root / "uv.lock").write_text("version = 1\nrevision = 2\n")
    ready.run("--runtime")
    assert "--all-extras" in ready.calls()[1][0]


def test_a_full_environment_made_by_hand_stays_full(ready: Checkout) -> None:
    ready.run()
    (ready.root / ".venv" / "formicaria-setup.json").unlink()
    ready.run("--runtime")
    assert "--all-extras" in ready.calls()[1][0]


def test_a_runtime_environment_grows(ready: Checkout) -> None:
    ready.run("--runtime")
    ready.run()
    assert [call[0][-1] for call in ready.calls()] == ["--no-dev", "--all-extras"]


@pytest.mark.parametrize("name", ["uv.lock", "pyproject.toml"])
def test_a_changed_file_is_noticed(ready: Checkout, name: str) -> None:
    ready.run()
    with (ready.root / name).open("a") as file:
        file.write("# changed\n")
    ready.run()
    assert len(ready.calls()) == 2


def test_a_moved_checkout_is_noticed(ready: Checkout) -> None:
    ready.run()
    moved = Checkout(ready.root.rename(ready.root.with_name("moved")), ready.environ)
    moved.run()
    assert len(moved.calls()) == 2


def test_a_package_that_went_missing_comes_back(ready: Checkout) -> None:
    ready.run()
    (ready.site_packages / "pytest-9.dist-info").rmdir()
    ready.run()
    assert (ready.site_packages / "pytest-9.dist-info").is_dir()


def test_a_broken_interpreter_is_mended(ready: Checkout) -> None:
    ready.run()
    python = ready.root / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nonexistent/python3")
    again = ready.run()
    assert again.returncode == 0
    assert "broken" in again.stdout
    assert subprocess.run([python, "-c", ""], check=False).returncode == 0


def test_a_linked_environment_is_replaced_and_its_target_left_alone(ready: Checkout, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (ready.root / ".venv").symlink_to(outside)
    assert ready.run().returncode == 0
    assert not (ready.root / ".venv").is_symlink()
    assert list(outside.iterdir()) == []


def test_an_installation_cut_short_is_laid_anew(ready: Checkout) -> None:
    ready.touch("uv-dies")
    assert ready.run().returncode == Exit.INDEX_UNREACHABLE
    assert not (ready.root / ".venv" / "formicaria-setup.json").exists()
    (ready.root / "uv-dies").unlink()
    assert ready.run().returncode == 0
    assert "--reinstall" in ready.calls()[1][0]
    ready.run()
    assert len(ready.calls()) == 2, "the third run has nothing to do"


def test_what_steers_uv_elsewhere_does_not_reach_it(ready: Checkout) -> None:
    ready.run(UV_PROJECT_ENVIRONMENT="/tmp/other", VIRTUAL_ENV="/tmp/other", UV_FROZEN="1", UV_HTTP_TIMEOUT="7")
    variables = ready.calls()[0][1]
    assert {"UV_PROJECT_ENVIRONMENT", "VIRTUAL_ENV", "UV_FROZEN", "PYTHONPATH"}.isdisjoint(variables)
    assert variables["UV_HTTP_TIMEOUT"] == "7"
    assert variables["UV_PYTHON_DOWNLOADS"] == "never"


def test_without_a_home_the_cache_lies_in_the_checkout(ready: Checkout) -> None:
    ready.run(HOME="/nonexistent")
    assert ready.calls()[0][1]["UV_CACHE_DIR"] == str(ready.root / "build" / "uv-cache")


def test_another_index_serves_the_versions_and_hashes_of_the_lock(ready: Checkout) -> None:
    ready.run(
        PIP_INDEX_URL="https://mirror.test/simple/",
        PIP_EXTRA_INDEX_URL="https://more.test/simple",
        PIP_CERT="/etc/ca.pem",
    )
    calls = [call[0][2:] for call in ready.calls()]
    assert [call[0] for call in calls] == ["export", "venv", "pip", "pip"]
    assert "--require-hashes" in calls[2]
    variables = ready.calls()[2][1]
    assert variables["UV_DEFAULT_INDEX"] == "https://mirror.test/simple"
    assert variables["UV_INDEX"] == "https://more.test/simple"
    assert variables["SSL_CERT_FILE"] == "/etc/ca.pem"


def test_a_failure_of_uv_has_its_words_and_a_sentence(ready: Checkout, tmp_path: Path) -> None:
    ready.touch("uv-fails")
    with serve(tmp_path) as index:
        done = ready.run(PIP_INDEX_URL=index.address)
    assert done.returncode == Exit.INSTALL_FAILED
    assert "uv: no such package" in done.stderr
    assert done.stderr.rstrip().endswith("run again.")


def test_two_at_once_wait_for_each_other(ready: Checkout) -> None:
    (ready.root / "build").mkdir()
    command = [sys.executable, str(ready.root / "tools" / "bootstrap.py")]
    with (ready.root / "build" / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with subprocess.Popen(command, env=ready.environ, stdout=subprocess.PIPE, text=True) as second:
            assert second.stdout is not None
            assert "another set-up" in second.stdout.readline()
            assert ready.calls() == []
            fcntl.flock(lock, fcntl.LOCK_UN)
            assert second.wait() == 0
            second.stdout.read()
    assert len(ready.calls()) == 1


def _settings(kind: str, address: str, folder: Path) -> dict[str, str]:
    """The same place named in each of the ways that uv and pip have."""
    if kind == "pip.conf":
        file = folder / "pip.conf"
        file.write_text(f"[global]\nindex-url = {address}/simple\n")
        return {"PIP_CONFIG_FILE": str(file), "PIP_INDEX_URL": ""}
    if kind == "PIP_FIND_LINKS":
        return {kind: str(folder / "index" / "simple" / "uv")}
    return {kind: f"{address}/simple/"}


@pytest.mark.parametrize(
    "kind",
    [
        "PIP_INDEX_URL",
        "UV_DEFAULT_INDEX",
        "UV_INDEX_URL",
        "UV_INDEX",
        "PIP_EXTRA_INDEX_URL",
        "PIP_FIND_LINKS",
        "pip.conf",
    ],
)
def test_uv_is_fetched_from_the_configured_index(checkout: Checkout, tmp_path: Path, kind: str) -> None:
    write_wheel(checkout, tmp_path / "index" / "simple" / "uv")
    with serve(tmp_path / "index") as index:
        done = checkout.run(**_settings(kind, index.address, tmp_path))
    assert done.returncode == 0, done.stderr
    assert checkout.calls()[0][0][0] == str(checkout.root / "build" / "uv" / UV_VERSION / "uv")


def test_an_index_may_answer_in_json(checkout: Checkout, tmp_path: Path) -> None:
    wheel = write_wheel(checkout, tmp_path / "index" / "files")
    page = tmp_path / "index" / "simple" / "uv" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(json.dumps({"files": [{"filename": wheel.name, "url": f"../../files/{wheel.name}"}]}))
    with serve(tmp_path / "index") as index:
        assert checkout.run(PIP_INDEX_URL=f"{index.address}/simple").returncode == 0


def test_a_fetched_uv_is_kept(checkout: Checkout, tmp_path: Path) -> None:
    write_wheel(checkout, tmp_path / "index" / "simple" / "uv")
    with serve(tmp_path / "index") as index:
        checkout.run(PIP_INDEX_URL=f"{index.address}/simple")
    (checkout.root / "uv.lock").write_text("version = 1\nrevision = 2\n")
    assert checkout.run().returncode == 0


def test_a_uv_too_old_is_left_alone(checkout: Checkout, tmp_path: Path) -> None:
    write_uv(tmp_path / "bin" / "uv", version="0.4.30")
    write_wheel(checkout, tmp_path / "index" / "simple" / "uv")
    with serve(tmp_path / "index") as index:
        done = checkout.run(PIP_INDEX_URL=f"{index.address}/simple")
    assert done.returncode == 0
    assert checkout.calls()[0][0][0].startswith(str(checkout.root))


def test_a_password_in_an_address_goes_into_a_header(checkout: Checkout, tmp_path: Path) -> None:
    write_wheel(checkout, tmp_path / "index" / "simple" / "uv")
    with serve(tmp_path / "index") as index:
        checkout.run(PIP_INDEX_URL=f"{index.address}/simple".replace("://", "://reader:p%40ss@"))
        assert index.credentials[0] == "reader:p@ss"


def test_a_password_is_not_printed(checkout: Checkout) -> None:
    done = checkout.run(PIP_INDEX_URL="http://reader:hunter2@127.0.0.1:9/simple")
    assert done.returncode == Exit.INDEX_UNREACHABLE
    assert "hunter2" not in done.stdout + done.stderr


def test_an_altered_wheel_is_refused(checkout: Checkout, tmp_path: Path) -> None:
    wheel = write_wheel(checkout, tmp_path / "index" / "simple" / "uv")
    with wheel.open("ab") as file:
        file.write(b"\0")
    with serve(tmp_path / "index") as index:
        done = checkout.run(PIP_INDEX_URL=f"{index.address}/simple")
    assert done.returncode == Exit.HASH_MISMATCH
    assert done.stderr.count("\n") == 1
    assert list((checkout.root / "build" / "uv" / UV_VERSION).iterdir()) == []
    assert not (checkout.root / ".venv").exists()


def test_an_unreachable_index_is_one_sentence(checkout: Checkout) -> None:
    done = checkout.run(PIP_INDEX_URL=f"{NOWHERE}/simple")
    assert done.returncode == Exit.INDEX_UNREACHABLE
    assert done.stderr.count("\n") == 1
    assert "127.0.0.1:9" in done.stderr


def test_an_index_without_uv_is_one_sentence(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "index" / "simple" / "uv").mkdir(parents=True)
    with serve(tmp_path / "index") as index:
        done = checkout.run(PIP_INDEX_URL=f"{index.address}/simple")
    assert done.returncode == Exit.INDEX_UNREACHABLE
    assert "has no uv-" in done.stderr


def test_a_platform_without_a_pin_is_one_sentence(checkout: Checkout) -> None:
    with (checkout.root / "tools" / "environment" / "pins.py").open("a") as file:
        file.write("\n\nWHEELS.clear()\n")
    done = checkout.run()
    assert done.returncode == Exit.NO_UV
    assert "install uv" in done.stderr


def test_a_place_that_cannot_be_written_is_one_sentence(checkout: Checkout) -> None:
    checkout.touch("build")
    done = checkout.run()
    assert done.returncode == Exit.READ_ONLY
    assert done.stderr.count("\n") == 1


def test_an_old_python_is_one_sentence(tmp_path: Path) -> None:
    done = make_checkout(tmp_path, start=OLD_PYTHON).run()
    assert done.returncode == Exit.PYTHON_TOO_OLD
    assert done.stderr == "setup: Python 3.11 or newer is needed and this is 3.9.2: install one and run again.\n"


def test_an_old_python_hands_over_to_a_newer_one(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path, start=OLD_PYTHON)
    newer = tmp_path / "bin" / "python3.12"
    newer.write_text(f'#!/bin/sh\nPYTHONPATH= exec "{sys.executable}" "$@"\n')
    newer.chmod(0o755)
    write_uv(tmp_path / "bin" / "uv")
    assert checkout.run().returncode == 0


def test_nothing_is_written_outside_the_checkout(ready: Checkout, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    ready.run(TMPDIR=str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert list((tmp_path / "home").iterdir()) == []


def test_every_supported_platform_has_a_pinned_hash() -> None:
    systems = {(system, machine) for system, machine, _ in WHEELS}
    assert systems == {(system, machine) for system, machine in _platforms()}
    assert all(len(bytes.fromhex(wheel.sha256)) == 32 for wheel in WHEELS.values())


def _platforms() -> list[tuple[str, str]]:
    return [("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64")]


def test_the_bootstrap_reads_under_older_pythons() -> None:
    """Its first file may use no syntax or annotation that Python 3.7 cannot read."""
    source = Path(__file__).parents[2] / "tools" / "bootstrap.py"
    compile(source.read_text(), os.fspath(source), "exec", dont_inherit=True)
    import ast

    ast.parse(source.read_text(), feature_version=(3, 7))
