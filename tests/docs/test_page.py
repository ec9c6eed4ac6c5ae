"""The runner of documentation pages sees what a page says and what happens."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.docs.page import Command, PageError, commands, run

ENVIRON = {"PATH": os.environ["PATH"]}

PAGE = """
# A page

```console
$ printf 'one\\ntwo\\nthree\\n'
# -> one
# -> three
$ touch a \\
    b
```

```python
raise SystemExit("only read")
```

```console serve
$ sh -c 'echo ready; exec sleep 600'
# -> ready
```
"""


def block(body: str, words: str = "") -> str:
    return f"```console{words}\n{body}\n```\n"


def test_a_page_is_its_commands_and_what_they_print() -> None:
    assert commands(PAGE) == [
        Command("printf 'one\\ntwo\\nthree\\n'", ("one", "three"), serves=False),
        Command("touch a b", (), serves=False),
        Command("sh -c 'echo ready; exec sleep 600'", ("ready",), serves=True),
    ]


def test_a_true_page_runs(tmp_path: Path) -> None:
    run(PAGE, tmp_path, ENVIRON)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize(
    "page",
    [
        block("$ echo one\n# -> two"),
        block("$ printf 'one\\ntwo\\n'\n# -> two\n# -> one"),
        block("$ echo one; false\n# -> one"),
        block("$ echo one", " serve") + block("$ false"),
        block("$ true\n# -> ready", " serve"),
    ],
    ids=["other-words", "other-order", "failure", "failure-beside-a-server", "server-that-ends"],
)
def test_a_page_that_is_not_true_fails(tmp_path: Path, page: str) -> None:
    with pytest.raises(PageError):
        run(page, tmp_path, ENVIRON)


def test_what_serves_is_stopped_at_the_end(tmp_path: Path) -> None:
    run(block("$ sh -c 'echo $$ > pid; echo ready; exec sleep 600'\n# -> ready", " serve"), tmp_path, ENVIRON)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_named_port_becomes_one_free_port_throughout(tmp_path: Path) -> None:
    run(block("$ echo 8790 > first\n$ echo 8790 > second"), tmp_path, ENVIRON)
    first, second = ((tmp_path / name).read_text() for name in ("first", "second"))
    assert first == second
    assert re.fullmatch(r"\d+\n", first)
    assert first != "8790\n"
