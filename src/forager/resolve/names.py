"""Name keys: the form in which two written names are the same name. Part of an entity's address, so it never folds accents away."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from forager.model.statement import EntityClass
from forager.resolve.lexicon import words
from formicaria.ground.ids import normal_text

_ASIDE = re.compile(r"\([^()]*\)|\"[^\"]*\"|“[^“”]*”|«[^«»]*»")
_APOSTROPHES = re.compile("['`\u2018\u2019\u02bc\u00b4]")
_DOTTED = re.compile(r"(?<!\w)(?:\w\.){2,}\w?(?!\w)|(?<!\w)\w(?:\.\w)+\.?(?!\w)")
_SLASHED = re.compile(r"(?<!\w)(\w)/(\w)(?!\w)")
_DETERMINERS = frozenset({"the", "this", "that", "these", "those", "our", "your", "their", "its"})
_PROJECT_WORDS = frozenset({"project", "programme", "program"})
_BORN = frozenset({"née", "geb", "geborene"})
_LONGEST_FORM = 5


@lru_cache(maxsize=65536)
def name_key(name: str, entity_class: str) -> str:
    """The key of a written name in its class (design notes §2): NFKC, folded case, no punctuation, single spaces. Idempotent.

    Persons: "Last, First" turned, titles, honorifics and asides removed, Sr/Jr kept in one spelling. Organisations: without
    article and legal form. Projects: "Project X" and "the X project" are "x". Other classes: without article. A name with
    nothing left keeps its normal text.
    """
    key = normal_text(name)
    seen = {key}
    while (shorter := _once(key, entity_class)) not in seen:
        seen.add(shorter)
        key = shorter
    return key


def context_key(kind: str, context: str) -> str:
    """The key of what stands beside a name: an organisation by its name key, Sr/Jr in one spelling, else the normal text."""
    if kind == "organization":
        return name_key(context, EntityClass.ORGANIZATION)
    text = normal_text(context)
    if kind == "suffix":
        return words().suffixes.get(text.strip(". ,"), text)
    return _address(text) if kind == "email" else text


def tokens(text: str) -> list[str]:
    """The words of a text in folded case: punctuation and symbols part words, a hyphen inside a word stays."""
    kept = "".join(map(_letter, normal_text(text)))
    return [word for word in (part.strip("-") for part in kept.split()) if word]


def _once(text: str, entity_class: str) -> str:
    return normal_text(_KEYS.get(entity_class, _thing)(text)) or text


def _person(text: str) -> str:
    if "@" in text:
        return _address(text)
    bare = _ASIDE.sub(" ", text)
    plain_text = _APOSTROPHES.sub("", bare if tokens(bare) else text)
    return " ".join(_with_suffix(_without_honours(_without_birth_name(_turned(plain_text)))))


def _address(text: str) -> str:
    return text.strip("<>\"' ").removeprefix("mailto:").strip("<>\"' ")


def _turned(text: str) -> list[str]:
    """The words in the order of speech: "smith, robert, jr" -> robert smith jr. Degrees and posts after a comma go."""
    lists = words()
    segments = [found for found in (tokens(segment) for segment in text.split(",")) if found]
    names = segments[:1]
    closing: list[str] = []
    for segment in segments[1:]:
        joined = "".join(segment)
        if joined in lists.suffixes:
            closing.append(lists.suffixes[joined])
        elif joined not in lists.honorifics and segment[-1] not in lists.posts:
            names.append(segment)
    if len(names) > 1 and names[0][-1] in lists.suffixes and len(names[0]) > 1:
        closing.insert(0, names[0].pop())
    ordered = names[1:2] + names[:1] + names[2:]
    return [word for segment in ordered for word in segment] + closing


def _without_birth_name(found: list[str]) -> list[str]:
    """The words without a family name before marriage ("clara adler née jonas")."""
    at = next((at for at, word in enumerate(found) if at > 1 and word in _BORN), len(found))
    return found[:at] + found[at + 2 :]


def _without_honours(found: list[str]) -> list[str]:
    lists = words()
    while len(found) > 1 and found[0] in lists.titles:
        found = found[1:]
    while len(found) > 1 and found[-1] in lists.honorifics:
        found = found[:-1]
    if len(found) > 2 and len(found[-2]) + len(found[-1]) > 2 and found[-2] + found[-1] in lists.honorifics:
        found = found[:-2]
    return found


def _with_suffix(found: list[str]) -> list[str]:
    known = words().suffixes
    return [*found[:-1], known[found[-1]]] if len(found) > 2 and found[-1] in known else found


def _organization(text: str) -> str:
    joined = _DOTTED.sub(lambda match: match.group().replace(".", ""), _APOSTROPHES.sub("", text))
    spelled = _SLASHED.sub(r"\1\2", joined).replace("&", " and ").replace("+", " and ")
    found = [part for word in tokens(spelled) for part in word.split("-")]
    return " ".join(_without_legal_form(_without_article(found)))


def _without_legal_form(found: list[str]) -> list[str]:
    lists = words()
    while True:
        closing = next((size for size in _sizes(found) if tuple(found[-size:]) in lists.legal_forms), 0)
        leading = next((size for size in _sizes(found) if tuple(found[:size]) in lists.leading_forms), 0)
        if closing:
            found = found[:-closing]
        elif leading:
            found = found[leading:]
        elif len(found) > 1 and found[-1] == "and":
            found = found[:-1]
        else:
            return found


def _sizes(found: list[str]) -> range:
    """How many words may be taken for a legal form, longest first; one word of the name always stays."""
    return range(min(_LONGEST_FORM, len(found) - 1), 0, -1)


def _project(text: str) -> str:
    found = _without_article([part for word in tokens(text) for part in word.split("-")])
    while len(found) > 1 and (found[0] in _PROJECT_WORDS or found[-1] in _PROJECT_WORDS):
        found = found[1:] if found[0] in _PROJECT_WORDS else found[:-1]
    return " ".join(found)


def _thing(text: str) -> str:
    return " ".join(_without_article([part for word in tokens(_APOSTROPHES.sub("", text)) for part in word.split("-")]))


def _without_article(found: list[str]) -> list[str]:
    while len(found) > 1 and found[0] in _DETERMINERS:
        found = found[1:]
    return found


@lru_cache(maxsize=8192)
def _letter(letter: str) -> str:
    """A character as it counts in a word: itself, a space, or nothing for the invisible ones."""
    category = unicodedata.category(letter)
    if category == "Pd":
        return "-"
    if category == "Cf":
        return ""
    return " " if category[0] in "PSZC" else letter


_KEYS: dict[str, Callable[[str], str]] = {
    EntityClass.PERSON: _person,
    EntityClass.ORGANIZATION: _organization,
    EntityClass.PROJECT: _project,
}
