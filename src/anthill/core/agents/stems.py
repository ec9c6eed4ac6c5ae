"""Words as a question and a statement can share them: stems, groups of words that ask for one thing, and words that ask nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

WORD: Final = re.compile(r"[^\W_]+(?:['\u2019.&-][^\W_]+)*")
_POSSESSIVE: Final = re.compile(r"['\u2019]s?$")
_PART: Final = re.compile(r"[^\W_]+")
_ENDINGS: Final = (
    ("ations", 3), ("ation", 3), ("ating", 3), ("ated", 3), ("ates", 3), ("ate", 3), ("ements", 4), ("ement", 4), ("ments", 4),
    ("ment", 4), ("ings", 3), ("ing", 3), ("ions", 5), ("ion", 5), ("ives", 4), ("ive", 4), ("ness", 4), ("ers", 3), ("ors", 3),
    ("als", 4), ("ies", 3), ("ied", 3), ("ed", 3), ("er", 3), ("or", 3), ("al", 4), ("ly", 4), ("es", 3), ("y", 3), ("s", 3), ("e", 3),
)  # fmt: skip
"""Endings, each with the fewest letters that must be left before it."""

_QUIET: Final = """
a about above after again all also although am an and another any anybody anyone anything are around as at be been before being
below between both but by can come comes could describe did do does doing done down during each either else ever every exactly
exist exists explain few find for from further get gets give given had happen happened happens has have having he her here hers
him his hold holds how i if in into is isn it its just know known let list many may me mean means might mine more most much must
my neither next no nor not now occur occurs of off often on once one only or other our out over own per place please rather same
say says several shall she should show since so some such take taken takes tell than that the their them then there these they
thing things this those though through to together too took toward under until up upon us use very via was we were what whatever
when where whether which while who whom whose why will with within without work working works would yes yet you your
"""
QUIET: Final = frozenset(_QUIET.split()) - {"own", "use"}
"""Words that a question is made of and that ask for nothing by themselves."""

_GROUPS: Final = """
launch launching release rollout live
cost price fee charge spend expensive
budget funding
own owner responsible
lead leader head manager manage
author write wrote written
publish publication
found founder founded establish established
headcount people staff person employee
period duration long retention keep kept last
place location located city town venue address site based situated region
email e-mail mail
freeze frozen
pay paid payment
phone telephone call
employer company organization organisation firm
role position job title
status state progress
start begin began commence
end finish expire expiry
due deadline
birth born
death died die
approve approval
decide decision decided agree agreed
change changed move moved postpone postponed delay delayed shift reschedule rescheduled
revenue turnover
win won winner
supervise supervisor
buy bought purchase purchased
sell sold sale
speed velocity fast
weigh weight heavy
customer client
supplier vendor
depend dependency dependencies
"""


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without its ending: *launches*, *launched* and *launching* are one; a short word stays whole."""
    folded = _POSSESSIVE.sub("", word.casefold())
    for ending, left in _ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) >= left and not folded.endswith("ss"):
            return stem(_undoubled(folded[: -len(ending)]))
    return folded


def stems(text: str) -> frozenset[str]:
    """The stems of every word of a text, and of the parts of words joined by a mark."""
    return frozenset(
        stem(part) for match in WORD.finditer(text.replace("_", " ")) for part in (match[0], *_parts(match[0]))
    )


def _parts(word: str) -> list[str]:
    return [part for part in _PART.findall(_POSSESSIVE.sub("", word)) if len(part) > 1 or not part.isascii()]


def alike(word: str, others: frozenset[str]) -> bool:
    """Whether a stem, or one that asks for the same thing, is among others."""
    return word in others or not _ALIKE.get(word, frozenset()).isdisjoint(others)


def _undoubled(text: str) -> str:
    doubled = len(text) > 3 and text[-1] == text[-2] and text[-1] not in "aeiouls"
    return text[:-1] if doubled else text


def _alike(lines: Iterable[str]) -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in lines:
        group = frozenset(stem(word) for word in line.split())
        for word in group:
            table[word] = table.get(word, frozenset()) | group
    return table


_ALIKE: Final = _alike(_GROUPS.strip().splitlines())
