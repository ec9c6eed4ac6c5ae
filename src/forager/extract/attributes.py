"""From words to attribute keys: the catalogue's index, and a slug for what it does not know."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from forager.extract.catalogue import CATALOGUE, Attribute
from forager.extract.wordlist import word_set

_BY_KEY: dict[str, Attribute] = {row.key: row for row in CATALOGUE}
_BY_LABEL: dict[tuple[str, ...], Attribute] = {}
for _row in reversed(CATALOGUE):
    for _label in (*_row.labels, _row.key.replace("_", " ")):
        _BY_LABEL[tuple(_label.split())] = _row

_NOISE = re.compile(
    r"^(?:(?:the|a|an|our|its|their|project|contract|current|currently|total|overall|new|revised|updated|latest|"
    r"original|initial|old|previous|former"
    r"|planned|scheduled|proposed|actual|final|target|targeted|estimated|expected|approved|agreed|"
    r"annual|yearly|monthly|maximum|minimum|max|min|average|gross|net)\s+)+"
)


def get(key: str) -> Attribute | None:
    """The catalogue's row for a key, or None when the key is only a slug."""
    return _BY_KEY.get(key)


def is_single_valued(key: str) -> bool:
    """Whether the catalogue declares that a subject has one such value at a time (unknown keys: False)."""
    row = _BY_KEY.get(key)
    return row is not None and row.single_valued


def attribute_for(label: str) -> str:
    """The attribute key of a written label: the catalogue's key, else a slug ("Door code" -> "door_code"), else empty."""
    words = label_words(label)
    row = _BY_LABEL.get(words)
    if row is not None:
        return row.key
    bare = tuple(_NOISE.sub("", " ".join(words)).split())
    row = _BY_LABEL.get(bare) or _BY_LABEL.get(_singular(bare))
    return row.key if row is not None else "_".join(bare or words)


def _singular(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with the last one in the singular ("reviewers" -> "reviewer")."""
    return (*words[:-1], words[-1].removesuffix("s")) if words else words


def label_words(label: str) -> tuple[str, ...]:
    """The words of a label: NFKC, folded case, hyphens as spaces, without remarks in parentheses and punctuation."""
    folded = unicodedata.normalize("NFKC", label).casefold()
    folded = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", folded)
    return tuple(re.findall(r"\w+", folded.replace("_", " ")))


_KEY_ONLY = word_set(
    "present due issued updated established founded born client buyer type kind class state "
    "position function stage host site place room "
    "company department market country office address reference ref release revision parent party "
    "parties interval schedule area length "
    "provider contractor start launch closing port endpoint language platform database title "
    "purpose objective aim scope requirement risk "
    "participants contact phase region role storage power power validity reviewer organization "
    "subject sender recipient recipients copied cc bcc addressee addressees subtotal tax vat gst iban bic swift jurisdiction "
    "organisation category growth assignee head replaces supersedes responsible accountable"
)
"""Words that name an attribute on a label but are ordinary nouns inside a sentence."""
_LAST = word_set("by to on of from for in until since through at")


def _in_sentences(words: tuple[str, ...]) -> bool:
    return (
        words[-1] not in _LAST
        and not (len(words) == 1 and words[0] in _KEY_ONLY)
        and words not in {("in", "attendance"), ("in", "charge")}
    )


@lru_cache(maxsize=1)
def labels_by_first_word() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Labels usable inside sentences, by first word, longest first: (words, key)."""
    index: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for words, row in _BY_LABEL.items():
        if not _in_sentences(words):
            continue
        index.setdefault(words[0], []).append((words, row.key))
    return {first: tuple(sorted(rows, key=lambda row: (-len(row[0]), row))) for first, rows in index.items()}


@lru_cache(maxsize=1)
def verbs_by_lemma() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Verbs that state an attribute, by lemma, longest first: (the fixed words after the lemma, key)."""
    index: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for row in CATALOGUE:
        for verb in row.verbs:
            lemma, *rest = verb.split()
            index.setdefault(lemma, []).append((tuple(rest), row.key))
    return {lemma: tuple(sorted(rows, key=lambda row: (-len(row[0]), row))) for lemma, rows in index.items()}
