"""Rules for states, requirements, decisions and definitions."""

from __future__ import annotations

from forager.extract.rule import Example, Rule
from forager.model.document import Zone
from forager.model.statement import ItemType

_ACT = "[VERB AVERB AMBIGUOUS CHANGE DECIDE SAY REL HAVE PART STATE ATTR WORD DO EVENT ADV]"
_DONE = f"(?:BEEN ADVS [IN ON AT WITH AS WITHIN PREP DET] | (?:BEEN ADVS)? {_ACT})"
"""What a duty is to do or to be."""
_ASIDE = "(?: [WH PRON THAT PART] [^COMMA MUST SHOULD STOP SEMI]{1,12} | COMMA [^MUST SHOULD STOP SEMI]{1,12} COMMA)"
"""What may stand between a subject and its duty: a relative clause, a shortened one, an insertion between commas."""

_LACKED = (
    "limit",
    "limits",
    "limitation",
    "limitations",
    "restriction",
    "restrictions",
    "deadline",
    "maximum",
    "minimum",
    "guarantee",
    "warranty",
    "obligation",
    "obligations",
    "liability",
    "access",
    "effect",
    "dependency",
    "dependencies",
    "expiry",
)
"""What it tells something to be without."""

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
        (f"START <subject:(?:NPOF|PRON)> PERIOD {_ASIDE}? <modal:MUST> NOT? ADVS <predicate:{_DONE}>"),
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
        "and must",
        "B",
        "requirement",
        (
            f"START <subject:NPOF> PERIOD {_ASIDE}? [MUST SHOULD] [^STOP SEMI MUST SHOULD]{{1,14}} COMMA? AND <modal:[MUST SHOULD]> "
            f"NOT? ADVS <predicate:{_DONE}>"
        ),
        (
            Example("Visitors must sign in and must wear a badge.", "visitors", "wear"),
            Example("The lock must be checked daily and should be oiled.", "lock", "oil"),
        ),
        ("Visitors must sign in and wear a badge.", "Visitors must sign in and guards must watch them."),
        type=ItemType.REQUIREMENT,
        needs=("AND",),
        words=(
            "must",
            "shall",
            "should",
            "ought",
        ),
    ),
    Rule(
        "subject should",
        "B",
        "requirement",
        (f"START <subject:(?:NPOF|PRON)> PERIOD {_ASIDE}? ADVS <modal:SHOULD> NOT? ADVS TO? <predicate:{_DONE}>"),
        (
            Example("Staff should report a lost badge within one day.", "staff"),
            Example("Cables that are worn should not be used.", "cables"),
            Example("The cellar should be aired every morning.", "cellar"),
        ),
        ("The cellar is aired every morning.", "What should happen?"),
        type=ItemType.REQUIREMENT,
        needs=("SHOULD",),
    ),
    Rule(
        "subject needs to",
        "B",
        "requirement",
        f"START <subject:(?:NPOF|PRON)> PERIOD {_ASIDE}? ADVS <modal:[VERB AMBIGUOUS AVERB HAVE]> TO <predicate:{_DONE}>",
        (
            Example("The night shift needs to check the boiler.", "night shift"),
            Example("Suppliers have to renew the form by 1 May 2026.", "suppliers"),
        ),
        ("The night shift likes to check the boiler.",),
        type=ItemType.REQUIREMENT,
        needs=("TO",),
        only=(("modal", ("needs", "need", "has", "have")),),
        words=(
            "needs",
            "need",
            "has",
            "have",
        ),
    ),
    Rule(
        "subject cannot",
        "B",
        "requirement",
        f"START <subject:NPOF> PERIOD {_ASIDE}? <modal:MODAL> <not:NOT>? ADVS <predicate:{_DONE}>",
        (
            Example("A closed ticket cannot be opened again.", "closed ticket"),
            Example("The fund can not lend to its members.", "fund"),
        ),
        ("A closed ticket can be opened again.",),
        needs=("MODAL",),
        only=(("modal", ("cannot", "can")),),
        words=(
            "cannot",
            "can",
        ),
    ),
    Rule(
        "request to the reader",
        "B",
        "request",
        f"(?:^|(?<=[COMMA AND])) <cue:[WORD AMBIGUOUS VERB]> (?:DO <not:NOT>)? ADVS <predicate:{_DONE}>",
        (
            Example("Please report a lost badge at the front desk.", "", "report"),
            Example("Please do not park behind the depot.", "", "park"),
        ),
        ("Please see the table below.", "Please find the minutes attached.", "Please let us know."),
        type=ItemType.REQUIREMENT,
        only=(("cue", ("please", "kindly")),),
        words=(
            "please",
            "kindly",
        ),
    ),
    Rule(
        "reader must",
        "B",
        "request",
        f"START <cue:PRON> <modal:[MUST SHOULD]> <not:NOT>? ADVS <predicate:{_ACT}>",
        (
            Example("You must renew your pass each year.", "", "renew"),
            Example("If the alarm rings, you should leave the hall at once.", "", "leave"),
        ),
        ("You should see a green light.", "They must renew their passes."),
        type=ItemType.REQUIREMENT,
        only=(("cue", ("you",)),),
        words=("you",),
    ),
    Rule(
        "writer asks that",
        "B",
        "request",
        f"START PRON <cue:[VERB AMBIGUOUS]> THAT? PRON (?:TO)? (?:DO <not:NOT>)? ADVS <predicate:{_ACT}>",
        (
            Example("We ask that you do not feed the gulls.", "", "feed"),
            Example("We ask you to report each leak at once.", "", "report"),
        ),
        ("We hope that you enjoy the trip.",),
        type=ItemType.REQUIREMENT,
        only=(("cue", ("ask", "request", "require")),),
        words=(
            "ask",
            "request",
            "require",
        ),
    ),
    Rule(
        "there must be",
        "B",
        "requirement",
        "START THERE <modal:[MUST SHOULD]> <not:NOT>? ADVS <predicate:BEEN> <subject:NPOF>",
        (Example("There must be a fire door on each floor.", "", "be"),),
        ("There is a fire door on each floor.",),
        type=ItemType.REQUIREMENT,
        needs=("THERE", "BEEN"),
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
        "chosen option",
        "B",
        "chosen",
        (
            "^ <label:CORE{1,3}> COLON QUOTE? <value:[^COMMA STOP SEMI COLON QUOTE]{1,30}> QUOTE? COMMA? "
            "(?:<cue:SUBORD> <why:[^STOP SEMI QUESTION]{3,45}>)?"
        ),
        (
            Example(
                'Chosen option: "Rent the smaller hall", because the large hall is booked.',
                "",
                "chosen_option",
                "rent the smaller hall",
            ),
        ),
        ("Considered option: rent the smaller hall.", "Chosen by: the board."),
        type=ItemType.DECISION,
        zones=(Zone.PARAGRAPH, Zone.ITEM, Zone.KEY_VALUE),
        needs=("COLON",),
        only=(("label", ("chosen", "selected", "decision")), ("cue", ("because", "since"))),
        words=(
            "chosen",
            "selected",
            "decision",
        ),
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
        "subject is a kind",
        "B",
        "kind",
        (
            "^ QUOTE? <subject:(?:DET? CORE{0,4} NOUN)> QUOTE? (?:OPEN CORE{1,4} CLOSE)? (?:IN DET? CORE{1,2})? BE <verb:DET> "
            "(?:CORE COMMA?){0,5} <genus:[WORD AMBIGUOUS ATTR]> "
            "(?:[OF FOR THAT PART VERB] | COMMA? WH | (?:COMMA CORE{1,3}){1,4} COMMA? AND CORE{1,3} STOP)"
        ),
        (
            Example("A sluice is a gate that holds back water.", "sluice"),
            Example("Tidewatch is a small service for reading the harbour gauges.", "tidewatch"),
            Example("Gauge-core is the reference reader, model and writer.", "gauge-core"),
        ),
        (
            "The sluice is a waste of money.",
            "Ann Lee is a member of the board.",
            "The problem is a lack of money.",
            "The sluice is open.",
        ),
        type=ItemType.DEFINITION,
        needs=("BE", "DET"),
        only=(("verb", ("a", "an", "the")),),
    ),
    Rule(
        "subject has no limit",
        "B",
        "lacking",
        "START <subject:NPOF> HAVE <no:DET> (?:CORE{0,3} <what:[WORD AMBIGUOUS ATTR]>)",
        (
            Example("Glazed tiles have no weight limit.", "glazed tiles"),
            Example("The guest account has no access to the archive.", "guest account"),
        ),
        (
            "The crew has no idea of the plan.",
            "The crew has no time.",
            "They have no access.",
            "The crew has the access.",
        ),
        needs=("HAVE", "DET"),
        only=(("no", ("no",)), ("what", _LACKED)),
        words=_LACKED,
    ),
    Rule(
        "subject consists of",
        "B",
        "whole",
        "START <subject:NPOF> ADVS BE? ADVS <verb:[VERB AMBIGUOUS PART]> <preposition:OF> <parts:(?:NPOF|QUANTITY)>",
        (
            Example("The kit consists of a pump and two hoses.", "kit"),
            Example("The jury is composed of five members.", "jury"),
        ),
        ("The kit smells of oil.",),
        needs=("OF",),
        only=(("verb", ("consist", "consists", "consisted", "composed")),),
        words=(
            "consist",
            "consists",
            "consisted",
            "composed",
        ),
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
