"""Rules are written over token classes, one letter per token: "DET? <attribute:ATTR> OF <subject:NP> IS <value:VALUE>".

A pattern is a bounded regular expression whose atoms are class names (upper case), macros (upper case, defined below) and
captures ``<name: ...>``. Spaces mean nothing. It is compiled once to an ordinary ``re`` pattern over the class string.
"""

from __future__ import annotations

import re
from functools import lru_cache

CLASSES: tuple[str, ...] = (
    # values
    "DATE",
    "DURATION",
    "MONEY",
    "QUANTITY",
    "PERCENT",
    "VERSION",
    "NUMBER",
    "CODE",
    # names and attributes
    "NAME",
    "ATTR",
    "AMOD",
    "AVERB",
    "QUAL",
    "EVENT",
    # verbs
    "BE",
    "BEEN",
    "HAVE",
    "DO",
    "MODAL",
    "HEDGEMODAL",
    "SHOULD",
    "MUST",
    "EXPECT",
    "CHANGE",
    "DECIDE",
    "SAY",
    "MEAN",
    "STATE",
    "REL",
    "VERB",
    "PART",
    "ING",
    # function words
    "DET",
    "POSS",
    "PRON",
    "THAT",
    "WH",
    "THERE",
    "NOT",
    "HEDGE",
    "ADV",
    "OF",
    "FOR",
    "FROM",
    "TO",
    "BY",
    "IN",
    "ON",
    "AT",
    "WITH",
    "AS",
    "UNTIL",
    "WITHIN",
    "PER",
    "PREP",
    "AND",
    "OR",
    "BUT",
    "SUBORD",
    # open words
    "AMBIGUOUS",
    "WORD",
    # marks
    "APOS",
    "COMMA",
    "COLON",
    "SEMI",
    "DASH",
    "OPEN",
    "CLOSE",
    "QUOTE",
    "STOP",
    "QUESTION",
    "SLASH",
    "OTHER",
)

LETTER: dict[str, str] = {name: chr(0x4E00 + index) for index, name in enumerate(CLASSES)}

MACROS: dict[str, str] = {
    "VALUE": "[DATE DURATION MONEY QUANTITY PERCENT VERSION NUMBER]",
    "CORE": "[WORD AMBIGUOUS EVENT NAME NUMBER VERSION CODE ING PART STATE ATTR AMOD DECIDE CHANGE AVERB EXPECT]",
    "NOUN": "[WORD AMBIGUOUS EVENT NAME NUMBER VERSION CODE ING ATTR]",
    # where a clause can begin
    "START": "(?:^ QUOTE?|(?<=[COMMA COLON SEMI AND BUT THAT DASH SAY PRON OPEN])) (?:ADVS COMMA?)",
    # a noun phrase: "the data migration plan"
    "NP": "(?:(?:DET|POSS)? CORE{0,6} NOUN)",
    # a noun phrase with what belongs to it: "phase 2 of the Kestrel project (KES)"
    "NPOF": (
        "(?:NP (?: QUOTE)? (?:OPEN CORE{1,4} CLOSE)? (?: (?:QUAL | [OF FOR IN AT ON] NP | AND NP | APOS "
        "CORE{0,4} NOUN)){0,3})"
    ),
    "ADVS": "[ADV HEDGE]{0,3}",
    # the period or condition of a value: "in staging", "in 2025", "for Q3 2026", "per month"
    "PERIOD": "(?:QUAL | COMMA? [IN FOR OF] DATE){0,3}",
    # "is", "has been", "will be", "is not", "is expected to be", "is estimated at", "is scheduled for"
    "COPULA": (
        "(?:(?:BE | HAVE ADVS BEEN | (?:MODAL|HEDGEMODAL|SHOULD) NOT? ADVS BEEN) ADVS NOT? ADVS"
        " (?:EXPECT ADVS (?:TO BEEN ADVS)?)? (?:[FOR AT ON IN AS BY TO])? (?:PREP)? ADVS)"
    ),
    # what may stand after a value: anything but a word that would make the value part of something else
    "END": (
        "(?! [WORD AMBIGUOUS EVENT NAME PART ING CODE NUMBER ATTR PERCENT QUANTITY MONEY DURATION "
        "VERSION] | (?:OR|TO) VALUE | SLASH | AS )"
    ),
}

_TOKEN = re.compile(r"<(?P<open>[a-z]\w*):|(?P<close>>)|(?P<name>[A-Z]+)|(?P<space>\s+)|(?P<other>.)", re.DOTALL)


@lru_cache(maxsize=512)
def compile_pattern(source: str) -> re.Pattern[str]:
    """The regular expression over class letters of a pattern source. Raises KeyError for an unknown class name."""
    return re.compile(_expand(source))


def _expand(source: str) -> str:
    return "".join(_piece(match) for match in _TOKEN.finditer(source))


def _piece(match: re.Match[str]) -> str:
    if match["open"]:
        return f"(?P<{match['open']}>"
    if match["close"]:
        return ")"
    if match["space"]:
        return ""
    name = match["name"]
    if name:
        return _expand(MACROS[name]) if name in MACROS else LETTER[name]
    return match["other"]
