"""``python -m forager.api.contract [FILE]``: write the committed description of the interface; the same bytes at every run."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from forager.api.app import described

DEFAULT = Path("contract/forager.openapi.json")


def text() -> str:
    """The OpenAPI document as the committed file holds it."""
    return json.dumps(described().openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the file; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m forager.api.contract", description="Write the OpenAPI file.")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT)
    path: Path = parser.parse_args(arguments).file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
