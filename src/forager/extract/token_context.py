"""Classes that depend on the neighbours: whether "launches" is a verb, "approved" a state, an act or an attribute."""

from __future__ import annotations

from dataclasses import replace

from forager.extract.attributes import verbs_by_lemma
from forager.extract.lexicon import Form, form_of, verb_lemma
from forager.extract.token import Token
from forager.extract.token_names import joined
from forager.extract.words import (
    ATTRIBUTIVE,
    CHANGE,
    DECIDE,
    EVENTS,
    MEAN,
    RELATING,
    SAY,
    STATES,
)

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


def in_context(tokens: list[Token]) -> tuple[Token, ...]:
    """Settle the classes that depend on neighbours, left to right; a verb takes the fixed words after it ("takes place")."""
    settled: list[Token] = []
    index = 0
    while index < len(tokens):
        token = _settled(tokens[index], settled, tokens[index + 1 : index + 4])
        extra = _fixed_words(token, tokens[index + 1 : index + 4])
        settled.append(replace(joined(tokens[index : index + 1 + extra], token.cls), key=token.key) if extra else token)
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
