"""What a person asked, taken apart: words, phrases, beginnings, and what kind of answer a question wants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from forager.extract.attributes import label_words
from forager.extract.catalogue import CATALOGUE
from forager.search.words import STOP_WORDS, stem, tokens
from formicaria.ground.errors import InvalidRequest

LONGEST: Final = 500
MOST_TERMS: Final = 24
_PHRASE = re.compile(r'"([^"]*)"')
_PART = re.compile(r"[^\W_]+\*?")

RELATED: Final[dict[str, tuple[str, ...]]] = {
    "changed": ("moved", "postponed", "delayed", "rescheduled", "shifted", "revised", "replaced"),
    "moved": ("changed", "postponed", "delayed", "rescheduled", "shifted"),
    "delayed": ("moved", "postponed", "rescheduled", "late"),
    "postponed": ("moved", "delayed", "rescheduled"),
    "price": ("cost", "amount"),
    "cost": ("price", "budget", "amount"),
    "allowed": ("permitted", "must", "may"),
    "forbidden": ("must", "prohibited"),
    "responsible": ("owner", "lead", "manager"),
    "problem": ("issue", "risk", "defect"),
    "why": ("reason", "because", "due", "cause"),
}
"""Words that say nearly the same: a hit through them counts less than one through the word itself."""

WANTED: Final[dict[str, frozenset[str]]] = {
    "when": frozenset({"date", "duration"}),
    "who": frozenset({"person", "organization"}),
    "whom": frozenset({"person", "organization"}),
    "how much": frozenset({"money", "quantity", "percentage"}),
    "how many": frozenset({"quantity", "percentage"}),
    "how long": frozenset({"duration"}),
}
"""The kinds of value that a question asks for."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing looked for: ``tokens`` in a row (one for a word, several for a phrase), whole or as a beginning.

    ``related`` are other words accepted for it at less weight. ``implied`` terms stand for a question word and count for no coverage.
    """

    tokens: tuple[str, ...]
    prefix: bool = False
    related: tuple[str, ...] = ()
    implied: bool = False

    @property
    def stems(self) -> tuple[str, ...]:
        """The stems of its words; a beginning is its own stem."""
        return self.tokens if self.prefix else tuple(stem(token) for token in self.tokens)

    @property
    def words(self) -> str:
        """As a person reads it."""
        return " ".join(self.tokens)


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked. ``attributes`` are keys of the catalogue that the words name; ``kinds`` the kinds of value a question wants."""

    text: str
    terms: tuple[Term, ...]
    attributes: tuple[str, ...]
    kinds: frozenset[str]

    @property
    def counted(self) -> tuple[Term, ...]:
        """The terms that count for coverage."""
        return tuple(term for term in self.terms if not term.implied)


def understand(text: str) -> Question:
    """Take a query apart: phrases in quotation marks, ``begin*`` for beginnings, anything else word by word.

    Stop words are dropped unless nothing else is left.

    Raises:
        InvalidRequest: it is empty, or longer than 500 characters.
    """
    asked = " ".join(text.split())
    if not asked or len(asked) > LONGEST:
        raise InvalidRequest("A search needs words.", remedy=f"Ask in 1 to {LONGEST} characters.")
    phrases = tuple(_phrases(asked))
    rest = _PHRASE.sub(" ", asked)
    loose = _loose(rest)
    kept = tuple(term for term in loose if term.prefix or term.tokens[0] not in STOP_WORDS)
    terms = dict.fromkeys((*phrases, *(kept or (loose if not phrases else ())), *_implied(rest)))
    return Question(asked, tuple(terms)[:MOST_TERMS], _attributes(asked), _kinds(asked))


def _phrases(text: str) -> list[Term]:
    found = [tuple(tokens(match)) for match in _PHRASE.findall(text)]
    return [Term(words) for words in found if words]


def _loose(text: str) -> tuple[Term, ...]:
    found: list[Term] = []
    for part in _PART.findall(text):
        for token in tokens(part):
            prefix = part.endswith("*")
            found.append(Term((token,), prefix, () if prefix else RELATED.get(token, ())))
    return tuple(found)


def _implied(text: str) -> list[Term]:
    first = tokens(text)[:1]
    return [Term((word,), related=RELATED[word], implied=True) for word in first if word == "why"]


def _attributes(text: str) -> tuple[str, ...]:
    """Catalogue attributes whose label stands in the query, but not inside a longer label that stands there too."""
    asked = label_words(text.replace('"', " "))
    found = [
        (at, at + len(words), row.key)
        for row in CATALOGUE
        for words in (tuple(label.split()) for label in row.labels)
        for at in range(len(asked) - len(words) + 1)
        if asked[at : at + len(words)] == words
    ]
    inside = {
        (start, end)
        for start, end, _ in found
        if any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in found)
    }
    return tuple(sorted({key for start, end, key in found if (start, end) not in inside}))


def _kinds(text: str) -> frozenset[str]:
    asked = " ".join(tokens(text))
    return frozenset(kind for word, kinds in WANTED.items() if asked.startswith(word + " ") for kind in kinds)
