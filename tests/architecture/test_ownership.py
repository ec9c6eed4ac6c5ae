"""Who owns what: the colony reads no document, opens no store but its own, and asks its knowledge service in one place."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from anthill.core.store.tables import metadata as colony_tables
from anthill.host.opening import DATABASE
from anthill.sdk.knowledge import KnowledgeProvider
from forager.settings import Settings
from forager.store.tables import metadata as engine_tables
from formicaria.ground.tables import metadata as ground_tables

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
READING = ("parse", "extract", "resolve", "dispute", "search")
"""Where FORAGER turns documents into knowledge."""
GENERAL_LIBRARIES = {"formicaria", "forager", "pydantic", "sqlalchemy", "structlog"}
DOCUMENT_MODULES = {
    "csv", "difflib", "email", "html", "mailbox", "mimetypes", "quopri", "sqlite3", "tarfile", "xml", "zipfile", "zlib",
}  # fmt: skip
"""Modules of the standard library that read documents, compare texts or open a database file."""
KNOWLEDGE_COLUMNS = {
    "attribute", "attribute_key", "canonical_name", "chunk_id", "entity_id", "excerpt", "excerpt_sha256", "item_id", "knowledge_id",
    "statement", "support",
}  # fmt: skip
ENGINE_FILES = ("forager.db", "forager.sqlite", ".forager")


@cache
def module(path: Path) -> ast.Module:
    """One file, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module below these folders of `src`, by its path there."""
    for folder in folders:
        for path in sorted((SRC / folder).rglob("*.py")):
            yield path.relative_to(SRC).as_posix(), module(path)


def imported(tree: ast.Module) -> set[str]:
    """The first names of everything imported anywhere in a module."""
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.split(".")[0] for name in plain | named}


def callers(name: str, *folders: str) -> set[str]:
    """The modules that call something of this name."""
    return {
        path
        for path, tree in trees(*folders)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name
    }


@pytest.mark.req("LAW-01", "LAW-13", "S000-1-02", "S000-1-05")
def test_every_library_that_forager_reads_with_is_closed_to_the_colony() -> None:
    """The wall of `pyproject.toml` is a list: a new library of FORAGER's must stand on it."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["id"]: each for each in document["tool"]["importlinter"]["contracts"]}
    used = {name for _, tree in trees(*(f"forager/{each}" for each in READING)) for name in imported(tree)}
    readers = used - set(sys.stdlib_module_names) - GENERAL_LIBRARIES
    assert readers
    assert readers <= set(contracts["no-second-engine"]["forbidden_modules"])


@pytest.mark.req("LAW-01", "LAW-13", "S000-1-02", "S000-1-05")
def test_the_colony_reads_no_document_with_the_standard_library() -> None:
    assert {path: found for path, tree in trees("anthill") if (found := imported(tree) & DOCUMENT_MODULES)} == {}


@pytest.mark.req("LAW-02", "LAW-13", "S000-1-05", "S000-3.1-02", "S000-5.1-02")
def test_no_table_of_the_colony_holds_knowledge() -> None:
    """The one name both have is evidence: the colony's is about its own steps and has no words of a document."""
    own = set(colony_tables.tables) - set(ground_tables.tables)
    assert own & set(engine_tables.tables) == {"evidence"}
    columns = {f"{name}.{column.name}" for name in own for column in colony_tables.tables[name].columns}
    assert {each for each in columns if each.partition(".")[2] in KNOWLEDGE_COLUMNS} == set()
    assert not {name for name in own if "knowledge" in name or "chunk" in name}


@pytest.mark.req("LAW-13", "S000-1-04", "S000-3.1-02", "S000-5.1-01", "S001-10-04")
def test_the_colony_opens_one_store_and_that_is_its_own() -> None:
    assert callers("open_store", "anthill") == {"anthill/host/opening.py"}
    assert callers("open_database", "anthill") == {"anthill/core/store/schema.py"}
    assert callers("create_engine", "anthill") == set()
    assert Settings(data_dir=Path("x")).store_url.rpartition("/")[2] != DATABASE
    texts = {path: ast.unparse(tree) for path, tree in trees("anthill")}
    assert [path for path, text in texts.items() for name in ENGINE_FILES if name in text] == []


@pytest.mark.req("S000-1-06", "S000-3.1-01", "S001-10-04")
def test_the_knowledge_service_is_asked_by_one_client() -> None:
    """The command line has a client too: for a colony's own routes."""
    clients = {"anthill/cli/remote.py", "anthill/modules/knowledge/client.py"}
    speakers = {
        path
        for path, tree in trees("anthill")
        if imported(tree) & {"aiohttp", "httpx", "httpx2", "requests", "urllib3"}
    }
    assert speakers == clients | {"anthill/modules/knowledge/module.py"}
    assert callers("Client", "anthill") == clients


@pytest.mark.req("S000-3.2-02")
def test_the_contract_has_two_implementations_one_of_which_refuses() -> None:
    wanted = {name for name in dir(KnowledgeProvider) if not name.startswith("_")}
    assert {"probe", "retrieve", "search"} <= wanted
    found = {
        node.name
        for _, tree in trees("anthill")
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and node.name != "KnowledgeProvider"
        and wanted <= {each.name for each in node.body if isinstance(each, ast.FunctionDef)} | {"name"}
    }
    assert found == {"ForagerKnowledgeProvider", "NullKnowledgeProvider"}


@pytest.mark.req("LAW-06", "S000-4.1-02", "S003-4-01")
def test_only_the_gate_can_hand_a_tool_what_it_needs_to_run() -> None:
    assert callers("ToolContext", "anthill") == {"anthill/core/tools/registry.py"}


@pytest.mark.req("LAW-04", "LAW-05", "S000-1-03")
def test_forager_knows_no_mission_no_role_and_no_tool() -> None:
    """Reasoning, missions and permissions to use tools are the colony's: FORAGER has neither a table nor a module for them."""
    words = ("mission", "agent", "role", "tool", "planner")
    tables = {name for name in engine_tables.tables if any(word in name for word in words)}
    modules = {path for path, _ in trees("forager") if any(word in path for word in words)}
    assert (tables, modules) == (set(), set())


@pytest.mark.parametrize("word", ["forager", "anthill", "knowledge", "mission", "excerpt", "chunk"])
def test_the_ground_has_no_name_of_either_domain(word: str) -> None:
    named = {
        (path, name)
        for path, tree in trees("formicaria/ground")
        for node in ast.walk(tree)
        for name in (
            getattr(node, "id", ""),
            getattr(node, "name", ""),
            getattr(node, "arg", ""),
            getattr(node, "attr", ""),
        )
        if isinstance(name, str) and word in name.lower()
    }
    assert named == set()
