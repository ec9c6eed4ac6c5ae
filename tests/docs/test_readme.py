"""What the README tells a stranger to type works, and what it says of the formats is what the code reads."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.docs.page import environment, run

from forager.parse.registry import PARSERS, PROMISED, choose

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OFFICE = b"PK\x03\x04"
CI = {"make demo", "make test"}
"""What CI itself runs from the README (`.ci/run`, and its test)."""


def typed() -> list[str]:
    """The command lines of the README, without their remarks."""
    lines = (line.partition("#")[0].strip() for block in BLOCKS.findall(README) for line in block.splitlines())
    return [line for line in lines if line]


@pytest.mark.processes
@pytest.mark.timeout(400)
def test_a_folder_of_ones_own_is_read_as_the_readme_says(tmp_path: Path) -> None:
    [command] = [line for line in typed() if line not in CI]
    shutil.copytree(ROOT / "examples" / "falcon", tmp_path / "Documents" / "contracts")
    awaited = ("READ       16 documents", "NOT READ", "DISAGREE", "SIGN IN", "Both services run until Ctrl-C")
    page = "\n".join(["```console serve", f"$ {command}", *(f"# -> {words}" for words in awaited), "```", ""])
    run(page, ROOT, environment(ROOT) | {"HOME": str(tmp_path)})
    assert (tmp_path / ".local" / "share" / "formicaria" / "forager" / "forager.db").is_file()


def test_the_examples_are_counted_right() -> None:
    files = [path for path in (ROOT / "examples" / "falcon").iterdir() if not path.name.startswith(".")]
    assert len(files) == 16
    assert "sixteen example documents" in README


def test_the_table_of_formats_names_every_parser() -> None:
    table = README.partition("## What is read")[2].partition("## What it does not do")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    # Markdown and plain text share a row.
    assert len(rows) == len(PARSERS) - 1
    for suffix in re.findall(r"`(\.\w+)`", table):
        head = OFFICE if suffix in {".docx", ".xlsx", ".pptx"} else b"From: a@b.example\nSubject: x\n\nx\n"
        assert choose(head, f"a{suffix}") is not None


@pytest.mark.parametrize("suffix", [".doc", ".xls", ".ppt", ".msg"])
def test_a_kind_that_the_readme_calls_unread_is_promised_by_its_name_and_read_by_nobody(suffix: str) -> None:
    assert f"`{suffix}`" in README.partition("## What it does not do")[2]
    assert suffix in PROMISED
    assert [parser.name for parser in PARSERS if parser.score(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"a{suffix}")] == []
