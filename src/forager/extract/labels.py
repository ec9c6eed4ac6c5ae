"""Written labels and column heads taken apart: attribute, subject, qualifiers, modality, unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.extract.attributes import attribute_for, get
from forager.extract.lexicon import Form, form_of, names_a_thing
from forager.extract.qualifiers import Qualifier, split_label
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED, PRONOUNS

_JUNK = word_set(
    "note notes nb n.b example examples e.g i.e see tip tips warning caution important attention ps "
    "p.s to from cc bcc subject re fw fwd sent "
    "reply hint remark remarks question answer q a http https figure fig table todo caveat hi hello "
    "dear update reminder fyi btw where when "
    "what who why how also then but and with message-id in-reply-to reply-to return-path "
    "mime-version received content-type"
)
"""First words of remarks, mail headers and other lines that only look like a label."""
_FINITE = frozenset({"BE", "HAVE", "DO", "MODAL", "MUST", "SHOULD", "HEDGEMODAL"})


@dataclass(frozen=True, slots=True)
class Label:
    """A written label taken apart: attribute key, subject named inside it, qualifiers, the words of modality, unit."""

    key: str
    subject: str
    qualifiers: tuple[Qualifier, ...]
    words: str
    unit: str = ""


def read_label(written: str, names: frozenset[str] = frozenset()) -> Label:
    """The parts of a label or column head: "Budget (EUR)", "Launch date for Heron", "Retention (staging)".

    ``names`` are words known as names: "Heron launch date" is about Heron only if Heron is one.
    """
    unit = re.search(r"[(\[](?P<unit>[^()\[\]]{1,12})[)\]]\s*$", written)
    bare, qualifiers = split_label(written)
    share = _SHARE.search(bare)
    if share is not None:
        bare = f"{bare[: share.start()]} {bare[share.end() :]}"
        qualifiers = (*qualifiers, Qualifier("rate", share[1].replace(",", "."), *share.span()))
    bare = re.sub(r"[(\[][^()\[\]]*[)\]]", " ", bare).strip()
    key, subject = attribute_for(bare), ""
    if get(key) is None:
        key, subject = _with_subject(bare, key, names)
    return Label(key, subject, qualifiers, written, _unit(unit, qualifiers))


_SHARE = re.compile(r"(?<=[a-z)] )(\d+(?:[.,]\d+)?) ?%", re.IGNORECASE)
"""A rate inside a label: "VAT 21%"."""
_AMOUNT = re.compile(r"[\d.,]{4,} ?[A-Z]{3}|[A-Z]{3} ?[\d.,]{4,}|[$€£] ?[\d.,]+")
"""A sum in the brackets of a label: what a rate is taken of, and no unit."""


def _unit(bracket: re.Match[str] | None, qualifiers: tuple[Qualifier, ...]) -> str:
    """The text of a closing bracket that holds no qualifier."""
    if (
        bracket is None
        or _AMOUNT.fullmatch(bracket["unit"].strip())
        or any(item.start >= bracket.start() for item in qualifiers)
    ):
        return ""
    return bracket["unit"].strip()


def _with_subject(bare: str, key: str, names: frozenset[str]) -> tuple[str, str]:
    """Split "Heron launch date" and "Launch date for Heron" into key and subject, when one part is in the catalogue."""
    parted = re.fullmatch(r"(?P<attribute>.+?)\s(?:of|for)\s(?:the\s)?(?P<subject>.+)", bare, re.IGNORECASE)
    if parted is not None and get(attribute_for(parted["attribute"])) is not None:
        return attribute_for(parted["attribute"]), parted["subject"]
    if parted is not None and names_a_thing(parted["subject"]) and _is_plain_label(parted["attribute"]):
        return attribute_for(parted["attribute"]), parted["subject"]
    if parted is not None and _is_set_name(parted["subject"]) and _is_plain_label(parted["attribute"]):
        return attribute_for(parted["attribute"]), parted["subject"]
    words = bare.split()
    for size in range(min(4, len(words) - 1), 0, -1):
        tail = attribute_for(" ".join(words[-size:]))
        if get(tail) is not None and words[-size - 1].casefold() in names:
            return tail, " ".join(words[:-size])
    return key, ""


def _is_set_name(text: str) -> bool:
    """Whether words behind "of" are a name that keeps its own capital: the first has one, and no later one ("Valve close time")."""
    first, *others = text.split()
    if not others or not first[:1].isupper() or first.isupper() or not first[1:].isalnum():
        return False
    return all(word.isalpha() and word.islower() and word not in CLOSED for word in others)


_EMPTY = word_set(
    "number name date list type kind place proof statement board house university bank city state member department ministry"
)
"""Words before "of" that name no attribute of what follows, or belong to its name."""


def _is_plain_label(text: str) -> bool:
    """Whether the words before "of" can name an attribute: one to three plain nouns."""
    words = text.casefold().split()
    return len(words) <= 3 and words[-1] not in _EMPTY and is_field_name(text)


def is_label(text: str) -> bool:
    """Whether a text can be a label: at most six words, no remark, no finite verb."""
    words = [word.strip(".,()\"'") for word in text.casefold().split()]
    if not 1 <= len(words) <= 6 or words[0] in _JUNK | PRONOUNS or re.match(r"https?$|\d+[.):]?$", words[0]):
        return False
    if attribute_for(text) and get(attribute_for(text)) is None and _tells(words):
        return False
    return not any(CLOSED.get(word) in _FINITE or word in {"said", "says", "please"} for word in words)


def _tells(words: list[str]) -> bool:
    """Whether the words of an unknown label tell something: a verb inside, or an opening participle with more than a noun."""
    inside = any(form_of(word) is Form.FINITE for word in words[1:])
    return inside or (form_of(words[0]) is Form.PAST and len(words) > 2)


_ORDINALS = word_set(
    "one two three four five six seven eight nine ten first second third i ii iii iv v vi vii viii ix x"
)
_NOT_FIELD = re.compile(
    r"[#_/\d\u00ab<>=\uff0c\u3002\u3001,;]|\(\)|\.\w|[a-z][A-Z]|^[^\W\d_](?:\s|$)|[\u3040-\u9fff]\s+[\u3040-\u9fff]"
)


_PART = re.compile(
    r"(?:appendix|annex|chapter|section|part|exhibit|schedule|module|unit|lesson|slide|sheet|article|clause|step|phase) [A-Z\d]{1,3}$"
    r"|content type|mime type",
    re.IGNORECASE,
)
"""Names of a document's parts and of the way it was sent."""


def is_field_name(text: str) -> bool:
    """Whether words that name no attribute of the catalogue are written like the name of a field.

    A capital opens it (where the script has capitals); it is no number, identifier, participle or step of a count.
    """
    words = text.split()
    first = words[0]
    if _NOT_FIELD.search(text) or first[0] != first[0].upper() or len(words) > 5 or (text.isupper() and len(words) > 3):
        return False
    folded = [word.casefold().strip("().,") for word in words]
    if _PART.match(text):
        return False
    if not _ORDINALS.isdisjoint(folded) or folded[0] in CLOSED:
        return False
    return form_of(folded[0]) not in {Form.ING, Form.PAST} or (len(words) > 1 and form_of(folded[-1]) is Form.OTHER)


def change_of(words: str) -> str:
    """ "from" for a label that names an old value, "to" for a new one."""
    if re.search(r"\b(?:original|initial|old|previous|former)\b", words, re.IGNORECASE):
        return "from"
    return "to" if re.search(r"\b(?:new|revised|updated)\b", words, re.IGNORECASE) else ""
