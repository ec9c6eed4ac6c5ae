"""The seam behind which any model stands: a passage in, the text of an answer out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote, not yet believed, and the tokens it took, as the service counts them (0 when it does not say)."""

    text: str = field(repr=False)
    input_tokens: int = 0
    output_tokens: int = 0


class Model(Protocol):
    """A model that is asked one passage at a time."""

    @property
    def name(self) -> str:
        """Name and version, ``name@version``: part of every recipe and of each evidence the model found."""
        ...

    @property
    def provider(self) -> str:
        """In a word, by what it is reached."""
        ...

    def ask(self, passage: str) -> Reply:
        """One call about one passage. Raises ModelFailed, and nothing else."""
        ...
