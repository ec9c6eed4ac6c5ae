"""Closed word lists: the class of each function word and of the verbs and adjectives the rules speak about."""

from __future__ import annotations

from forager.extract.antonyms import ANTONYMS
from forager.extract.wordlist import word_set

CLOSED: dict[str, str] = {}
"""Word in lower case -> class name."""

for _class, _words in (
    ("DET", "the a an this these those each every all any some both no another"),
    ("POSS", "its their his her our my your whose"),
    ("PRON", "it they he she we i you them him us me itself themselves everyone everybody nobody someone who one"),
    ("THAT", "that"),
    ("WH", "what when where why how which whose whom"),
    ("THERE", "there"),
    ("BE", "is are was were am 're"),
    ("BEEN", "be been being"),
    ("HAVE", "has have had having 've"),
    ("DO", "do does did"),
    ("MODAL", "will would can 'll cannot"),
    ("HEDGEMODAL", "may might could"),
    ("SHOULD", "should ought"),
    ("MUST", "must shall"),
    ("NOT", "not n't never"),
    (
        "HEDGE",
        (
            "likely probably possibly perhaps maybe presumably apparently tentatively provisionally "
            "tentative provisional preliminary roughly reportedly allegedly supposedly approximately"
        ),
    ),
    (
        "ADV",
        (
            "now currently also still already since then finally formally officially hereby therefore just "
            "only again further here yet always usually normally presently initially originally previously "
            "recently subsequently later meanwhile however thus together too even well soon back forward "
            "out up down long ago once today jointly solely fully partly automatically first instead anymore furthermore "
            "moreover additionally nevertheless nonetheless hence accordingly otherwise"
        ),
    ),
    (
        "EXPECT",
        (
            "expected planned scheduled due estimated forecast projected set slated targeted aimed intended "
            "meant supposed anticipated fixed"
        ),
    ),
    ("OF", "of"),
    ("FOR", "for"),
    ("FROM", "from"),
    ("TO", "to"),
    ("BY", "by"),
    ("IN", "in"),
    ("ON", "on"),
    ("AT", "at"),
    ("WITH", "with"),
    ("AS", "as"),
    ("UNTIL", "until till"),
    ("WITHIN", "within"),
    ("PER", "per"),
    (
        "PREP",
        (
            "about above across after against along among around before behind below beside besides between "
            "beyond during except inside into like near off onto outside over past through throughout "
            "toward towards under upon via without despite following including concerning regarding than"
        ),
    ),
    ("AND", "and &"),
    ("OR", "or nor"),
    ("BUT", "but"),
    ("SUBORD", "if unless when whenever because although though while whereas whether so provided assuming"),
):
    for _word in _words.split():
        CLOSED.setdefault(_word, _class)

ATTRIBUTIVE: frozenset[str] = word_set(
    "planned scheduled proposed actual final target targeted estimated expected approved agreed new "
    "revised updated original "
    "initial old previous former current total overall annual yearly monthly latest maximum minimum "
    "average combined net gross "
    "intended projected forecast anticipated adjusted corrected"
)
"""Words that stand before an attribute and say how it holds, not what it is of."""

CHANGE: frozenset[str] = word_set(
    "move change slip shift postpone delay defer push bring revise raise increase reduce cut extend "
    "rise fall drop grow lower "
    "reschedule advance adjust amend update correct decrease shrink climb jump"
)
"""Verb lemmas that tell of a value giving way to another."""

DECIDE: frozenset[str] = word_set(
    "decide agree approve choose select reject resolve adopt confirm ratify authorise authorize "
    "sanction endorse opt veto grant"
)
"""Verb lemmas by which people settle something."""

STATES: dict[str, tuple[str, bool]] = {
    **{word: (pair.predicate, True) for pair in ANTONYMS for word in pair.holds},
    **{word: (pair.predicate, False) for pair in ANTONYMS for word in pair.fails},
    **{
        word: (word, True)
        for word in (
            "deprecated",
            "funded",
            "installed",
            "deployed",
            "cancelled",
            "ready",
            "operational",
            "covered",
            "blocked",
        )
    },
    "canceled": ("cancelled", True),
}
"""State words -> (predicate, polarity): antonyms share a predicate, the rest have no opposite but their denial."""

SAY: frozenset[str] = word_set(
    "say tell claim state report mention suggest believe think hear announce argue insist warn write reply add estimate"
)
"""Verb lemmas that put words into a speaker's mouth."""

MEAN: frozenset[str] = frozenset({"mean", "denote", "signify"})
"""Verb lemmas that define a term."""

FIRST_PERSON: frozenset[str] = frozenset({"we", "i", "our", "us", "my"})
PRONOUNS: frozenset[str] = word_set(
    "it they he she we i you them him us me this that these those one who which there its their his her our my your"
)
"""Words that name nothing by themselves."""

NOT_NAMES: frozenset[str] = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june "
    "july august september october "
    "november december mon tue wed thu fri sat sun jan feb mar apr jun jul aug sept sep oct nov dec "
    "dear hello hi regards thanks "
    "thank kind best sincerely cheers please note yes no ok okay the"
)
"""Capitalised words that are never part of a name by themselves."""

JOB_WORDS: frozenset[str] = word_set(
    "manager director engineer officer head lead leader chair chairman chairwoman president "
    "secretary treasurer auditor analyst architect developer "
    "consultant owner sponsor coordinator administrator assistant specialist supervisor executive "
    "founder partner counsel "
    "scientist technician operator planner designer tester controller buyer accountant ceo cto cfo coo ciso editor"
)
"""Head nouns of job titles; a run of capitals ending in one is a title, not a person."""

RELATING: frozenset[str] = word_set(
    "depend own report work replace supersede manage lead run head sponsor chair supply locate base "
    "headquarter situate govern belong "
    "succeed oversee host maintain"
)
"""Verb lemmas of the relation table."""

EVENTS: dict[str, str] = {
    "launch": "launch_date",
    "go-live": "launch_date",
    "rollout": "launch_date",
    "roll-out": "launch_date",
    "release": "release_date",
    "delivery": "delivery_date",
    "handover": "delivery_date",
    "completion": "completion_date",
    "migration": "migration_date",
    "cutover": "migration_date",
    "kick-off": "start_date",
    "kickoff": "start_date",
    "closing": "closing_date",
    "meeting": "meeting_date",
    "call": "meeting_date",
    "workshop": "meeting_date",
}
"""Nouns of events -> the attribute that dates them ("the launch is scheduled for ...")."""
