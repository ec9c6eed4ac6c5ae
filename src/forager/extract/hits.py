"""Where grammar rules match in a sentence, and which matches stand where a clause asserts something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from forager.extract.pattern import LETTER, compile_pattern
from forager.extract.rule import Rule
from forager.extract.rules import GRAMMAR_RULES
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.token import Token
from forager.model.statement import Support


@dataclass(frozen=True, slots=True)
class Subject:
    """A bound subject: as written, its document range (None when nothing stands there), and what binding costs."""

    text: str
    span: tuple[int, int] | None = None
    header: tuple[int, int] | None = None
    about_document: bool = False
    support: Support = Support.DIRECT_FACT


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule's match in a sentence."""

    rule: Rule
    sentence: Sentence
    match: re.Match[str]
    scope: Scope
    antecedent: Subject | None

    def has(self, name: str) -> bool:
        """Whether the capture took part in the match."""
        return name in self.match.re.groupindex and self.match.start(name) >= 0

    def tokens(self, name: str) -> tuple[Token, ...]:
        """The tokens of a capture (empty when it took no part)."""
        if not self.has(name):
            return ()
        return self.sentence.tokens[self.match.start(name) : self.match.end(name)]

    def first(self, name: str) -> Token:
        """The first token of a capture that took part."""
        return self.sentence.tokens[self.match.start(name)]

    def text(self, name: str) -> str:
        """The readable text of a capture."""
        tokens = self.tokens(name)
        return self.sentence.view.text[tokens[0].start : tokens[-1].end] if tokens else ""

    def span(self, name: str) -> tuple[int, int]:
        """Document offsets of a capture that took part."""
        tokens = self.tokens(name)
        return self.sentence.span(tokens[0].start, tokens[-1].end)

    @property
    def whole(self) -> tuple[Token, ...]:
        """All tokens of the match."""
        return self.sentence.tokens[self.match.start() : self.match.end()]


def hits_in(scope: Scope, sentence: Sentence, antecedent: Subject | None) -> Iterator[Hit]:
    """Every match of a grammar rule in a sentence that asserts something, in rule order."""
    present = frozenset(sentence.letters)
    for rule, needs, words, pattern in _compiled():
        if not needs <= present or (words and words.isdisjoint(sentence.words)):
            continue
        if sentence.block.zone in rule.zones:
            for match in pattern.finditer(sentence.letters):
                hit = Hit(rule, sentence, match, scope, antecedent)
                if _allowed(hit):
                    yield hit


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[Rule, frozenset[str], frozenset[str], re.Pattern[str]], ...]:
    """Each grammar rule with the letters and words it needs and its pattern."""
    return tuple(
        (rule, frozenset(LETTER[need] for need in rule.needs), frozenset(rule.words), compile_pattern(rule.pattern))
        for rule in GRAMMAR_RULES
    )


def _allowed(hit: Hit) -> bool:
    return (
        _opens_clause(hit)
        and not _is_unasserted(hit)
        and all(not hit.has(name) or hit.first(name).lower in words for name, words in hit.rule.only)
    )


_VERBAL = frozenset(
    LETTER[name]
    for name in ("BE", "HAVE", "DO", "MODAL", "MUST", "CHANGE", "DECIDE", "SAY", "REL", "VERB", "AVERB", "PART")
)


_LEADING = frozenset(
    {
        "PREP",
        "IN",
        "ON",
        "AT",
        "FOR",
        "FROM",
        "AS",
        "BY",
        "WITH",
        "UNTIL",
        "WITHIN",
        "TO",
        "SUBORD",
        "ADV",
        "HEDGE",
        "ING",
        "PART",
        "DATE",
        "WH",
    }
)


def _opens_clause(hit: Hit) -> bool:
    """Whether the match begins where a clause can begin: after a comma or "and" only behind a lead-in or a whole clause."""
    start = hit.match.start()
    if start == 0 or not hit.rule.pattern.startswith("START"):
        return True
    before, last = hit.sentence.tokens[0], hit.sentence.tokens[start - 1]
    has_verb = bool(_VERBAL & set(hit.sentence.letters[:start]))
    if last.cls == "OPEN" and before.cls == "SUBORD":
        return False
    if last.cls == "DASH":
        return last.end < hit.sentence.tokens[start].start
    if last.cls == "COMMA":
        return has_verb or before.cls in _LEADING or start <= 2
    return has_verb or last.cls not in {"AND", "BUT"}


_UNASSERTED = re.compile(
    r"\b(?:risks?|dangers?|chances?|possibility|possible|hopes?|hoped|fears?|doubts?|doubtful|questions?|unclear|whether|propos(?:e|ed|es|al)|"
    r"recommend(?:s|ed|ation)?|requests?|requested|asks?|asked|wants?|wanted|wish(?:es)?|suppose|imagine|example|ensure|ensures|ensuring|check|checks|checking|verify|verifying|"
    r"mak(?:e|es|ing) sure|confirm(?:ing)?|see(?:ing)?|pretend|expects?|prefer|avoid|so)"
    r"\b[^.;:]{0,40}?\b(?:that|whether|if)\b",
    re.IGNORECASE,
)


def _is_unasserted(hit: Hit) -> bool:
    """Whether the match stands under words that do not assert it ("there is a risk that ...")."""
    first = hit.whole[0].start if hit.whole else hit.sentence.start
    return _UNASSERTED.search(hit.sentence.view.text, hit.sentence.start, first) is not None


def core_range(hit: Hit) -> tuple[int, int]:
    """The tokens a match claims: from its attribute, verb or state to its last capture but the subject, so that subjects can be shared."""
    names = [
        name
        for name in hit.match.re.groupindex
        if name not in {"subject", "agent", "be", "be2", "be3"} and hit.has(name)
    ]
    starts = [hit.match.start(name) for name in names] or [hit.match.start()]
    ends = [hit.match.end(name) for name in names] or [hit.match.end()]
    return min(starts), max(ends)
