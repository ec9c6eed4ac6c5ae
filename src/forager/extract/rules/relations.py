"""Rules for who or what stands in a relation to a subject, and the table of relation verbs."""

from __future__ import annotations

from dataclasses import dataclass

from forager.extract.rule import Example, Rule


@dataclass(frozen=True, slots=True)
class RelationVerb:
    """One verb of relation: lemma, voice, preposition; the attribute it states of its grammatical subject; the typed
    relation, and whether that runs from the object to the subject."""

    lemma: str
    passive: bool
    preposition: str
    attribute: str
    relation: str
    reverse: bool = False


RELATION_VERBS: tuple[RelationVerb, ...] = (
    RelationVerb("depend", False, "ON", "depends_on", "depends_on"),
    RelationVerb("depend", False, "UPON", "depends_on", "depends_on"),
    RelationVerb("own", True, "BY", "owner", "owns", reverse=True),
    RelationVerb("own", False, "", "owns", "owns"),
    RelationVerb("report", False, "TO", "reports_to", "manages", reverse=True),
    RelationVerb("work", False, "FOR", "employer", "works_for"),
    RelationVerb("replace", False, "", "replaces", "replaces"),
    RelationVerb("replace", True, "BY", "replaced_by", "replaces", reverse=True),
    RelationVerb("supersede", False, "", "replaces", "replaces"),
    RelationVerb("supersede", True, "BY", "replaced_by", "replaces", reverse=True),
    RelationVerb("succeed", False, "", "replaces", "replaces"),
    RelationVerb("manage", True, "BY", "manager", "manages", reverse=True),
    RelationVerb("manage", False, "", "manages", "manages"),
    RelationVerb("lead", True, "BY", "manager", "manages", reverse=True),
    RelationVerb("lead", False, "", "manages", "manages"),
    RelationVerb("run", True, "BY", "manager", "manages", reverse=True),
    RelationVerb("head", True, "BY", "manager", "manages", reverse=True),
    RelationVerb("oversee", True, "BY", "manager", "manages", reverse=True),
    RelationVerb("maintain", True, "BY", "maintainer", "manages", reverse=True),
    RelationVerb("chair", True, "BY", "chair", "manages", reverse=True),
    RelationVerb("sponsor", True, "BY", "sponsor", "owns", reverse=True),
    RelationVerb("supply", True, "BY", "supplier", "supplies", reverse=True),
    RelationVerb("host", True, "BY", "host", "hosts", reverse=True),
    RelationVerb("host", True, "IN", "location", "located_in"),
    RelationVerb("locate", True, "IN", "location", "located_in"),
    RelationVerb("locate", True, "AT", "location", "located_in"),
    RelationVerb("base", True, "IN", "location", "located_in"),
    RelationVerb("situate", True, "IN", "location", "located_in"),
    RelationVerb("headquarter", True, "IN", "headquarters", "located_in"),
    RelationVerb("govern", True, "BY", "governing_law", ""),
    RelationVerb("belong", False, "TO", "part_of", "part_of"),
)

_TARGET = "<value:(?:DET|POSS)? CORE{0,6} NOUN (?: OF DET? CORE{0,4} NOUN){0,2}> (?! CORE | PART | VERB | WH | THAT | OPEN? DASH)"
_CLOSE = "(?: OPEN CORE{1,4} CLOSE)?"
_OPEN_LABEL = "<label:(?:[WORD AMBIGUOUS ING PART STATE EVENT ATTR]{0,3} [WORD AMBIGUOUS ATTR EVENT] (?:PER [WORD AMBIGUOUS QUANTITY])?)>"
_TYPED = "[DATE DURATION MONEY QUANTITY PERCENT VERSION NUMBER]"
_STATED = "[CODE NAME DATE DURATION MONEY QUANTITY PERCENT VERSION NUMBER]"

RELATION_RULES: tuple[Rule, ...] = (
    Rule(
        "supersedes document",
        "B",
        "supersedes",
        f"START <subject:DET NOUN> (?:BE|HAVE)? ADVS <verb:REL> {_TARGET}",
        (
            Example("This document supersedes Heron Requirements v1.", "", "supersedes"),
            Example("This policy replaces the Travel Policy of 2023.", "", "supersedes"),
        ),
        ("This pump replaces the old pump.", "The document describes Heron."),
        needs=("REL",),
        attribute="supersedes",
    ),
    Rule(
        "relation verb",
        "B",
        "relation",
        (
            f"START <subject:NPOF> ADVS (?:<be:BE> NOT? ADVS | HAVE <be2:BEEN>? ADVS | DO NOT? | MODAL "
            f"<be3:BEEN>?)? <verb:REL> ADVS <preposition:[ON BY TO FOR IN AT PREP]>? {_TARGET}"
            " (?: AND [ON BY TO]? <second:(?:DET|POSS)? CORE{0,4} NOUN> (?= STOP | COMMA | SEMI | $ ))?"
        ),
        (
            Example(
                "The reporting portal depends on the identity service.",
                "reporting portal",
                "depends_on",
                "identity service",
            ),
            Example("Ann Lee reports to Joe Brown.", "ann lee", "reports_to", "joe brown"),
            Example(
                "The billing system is owned by the finance department.",
                "billing system",
                "owner",
                "finance department",
            ),
            Example("Orion replaces the legacy ticketing tool.", "orion", "replaces", "legacy ticketing tool"),
            Example("Northwind Ltd is headquartered in Leeds.", "northwind ltd", "headquarters", "leeds"),
        ),
        ("It depends.", "They depend on each other.", "The clerk reports a fault."),
        needs=("REL",),
    ),
    Rule(
        "and relation verb",
        "B",
        "relation",
        (
            f"<subject:NPOF> (?:AVERB|VERB|BE|REL) .{{1,9}} AND <be:BE> ADVS <verb:REL> ADVS "
            f"<preposition:[ON BY TO FOR IN AT PREP]> {_TARGET}"
        ),
        (
            Example(
                "The depot covers 12,000 square metres and is located in Rotterdam.", "depot", "location", "rotterdam"
            ),
        ),
        ("The depot covers a lot and is located well.",),
        needs=("REL", "AND"),
    ),
    Rule(
        "is part of",
        "B",
        "relation",
        f"START <subject:NPOF> BE NOT? ADVS DET? <verb:[WORD AMBIGUOUS]> <preposition:OF> {_TARGET} END",
        (Example("The billing module is part of the Orion platform.", "billing module", "part_of", "orion platform"),),
        ("The billing module is proof of the Orion platform.",),
        needs=("BE", "OF"),
        only=(("verb", ("part", "component", "subsidiary", "division", "subproject")),),
        attribute="part_of",
    ),
    Rule(
        "is responsible for",
        "B",
        "holder",
        "START <value:(?:DET? CORE{0,4} NOUN)> BE NOT? ADVS <cue:[WORD AMBIGUOUS]> FOR <subject:NPOF> ",
        (
            Example(
                "Priya Patel is responsible for the data warehouse.", "data warehouse", "responsible", "priya patel"
            ),
        ),
        ("Priya Patel is famous for the data warehouse.",),
        needs=("BE", "FOR"),
        only=(("cue", ("responsible", "accountable", "answerable")),),
        attribute="responsible",
    ),
    Rule(
        "holder is attribute of subject",
        "B",
        "holder",
        (
            f"START <value:NAME> {_CLOSE} (?: COMMA? [OF AT FROM] NAME {_CLOSE} COMMA?)? COPULA DET? AMOD? "
            f"<attribute:ATTR> [OF FOR AT] <subject:NPOF>"
        ),
        (
            Example("Maria Lopez is the project manager of Project Heron.", "heron", "project_manager", "maria lopez"),
            Example(
                "Petra Lindqvist of Northwind (p.lindqvist@northwind.example) is the product owner of Project Heron.",
                "heron",
                "owner",
                "petra lindqvist",
            ),
        ),
        ("Maria Lopez is a friend of Project Heron.",),
        needs=("NAME", "ATTR", "BE"),
    ),
    Rule(
        "attribute of subject is holder",
        "B",
        "holder",
        (
            "START (?:DET|POSS)? AMOD{0,2} <attribute:ATTR> PERIOD [OF FOR IN] <subject:NPOF> PERIOD BE "
            "NOT? ADVS <value:NAME> END (?! QUOTE)"
        ),
        (Example("The owner of the data warehouse is Priya Patel.", "data warehouse", "owner", "priya patel"),),
        ("The owner of the data warehouse is unknown.",),
        needs=("NAME", "ATTR", "BE"),
    ),
    Rule(
        "possessive attribute is holder",
        "B",
        "holder",
        "START <subject:NPOF> APOS AMOD{0,2} <attribute:ATTR> BE NOT? ADVS <value:NAME> END (?! QUOTE)",
        (Example("Project Heron's sponsor is Dana White.", "heron", "sponsor", "dana white"),),
        ("Project Heron's sponsor is away.",),
        needs=("NAME", "ATTR", "APOS"),
    ),
    Rule(
        "subject attribute is holder",
        "B",
        "holder",
        "START DET? <subject:CORE{0,4} NOUN> <attribute:ATTR> BE NOT? ADVS <value:NAME> END (?! QUOTE)",
        (Example("The Heron project manager is Maria Lopez.", "heron", "project_manager", "maria lopez"),),
        ("The Heron project manager is on leave.",),
        needs=("NAME", "ATTR", "BE"),
    ),
    Rule(
        "for subject attribute is holder",
        "B",
        "holder",
        "START FOR <subject:NPOF> COMMA? DET AMOD{0,2} <attribute:ATTR> BE NOT? ADVS <value:NAME> END (?! QUOTE)",
        (Example("For Project Heron the project manager is Maria Lopez.", "heron", "project_manager", "maria lopez"),),
        ("For Project Heron the project manager is on leave.",),
        needs=("NAME", "ATTR", "FOR", "BE"),
    ),
    Rule(
        "subject has attribute of holder",
        "B",
        "holder",
        "START <subject:NPOF> HAVE DET AMOD{0,2} <attribute:ATTR> OF <value:[NAME CODE]> END (?! QUOTE|APOS)",
        (Example("The Alder turbine has a status of Approved.", "alder turbine", "status", "approved"),),
        ("The Alder turbine has an owner of its own.", "The board has a copy of Alder."),
        needs=("HAVE", "ATTR", "OF"),
    ),
    Rule(
        "holder is open role at subject",
        "B",
        "holder",
        f"START <value:NAME> {_CLOSE} COPULA DET <label:(?:CORE{{0,3}} [WORD AMBIGUOUS ATTR])> [OF FOR AT] <subject:NPOF>",
        (Example("Dana White is the site director of Project Heron.", "heron", "site_director", "dana white"),),
        ("Dana White is a friend of Project Heron.", "Leeds is the home of Project Heron."),
        needs=("NAME", "BE"),
    ),
    Rule(
        "open attribute was, is now",
        "B",
        "change",
        (
            f"START DET {_OPEN_LABEL} (?:OF|FOR) <subject:NPOF> BE ADVS <from:{_TYPED}> COMMA? (?:AND|BUT|SEMI) PRON? BE ADV ADVS "
            f"<to:{_TYPED}> END"
        ),
        (
            Example(
                "The rotor diameter of the Alder turbine was 80 m, but is now 82 m.",
                "alder turbine",
                "rotor_diameter",
                "82 m",
            ),
        ),
        ("The rotor diameter of the Alder turbine was 80 m, but is now unknown.",),
        needs=("BE",),
    ),
    Rule(
        "open attribute of subject",
        "B",
        "holder",
        (f"START DET {_OPEN_LABEL} (?:OF|FOR) <subject:NPOF> BE <value:{_STATED}> END (?! QUOTE)"),
        (
            Example("The door code for the Heron room is amber-4402.", "heron room", "door_code", "amber-4402"),
            Example("The capital of France is Paris.", "france", "capital", "paris"),
        ),
        ("The end of the story is near.", "The rest of the team is here."),
        needs=("BE",),
    ),
    Rule(
        "for subject open attribute",
        "B",
        "holder",
        f"START FOR <subject:NPOF> COMMA? DET {_OPEN_LABEL} BE <value:{_STATED}> END (?! QUOTE)",
        (
            Example("For the Alder turbine the rotor diameter is 82 m.", "alder turbine", "rotor_diameter", "82 m"),
            Example("For Sweden the capital is Stockholm.", "sweden", "capital", "stockholm"),
        ),
        ("For the Alder turbine the outlook is bright.", "For the rest of the team the end is near."),
        needs=("FOR", "BE"),
    ),
    Rule(
        "subject has open attribute",
        "B",
        "holder",
        f"START <subject:NPOF> HAVE DET {_OPEN_LABEL} OF <value:{_TYPED}> END",
        (Example("The Alder turbine has a rotor diameter of 82 m.", "alder turbine", "rotor_diameter", "82 m"),),
        ("The Alder turbine has a number of faults.", "The board has a total of 9 members."),
        needs=("HAVE", "OF"),
    ),
    Rule(
        "open attribute is changed",
        "B",
        "change",
        (
            f"START DET {_OPEN_LABEL} (?:OF|FOR) <subject:NPOF> (?:HAVE ADVS BEEN | HAVE | BE)? ADVS CHANGE ADVS "
            f"FROM <from:{_TYPED}> TO <to:{_TYPED}> END"
        ),
        (
            Example(
                "The rotor diameter of the Alder turbine was changed from 80 m to 82 m.",
                "alder turbine",
                "rotor_diameter",
                "82 m",
            ),
        ),
        ("The rotor diameter of the Alder turbine was changed from narrow to wide.",),
        needs=("CHANGE", "FROM"),
    ),
)
