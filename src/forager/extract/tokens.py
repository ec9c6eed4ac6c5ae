"""Sentences as strings of token classes (design notes, section 10).

Values, qualifiers, names and catalogue attributes become single tokens; other words get a class from the closed lists or
from the verb lexicon; a few classes depend on the neighbours (whether "launches" is a verb, "approved" a state or an act).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from forager.extract.attributes import labels_by_first_word, verbs_by_lemma
from forager.extract.lexicon import Form, form_of, is_known, verb_lemma
from forager.extract.pattern import LETTER
from forager.extract.qualifiers import Qualifier
from forager.extract.values import Found
from forager.extract.words import (
    ATTRIBUTIVE,
    CHANGE,
    CLOSED,
    DECIDE,
    EVENTS,
    MEAN,
    NOT_NAMES,
    RELATING,
    SAY,
    STATES,
)
from forager.model.statement import Value, ValueKind


@dataclass(frozen=True, slots=True)
class Token:
    """One token: class name, range in the view, text; ``key`` is an attribute key or a verb lemma, ``value`` a typed value."""

    cls: str
    start: int
    end: int
    text: str
    key: str = ""
    value: Value | None = None
    qualifier: Qualifier | None = None

    @property
    def lower(self) -> str:
        """The text in folded case."""
        return self.text.casefold()


_LEX = re.compile(
    r"(?P<link>(?:https?://|www\.)[^\s<>\"]{1,400}|[\w.+-]{1,80}@[\w-]{1,80}(?:\.[\w-]{1,40}){1,6})"
    r"|(?P<clock>\d{1,2}:\d\d(?::\d\d)?(?!\d))"
    r"|(?P<not>n't\b)|(?P<apos>'s\b|(?<=s)'(?!\w))|(?P<short>'(?:re|ve|ll|m|d)\b)"
    r"|(?P<word>[^\W_](?:(?!n't\b)\w|[-/.&](?=\w)|'(?!s\b|re\b|ve\b|ll\b|t\b|m\b|d\b)(?=\w)){0,80})"
    r"|(?P<mark>[^\w\s])|(?P<rest>_)"
)
_MARKS = {
    ",": "COMMA",
    ":": "COLON",
    ";": "SEMI",
    "-": "DASH",
    "\u2013": "DASH",
    "\u2014": "DASH",
    "(": "OPEN",
    ")": "CLOSE",
    "[": "OPEN",
    "]": "CLOSE",
    '"': "QUOTE",
    "'": "QUOTE",
    ".": "STOP",
    "!": "STOP",
    "?": "QUESTION",
    "…": "STOP",
    "/": "SLASH",
    "&": "AND",
}
_KINDS = {
    ValueKind.DATE: "DATE",
    ValueKind.DURATION: "DURATION",
    ValueKind.MONEY: "MONEY",
    ValueKind.QUANTITY: "QUANTITY",
    ValueKind.PERCENTAGE: "PERCENT",
    ValueKind.VERSION: "VERSION",
}
_SHORT = {"'re": "BE", "'ve": "HAVE", "'ll": "MODAL", "'m": "BE", "'d": "MODAL"}
_NOUNISH = frozenset(
    {"WORD", "AMBIGUOUS", "NAME", "CLOSE", "NUMBER", "VERSION", "CODE", "ATTR", "QUAL", "QUOTE", "ING", "DATE"}
)
_AUXILIARY = frozenset({"MODAL", "HEDGEMODAL", "MUST", "SHOULD", "DO", "TO"})
_AFTER_IMPERATIVE = frozenset({"DET", "POSS", "PRON", "NAME", "NUMBER", "QUANTITY", "NOT", "THAT"})
_AFTER_VERB = frozenset(
    {"DET", "POSS", "PRON", "NAME", "NUMBER", "DATE", "MONEY", "DURATION", "QUANTITY", "PERCENT", "TO", "THAT", "NOT"}
)
_AFTER_PLURAL_VERB = frozenset({"ON", "TO", "AT", "DATE", "MONEY", "DURATION", "QUANTITY", "DET", "FOR", "POSS"})
_SKIPPED = frozenset({"ADV", "HEDGE", "NOT"})


def tokenize(
    text: str, start: int, end: int, values: tuple[Found, ...], qualifiers: tuple[Qualifier, ...], names: frozenset[str]
) -> tuple[Token, ...]:
    """The tokens of ``text[start:end]``. ``values`` and ``qualifiers`` are ranges in ``text``; ``names`` are words known as names."""
    raw = _with_values(text, start, end, values, qualifiers)
    return _in_context(_with_attributes(_with_names(raw, names)))


def classes(tokens: tuple[Token, ...]) -> str:
    """The class string: one letter a token."""
    return "".join(LETTER[token.cls] for token in tokens)


def _with_values(
    text: str, start: int, end: int, values: tuple[Found, ...], qualifiers: tuple[Qualifier, ...]
) -> list[Token]:
    """Lexed tokens with values and qualifiers as single tokens."""
    tokens: list[Token] = []
    position = start
    for piece in _pieces(start, end, values, qualifiers):
        tokens.extend(_lex(text, position, piece.start))
        tokens.append(replace(piece, text=text[piece.start : piece.end]))
        position = piece.end
    tokens.extend(_lex(text, position, end))
    return tokens


def _pieces(start: int, end: int, values: tuple[Found, ...], qualifiers: tuple[Qualifier, ...]) -> list[Token]:
    """Value and qualifier tokens in order; a qualifier wins over a value inside it."""
    pieces = [
        Token("QUAL", item.start, item.end, "", qualifier=item)
        for item in qualifiers
        if start <= item.start and item.end <= end
    ]
    taken = [(piece.start, piece.end) for piece in pieces]
    for found in values:
        inside = start <= found.start and found.end <= end
        if inside and not any(found.start < last and first < found.end for first, last in taken):
            pieces.append(Token(_value_class(found.value), found.start, found.end, "", value=found.value))
    return sorted(pieces, key=lambda token: token.start)


def _value_class(value: Value) -> str:
    plain = value.kind is ValueKind.QUANTITY and " " not in value.normal
    return "NUMBER" if plain else _KINDS[value.kind]


def _lex(text: str, start: int, end: int) -> list[Token]:
    return [_lexed(match) for match in _LEX.finditer(text, start, end)]


def _lexed(match: re.Match[str]) -> Token:
    kind, text = match.lastgroup or "rest", match[0]
    cls = {"link": "CODE", "clock": "CODE", "not": "NOT", "apos": "APOS", "rest": "OTHER"}.get(kind)
    if kind == "short":
        cls = _SHORT[text.lower()]
    elif kind == "mark":
        cls = _MARKS.get(text, "OTHER")
    return Token(cls or _word_class(text), match.start(), match.end(), text)


def _word_class(text: str) -> str:
    """The class of a word on its own."""
    lower = text.casefold()
    closed = CLOSED.get(lower)
    if closed is not None and not (text.isupper() and len(text) > 1 and closed in {"PRON", "IN", "POSS", "AS"}):
        return closed
    if any(char.isdigit() for char in text) or (len(text) > 2 and text[1:-1].count("/") and not text.isalpha()):
        return "CODE"
    return {Form.OTHER: "WORD", Form.AMBIGUOUS: "AMBIGUOUS", Form.FINITE: "VERB", Form.PAST: "PART", Form.ING: "ING"}[
        form_of(lower)
    ]


# Names ------------------------------------------------------------------------------------------------------------------


def _with_names(tokens: list[Token], names: frozenset[str]) -> list[Token]:
    """Runs of capitalised words become one NAME token each."""
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        last = _name_end(tokens, index, names)
        if last == index:
            merged.append(tokens[index])
            index += 1
        else:
            merged.append(_joined(tokens[index:last], "NAME"))
            index = last
    return merged


def _joined(tokens: list[Token], cls: str) -> Token:
    text = tokens[0].text
    for before, after in pairwise(tokens):
        text += " " * (after.start - before.end) + after.text
    return Token(cls, tokens[0].start, tokens[-1].end, text)


def _name_end(tokens: list[Token], index: int, names: frozenset[str]) -> int:
    """The index after the name that starts at ``index``; ``index`` itself when none does."""
    if not _can_start(tokens, index, names):
        return index
    end = index + 1
    while end < len(tokens) and end - index < 8:
        if (_is_capital(tokens[end]) and tokens[end].start - tokens[end - 1].end <= 1) or _is_initial_stop(tokens, end):
            end += 1
        elif (
            tokens[end].cls in {"NUMBER", "CODE"}
            and tokens[end].text.isalnum()
            and tokens[end - 1].text != "."
            and not _is_sentence_word(tokens, index)
        ):
            return end + 1
        else:
            break
    return end


def _is_sentence_word(tokens: list[Token], index: int) -> bool:
    return index == 0 and is_known(tokens[0].lower)


def _is_initial_stop(tokens: list[Token], index: int) -> bool:
    """The full stop of an initial or title inside a name: "R. Smith", "Dr. Weber"."""
    before = tokens[index - 1].text
    short = len(before) == 1 or before in {
        "Dr",
        "Mr",
        "Mrs",
        "Ms",
        "Prof",
        "St",
        "Jr",
        "Sr",
        "Inc",
        "Ltd",
        "Co",
        "Corp",
    }
    return tokens[index].text == "." and short and index + 1 < len(tokens) and _is_capital(tokens[index + 1])


def _is_capital(token: Token) -> bool:
    if token.value is not None or token.qualifier is not None or not token.text[0].isupper():
        return False
    if token.cls in {
        "DET",
        "PRON",
        "POSS",
        "BE",
        "MODAL",
        "MUST",
        "HEDGEMODAL",
        "DO",
        "HAVE",
        "SUBORD",
        "WH",
        "THERE",
        "NOT",
        "CODE",
    }:
        return token.cls == "CODE" and "@" not in token.text and "/" not in token.text
    return (
        token.cls not in {"AND", "OR", "OF", "FOR", "IN", "ON", "TO", "BY", "AT", "THAT"}
        and token.lower not in NOT_NAMES
    )


def _can_start(tokens: list[Token], index: int, names: frozenset[str]) -> bool:
    token = tokens[index]
    if not _is_capital(token):
        return False
    at_start = (
        index == 0
        or tokens[index - 1].cls in {"STOP", "COLON", "QUOTE", "OPEN"}
        or tokens[index - 1].text in {"-", "•"}
    )
    if not at_start or token.lower in names or token.cls == "CODE" or (token.text.isupper() and len(token.text) > 1):
        return True
    if token.cls not in {"WORD", "AMBIGUOUS"}:
        return False
    follows = index + 1 < len(tokens) and _is_capital(tokens[index + 1]) and tokens[index + 1].start - token.end <= 1
    return follows or not is_known(token.lower)


# Attributes -------------------------------------------------------------------------------------------------------------


def _with_attributes(tokens: list[Token]) -> list[Token]:
    """Catalogue labels become one ATTR token each, the longest first."""
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        size, key = _label_at(tokens, index)
        if size:
            merged.append(replace(_joined(tokens[index : index + size], "ATTR"), key=key))
        else:
            merged.append(tokens[index])
        index += size or 1
    return merged


def _label_at(tokens: list[Token], index: int) -> tuple[int, str]:
    """How many tokens from ``index`` are a catalogue label, and its key; (0, "") when none."""
    if _first_word(tokens[index]) not in labels_by_first_word():
        return 0, ""
    words: list[str] = []
    ends: dict[int, int] = {}
    for count, token in enumerate(tokens[index : index + 6], start=1):
        if token.value is not None or token.cls in {"QUAL", "APOS"} or not token.text[0].isalpha():
            break
        words.extend(part for part in re.split(r"[-/ ]", token.lower) if part)
        ends[len(words)] = count
    for label, key in labels_by_first_word().get(words[0] if words else "", ()):
        if len(label) in ends and tuple(words[: len(label)]) == label:
            return ends[len(label)], key
    return 0, ""


def _first_word(token: Token) -> str:
    return re.split(r"[-/ ]", token.lower, maxsplit=1)[0] if token.value is None else ""


# Context ----------------------------------------------------------------------------------------------------------------


def _in_context(tokens: list[Token]) -> tuple[Token, ...]:
    """Settle the classes that depend on neighbours, left to right; a verb takes the fixed words after it ("takes place")."""
    settled: list[Token] = []
    index = 0
    while index < len(tokens):
        token = _settled(tokens[index], settled, tokens[index + 1 : index + 4])
        extra = _fixed_words(token, tokens[index + 1 : index + 4])
        settled.append(
            replace(_joined(tokens[index : index + 1 + extra], token.cls), key=token.key) if extra else token
        )
        index += 1 + extra
    return tuple(settled)


def _fixed_words(token: Token, after: list[Token]) -> int:
    """How many of the following tokens belong to an attribute verb."""
    if token.cls != "AVERB":
        return 0
    for rest, _ in verbs_by_lemma().get(verb_lemma(token.lower), ()):
        if tuple(item.lower for item in after[: len(rest)]) == rest:
            return len(rest)
    return 0


def _settled(token: Token, before: list[Token], after: list[Token]) -> Token:
    if token.cls == "APOS" and _is_contracted_be(before, after):
        return replace(token, cls="BE")
    if token.cls in {"NAME", "QUAL", "CODE"} or token.value is not None or not token.text[:1].isalpha():
        return token
    previous = _previous(before)
    if token.lower in ATTRIBUTIVE and _qualifies_attribute(previous, after):
        return replace(token, cls="AMOD")
    if token.lower in STATES and previous in {"BE", "BEEN"} and token.cls != "ATTR":
        return replace(token, cls="STATE", key=_verb_key(token, after))
    if token.cls in {"VERB", "AMBIGUOUS", "PART", "ATTR"} and _in_verb_position(token, before, after):
        return _as_verb(token, previous, after)
    return _noun_or_rest(token, previous)


def _noun_or_rest(token: Token, previous: str) -> Token:
    """A verb-only word where no verb can stand is a noun the lexicon does not know as one."""
    if token.cls == "VERB":
        return replace(token, cls="AMBIGUOUS")
    if token.cls == "THAT" and previous in {"", "STOP"}:
        return replace(token, cls="DET")
    if token.lower in EVENTS and token.cls in {"WORD", "AMBIGUOUS", "PART", "ING"}:
        return replace(token, cls="EVENT", key=EVENTS[token.lower])
    return token


def _is_contracted_be(before: list[Token], after: list[Token]) -> bool:
    """Whether 's is "is": after a pronoun or "that", or before a participle and a determiner."""
    word = before[-1].lower if before else ""
    following = after[0].cls if after else ""
    return word in {"it", "that", "there", "he", "she", "what", "who", "here"} or following in {"DET", "NOT"}


def _previous(before: list[Token]) -> str:
    """The class of the last token that is no adverb, hedge or negation."""
    for token in reversed(before[-5:]):
        if token.cls not in _SKIPPED:
            return token.cls
    return ""


def _qualifies_attribute(previous: str, after: list[Token]) -> bool:
    if previous in {"BE", "BEEN", "HAVE"} and not (after and after[0].cls == "ATTR"):
        return False
    for token in after:
        if token.cls == "ATTR":
            return True
        if token.lower not in ATTRIBUTIVE:
            return False
    return False


def _in_verb_position(token: Token, before: list[Token], after: list[Token]) -> bool:
    """Whether a word that can be a verb stands where a verb stands."""
    previous, form = _previous(before), form_of(token.lower)
    following = after[0].cls if after else ""
    if token.cls == "ATTR" and (" " in token.text or form is Form.OTHER):
        return False
    if form is Form.PAST:
        return previous not in {"DET", "POSS", "AMOD", "OF", "FOR", ""} and not (
            previous == "AND" and following in _NOUNISH
        )
    if previous in _AUXILIARY | {"PRON"} or (previous in {"BE", "BEEN"} and following == "BY"):
        return True
    if following in {"BE", "HAVE", "OF", "MODAL", "MUST", "HEDGEMODAL"}:
        return False
    if token.lower.endswith("s") and token.lower != verb_lemma(token.lower):
        after_noun = previous in _NOUNISH | {"PRON", "THAT", "WH", "AND"}
        fixed = any(rest and tuple(item.lower for item in after[: len(rest)]) == rest for rest in _fixed_forms(token))
        return after_noun and (form is Form.FINITE or fixed or _has_object(token, before, after))
    return _is_base_verb(token, before, following)


def _fixed_forms(token: Token) -> tuple[tuple[str, ...], ...]:
    """The fixed words that can follow the token as an attribute verb ("takes" -> "place")."""
    return tuple(rest for rest, _ in verbs_by_lemma().get(verb_lemma(token.lower), ()))


def _has_object(token: Token, before: list[Token], after: list[Token]) -> bool:
    """Whether a word like "plans" is followed as a verb is: by an object, a value, or a preposition that its verb takes."""
    following = after[0].cls if after else ""
    if following in _AFTER_VERB or (before and before[-1].cls == "PRON"):
        return True
    if following not in {"ON", "IN", "BY", "AT", "FOR", "FROM", "UNTIL", "PREP", "WITH", "OVER"}:
        return (
            following in {"STOP", "ADV", "WH"}
            and bool(before)
            and before[0].cls in {"DET", "NAME", "POSS"}
            and len(before) <= 4
        )
    dated = len(after) > 1 and after[1].value is not None
    opens = bool(before) and before[0].cls in {"DET", "NAME", "POSS"} and len(before) <= 4
    return dated or verb_lemma(token.lower) in RELATING or opens


def _is_base_verb(token: Token, before: list[Token], following: str) -> bool:
    """Whether a base form is an imperative or the verb of a plural subject."""
    if not before:
        return following in _AFTER_IMPERATIVE and token.cls != "ATTR"
    plural = before[-1].cls in {"WORD", "AMBIGUOUS", "NAME"} and before[-1].lower.endswith("s")
    second = _previous(before) == "AND" and token.cls == "VERB"
    return second or (plural and (token.cls == "VERB" or following in _AFTER_PLURAL_VERB))


def _as_verb(token: Token, previous: str, after: list[Token]) -> Token:
    lemma = verb_lemma(token.lower) or token.lower
    key = _verb_key(token, after)
    passive = previous in {"BE", "BEEN"}
    following = after[0].cls if after else ""
    if lemma in RELATING and not (lemma == "report" and following != "TO"):
        return replace(token, cls="REL", key=lemma)
    if key:
        return replace(token, cls="AVERB", key=key)
    for cls, lemmas in (("CHANGE", CHANGE), ("SAY", SAY), ("MEAN", MEAN), ("DECIDE", DECIDE)):
        if lemma in lemmas and (cls != "DECIDE" or form_of(token.lower) is Form.PAST):
            return replace(token, cls=cls, key=lemma)
    if form_of(token.lower) is Form.PAST and passive:
        return replace(token, cls="PART", key=lemma)
    return replace(token, cls="VERB", key=lemma)


def _verb_key(token: Token, after: list[Token]) -> str:
    """The attribute that the verb states, when the words after it fit ("goes live")."""
    for rest, key in verbs_by_lemma().get(verb_lemma(token.lower), ()):
        if tuple(item.lower for item in after[: len(rest)]) == rest:
            return key
    return ""
