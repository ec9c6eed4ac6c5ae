"""Rules for states, requirements, decisions and definitions."""

from __future__ import annotations

from forager.extract.rule import Example, Rule
from forager.model.statement import ItemType

ACT_RULES: tuple[Rule, ...] = (
    Rule(
        "subject is required to",
        "B",
        "requirement",
        (
            "START <subject:NPOF> BE NOT? ADVS <modal:[STATE PART EXPECT]> TO <predicate:[VERB AVERB "
            "AMBIGUOUS CHANGE DECIDE SAY REL HAVE BEEN DO ATTR WORD EVENT]>"
        ),
        (Example("All suppliers are required to hold a valid certificate.", "all suppliers"),),
        ("All suppliers are happy to help.",),
        type=ItemType.REQUIREMENT,
        needs=("BE", "TO"),
        only=(("modal", ("required", "obliged", "obligated")),),
    ),
    Rule(
        "subject is state",
        "B",
        "state",
        (
            "START <subject:NPOF> PERIOD (?:BE | HAVE NOT? ADVS BEEN | (?:MODAL|HEDGEMODAL|SHOULD) "
            "NOT? ADVS BEEN) ADVS NOT? ADVS <state:STATE> (?! [WORD AMBIGUOUS NAME ATTR EVENT])"
        ),
        (
            Example("The security design is not approved.", "security design", "approved"),
            Example("Remote access is disabled for contractors.", "remote access", "enabled"),
            Example("The security design was approved by the architecture board.", "security design", "approved"),
        ),
        ("The board approved the design.", "The required form is here.", "It is approved of."),
        needs=("STATE",),
    ),
    Rule(
        "subject must",
        "B",
        "requirement",
        (
            "START <subject:NPOF> PERIOD (?: [WH PRON THAT] [^COMMA MUST STOP SEMI]{1,8})? <modal:MUST> NOT? ADVS "
            "<predicate:(?:BEEN ADVS)? [VERB "
            "AVERB AMBIGUOUS CHANGE DECIDE SAY REL HAVE PART STATE ATTR WORD DO EVENT ADV]>"
        ),
        (
            Example("The importer must accept files of up to 100 MB.", "importer"),
            Example("Operators shall confirm each deletion.", "operators"),
            Example("Visitors must not enter the server room.", "visitors"),
        ),
        ("A must for everyone.", "The importer accepts files."),
        type=ItemType.REQUIREMENT,
        needs=("MUST",),
    ),
    Rule(
        "subject may not",
        "B",
        "requirement",
        (
            "START <subject:NPOF> <modal:HEDGEMODAL> NOT <predicate:[VERB AVERB AMBIGUOUS CHANGE DECIDE SAY "
            "REL HAVE BEEN DO ATTR WORD]>"
        ),
        (Example("Contractors may not share their badges.", "contractors"),),
        ("It may not rain.",),
        type=ItemType.REQUIREMENT,
        needs=("HEDGEMODAL", "NOT"),
        only=(("modal", ("may",)),),
    ),
    Rule(
        "agent decided",
        "B",
        "decision",
        (
            "START <subject:(?:NPOF|PRON)> ADVS (?:(?:HAVE|BE) ADVS (?:BEEN ADVS)?)? <verb:DECIDE> (?= ADVS "
            "(?:TO|THAT|ON|PREP|DET|POSS|NAME|CORE|QUOTE|NOT))"
        ),
        (
            Example("The board decided to postpone the rollout.", "board"),
            Example("We agreed to use PostgreSQL.", ""),
            Example("It was agreed that Northwind Ltd will host the pilot.", ""),
        ),
        ("The board decides in May.", "The approved plan is here."),
        type=ItemType.DECISION,
        needs=("DECIDE",),
    ),
    Rule(
        "term means",
        "B",
        "definition",
        "START QUOTE? <subject:NPOF> QUOTE? COMMA? <verb:MEAN> (?!THAT)",
        (Example('"Service credit" means a reduction of the monthly fee.', "service credit"),),
        ("This means trouble.", "It means that we wait."),
        type=ItemType.DEFINITION,
        needs=("MEAN",),
    ),
    Rule(
        "term is defined as",
        "B",
        "definition",
        "START QUOTE? <subject:NPOF> QUOTE? (?:BE ADVS <verb:PART> AS | <verb2:[VERB AMBIGUOUS PART]> TO)",
        (Example("A severity 1 incident is defined as a complete loss of the service.", "severity 1 incident"),),
        ("The incident is known as a nuisance.",),
        type=ItemType.DEFINITION,
        only=(("verb", ("defined", "understood")), ("verb2", ("refers",))),
    ),
)
