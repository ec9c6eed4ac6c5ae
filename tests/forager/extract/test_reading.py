"""What holds of every reading: it never fails, its places are true, and it is the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.document import ParsedDocument

_PIECES = st.sampled_from(
    [
        *("The launch date for Project Heron is March 3, 2026.", "# Project Heron\n\n", "## Budget\n\n", "- "),
        *(
            "Budget: $480,000\n",
            "| System | Owner |\n| Billing | Ann Lee |\n",
            "**",
            "`",
            "_",
            " may ",
            "\n\n",
            " and ",
        ),
        *(
            ", but ",
            "> quoted\n",
            "Maria Lopez said that ",
            "It moved to 10.4.2026. ",
            "\ufffd",
            "\u202e",
            "\U0001f600",
        ),
        *("if ", "(", ")", "'s ", "\u2026", "\t", "1.2.3", "Smith, Robert <r@x.example>"),
    ]
)
_TEXTS = st.one_of(st.text(max_size=200), st.lists(st.one_of(_PIECES, st.text(max_size=12)), max_size=25).map("".join))


def _check(parsed: ParsedDocument) -> None:
    reading = read(parsed, "any.md", "2026-02-10")
    text = parsed.text
    for statement in reading.statements:
        assert statement.spans[0].role == "sentence"
        assert all(0 <= span.start < span.end <= len(text) for span in statement.spans)
        first = statement.spans[0]
        assert text[first.start : first.end].strip() == statement.sentence
        assert statement.rule
    for mention in reading.mentions:
        assert 0 <= mention.start < mention.end <= len(text)


@given(_TEXTS)
def test_any_text_is_read_and_every_place_is_true(text: str) -> None:
    _check(document(text))


@pytest.mark.parametrize(
    "piece", ["word ", "a, ", "The budget of ", "(", "1 ", "A ", "Ann Lee ", "x: ", "**", "of the ", "is ", "- "]
)
def test_repetition_costs_bounded_time(piece: str) -> None:
    _check(document(piece * (40_000 // len(piece))))


_PROGRAM = """
import pathlib, sys
from forager.extract.read import read
from tests.forager.extract.small import document
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
print(repr(read(document(text), "seeds.md", "2026-02-10")))
"""


def test_two_hash_seeds_give_one_reading(tmp_path: Path) -> None:
    source = tmp_path / "seeds.md"
    labelled = Path(__file__).with_name("labelled.toml").read_text(encoding="utf-8")
    source.write_text(labelled.replace("\\n", "\n").replace('text = "', "\n"), encoding="utf-8")
    root = Path(__file__).parents[3]
    outputs = []
    for seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root / 'src'}:{root}"}
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM, str(source)], env=environment, capture_output=True, check=True, text=True
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert "launch_date" in outputs[0]
