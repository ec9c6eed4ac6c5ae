"""The data files packaged with the resolver, read once."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=8)
def table(name: str) -> dict[str, object]:
    """The file ``data/<name>.toml``."""
    path = resources.files("forager.resolve") / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
