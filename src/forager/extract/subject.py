"""The words by which statements about one thing meet: a surface key, never a resolved entity."""

from __future__ import annotations

import re
import unicodedata

from forager.extract.lexicon import is_coined
from forager.extract.wordlist import word_set

DETERMINERS = word_set("the a an this that these those our your its their his her my such said aforementioned")
"""Words before a noun that tell which one is meant."""
_CLASS = frozenset({"project", "programme", "program"})
_GENERIC = word_set(
    "plan plans planning manager management team office board charter budget schedule scope status "
    "owner sponsor lead leader "
    "member members memo report review meeting kickoff timeline goals goal update documentation "
    "document phase work name number "
    "cost costs risk risks log room site start end launch delivery milestone milestones "
    "requirements requirement staff code "
    "itself committee group is was has"
)


def subject_words(text: str) -> str:
    """The key of a subject: NFKC, folded case, single spaces, without determiners, quotes and a word like "project" beside a name.

    "Project Falcon", "the Falcon project" and "Falcon" give "falcon"; "Project plan" and "the research project" keep their
    words. Idempotent.
    """
    key = _once(text)
    again = _once(key)
    while again != key:
        key, again = again, _once(again)
    return key


_DEICTIC = frozenset(
    {"next", "last", "this", "current", "following", "previous", "latest", "first", "second", "other", "same"}
)


def is_specific(text: str) -> bool:
    """Whether a written subject can mean the same thing in another document.

    A single common noun ("pilot", "system") and what depends on when it is said ("next meeting") mean something else in
    each document; a name, a number, a made-up word or a phrase of two words ("access log") can be met again.
    """
    words = _without_determiner(_words(unicodedata.normalize("NFKC", text)))
    if not words or words[0].casefold() in _DEICTIC:
        return False
    named = any(char.isupper() or char.isdigit() for char in words[0])
    return len(words) > 1 or named or is_coined(words[0]) or _is_compound(words[0])


_PARTICLES = word_set("up off in out on over down by through back to away on go")


def _is_compound(word: str) -> bool:
    """Whether one written word is a phrase of several ("harbour-tools"), no verb with its particle and no word with a prefix."""
    parts = word.split("-")
    return len(parts) > 1 and all(len(part) > 3 and part not in _PARTICLES for part in parts)


def _once(text: str) -> str:
    words = _words(unicodedata.normalize("NFKC", text))
    while True:
        shorter = _without_class(_without_determiner(words))
        if shorter == words:
            return unicodedata.normalize("NFKC", " ".join(words).casefold())
        words = shorter


def _words(plain: str) -> list[str]:
    plain = re.sub(r"[\"\u201c\u201d\u201e«»*`]|(?<!\w)['\u2019]|['\u2019](?!\w)", " ", plain.replace("\u2019", "'"))
    plain = re.sub(r"(?<=\w)'s(?!\w)", "", plain)
    return [word for word in (part.strip(".,;:!?()[]") for part in plain.split()) if word]


def _without_determiner(words: list[str]) -> list[str]:
    return words[1:] if len(words) > 1 and words[0].casefold() in DETERMINERS else words


def _without_class(words: list[str]) -> list[str]:
    """Drop "project" at the start or end when what remains is written like a name."""
    if len(words) < 2:
        return words
    for rest, word in ((words[1:], words[0]), (words[:-1], words[-1])):
        if word.casefold() in _CLASS and _is_name(rest):
            return rest
    return words


def _is_name(words: list[str]) -> bool:
    capital = all(word[0].isupper() or not word[0].isalpha() for word in words)
    return capital and len(words) <= 3 and not {word.casefold() for word in words} & _GENERIC
