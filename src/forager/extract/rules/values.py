"""Rules for values of attributes: five ways to name the attribute of a subject, times the ways to state or change it."""

from __future__ import annotations

from dataclasses import dataclass

from forager.extract.rule import Example, Rule
from forager.model.statement import ItemType


@dataclass(frozen=True, slots=True)
class _Form:
    """A way to name an attribute and its subject, with an example phrase."""

    name: str
    pattern: str
    phrase: str
    subject: str
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Predicate:
    """A way to state a value, with example endings and what must not be read as one."""

    name: str
    kind: str
    pattern: str
    ending: str
    value: str
    counter_endings: tuple[str, ...]
    needs: tuple[str, ...]


_FORMS = (
    _Form(
        "attribute of subject",
        "(?:DET|POSS)? QUAL? DATE? AMOD{0,2} <attribute:ATTR> PERIOD [OF FOR IN] <subject:NPOF> PERIOD",
        "The launch date of Project Heron",
        "heron",
        ("ATTR",),
    ),
    _Form(
        "possessive",
        "<subject:NPOF> APOS QUAL? DATE? AMOD{0,2} <attribute:ATTR> PERIOD",
        "Project Heron's launch date",
        "heron",
        ("ATTR", "APOS"),
    ),
    _Form(
        "its attribute",
        "<subject:POSS> AMOD{0,2} <attribute:ATTR> PERIOD",
        "Project Heron is small. Its launch date",
        "heron",
        ("ATTR", "POSS"),
    ),
    _Form(
        "subject attribute",
        "DET? <subject:CORE{0,5} NOUN> QUAL? DATE? AMOD{0,2} <attribute:ATTR> PERIOD",
        "The Heron launch date",
        "heron",
        ("ATTR",),
    ),
    _Form(
        "for subject attribute",
        "FOR <subject:NPOF> COMMA? (?:DET|POSS) QUAL? DATE? AMOD{0,2} <attribute:ATTR> PERIOD",
        "For Project Heron the launch date",
        "heron",
        ("ATTR", "FOR"),
    ),
    _Form(
        "bare attribute",
        "(?:DET|POSS)? QUAL? DATE? AMOD{0,2} <attribute:ATTR> PERIOD",
        "The launch date",
        "",
        ("ATTR",),
    ),
)

_TOLD = "(?:HAVE ADVS BEEN | HAVE | BE | MODAL BEEN? | HEDGEMODAL BEEN?)? NOT? ADVS CHANGE ADVS"

_PREDICATES = (
    _Predicate(
        "was, then moved",
        "change",
        (
            "(?:BE|HAVE BEEN) ADVS [FOR ON AT]? <from:VALUE> PERIOD COMMA? (?:AND|BUT|SEMI|WH)? (?:PRON|"
            "DET? AMOD? ATTR)? (?:HAVE|BE)? ADVS BEEN? ADVS CHANGE ADVS [TO UNTIL] <to:VALUE>"
        ),
        "was March 1, 2026 and has since moved to March 22, 2026",
        "2026-03-22",
        ("was March 1, 2026 and moved us deeply",),
        ("CHANGE",),
    ),
    _Predicate(
        "was, is now",
        "change",
        "BE ADVS <from:VALUE> COMMA? (?:AND|BUT|SEMI) (?:PRON|DET? AMOD? ATTR)? BE ADV ADVS <to:VALUE>",
        "was March 1, 2026 but is now March 22, 2026",
        "2026-03-22",
        ("was March 1, 2026 but nobody came",),
        ("BE",),
    ),
    _Predicate(
        "changed from to",
        "change",
        f"{_TOLD} (?:BY VALUE)? COMMA? FROM <from:VALUE> TO <to:VALUE>",
        "slipped from March 1, 2026 to March 22, 2026",
        "2026-03-22",
        ("moved from the board to the sponsor",),
        ("CHANGE", "FROM"),
    ),
    _Predicate(
        "changed to from",
        "change",
        f"{_TOLD} TO <to:VALUE> COMMA? FROM <from:VALUE>",
        "was moved to March 22, 2026 from March 1, 2026",
        "2026-03-22",
        ("was moved to the sponsor from the board",),
        ("CHANGE", "FROM"),
    ),
    _Predicate(
        "changed to",
        "change",
        f"{_TOLD} (?:BY VALUE)? [TO UNTIL AT] <to:VALUE> END",
        "has moved to March 22, 2026",
        "2026-03-22",
        ("has moved to the top of the list", "was moved by a week"),
        ("CHANGE",),
    ),
    _Predicate(
        "is value",
        "value",
        "COPULA <value:VALUE> PERIOD END",
        "is March 22, 2026",
        "2026-03-22",
        ("is March 22, 2026 or April 4, 2026", "is not known", "is 3 weeks late"),
        ("BE",),
    ),
)


def _rule(form: _Form, predicate: _Predicate) -> Rule:
    return Rule(
        name=f"{form.name} {predicate.name}",
        tier="B",
        kind="change" if predicate.kind == "change" else "value",
        pattern=f"START {form.pattern} {predicate.pattern}",
        examples=(Example(f"{form.phrase} {predicate.ending}.", form.subject, "launch_date", predicate.value),),
        counter_examples=tuple(f"{form.phrase} {ending}." for ending in predicate.counter_endings),
        needs=(*form.needs, *(need for need in predicate.needs if need != "BE")),
    )


ATTRIBUTE_RULES: tuple[Rule, ...] = tuple(_rule(form, predicate) for predicate in _PREDICATES for form in _FORMS)

EVENT_RULES: tuple[Rule, ...] = (
    Rule(
        "event of subject is on",
        "B",
        "value",
        "START DET? AMOD? <attribute:EVENT> (?:OF|FOR) <subject:NPOF> PERIOD COPULA <value:DATE> END",
        (
            Example(
                "The launch of Project Heron is scheduled for March 3, 2026.", "heron", "launch_date", "2026-03-03"
            ),
            Example("The delivery of the pumps will be on 12 July 2026.", "pumps", "delivery_date", "2026-07-12"),
        ),
        ("The launch of Project Heron is a success.", "The delivery of the pumps in July 2026 is at risk."),
        needs=("EVENT", "DATE"),
    ),
    Rule(
        "subject event is on",
        "B",
        "value",
        "START DET? <subject:CORE{0,4} NOUN> <attribute:EVENT> PERIOD COPULA <value:DATE> END",
        (Example("The Heron launch is planned for March 3, 2026.", "heron", "launch_date", "2026-03-03"),),
        ("The Heron launch was noisy.",),
        needs=("EVENT", "DATE"),
    ),
    Rule(
        "event is moved",
        "B",
        "change",
        (
            f"START DET? (?:<subject:CORE{{0,4}} NOUN>)? <attribute:EVENT> PERIOD {_TOLD} (?:FROM "
            f"<from:DATE>)? [TO UNTIL] <to:DATE> END"
        ),
        (
            Example("The Heron launch has been postponed to March 22, 2026.", "heron", "launch_date", "2026-03-22"),
            Example(
                "The Heron launch slipped from March 1, 2026 to March 22, 2026.", "heron", "launch_date", "2026-03-22"
            ),
        ),
        ("The Heron launch moved the market.",),
        needs=("EVENT", "DATE", "CHANGE"),
    ),
    Rule(
        "event of subject is moved",
        "B",
        "change",
        (
            f"START DET? <attribute:EVENT> (?:OF|FOR) <subject:NPOF> {_TOLD} (?:FROM <from:DATE>)? [TO "
            f"UNTIL] <to:DATE> END"
        ),
        (Example("The launch of Project Heron was moved to March 22, 2026.", "heron", "launch_date", "2026-03-22"),),
        ("The launch of Project Heron was moved to the harbour.",),
        needs=("EVENT", "DATE", "CHANGE"),
    ),
)

_VERB_GROUP = (
    "(?:(?:MODAL|HEDGEMODAL|SHOULD|DO) NOT? ADVS)? (?:HAVE ADVS (?:BEEN ADVS)?)? (?:(?:BE|BEEN) "
    "NOT? ADVS (?:EXPECT ADVS TO (?:BEEN)?)? (?:HEDGE TO BEEN?)?)?"
)

VERB_RULES: tuple[Rule, ...] = (
    Rule(
        "subject verb value",
        "B",
        "value",
        (
            f"START <subject:(?:NPOF|PRON)> PERIOD ADVS {_VERB_GROUP} <attribute:AVERB> "
            f"ADVS [ON IN BY AT FOR FROM UNTIL AS]? (?:PREP)? <value:VALUE> PERIOD END"
        ),
        (
            Example("Project Heron will launch on April 10, 2026.", "heron", "launch_date", "2026-04-10"),
            Example("The licence costs $1,200.", "licence", "cost", "USD 1200"),
            Example("Log files are retained for 12 months.", "log files", "retention_period", "P1Y"),
            Example("The migration is scheduled to start on 3 March 2026.", "migration", "start_date", "2026-03-03"),
        ),
        (
            "Project Heron will launch a probe in March 2026.",
            "The launch costs were $3.",
            "The board will start with item 3.",
        ),
        needs=("AVERB",),
    ),
    Rule(
        "subject state dated",
        "B",
        "value",
        (
            "START <subject:(?:NPOF|PRON)> PERIOD (?:HAVE ADVS)? [BE BEEN] NOT? ADVS <attribute:STATE> "
            "ADVS [ON IN AT]? <value:DATE> PERIOD END"
        ),
        (
            Example(
                "The trial contract was signed on February 17, 2026.", "trial contract", "signature_date", "2026-02-17"
            ),
        ),
        ("The trial contract was signed by February.", "The gate is closed until 2 May 2026."),
        needs=("STATE", "DATE"),
    ),
    Rule(
        "is valid until",
        "B",
        "value",
        "START <subject:NPOF> BE NOT? ADVS <state:STATE> UNTIL <value:DATE> PERIOD END",
        (Example("The certificate is valid until 31 December 2027.", "certificate", "valid_until", "2027-12-31"),),
        ("The gate is closed until 31 December 2027.",),
        needs=("STATE", "UNTIL", "DATE"),
        only=(("state", ("valid", "active")),),
        attribute="valid_until",
    ),
    Rule(
        "is born",
        "B",
        "value",
        "START <subject:(?:NPOF|PRON)> PERIOD BE <born:PART> (?:[IN AT] NP (?:COMMA NAME){0,2} COMMA?)? [ON IN] <value:DATE>",
        (
            Example("Ann Lee was born on 3 May 1873.", "ann lee", "birth_date", "1873-05-03"),
            Example("Ann Lee was born in Bexley on 3 May 1873.", "ann lee", "birth_date", "1873-05-03"),
        ),
        ("Ann Lee was born in Bexley.", "Ann Lee was seen in Bexley on 3 May 1873."),
        needs=("PART", "DATE"),
        only=(("born", ("born",)),),
        attribute="birth_date",
    ),
    Rule(
        "and verb value",
        "B",
        "value",
        (
            f"<subject:NPOF> {_VERB_GROUP} (?:AVERB|STATE) [ON IN BY AT FOR FROM UNTIL]? (?:PREP)? VALUE "
            f"PERIOD COMMA? AND {_VERB_GROUP} <attribute:AVERB> [ON IN BY AT FOR FROM UNTIL]? <value:VALUE> "
            f"PERIOD END"
        ),
        (Example("The trial starts on 1 April 2026 and ends on 30 April 2026.", "trial", "end_date", "2026-04-30"),),
        ("The trial starts on 1 April 2026 and everyone ends up happy.",),
        needs=("AVERB", "AND"),
    ),
    Rule(
        "is due",
        "B",
        "value",
        "START <subject:NPOF> BE NOT? ADVS <due:EXPECT> ADVS (?:[FOR ON IN BY AT])? <value:DATE> END",
        (Example("The release is due in Q2 2026.", "release", "due_date", "2026-Q2"),),
        ("The release is due soon.", "The release is expected in Q2 2026."),
        needs=("EXPECT", "DATE"),
        only=(("due", ("due",)),),
        attribute="due_date",
    ),
    Rule(
        "continues for",
        "B",
        "value",
        (
            "<subject:NPOF> (?:AVERB|VERB|BE) .{0,8} AND (?:MODAL)? <verb:VERB> (?:IN PREP?)? (?:FOR|UNTIL) "
            "(?:DET AMOD? ATTR OF)? <value:DURATION> END"
        ),
        (Example("The lease starts on 1 May 2026 and continues for a term of 24 months.", "lease", "term", "P2Y"),),
        ("The lease starts on 1 May 2026 and continues for a while.",),
        needs=("DURATION", "AND", "VERB"),
        only=(("verb", ("continues", "continue", "runs", "run")),),
        attribute="term",
    ),
    Rule(
        "subject has value",
        "B",
        "value",
        (
            "START <subject:(?:NPOF|PRON)> ADVS (?:HAVE|WITH) NOT? ADVS DET? AMOD{0,2} <attribute:ATTR> "
            "(?:OF|PREP)? <value:VALUE> PERIOD END"
        ),
        (Example("The X200 has a memory of 512 MB.", "x200", "memory", "512000000 B"),),
        ("The X200 has a memory of its own.",),
        needs=("HAVE", "ATTR"),
    ),
    Rule(
        "and a value",
        "B",
        "value",
        (
            "<subject:NPOF> HAVE DET? AMOD{0,2} ATTR OF VALUE (?:COMMA DET? AMOD? ATTR OF VALUE){0,3} "
            "COMMA? AND DET? AMOD{0,2} <attribute:ATTR> OF <value:VALUE> PERIOD END"
        ),
        (Example("The X200 has a memory of 512 MB and a weight of 1.5 kg.", "x200", "weight", "1.5 kg"),),
        ("The X200 has a memory of 512 MB and a weight problem.",),
        needs=("HAVE", "ATTR", "AND"),
    ),
    Rule(
        "with a value",
        "B",
        "value",
        "START <subject:NPOF> (?:BE|HAVE) .{1,10} WITH DET? AMOD{0,2} <attribute:ATTR> OF <value:VALUE> PERIOD END",
        (Example("Kestrel was approved with a budget of $90,000.", "kestrel", "budget", "USD 90000"),),
        ("Kestrel was approved with a budget of sorts.",),
        needs=("WITH", "ATTR"),
    ),
)

DECIDED_RULES: tuple[Rule, ...] = (
    Rule(
        "decided value for subject",
        "B",
        "decided_value",
        (
            "START <agent:(?:NPOF|PRON)> ADVS (?:HAVE ADVS)? <verb:DECIDE> (?:DET|POSS)? AMOD{0,2} "
            "<attribute:ATTR> (?:OF|AT)? <value:VALUE> PERIOD (?:FOR <subject:NPOF>)?"
        ),
        (Example("The board approved a budget of $520,000 for Project Heron.", "heron", "budget", "USD 520000"),),
        ("The board approved the budget.",),
        type=ItemType.DECISION,
        needs=("DECIDE", "ATTR"),
    ),
)
