"""Rules for why something is so, and what something is for."""

from __future__ import annotations

from forager.extract.rule import Example, Rule

REASON = "reason"
"""The attribute of a reason: many may hold at once, so the catalogue declares none."""

_VERB = "[BE HAVE DO MODAL HEDGEMODAL SHOULD MUST CHANGE DECIDE SAY REL VERB AVERB PART STATE]"
_CLAUSE = "<value:(?:NPOF|PRON|THERE) [^STOP SEMI QUESTION]{1,45}>"
_THING = "<value:NPOF>"
_SIMPLE = "[^STOP SEMI QUESTION OPEN COMMA THAT WH SUBORD]"
"""Words of a clause that holds no other one: what stands behind it belongs to its verb."""

REASON_RULES: tuple[Rule, ...] = (
    Rule(
        "reason is that",
        "B",
        "reason",
        f"^ (?:DET|POSS) [AMOD WORD]{{0,2}} <cue:[WORD AMBIGUOUS ATTR]> (?:[FOR OF] <subject:NPOF>)? BE ADVS THAT {_CLAUSE}",
        (
            Example(
                "The reason for the delay is that the bridge was closed.", "delay", "reason", "the bridge was closed"
            ),
            Example("The main cause of the outage was that nobody watched the disk.", "outage", "reason"),
        ),
        ("The plan is that the bridge closes.", "The reason for the delay is unknown."),
        needs=("BE", "THAT"),
        only=(("cue", ("reason", "cause", "explanation")),),
        attribute=REASON,
        words=(
            "reason",
            "cause",
            "explanation",
        ),
    ),
    Rule(
        "reason is a thing",
        "B",
        "reason",
        (
            "^ (?:DET|POSS) [AMOD WORD]{0,2} <cue:[WORD AMBIGUOUS ATTR]> (?:[FOR OF] <subject:NPOF>)? BE ADVS "
            "<value:(?=DET|POSS|NAME) NPOF (?:[ON IN AT] DATE)? (?:COMMA? WH [^STOP SEMI QUESTION]{1,45})?> (?=STOP)"
        ),
        (
            Example(
                "The launch of Heron was moved to 4 May 2026. The reason is the fire drill on 2 May.",
                "heron",
                "reason",
                "the fire drill on 2 may",
            ),
            Example("The reason for the delay is a broken crane.", "delay", "reason", "a broken crane"),
            Example("The reason for the delay is the crane, which needs a new motor.", "delay", "reason"),
        ),
        (
            "The reason for the delay is unknown.",
            "The reason for the delay is not the crane.",
            "The reason for the delay is the same.",
            "The plan is a second crane.",
        ),
        needs=("BE",),
        only=(("cue", ("reason", "cause", "explanation")),),
        attribute=REASON,
        words=(
            "reason",
            "cause",
            "explanation",
        ),
    ),
    Rule(
        "because",
        "B",
        "reason",
        f"START <subject:(?:NPOF|PRON)> ADVS <verb:{_VERB}> [^STOP SEMI QUESTION OPEN THAT WH]{{0,40}}? <cue:SUBORD> {_CLAUSE}",
        (
            Example("The depot closed because the roof leaked.", "depot", "reason", "the roof leaked"),
            Example("Project Heron was paused because there was no budget.", "heron", "reason", "there was no budget"),
        ),
        ("The depot closed when the roof leaked.", "The depot closed, not because the roof leaked."),
        needs=("SUBORD",),
        only=(("cue", ("because",)),),
        attribute=REASON,
        words=("because",),
    ),
    Rule(
        "because, first",
        "B",
        "reason",
        (
            f"^ <cue:SUBORD> <value:(?:NPOF|PRON|THERE) {_VERB} [^COMMA STOP SEMI QUESTION]{{1,30}}> COMMA <subject:NPOF> "
            f"ADVS <verb:{_VERB}>"
        ),
        (Example("Because the roof leaked badly, the depot closed.", "depot", "reason", "the roof leaked badly"),),
        ("When the roof leaked badly, the depot closed.",),
        needs=("SUBORD", "COMMA"),
        only=(("cue", ("because",)),),
        attribute=REASON,
        words=("because",),
    ),
    Rule(
        "because of",
        "B",
        "reason",
        (
            f"START <subject:(?:NPOF|PRON)> ADVS <verb:{_VERB}> {_SIMPLE}{{0,30}}? <cue:[EXPECT SUBORD ING]> "
            f"<link:[TO OF]> {_THING} (?! BE|HAVE|MODAL|VERB|AVERB)"
        ),
        (
            Example("The match was cancelled due to heavy rain.", "match", "reason", "heavy rain"),
            Example("Sales fell because of the strike at the port.", "sales", "reason", "the strike at the port"),
        ),
        ("The release is due to start.", "The fee is due to the landlord.", "Nobody thought of the strike."),
        only=(("cue", ("due", "because", "owing")),),
        attribute=REASON,
        words=(
            "due",
            "because",
            "owing",
        ),
    ),
    Rule(
        "because of, first",
        "B",
        "reason",
        f"^ <cue:[EXPECT SUBORD ING]> <link:[TO OF]> {_THING} COMMA <subject:(?:NPOF|PRON)> ADVS <verb:{_VERB}>",
        (
            Example("Due to heavy rain, the match was cancelled.", "match", "reason", "heavy rain"),
            Example("Because of the strike, the port was closed.", "port", "reason", "the strike"),
        ),
        ("Because the port was closed, nobody came.", "According to the port, the strike was over."),
        needs=("COMMA",),
        only=(("cue", ("due", "because", "owing")),),
        attribute=REASON,
        words=(
            "due",
            "because",
            "owing",
        ),
    ),
)

_AIM = "<label:[WORD AMBIGUOUS ATTR]>"
_AIMS = ("purpose", "aim", "goal", "objective", "mission", "mandate")

PURPOSE_RULES: tuple[Rule, ...] = (
    Rule(
        "aim of subject is to",
        "B",
        "aim",
        f"START (?:DET|POSS)? [AMOD WORD]{{0,2}} {_AIM} [OF FOR] <subject:NPOF> BE ADVS <value:TO [^STOP SEMI QUESTION]{{2,45}}>",
        (
            Example(
                "The purpose of the key register is to list every key.", "key register", "purpose", "to list every key"
            ),
            Example("The main goal of Project Heron is to halve the waiting time.", "heron", "goal"),
        ),
        (
            "The purpose of the key register is unknown.",
            "The owner of the key register is to be named.",
            "The purpose of this page is to show the way.",
        ),
        needs=("BE", "TO"),
        only=(("label", _AIMS),),
        words=_AIMS,
    ),
    Rule(
        "subject's aim is to",
        "B",
        "aim",
        f"START <subject:NPOF> APOS [AMOD WORD]{{0,2}} {_AIM} BE ADVS <value:TO [^STOP SEMI QUESTION]{{2,45}}>",
        (Example("Northwind's mission is to keep the harbour open.", "northwind", "mission"),),
        ("Northwind's mission is a secret.",),
        needs=("BE", "TO", "APOS"),
        only=(("label", _AIMS),),
        words=_AIMS,
    ),
)
