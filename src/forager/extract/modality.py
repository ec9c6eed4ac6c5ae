"""How a sentence holds what it says: hedged, reported by somebody, planned, aimed at, estimated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.extract.pattern import compile_pattern
from forager.extract.token import Token
from forager.extract.words import FIRST_PERSON
from forager.model.statement import Modality


@dataclass(frozen=True, slots=True)
class Hedge:
    """A word that leaves a statement open, and where it stands in the view. A condition binds the whole sentence."""

    word: str
    start: int
    end: int
    condition: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody is said to have said it: who (as written, may be empty) and the view range of the attribution."""

    who: str
    start: int
    end: int


_HEDGE = re.compile(
    r"\b(?:may|might|could|likely|unlikely|probably|possibly|perhaps|maybe|presumably|apparently|"
    r"tentative(?:ly)?|provisional(?:ly)?|preliminary|roughly|"
    r"approx(?:imately|\.)?|circa|tbc|tbd|t\.b\.c\.|to be (?:confirmed|determined|decided|agreed)|"
    r"not (?:yet )?(?:confirmed|final|certain|sure|clear)|"
    r"unconfirmed|(?:supposed|meant) to|seems?|appears? to|expected|anticipated|estimated|(?:rough|best|current) (?:guess|"
    r"estimate)|assum(?:e|es|ed|ing) (?:that )?|"
    r"(?:we|i) (?:think|believe|hope|guess|suspect|expect|assume)|in (?:my|our) (?:view|opinion)|"
    r"should be able|is thought to|potentially|uncertain|"
    r"hopefully|more or less|so far as (?:we|i) know|as far as (?:we|i) know|ballpark|indicative(?:ly)?)\b"
    r"|(?:\b(?:about|around|nearly|almost|close to|just over|just under)\s(?=[$€£~]?\d)|(?:~|≈)\s?(?=\d))",
    re.IGNORECASE,
)
_MONTH_MAY = re.compile(
    r"(?:\d(?:st|nd|rd|th)?|of|in|by|since|until|from|to|early|mid|late|between|and|during|or|through|-)\s$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided(?: that)?|subject to|pending|depending on|assuming|on condition that|"
    r"in case|as long as|contingent (?:up)?on|conditional (?:up)?on)\b",
    re.IGNORECASE,
)
_NOT_CONDITION = re.compile(
    r"\b(?:as if|even if|provided (?:by|for|in|to|with|as|at|on)|is provided|are provided|be "
    r"provided|was provided|only if any)\b",
    re.IGNORECASE,
)


def find_hedges(text: str, start: int, end: int, taken: tuple[tuple[int, int], ...] = ()) -> tuple[Hedge, ...]:
    """The hedges of ``text[start:end]``. ``taken`` are date spans; "May" inside one is the month."""
    found = [
        Hedge(match[0].strip().casefold(), match.start(), match.end())
        for match in _HEDGE.finditer(text, start, end)
        if not _is_month(text, match, taken)
    ]
    blocked = [match.span() for match in _NOT_CONDITION.finditer(text, start, end)]
    found.extend(
        Hedge(match[0].casefold(), match.start(), match.end(), condition=True)
        for match in _CONDITION.finditer(text, start, end)
        if not any(first <= match.start() < last for first, last in blocked)
    )
    return tuple(sorted(found, key=lambda hedge: (hedge.start, hedge.end)))


def _is_month(text: str, match: re.Match[str], taken: tuple[tuple[int, int], ...]) -> bool:
    if match[0].lower() != "may":
        return False
    inside = any(first <= match.start() < last for first, last in taken)
    return inside or (
        match[0] == "May" and _MONTH_MAY.search(text[max(0, match.start() - 9) : match.start()]) is not None
    )


_RUMOUR = re.compile(
    r"\b(?:rumou?rs?(?: has it| have it)?(?: that)?|hearsay|reportedly|allegedly|supposedly|word is "
    r"that|(?:it|there) is (?:said|talk|rumou?red)(?: that)?|"
    r"(?:is|are|was|were) (?:said|reported|rumou?red|alleged|claimed|believed) to|unverified reports?|gossip)\b",
    re.IGNORECASE,
)
_SPEECH = (
    "(?:^|(?<=[COMMA SEMI COLON AND BUT])) ADVS <who:(?:PERCENT OF NP|NPOF|PRON)> (?:COMMA CORE{1,5} COMMA)? ADVS "
    "(?:HAVE ADVS | BE ADVS)? <said:SAY>"
    " (?:[PRON NAME] | DET CORE{1,2} | TO NP)? (?:THAT | COMMA? QUOTE | COLON)"
)
_BARE_SPEECH = (
    "(?:^|(?<=[COMMA SEMI COLON AND BUT])) ADVS <who:(?:NP|PRON)> ADVS (?:HAVE ADVS | BE ADVS)? "
    "<said:SAY> (?:[PRON NAME])?"
    " (?= (?:NPOF|PRON|THERE|POSS CORE{1,4}) ADVS (?:BE|HAVE|MODAL|HEDGEMODAL|SHOULD|MUST|AVERB|CHANGE|VERB|REL))"
)
_TAIL_SPEECH = "COMMA QUOTE? <who:(?:NP|PRON)> ADVS (?:HAVE)? <said:SAY> (?: STOP | QUOTE | $ )"
_ACCORDING = "<said:ING> TO <who:(?: NPOF | PRON | DET? DATE CORE{0,3})>"
_OPINIONS = frozenset({"think", "believe", "estimate", "suggest", "hear"})
_LOOSE = frozenset({"say", "tell", "think", "believe", "claim", "hear"})


def find_report(text: str, start: int, end: int, tokens: tuple[Token, ...], letters: str) -> Report | None:
    """Who is said to have said the sentence, or None when the source says it itself."""
    rumour = _RUMOUR.search(text, start, end)
    if rumour is not None:
        return Report("", rumour.start(), rumour.end())
    for source in (_SPEECH, _BARE_SPEECH, _TAIL_SPEECH):
        match = compile_pattern(source).search(letters)
        if match is not None and _is_report(match, tokens, loose=source is _SPEECH):
            return _report(match, tokens)
    for match in compile_pattern(_ACCORDING).finditer(letters):
        if tokens[match.start("said")].lower == "according" and _who(match, tokens).lower() not in {"plan", "schedule"}:
            return _report(match, tokens)
    return None


def _is_report(match: re.Match[str], tokens: tuple[Token, ...], *, loose: bool) -> bool:
    said = tokens[match.start("said")]
    first_person = tokens[match.start("who")].lower in FIRST_PERSON
    passive = any(token.cls == "BE" for token in tokens[match.end("who") : match.start("said")])
    if first_person and not passive and said.key != "hear":
        return False
    if not loose and said.key not in _LOOSE:
        return False
    return not (first_person and said.key in _OPINIONS - {"hear"})


def _who(match: re.Match[str], tokens: tuple[Token, ...]) -> str:
    words = [token.text for token in tokens[match.start("who") : match.end("who")]]
    return " ".join(words).replace(" 's", "'s")


def _report(match: re.Match[str], tokens: tuple[Token, ...]) -> Report:
    first, last = tokens[match.start()], tokens[match.end() - 1]
    return Report(_who(match, tokens), first.start, last.end)


_MODALITIES: tuple[tuple[Modality, re.Pattern[str]], ...] = (
    (
        Modality.ESTIMATE,
        re.compile(
            r"\b(?:estimate[ds]?|forecast|projected|approx(?:imately|\.)?|circa|est\.)(?:\b|(?=\s))", re.IGNORECASE
        ),
    ),
    (Modality.TARGET, re.compile(r"\b(?:target(?:ed|s)?|goal|aim(?:ed|s)?)\b", re.IGNORECASE)),
    (Modality.PLANNED, re.compile(r"\b(?:planned|plan|plans|proposed|intended|baseline)\b", re.IGNORECASE)),
)
_WAS_TO = re.compile(
    r"\b(?:was|were)\b(?:\s\w+){0,2}?\s(?:planned|scheduled|due|set|expected|supposed|meant|intended|slated)\s(?:for|to)\b"
    r"|\b(?:supposed|meant) to\b",
    re.IGNORECASE,
)
"""A plan of the past: what came of it is not said."""
_ACTUAL = re.compile(r"\bactual(?:ly)?\b", re.IGNORECASE)


def modality_of(words: str) -> Modality:
    """The modality that the words around an attribute and its value state; a plain or "scheduled" value is ``actual``.

    "Scheduled" and "will" are how every future date is told; only words that set a plan, an aim or a guess beside the
    fact make another slot.
    """
    if _ACTUAL.search(words):
        return Modality.ACTUAL
    if _WAS_TO.search(words):
        return Modality.PLANNED
    for modality, pattern in _MODALITIES:
        if pattern.search(words):
            return modality
    return Modality.ACTUAL
