"""The tutorials run as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.page import commands, environment, run

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "tutorial").glob("*.md"))


@pytest.mark.req("S000-1-01")
@pytest.mark.processes
@pytest.mark.timeout(400)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs(tmp_path: Path, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert commands(text), f"{page.name} has no commands"
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    run(text, tmp_path, environment(ROOT) | {"XDG_DATA_HOME": str(tmp_path / "kept")})
