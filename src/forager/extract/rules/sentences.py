"""Rules of tier C: what type a whole, anchored sentence is when no grammar rule took it, first fit wins."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.extract.rule import Example, Rule
from forager.model.statement import ItemType


@dataclass(frozen=True, slots=True)
class SentenceType:
    """A type, the words that show it in the sentence or in the heading above it, and its rule."""

    rule: Rule
    words: re.Pattern[str] | None
    heading: re.Pattern[str] | None = None


def _sentence(
    name: str, kind: ItemType, examples: tuple[str, ...], counter: tuple[str, ...], words: str = "", heading: str = ""
) -> SentenceType:
    rule = Rule(
        f"sentence: {name}",
        "C",
        "sentence",
        words or "any whole sentence with an anchor",
        tuple(Example(text) for text in examples),
        counter,
        type=kind,
    )
    compiled = re.compile(words, re.IGNORECASE) if words else None
    return SentenceType(rule, compiled, re.compile(heading, re.IGNORECASE) if heading else None)


SENTENCE_TYPES: tuple[SentenceType, ...] = (
    _sentence(
        "question",
        ItemType.QUESTION,
        ("Who owns the Heron budget?",),
        ("See the next section for details.",),
        r"\?\s*[\"')]?$",
    ),
    _sentence(
        "lesson",
        ItemType.LESSON,
        ("We learned that load tests must run for 24 hours.",),
        ("They learned it by heart.",),
        (
            r"\b(?:lessons?(?: learned| learnt| from)?\b|(?:we|team) (?:have )?(?:learned|learnt) that|in "
            r"hindsight|looking back|in retrospect)"
        ),
        r"\blessons?\b|retrospective",
    ),
    _sentence(
        "risk",
        ItemType.RISK,
        ("There is a risk that the Heron launch slips past Easter 2026.",),
        ("The river runs past Easter Street.",),
        r"\b(?:risks?|threat|endangers?|jeopardi[sz]es?)\b",
        r"^\W*[\d.]*\s*risks?\b",
    ),
    _sentence(
        "problem",
        ItemType.PROBLEM,
        ("The nightly backup failed on 9 January 2026 because the disk was full.",),
        ("The nightly backup ran on time and all was well.", "Heron 4.2 fixes a bug of the nightly backup."),
        (
            r"^(?!(?s:.*)\b(?:fix(?:es|ed)|resolve[sd]?)\b)(?s:.*)"
            r"\b(?:fail(?:s|ed|ure)?|outages?|incidents?|bugs?(?![- ]?fix)|defects?|broken|crash(?:es|ed)?|problems?|"
            r"errors? (?:occurred|in|when)|does not work|issues? (?:with|in|is|was)|caused by)\b"
        ),
        r"\b(?:known )?(?:problems?|issues|incidents?)\b",
    ),
    _sentence(
        "decision",
        ItemType.DECISION,
        ("The decision to stop Project Heron was taken on 3 March 2026.",),
        ("Nobody wants to stop.",),
        r"\b(?:decisions?|decided|agreed that|was agreed|resolved that|chose|approved|rejected)\b",
        r"\bdecisions?\b(?! (?:drivers?|criteria|factors?|process|making))|resolutions?\b",
    ),
    _sentence(
        "requirement",
        ItemType.REQUIREMENT,
        ("In Heron, nobody on site must ever work alone.", "Members of the Heron crew are expected to wear a helmet."),
        ("The harvest was a must for everyone in Leeds.", "The harvest is expected to begin in May 2026."),
        (
            r"\b(?:must|shall|is required to|are required to)\s(?!for\b)"
            r"|\b(?:member|maintainer|contributor|employee|participant|reviewer|author|applicant|volunteer|visitor|guest|student|tenant)s?\b"
            r"[^.;]{0,80}\b(?:is|are) expected to\s"
        ),
    ),
    _sentence(
        "task",
        ItemType.TASK,
        ("Maria Lopez will send the revised plan by 20 February 2026.",),
        ("The sun will rise by itself.",),
        (
            r"(?:^|\b)(?:action|to[- ]do|todo)\b\s*:|\bwill (?:send|prepare|update|check|provide|draft|write|"
            r"deliver|schedule|organi[sz]e|contact|follow up|review|finali[sz]e|share|circulate|arrange|"
            r"present|confirm|book|submit|complete)\b"
        ),
        r"\b(?:action items?|actions?|next steps|tasks|to[- ]dos?)\b",
    ),
    _sentence(
        "metric",
        ItemType.METRIC,
        ("Support closed 412 tickets and 96 % met the target in Q4 2025.",),
        ("Support was friendly.",),
        r"\d\s?%|\bper (?:day|hour|month|week|year|second)\b|\b(?:average|median|rate|share) of\b",
    ),
    _sentence(
        "event",
        ItemType.EVENT,
        ("Ann Lee joined Northwind Ltd on 1 September 2025.",),
        ("The door is green.",),
        (
            r"\b(?:joined|left|met|opened|launched|started|began|visited|announced|published|acquired|merged|"
            r"took place|moved|sent|received|held|arrived|signed|resigned|appointed|found|reviewed|"
            r"called)\b.*\d"
        ),
    ),
    _sentence("fact", ItemType.FACT, ("Millbrook Audit Ltd runs the mill in Leeds.",), ("It went well.",)),
)

TASK_TO = Rule(
    "person to do",
    "C",
    "sentence",
    "NAME TO verb, without a finite verb",
    (Example("Joe Brown to update the risk register by 27 February 2026."),),
    ("Welcome to Leeds.",),
    type=ItemType.TASK,
)
STEP = Rule(
    "procedure step",
    "C",
    "sentence",
    "an imperative item under a heading that names a procedure",
    (
        Example("## Procedure\n\n- Stop the ingest worker before the upgrade."),
        Example("These steps have to be done:\n\n- Report each leak to the landlord.\n- Keep the yard clear."),
    ),
    ("## Notes\n\n- Stop the ingest worker before the upgrade.",),
    type=ItemType.PROCEDURE,
)
PROCEDURE_HEADING = re.compile(
    r"\b(?:procedures?|steps|instructions?|how to|how-to|runbook|installation|set-?up|checklist|process)\b",
    re.IGNORECASE,
)
PROCEDURE_LEAD = re.compile(
    r"\b(?:must|shall|should|needs? to|have to|has to|to be done|steps?|agrees? to|course of action|instructions?|required to|rules?)\b",
    re.IGNORECASE,
)
"""Words of a paragraph that announce a list of things to be done."""

SENTENCE_RULES: tuple[Rule, ...] = (*(kind.rule for kind in SENTENCE_TYPES), TASK_TO, STEP)
