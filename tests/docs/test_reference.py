"""The reference pages say what the code says, links lead somewhere, and every page can be reached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.docs import PAGES

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "tests").rglob("README.md")])
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:)([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[Path]:
    """Return the files that a page points at."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    return [(page.parent / target).resolve() for target in LINK.findall(text)]


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_is_up_to_date(name: str) -> None:
    path = ROOT / "docs" / "reference" / f"{name}.md"
    assert path.read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_link_leads_somewhere(page: Path) -> None:
    assert [target for target in links(page) if not target.exists()] == []


def test_every_page_can_be_reached_from_the_first() -> None:
    first = ROOT / "docs" / "index.md"
    reached, waiting = {first}, [first]
    while waiting:
        for target in links(waiting.pop()):
            if target.suffix == ".md" and target not in reached and target.exists():
                reached.add(target)
                waiting.append(target)
    assert [
        page.relative_to(ROOT).as_posix()
        for page in WRITTEN
        if page.is_relative_to(ROOT / "docs") and page not in reached
    ] == []


def test_the_shown_context_is_what_the_code_renders() -> None:
    page = (ROOT / "docs" / "reference" / "knowledge-context.md").read_text(encoding="utf-8")
    golden = (ROOT / "tests" / "anthill" / "knowledge" / "expected" / "falcon.txt").read_text(encoding="utf-8")
    assert re.findall(r"^```text\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL) == [golden.rstrip("\n")]


def test_the_map_names_what_is_there() -> None:
    """AGENTS.md names files under the heading of the folder they lie in."""
    text = (ROOT / "AGENTS.md").read_text(encoding="utf-8")
    missing = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        folder = re.search(r"`(src/\S+)`", heading)
        base = ROOT / (folder[1] if folder else ".")
        named = re.findall(r"`([\w./]+(?:\.(?:py|md|toml)|/))`", body)
        missing += [name for name in named if not (base / name).exists() and not (ROOT / name).exists()]
    assert missing == []
