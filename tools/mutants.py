"""Break each law on purpose and see a test fail: `python tools/mutants.py [ID-PREFIX]`.

`tests/mutants/*.toml` hold the mutants, each one replacement of a text that stands exactly once in a file:

    [[mutant]]
    id = "excerpt-not-rehashed"             # unique
    law = "LAW-09"                          # the requirement it breaks
    file = "src/anthill/core/evidence/citations.py"
    find = "if digest != record.digest:"
    replace = "if False:"
    tests = ["tests/anthill/core/test_citations.py::test_an_altered_excerpt_is_refused"]

Every mutant is applied alone, in a copy of the repository, and its tests run there. Exit code 0: each was caught; 1: one
survived, a row is wrong, or the tests fail without any mutant.
"""

import compileall
import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "src",
    "tests",
    "tools",
    "bench",
    "docs",
    "examples",
    "contract",
    "pyproject.toml",
    "uv.lock",
    "Makefile",
    "README.md",
)
WORKERS = 2
TIMEOUT_SECONDS = 600
WITHOUT = ("-p", "no:cacheprovider", "-p", "no:schemathesis")
"""Plugins that no mutant's tests use: each costs every one of many short runs its start."""
TESTS_PASSED, TESTS_FAILED = 0, 1
"""pytest's exit codes for a green and a red run; every other one means that the tests did not run."""


class RowError(Exception):
    """A row of the mutant files is wrong; the message names it."""


class Verdict(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    SURVIVED = "SURVIVED"
    UNTESTED = "TESTS DID NOT RUN"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One replacement, and the tests that must fail with it."""

    id: str
    law: str
    file: str
    find: str
    replace: str
    tests: tuple[str, ...]


def main(root: Path, words: list[str]) -> int:
    """Run the mutants whose id starts with the word given, or all, print a table, and return the exit code."""
    try:
        mutants = _chosen(root, words[0] if words else "")
    except RowError as wrong:
        print(f"mutants: {wrong}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="formicaria-mutants-") as folder:
        copies = _Copies(root, Path(folder))
        if copies.run(sorted({test for mutant in mutants for test in mutant.tests}), None) is not Verdict.SURVIVED:
            print("mutants: the named tests do not pass without any mutant: mend them first.", file=sys.stderr)
            return 1
        with ThreadPoolExecutor(WORKERS) as pool:
            verdicts = list(pool.map(lambda mutant: copies.run(mutant.tests, mutant), mutants))
    return _report(mutants, verdicts)


def _chosen(root: Path, prefix: str) -> list[Mutant]:
    """Return the mutants to run, each checked against the code."""
    chosen = [mutant for mutant in read_mutants(root) if mutant.id.startswith(prefix)]
    for mutant in chosen:
        check(root, mutant)
    if not chosen:
        raise RowError("no mutant matches")
    return chosen


def read_mutants(root: Path) -> list[Mutant]:
    """Return every row of `tests/mutants/*.toml`, sorted by file and place; raises `RowError` for one that is not whole."""
    found: dict[str, Mutant] = {}
    for path in sorted((root / "tests" / "mutants").glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", []):
            try:
                texts = {key: str(row[key]) for key in ("id", "law", "file", "find", "replace")}
                mutant = Mutant(**texts, tests=tuple(row["tests"]))
            except KeyError as missing:
                raise RowError(f"{path.name}: a row ({row.get('id', 'without id')}) has no {missing}") from missing
            if mutant.id in found or not mutant.tests:
                raise RowError(f"{path.name}: {mutant.id} is there twice or names no test")
            found[mutant.id] = mutant
    return list(found.values())


def check(root: Path, mutant: Mutant) -> None:
    """Raise `RowError` unless the text to find stands exactly once and the replacement changes it."""
    path = root / mutant.file
    count = path.read_text(encoding="utf-8").count(mutant.find) if path.is_file() else 0
    if count != 1 or mutant.find == mutant.replace:
        raise RowError(f"{mutant.id}: the text to find stands {count} times in {mutant.file}; it must stand there once")


class _Copies:
    """Copies of the repository, one for each thread that runs mutants, all of one moment."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._folder = folder
        self._thread = threading.local()
        self._snapshot = folder / "snapshot"
        self._snapshot.mkdir()
        for name in COPIED:
            _copy_entry(root / name, self._snapshot / name)
        _compile(self._snapshot)

    def run(self, tests: tuple[str, ...] | list[str], mutant: Mutant | None) -> Verdict:
        """Run the tests in a copy that has this mutant and no other."""
        copy = self._copy()
        if mutant is None:
            return self._pytest(copy, tests)
        path = copy / mutant.file
        original = path.read_text(encoding="utf-8")
        path.write_text(original.replace(mutant.find, mutant.replace), encoding="utf-8")
        try:
            return self._pytest(copy, tests)
        finally:
            path.write_text(original, encoding="utf-8")

    def _copy(self) -> Path:
        made: Path | None = getattr(self._thread, "copy", None)
        if made is None:
            made = self._folder / str(threading.get_ident())
            shutil.copytree(self._snapshot, made)
            self._thread.copy = made
        return made

    def _pytest(self, copy: Path, tests: tuple[str, ...] | list[str]) -> Verdict:
        command = [sys.executable, "-m", "pytest", "-q", "-x", *WITHOUT, *tests]
        # The copy's packages go before the installed ones, and nothing compiled from another mutant is taken for this one's.
        environ = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(  # noqa: S603
                command, cwd=copy, env=environ, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return Verdict.CAUGHT
        if done.returncode == TESTS_PASSED:
            return Verdict.SURVIVED
        if done.returncode == TESTS_FAILED:
            return Verdict.CAUGHT
        print("\n".join((done.stdout + done.stderr).splitlines()[-15:]), file=sys.stderr)
        return Verdict.UNTESTED


def _copy_entry(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    elif source.exists():
        shutil.copy(source, target)


def _compile(snapshot: Path) -> None:
    """Compile once for all runs. A file's hash decides whether its compiled form still counts, so a mutated one's never does."""
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(snapshot, quiet=2, invalidation_mode=mode)


def _report(mutants: list[Mutant], verdicts: list[Verdict]) -> int:
    width = max(len(mutant.id) for mutant in mutants)
    for mutant, verdict in zip(mutants, verdicts, strict=True):
        print(f"{mutant.id:<{width}}  {mutant.law:<10}  {verdict}")
    caught = verdicts.count(Verdict.CAUGHT)
    print(f"{caught} of {len(mutants)} mutants caught")
    return 0 if caught == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main(ROOT, sys.argv[1:]))
