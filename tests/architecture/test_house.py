"""The house keeps its rooms in order: no empty one, none too large to hold in mind, each with a sign on the door."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("src", "tools", "bench")
LONGEST = 450
TABLES_OF_DATA = frozenset({"data", "rules"})
"""Folders whose files are tables: a table may be as long as what it lists."""
SCRIPTS = frozenset({"migrations", "versions"})
"""Folders that Alembic reads as scripts, not as packages."""


def modules() -> list[Path]:
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return sorted(path for path in found if "__pycache__" not in path.parts)


def packages() -> list[Path]:
    return sorted({path.parent for path in modules()} - {ROOT / "src"})


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_module_says_what_it_is() -> None:
    silent = [name(path) for path in modules() if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_every_module_can_be_held_in_mind() -> None:
    long = {
        name(path): _lines(path)
        for path in modules()
        if TABLES_OF_DATA.isdisjoint(path.parts) and _lines(path) > LONGEST
    }
    assert long == {}


def test_nothing_is_left_for_later() -> None:
    unfinished = re.compile(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError\b")
    assert [name(path) for path in modules() if unfinished.search(path.read_text(encoding="utf-8"))] == []


def test_no_package_is_empty() -> None:
    assert [name(path) for path in packages() if _is_empty(path)] == []


def test_every_package_is_one() -> None:
    """A folder without `__init__.py` would be out of the import linter's sight."""
    without = [name(path) for path in packages() if path.name not in SCRIPTS and not (path / "__init__.py").exists()]
    assert without == []


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _is_empty(path: Path) -> bool:
    rooms = [entry for entry in path.iterdir() if entry.suffix == ".py" and entry.name != "__init__.py"]
    within = [entry for entry in path.iterdir() if entry.is_dir() and (entry / "__init__.py").exists()]
    own = path / "__init__.py"
    return not (rooms or within or (own.exists() and len(ast.parse(own.read_text(encoding="utf-8")).body) > 1))
