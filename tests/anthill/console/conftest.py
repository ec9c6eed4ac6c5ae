"""A console for one test, and one for all that only read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.anthill.console.support import Served, served
from tests.anthill.missions.support import QUESTION


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Served]:
    here = served(tmp_path)
    yield here
    here.colony.stop()


@dataclass(frozen=True)
class Read:
    """A colony with a mission that ended well, one of another project, and one that waits."""

    served: Served
    done: str
    other: str
    waiting: str


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Read]:
    here = served(tmp_path_factory.mktemp("console"))
    done, other = here.run(QUESTION), here.run("Who signs?", "osprey")
    yield Read(here, done, other, here.take("Is anybody there?"))
    here.colony.stop()
