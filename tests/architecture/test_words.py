"""The colony's own floors do not name the engine behind its knowledge: it is named in one module and in configuration keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src"
NEUTRAL = (
    "anthill/sdk",
    "anthill/core",
    "anthill/access",
    "anthill/api",
    "anthill/console",
    "anthill/host",
    "anthill/cli",
)
CONFIGURATION_KEYS = re.compile(r"\bknowledge_forager_[a-z_]+\b")
ENGINE = re.compile("forager", re.IGNORECASE)


def neutral_files() -> list[Path]:
    found = [path for folder in NEUTRAL for path in (SRC / folder).rglob("*") if path.is_file()]
    return sorted(path for path in found if "__pycache__" not in path.parts)


def names_of_the_engine(text: str) -> list[str]:
    """Return the lines that name the engine outside a configuration key."""
    return [line for line in text.splitlines() if ENGINE.search(CONFIGURATION_KEYS.sub("", line))]


@pytest.mark.req("S000-3.3-04")
@pytest.mark.parametrize("path", neutral_files(), ids=lambda path: path.relative_to(SRC).as_posix())
def test_the_colony_does_not_name_the_engine(path: Path) -> None:
    assert names_of_the_engine(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line", ["from Forager", "ask FORAGER", 'x = "forager.export"', "knowledge_forager_managed or forager"]
)
def test_a_name_is_seen(line: str) -> None:
    assert names_of_the_engine(line) == [line]


def test_a_configuration_key_is_no_name() -> None:
    assert names_of_the_engine('read("knowledge_forager_endpoint")') == []
