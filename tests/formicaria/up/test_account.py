"""Whether anything can have left the machine is said only when everything that could carry it is known to be here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from formicaria.up import home
from formicaria.up.account import stayed_here
from formicaria.up.home import Home

HERE = ("http://127.0.0.1:8790", "http://127.0.0.1:8713")
NO_MODEL = "none (deterministic mode)"


@pytest.fixture
def at(tmp_path: Path) -> Home:
    """A prepared data folder whose colony reads the engine of this machine."""
    made = home.prepared(Home(tmp_path / "data"))
    made.colony_file.write_text(json.dumps({"knowledge_forager_endpoint": HERE[0]}))
    return made


def test_all_of_it_here(at: Home) -> None:
    assert stayed_here(at, HERE, NO_MODEL, {}) is True


def test_a_model_is_not_denied(at: Home) -> None:
    assert stayed_here(at, HERE, "openai-compatible", {}) is False


@pytest.mark.parametrize("address", ["http://192.168.0.7:8790", "http://forager.example", "http://[::2]:1", "http://["])
def test_an_address_elsewhere_is_not_denied(at: Home, address: str) -> None:
    assert stayed_here(at, [*HERE, address], NO_MODEL, {}) is False
    at.colony_file.write_text(json.dumps({"knowledge_forager_endpoint": address}))
    assert stayed_here(at, HERE, NO_MODEL, {}) is False


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:////srv/x.db", True),
        ("postgresql+psycopg://127.0.0.1/x", True),
        ("postgresql+psycopg:///x", True),
        ("postgresql+psycopg:///x?host=db.example", False),
        ("postgresql+psycopg://u:p@db.example/x", False),
    ],
)
def test_a_database_elsewhere_is_not_denied(at: Home, url: str, expected: bool) -> None:
    assert stayed_here(at, HERE, NO_MODEL, {"FORAGER_DATABASE_URL": url}) is expected
    (at.anthill / "anthill.json").write_text(json.dumps({"database_url": url}))
    assert stayed_here(at, HERE, NO_MODEL, {}) is expected
