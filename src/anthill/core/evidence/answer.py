"""The answer of a mission as a record: sentences with their citations, from which the text is rendered.

Nothing is ever parsed back out of the rendered text (knowledge.md §6): citations are data.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from anthill.sdk.errors import AnthillError
from anthill.sdk.values import Json, JsonObject

SOURCED_ANSWER: Final = "sourced_answer"
"""Schema name of the artifact."""

NOT_FROM_BASE: Final = "not from the knowledge base"
NOT_THE_ANSWER: Final = "nearest, but not an answer"


class AnswerError(AnthillError):
    """A stored answer does not have the shape of one."""

    code = "invalid_artifact"


class Basis(StrEnum):
    """Where a sentence comes from: the knowledge base (then it is cited), or elsewhere (then it says so).

    `nearest` is cited too, and says that it is not what was asked.
    """

    KNOWLEDGE = "knowledge"
    NEAREST = "nearest"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and the references it rests on (`knowledge:<project>/<item>`)."""

    text: str
    citations: tuple[str, ...] = ()
    basis: Basis = Basis.KNOWLEDGE

    def rendered(self) -> str:
        """Return the sentence with its citations, or with the mark that it has none, or that it is no answer."""
        if self.basis is Basis.OUTSIDE:
            return f"{plain(self.text)} ({NOT_FROM_BASE})"
        mark = f" ({NOT_THE_ANSWER})" if self.basis is Basis.NEAREST else ""
        return plain(self.text) + mark + "".join(f" [{ref}]" for ref in self.citations)


@dataclass(frozen=True, slots=True)
class SourcedAnswer:
    """An answer; `conflict_ids` are the open disagreements it names, `composed_by` is `rules` or a model's name.

    `unanswered` is its own word that what was read answers nothing; it can only take an outcome away.
    """

    question: str
    composed_by: str
    sentences: tuple[Sentence, ...]
    conflict_ids: tuple[str, ...] = ()
    unanswered: bool = False

    def rendered(self) -> str:
        """Return the whole answer as text, one sentence a line."""
        return "\n".join(sentence.rendered() for sentence in self.sentences)

    def to_json(self) -> dict[str, Json]:
        """Return the artifact's payload."""
        rows: list[Json] = [
            {"text": each.text, "citations": list(each.citations), "basis": each.basis.value} for each in self.sentences
        ]
        return {
            "question": self.question,
            "composed_by": self.composed_by,
            "sentences": rows,
            "conflict_ids": list(self.conflict_ids),
            "unanswered": self.unanswered,
        }

    @classmethod
    def from_json(cls, value: Json) -> SourcedAnswer:
        """Read a payload back; raises `AnswerError` for any other shape."""
        payload = _object(value)
        sentences = payload.get("sentences")
        if not isinstance(sentences, list):
            raise AnswerError("A stored answer has no list of sentences.")
        return cls(
            question=_text(payload, "question"),
            composed_by=_text(payload, "composed_by"),
            sentences=tuple(_sentence(_object(row)) for row in sentences),
            conflict_ids=_texts(payload, "conflict_ids"),
            unanswered=payload.get("unanswered") is True,
        )


def plain(text: str) -> str:
    """Flatten text from a document: one line, no control or direction characters, no look-alike citation."""
    kept = "".join(" " if character.isspace() else character for character in text if not _driving(character))
    return " ".join(kept.split()).replace("[knowledge:", "(knowledge:")


def _driving(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and not character.isspace()


def _sentence(row: JsonObject) -> Sentence:
    basis = _text(row, "basis")
    if basis not in tuple(Basis):
        raise AnswerError("A stored sentence has an unknown basis.")
    return Sentence(_text(row, "text"), _texts(row, "citations"), Basis(basis))


def _object(value: Json) -> JsonObject:
    if not isinstance(value, Mapping):
        raise AnswerError("A stored answer holds something that is not an object.")
    return value


def _text(row: JsonObject, name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise AnswerError(f"A stored answer has no text field {name!r}.")
    return value


def _texts(row: JsonObject, name: str) -> tuple[str, ...]:
    value = row.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise AnswerError(f"A stored answer has no list of texts {name!r}.")
    return tuple(str(each) for each in value)
