"""Word forms from the packaged verb lexicon: which open words can be verbs, and in which form."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from forager.extract.wordlist import word_set

_ADDED: dict[str, str] = {
    form: lemma
    for lemma, forms in {
        "supersede": "supersede supersedes superseded superseding",
        "onboard": "onboard onboards onboarded onboarding",
        "refactor": "refactor refactors refactored refactoring",
        "greenlight": "greenlight greenlights greenlighted greenlit",
    }.items()
    for form in forms.split()
}
"""Verbs the lexicon lacks: form -> lemma."""
_NOUNS = frozenset({"log", "logs", "billing"})
"""Nouns the lexicon lists only as verbs."""


class Form(StrEnum):
    """What an open word can be in running text."""

    OTHER = "other"  # noun, adjective, adverb, unknown
    AMBIGUOUS = "ambiguous"  # a base or -s form that can also be a noun
    FINITE = "finite"  # a base or -s form that is only a verb
    PAST = "past"  # a past form or past participle
    ING = "ing"


@lru_cache(maxsize=20_000)
def form_of(word: str) -> Form:
    """The form of a word in lower case."""
    lemma = verb_lemma(word)
    if not lemma:
        return Form.OTHER
    if word.endswith("ing") and word != lemma:
        return Form.ING
    if word != lemma and not word.endswith("s"):
        return Form.PAST
    return Form.AMBIGUOUS if _is_other(word) else Form.FINITE


@lru_cache(maxsize=20_000)
def verb_lemma(word: str) -> str:
    """The verb this word is a form of, or empty."""
    if not word.isascii() or not word.isalpha() or len(word) > 30:
        return ""
    if word in _ADDED:
        return _ADDED[word]
    lemmas = _lemmas(word).get("VERB", ())
    return str(lemmas[0]) if lemmas else ""


@lru_cache(maxsize=20_000)
def is_known(word: str) -> bool:
    """Whether the lexicon knows the word in lower case as a common word."""
    return bool(_lemmas(word)) and "PROPN" not in _lemmas(word)


@lru_cache(maxsize=20_000)
def is_coined(word: str) -> bool:
    """Whether a word in lower case is no common word but made up, as names of programs are ("zendrix", "ledger_core", "py-zendrix").

    A word put together of two that the lexicon knows, or of one with a common beginning ("datastore", "micropump"), is not.
    """
    if _NUMBERED_NAME.fullmatch(word):
        return True
    if "_" in word or "-" in word:
        parts = re.split(r"[_-]", word)
        return all(parts) and ("_" in word or any(is_coined(part) for part in parts))
    if len(word) < 4 or not word.isascii() or not word.isalpha() or word in _YOUNG or is_known(word):
        return False
    return not _is_derived(word)


_NUMBERED_NAME = re.compile(r"[a-z]{3,}[2-9][a-z]{0,3}|[a-z]{2,}[2-9][a-z]{2,}")
"""Letters with one figure in or behind them, as programs are named ("zendrix3", "py2html")."""


def _is_derived(word: str) -> bool:
    """Whether a word is a plural of a known one, or two known words in one."""
    if word.endswith("s") and (is_known(word[:-1]) or word[:-1] in _YOUNG):
        return True
    begins = any(word.startswith(begin) and is_known(word[len(begin) :]) for begin in _BEGINNINGS)
    halves = ((word[:at], word[at:]) for at in range(3, len(word) - 2))
    return begins or any(is_known(one) and (is_known(other) or other in _YOUNG) for one, other in halves)


_BEGINNINGS = (
    "anti", "auto", "bio", "co", "cyber", "de", "geo", "hyper", "inter", "macro", "meta", "micro", "mini", "multi", "nano", "non",
    "photo", "post", "pre", "pro", "pseudo", "re", "semi", "sub", "super", "tele", "trans", "ultra", "un", "uni",
)  # fmt: skip


def names_a_thing(text: str) -> bool:
    """Whether words written with capitals hold one that no dictionary has as a common word: "Kestrel Falls", not "Payment Terms".

    Capitals alone say little (headings and labels have them), and letters in capitals throughout are as often an abbreviation. A single
    word in lower case is a name when it is made up.
    """
    words = [word.strip(".,;:()'\"") for word in text.split()]
    if len(words) == 1 and is_coined(words[0]):
        return True
    if not 1 <= len(words) <= 6 or not all(_is_capital(word) or word in _JOINING for word in words):
        return False
    return any(_is_name(word) for word in words)


def _is_name(word: str) -> bool:
    lower = word.lower()
    return word.isalpha() and not word.isupper() and len(word) > 3 and lower not in _YOUNG and not is_known(lower)


_YOUNG = word_set(
    "timeline timelines deliverable deliverables stakeholder stakeholders roadmap roadmaps quickstart changelog "
    "backend frontend website username filename metadata plugin plugins config middleware endpoint endpoints "
    "namespace runtime wiki blog smartphone inbox onboarding uptime downtime rollout checksum subnet hostname "
    "sysadmin admin logfile dataset datasets timeout timeouts webhook webhooks workflow kickoff localhost repo "
    "codebase bugfix bugfixes hotfix lifecycle screenshot screenshots whitelist blacklist toolchain toolbox "
    "dashboard regex async enum json yaml html args kwargs argv stdin stdout stderr params init repr boolean venv ascii utf "
    "struct config configs tuple tuples iterator iterators wifi chatbot chatbots emoji api apis href charset cron sudo uuid "
    "varchar mutex codec codecs misc info todo todos faqs addon addons ebook podcast freelancer crowdfunding"
)
"""Common words that the lexicon lacks."""


_JOINING = frozenset({"of", "the", "and", "de", "la", "du", "von", "van", "&", "-", "/"})


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()


def _is_other(word: str) -> bool:
    kinds = _lemmas(word)
    if word in _NOUNS or any(kind in kinds for kind in ("NOUN", "ADJ", "ADV")):
        return True
    return word.endswith("s") and "NOUN" in _lemmas(word[:-1])


@lru_cache(maxsize=20_000)
def _lemmas(word: str) -> dict[str, tuple[str, ...]]:
    import lemminflect  # type: ignore[import-untyped]  # noqa: PLC0415  (no types; loaded late)

    found: dict[str, tuple[str, ...]] = lemminflect.getAllLemmas(word)
    return found
