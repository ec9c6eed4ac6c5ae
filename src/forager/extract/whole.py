"""Tier C: whole, anchored sentences that no grammar rule took."""

from __future__ import annotations

import re
from itertools import pairwise

from forager.extract.lexicon import verb_lemma
from forager.extract.pattern import compile_pattern
from forager.extract.rule import Rule
from forager.extract.rules.sentences import PROCEDURE_HEADING, SENTENCE_TYPES, STEP, TASK_TO
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.words import PRONOUNS
from forager.model.document import Zone
from forager.model.statement import ItemType, Span, Statement, Support

MIN_TOKENS, MAX_TOKENS = 4, 60

_FINITE = frozenset(
    {
        "BE",
        "HAVE",
        "DO",
        "MODAL",
        "HEDGEMODAL",
        "SHOULD",
        "MUST",
        "CHANGE",
        "DECIDE",
        "SAY",
        "MEAN",
        "REL",
        "VERB",
        "AVERB",
    }
)
_TYPED = frozenset({"DATE", "DURATION", "MONEY", "QUANTITY", "PERCENT", "VERSION"})
_UNBOUND = re.compile(
    r"^(?:see|click|please|dear|hi|hello|thanks|thank|looking forward|for (?:more|further) (?:information|details)|copyright"
    r"|all rights|note that this|(?:table|figure|fig\.?|section|chapter|appendix|annex) (?:\d|[A-Z]\b)"
    r"|as (?:mentioned|described|shown|noted)|this (?:section|chapter|page|document|table|figure|makes|means|is)"
    r"|the following|below|above|here)\b",
    re.IGNORECASE,
)
_TASK_TO = compile_pattern("^ <who:NAME> TO <verb:[VERB AVERB AMBIGUOUS CHANGE DECIDE SAY REL]>")
_IMPERATIVE = compile_pattern("^ ADVS <verb:[VERB AVERB CHANGE AMBIGUOUS DECIDE REL]> .")


def whole_sentence(scope: Scope, sentence: Sentence) -> Statement | None:
    """The sentence as a statement, or None when it is not whole, not bound or has nothing to hold on to."""
    if not MIN_TOKENS <= len(sentence.tokens) <= MAX_TOKENS or _UNBOUND.match(sentence.text):
        return _step(scope, sentence) if len(sentence.tokens) >= MIN_TOKENS else None
    if _TASK_TO.match(sentence.letters):
        return _statement(scope, sentence, TASK_TO)
    if not _is_whole(sentence):
        return None
    step = _step(scope, sentence)
    if step is not None:
        return step
    if not (_is_bound(sentence) and _has_anchor(scope, sentence)) and not _is_open_question(scope, sentence):
        return None
    return _statement(scope, sentence, _rule_for(sentence))


def _is_whole(sentence: Sentence) -> bool:
    """Begins like a sentence, ends like one, and has a finite verb."""
    text = sentence.text
    ends = text.rstrip("\"')*_ ").endswith((".", "!", "?")) or sentence.block.zone is Zone.ITEM
    begins = text[:1].isupper() or text[:1].isdigit() or text[:1] in "\"'("
    return (
        begins
        and ends
        and not text.endswith(":")
        and (any(token.cls in _FINITE for token in sentence.tokens) or _past_after_noun(sentence))
    )


def _past_after_noun(sentence: Sentence) -> bool:
    pairs = pairwise(sentence.tokens)
    return any(after.cls == "PART" and before.cls in {"NAME", "WORD", "AMBIGUOUS", "PRON"} for before, after in pairs)


_NO_SUBJECT = frozenset(
    {"PART", "AND", "OR", "BUT", "EXPECT", "STATE", "AVERB", "CHANGE", "VERB", "REL", "DO", "DECIDE", "SAY"}
)


def _is_imperative(sentence: Sentence) -> bool:
    """Whether the sentence opens with a base verb that has no subject: its first finite verb, if any, is in a side clause."""
    first = sentence.tokens[0]
    if first.cls != "AMBIGUOUS" or verb_lemma(first.lower) != first.lower:
        return False
    for before, token in pairwise(sentence.tokens):
        if token.cls in _FINITE:
            return before.cls in {"WH", "THAT", "PRON", "SUBORD"}
    return True


def _is_bound(sentence: Sentence) -> bool:
    """The first noun phrase names something: no pronoun without an antecedent in the sentence."""
    first = next((token for token in sentence.tokens if token.cls not in {"ADV", "HEDGE", "COMMA", "QUOTE"}), None)
    if first is None or first.cls in _NO_SUBJECT or _is_imperative(sentence):
        return False
    if any(one.cls == "OF" and two.cls == "PRON" for one, two in pairwise(sentence.tokens[:4])):
        return False
    if first.lower in {"we", "there", "who", "what", "when", "where", "why", "how", "which"}:
        return True
    if first.lower in {"this", "these", "those", "that"}:
        return len(sentence.tokens) > 1 and sentence.tokens[1].cls not in {
            "BE",
            "HAVE",
            "MODAL",
            "VERB",
            "DO",
            "HEDGEMODAL",
        }
    return first.lower not in PRONOUNS


def _has_anchor(scope: Scope, sentence: Sentence) -> bool:
    """A typed value, a modal of duty, an act of deciding, a mention or a catalogue attribute with a verb."""
    kinds = {token.cls for token in sentence.tokens}
    if _is_of_genre(sentence):
        return True
    if kinds & (_TYPED | {"MUST", "DECIDE"}):
        return True
    return bool(scope.mentions_in(*sentence.span(sentence.start, sentence.end))) or _has_inner_name(sentence)


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


def _has_inner_name(sentence: Sentence) -> bool:
    return any(token.cls == "NAME" and index > 0 for index, token in enumerate(sentence.tokens))


def _is_open_question(scope: Scope, sentence: Sentence) -> bool:
    return sentence.text.endswith("?") and _has_anchor(scope, sentence)


def _step(scope: Scope, sentence: Sentence) -> Statement | None:
    """An imperative item under a heading that names a procedure."""
    above = " ".join(sentence.block.headings[-1:])
    if sentence.block.zone is not Zone.ITEM or not PROCEDURE_HEADING.search(above):
        return None
    match = _IMPERATIVE.match(sentence.letters)
    return _statement(scope, sentence, STEP) if match and sentence.text[:1].isupper() else None


def _rule_for(sentence: Sentence) -> Rule:
    """The first type whose words stand in the sentence, else the first whose heading stands above it, else fact."""
    above = " ".join(sentence.block.headings[-1:])
    for kind in SENTENCE_TYPES[:-1]:
        if kind.words is not None and kind.words.search(sentence.text):
            return kind.rule
        if (
            kind.heading is not None
            and kind.heading.search(above)
            and kind.rule.type in {ItemType.PROBLEM, ItemType.TASK, ItemType.RISK, ItemType.LESSON, ItemType.DECISION}
        ):
            return kind.rule
    return SENTENCE_TYPES[-1].rule


def _statement(scope: Scope, sentence: Sentence, rule: Rule) -> Statement:
    start, end = sentence.span(sentence.start, sentence.end)
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
    if not tokens or tokens[0].lower in PRONOUNS | {"lesson", "lessons", "risk", "action", "decision"}:
        return ""
    return sentence.view.text[tokens[0].start : tokens[-1].end]
