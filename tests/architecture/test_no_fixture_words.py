"""What reads documents knows no document: no rule, list or table holds a name or value of the examples, or a file of the benches."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READING = [ROOT / "src" / "forager" / part for part in ("parse", "extract", "resolve", "dispute", "derive", "pipeline")]
TRUTH = ROOT / "tests" / "falcon" / "truth"
COMMON = {"project"}
"""Words that an example's name shares with every document."""


def told_names() -> frozenset[str]:
    """Names of two words and more, and the single words that name the examples' things, in lower case."""
    found: set[str] = set()
    for row in tomllib.loads((TRUTH / "entities.toml").read_text(encoding="utf-8"))["entity"]:
        names = {str(name).casefold() for name in (row["name"], *row.get("names", ()))}
        found |= {name for name in names if " " in name or row["class"] == "project"}
        found |= {str(each).casefold().split("@")[-1].split(".")[0] for each in row.get("identifiers", ())}
    return frozenset(found - COMMON - {""})


def sources() -> list[Path]:
    return sorted(path for folder in READING for path in folder.rglob("*.py"))


@cache
def all_texts() -> tuple[tuple[str, str], ...]:
    """Every string of what reads documents, with its file."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), text)
        for path in sources()
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
    )


def texts(tree: ast.Module) -> Iterator[str]:
    """Every string of a module but its docstrings."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def named_in(text: str, names: frozenset[str]) -> set[str]:
    folded = text.casefold()
    return {name for name in names if name in folded and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded)}


def test_no_rule_knows_a_name_of_the_examples() -> None:
    names = told_names()
    found = {f"{file}: {name}" for file, text in all_texts() for name in named_in(text, names)}
    assert sorted(found) == []


def test_no_rule_knows_a_file_of_the_examples_or_benches() -> None:
    folders = (ROOT / "examples", ROOT / "bench" / "sets")
    files = frozenset(path.name.casefold() for folder in folders for path in folder.rglob("*") if path.is_file())
    distinctive = frozenset(name for name in files if len(name) > len("changelog.md"))
    found = {f"{file}: {name}" for file, text in all_texts() for name in named_in(text, distinctive)}
    assert sorted(found) == []


@pytest.mark.parametrize("text", ["when Robert Smith signs", "Falcon"])
def test_a_name_is_seen(text: str) -> None:
    assert named_in(text, told_names())
