"""Tier C: whole, anchored sentences that no grammar rule took."""

from __future__ import annotations

import re

from forager.extract.lexicon import Form, form_of, verb_lemma
from forager.extract.pattern import compile_pattern
from forager.extract.rule import Rule
from forager.extract.rules.sentences import PROCEDURE_HEADING, PROCEDURE_LEAD, SENTENCE_TYPES, STEP, TASK_TO
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.standing import (
    FINITE,
    is_cut,
    is_whole,
    leans_on_condition,
    main_verb,
    points_away,
    points_back,
    speaks_to_reader,
    stands_alone,
    takes_up,
)
from forager.extract.token import Token
from forager.extract.words import PRONOUNS
from forager.model.document import Zone
from forager.model.statement import ItemType, Span, Statement, Support

MIN_TOKENS, MAX_TOKENS = 4, 60
MIN_FACT = 6
"""Tokens of a plain fact without a figure; a shorter one ("Orion is fine.") tells too little."""

LONG_HEADING = 6
"""Words up to which a heading says of what kind the sentences below it are."""

_TYPED = frozenset({"DATE", "DURATION", "MONEY", "QUANTITY", "PERCENT", "VERSION"})
_ADDRESS = re.compile(
    r"^(?:see|click|please|dear|hi|hello|hey|thanks|thank|looking forward|for (?:more|further) (?:information|details)|copyright"
    r"|all rights|note(?: that|:)|(?:table|figure|fig\.?|section|chapter|appendix|annex) (?:\d|[A-Z]\b)|the following|below|above|here)\b",
    re.IGNORECASE,
)
"""Openings that speak to the reader or point to a place, and tell nothing."""
_INTENT = re.compile(
    r"^we (?:also |then |now |first |all )?(?:want(?:ed)?|would like|wish(?:ed)?|asked|hoped?|tried|try"
    r"|are (?:happy|pleased|grateful|excited))\b"
    r"|(?:[^,]{1,40}, )?we (?:also |then |now |first |briefly )?(?:present|discuss|describe|outline|review|summari[sz]e)\b",
    re.IGNORECASE,
)
"""What the writer wants, asked or feels: it tells of no matter."""
_TASK_TO = compile_pattern("^ <who:NAME> TO <verb:[VERB AVERB AMBIGUOUS CHANGE DECIDE SAY REL]>")
_IMPERATIVE = compile_pattern(
    "^ ADVS <verb:(?:[VERB AVERB CHANGE DECIDE REL] . | AMBIGUOUS (?! PART|BE|HAVE|[WORD AMBIGUOUS] [WORD AMBIGUOUS]))>"
)


def whole_sentence(scope: Scope, sentence: Sentence, lead: str = "", *, asserts: bool) -> Statement | None:
    """The sentence as a statement, or None when it is not whole, leans on others or has no anchor.

    ``lead`` is the paragraph before the list in which the sentence stands. ``asserts`` is what ``is_assertion`` says of it;
    an order to the reader may still be a step of a procedure.
    """
    if not MIN_TOKENS <= len(sentence.tokens) <= MAX_TOKENS:
        return None
    if asserts and not _ADDRESS.match(sentence.text) and not _INTENT.match(sentence.text):
        if _is_task_to(sentence):
            return _statement(scope, sentence, TASK_TO)
        if is_whole(sentence) and stands_alone(sentence):
            rule = _rule_for(sentence)
            if _has_anchor(scope, sentence, rule):
                return _statement(scope, sentence, rule)
    return _step(scope, sentence, lead)


def is_assertion(sentence: Sentence) -> bool:
    """Whether a sentence asserts by itself: not cut, not spoken to the reader, and without a word that points out of it."""
    return (
        not is_cut(sentence)
        and not speaks_to_reader(sentence)
        and not leans_on_condition(sentence)
        and not points_back(sentence)
        and not points_away(sentence)
        and not takes_up(sentence)
    )


def _is_task_to(sentence: Sentence) -> bool:
    """ "Ann Lee to send the plan": a name that is no heading in capitals, and no other verb."""
    match = _TASK_TO.match(sentence.letters)
    if match is None:
        return False
    who = sentence.tokens[0].text
    return not (who.isupper() and len(who) > 3)


def _has_anchor(scope: Scope, sentence: Sentence, rule: Rule) -> bool:
    """A typed value, a duty, an act of deciding, a genre of its own, or a name: before the main verb, or after a subject of two words."""
    kinds = {token.cls for token in sentence.tokens}
    if rule.type is ItemType.QUESTION:
        return _is_open_question(scope, sentence)
    if _is_of_genre(sentence) or kinds & {"MUST", "DECIDE"} or _has_figure(scope, sentence):
        return True
    if _rules_on(sentence):
        return True
    if len(sentence.tokens) < MIN_FACT or _is_opinion(sentence):
        return False
    return _is_named_lead(scope, sentence) or (len(_subject(sentence).split()) > 1 and _has_name(scope, sentence))


RULED = 8
"""Tokens of a sentence that rules on something by "will", "can" or "may"."""


def _rules_on(sentence: Sentence) -> bool:
    """Whether a thing of two words or more will, can or may do or be something, and the sentence says so at some length."""
    verb = main_verb(sentence)
    if (
        verb is None
        or sentence.tokens[verb].cls not in {"MODAL", "HEDGEMODAL", "SHOULD"}
        or len(sentence.tokens) < RULED
    ):
        return False
    words = _subject(sentence).split()
    return (
        len(words) > 1
        and not _is_opinion(sentence)
        and not sentence.tokens[verb].lower.startswith(("would", "might", "could"))
    )


def _is_named_lead(scope: Scope, sentence: Sentence) -> bool:
    """Whether a name stands before the main verb."""
    lead = sentence.tokens[: main_verb(sentence) or 0]
    if not lead:
        return False
    named = any(token.cls == "NAME" for token in lead)
    return named or bool(scope.mentions_in(*sentence.span(sentence.start, lead[-1].end)))


def _is_opinion(sentence: Sentence) -> bool:
    """Whether a sentence ends in a judgment ("is relatively easy"): nothing to hold on to."""
    if _OPINION.search(sentence.letters):
        return True
    last = [token for token in sentence.tokens if token.cls != "STOP"][-3:]
    return len(last) > 2 and last[0].cls == "BE" and last[1].lower.endswith("ly")


_OPINION = compile_pattern("BE ADVS NOT? ADVS [WORD AMBIGUOUS ADV] STOP? $")
"""A sentence that ends in "is relatively easy": nothing to hold on to."""


def _has_figure(scope: Scope, sentence: Sentence) -> bool:
    """Whether a date, an amount or a version in figures stands in the sentence, or a plain count beside a name."""
    digits = {token.cls for token in sentence.tokens if any(char.isdigit() for char in token.text)}
    return bool(digits & _TYPED) or ("NUMBER" in digits and _has_name(scope, sentence))


def _is_of_genre(sentence: Sentence) -> bool:
    """A lesson, a risk or a known problem, by its own words or the heading above."""
    above = " ".join(sentence.block.headings[-1:])
    for kind in SENTENCE_TYPES:
        if (
            kind.rule.type in {ItemType.LESSON, ItemType.RISK}
            and kind.words is not None
            and kind.words.search(sentence.text)
        ):
            return True
        if kind.rule.type in _HEADED and kind.heading is not None and kind.heading.search(above):
            return True
    return False


_HEADED = frozenset({ItemType.RISK, ItemType.LESSON, ItemType.PROBLEM})


def _has_name(scope: Scope, sentence: Sentence) -> bool:
    """A mention, or a name behind the first word."""
    inner = any(token.cls == "NAME" and index > 0 for index, token in enumerate(sentence.tokens))
    return inner or bool(scope.mentions_in(*sentence.span(sentence.start, sentence.end)))


def _is_open_question(scope: Scope, sentence: Sentence) -> bool:
    """A question that waits for an answer: of few words, alone in its block or under a heading of questions, about something named."""
    view = sentence.view.text
    alone = not view[: sentence.start].strip() and not view[sentence.end :].strip()
    above = " ".join(sentence.block.headings[-1:])
    kinds = {token.cls for token in sentence.tokens}
    named = bool(kinds & (_TYPED | {"MUST", "DECIDE"})) or _has_name(scope, sentence)
    return named and len(sentence.tokens) <= 30 and (alone or _QUESTIONS.search(above) is not None)


_QUESTIONS = re.compile(r"\b(?:questions?|open (?:points|issues|items)|unresolved|to clarify)\b", re.IGNORECASE)


def _step(scope: Scope, sentence: Sentence, lead: str) -> Statement | None:
    """An imperative item under a heading that names a procedure."""
    above = " ".join(sentence.block.headings[-1:])
    if not (_is_item(scope, sentence) and (PROCEDURE_HEADING.search(above) or _announces_steps(lead))):
        return None
    first = _order_place(sentence)
    match = _IMPERATIVE.match(sentence.letters[first:])
    order = sentence.tokens[first].lower if first < len(sentence.tokens) else ""
    past = order.endswith("ed") and verb_lemma(order) != order
    unclear = past or (len(sentence.tokens) > first + 1 and sentence.tokens[first + 1].cls == "PRON")
    return _statement(scope, sentence, STEP) if match and sentence.text[:1].isupper() and not unclear else None


def _announces_steps(lead: str) -> bool:
    """Whether the paragraph before a list says that what follows is to be done."""
    return lead.rstrip(" *_").endswith(":") and PROCEDURE_LEAD.search(lead) is not None


def _is_item(scope: Scope, sentence: Sentence) -> bool:
    """Whether a sentence stands in an item of a list, also one that its text alone numbers ("#. Stop the pump.")."""
    block = sentence.block
    return block.zone is Zone.ITEM or scope.text[block.start : block.start + 3].startswith("#. ")


def _order_place(sentence: Sentence) -> int:
    """Where an order may begin: behind a clause that says when, and behind adverbs ("Once it is dry, carefully lift the lid")."""
    tokens = sentence.tokens
    place = 0
    if tokens[0].cls == "SUBORD" or tokens[0].lower in {"once", "after", "before"}:
        comma = next((index for index, token in enumerate(tokens) if token.cls == "COMMA"), -1)
        place = comma + 1
    while place + 1 < len(tokens) and tokens[place].lower.endswith("ly") and tokens[place].cls in {"WORD", "ADV"}:
        place += 1
    return place


def _rule_for(sentence: Sentence) -> Rule:
    """The first type whose words stand in the sentence, else the first whose heading stands above it, else fact."""
    above = " ".join(sentence.block.headings[-1:])
    for kind in SENTENCE_TYPES[:-1]:
        if kind.words is not None and kind.words.search(sentence.text):
            return kind.rule
        if (
            kind.heading is not None
            and len(above.split()) <= LONG_HEADING
            and kind.heading.search(above)
            and kind.rule.type in {ItemType.PROBLEM, ItemType.TASK, ItemType.RISK, ItemType.LESSON, ItemType.DECISION}
        ):
            return kind.rule
    return SENTENCE_TYPES[-1].rule


def _statement(scope: Scope, sentence: Sentence, rule: Rule) -> Statement:
    start, end = sentence.excerpt(scope.text)
    spans = [Span("sentence", start, end)]
    support = Support.UNCERTAIN_INFERENCE if sentence.hedges and rule.type is not ItemType.QUESTION else rule.support
    if sentence.report is not None:
        support = Support.UNVERIFIED_CLAIM
        spans.append(Span("attribution", *sentence.span(sentence.report.start, sentence.report.end)))
    subject = _subject(sentence)
    return Statement(
        type=rule.type,
        sentence=scope.text[start:end].strip(),
        spans=tuple(spans),
        rule=rule.label,
        support=support,
        subject=subject,
        hedges=tuple(dict.fromkeys(hedge.word for hedge in sentence.hedges)) if support is not rule.support else (),
        reported_by=sentence.report.who if sentence.report is not None else "",
    )


_LEAD = compile_pattern(
    "^ ADVS COMMA? <subject:NP> (?=[BE HAVE DO MODAL HEDGEMODAL SHOULD MUST CHANGE DECIDE SAY VERB "
    "AVERB REL PART MEAN ADV HEDGE])"
)


def _subject(sentence: Sentence) -> str:
    """The noun phrase before the first verb, when the sentence opens with one."""
    match = _LEAD.match(sentence.letters)
    if match is None:
        return ""
    tokens = [token for token in sentence.tokens[match.start("subject") : match.end("subject")] if token.cls != "DET"]
    while tokens and tokens[-1].lower.endswith("ly"):
        tokens.pop()
    if not tokens or tokens[0].cls in {"ING", "STATE", "PART"} or tokens[0].lower in _NO_NAMES:
        return ""
    if any(_may_be_verb(token) for token in tokens[1:-1]) or _goes_on(sentence, match.end("subject")):
        return ""
    return sentence.view.text[tokens[0].start : tokens[-1].end]


def _goes_on(sentence: Sentence, place: int) -> bool:
    """Whether the word behind a noun phrase is rather its head than its verb: a verb follows it ("Russian sources claimed")."""
    after = (token for token in sentence.tokens[place + 1 :] if token.cls not in {"ADV", "HEDGE"})
    following = next(after, None)
    return _may_be_verb(sentence.tokens[place]) and following is not None and following.cls in FINITE


def _may_be_verb(token: Token) -> bool:
    """Whether a word in or behind a noun phrase can be its verb or its head ("sources", "converts"): the phrase is not sure."""
    return token.cls in {"AMBIGUOUS", "VERB"} and token.lower.endswith("s") and form_of(token.lower) is Form.AMBIGUOUS


_NO_NAMES = PRONOUNS | {"lesson", "lessons", "risk", "action", "decision", "few", "many", "some", "most", "several"}
