"""Whether a sentence stands by itself: begun and ended, with a main verb, and no word that points out of it."""

from __future__ import annotations

import re
from itertools import pairwise

from forager.extract.lexicon import is_coined, verb_lemma
from forager.extract.sentences import Sentence
from forager.extract.token import Token
from forager.extract.wordlist import word_set
from forager.extract.words import PRONOUNS
from forager.model.document import Zone

FINITE = word_set("BE HAVE DO MODAL HEDGEMODAL SHOULD MUST CHANGE DECIDE SAY MEAN REL VERB AVERB")
"""Classes of tokens that can be the verb of a clause."""


def _words(*alternatives: str) -> str:
    """One alternation of several lines of alternatives."""
    return "|".join(alternatives)


_LEANS = re.compile(
    "^(?:"
    + _words(
        "for (?:example|instance)|in (?:contrast|particular|turn|short|other words|fact|response|doing so|so doing)",
        "in (?:comparison|that|these|those|such|both|each|either)",
        "in this (?:case|way|sense|context|respect|regard|manner|instance|example|section|chapter|figure|table)",
        "on the (?:other|one) hand|otherwise|instead|similarly|likewise|thus|hence|therefore|thereby|consequently",
        "accordingly|as (?:a|one) (?:result|consequence|example)|then|that is|i\\.\\s?e|e\\.\\s?g",
        "more (?:specifically|precisely|generally)|specifically|nevertheless|nonetheless|conversely|rather|meanwhile",
        "so|and|or|but|nor|yet|because|such|same|afterwards?|later|subsequently|thereafter|soon|eventually",
        "at (?:the|that|this) (?:time|point|moment|stage)|since then|until then|by then",
        "(?:after|before) (?:that|this|which)|(?:that|this|the same) (?:day|week|month|year|time)",
        "during (?:this|that|these|those) \\w+",
        "(?:a few|several|some|many|one|two|three|four|five|six|\\d+) (?:seconds|minutes|hours|days?|weeks?|months?|years?)"
        " (?:later|earlier|after|before)",
        "the (?:following|next|same|latter|former|above|below|other|others|rest|preceding|aforementioned|first one|second one)",
        "another|others?|both(?!.{1,60} and )|neither|either|each|further|additional|more|most|many|some|few|several|none",
        "all (?:of|these|this|that|the above)|(?:to|with|from|of) (?:this|that|these|those)|of (?:which|course)",
        "as (?:mentioned|described|shown|noted|such|above|before|discussed|stated|seen|expected|suggested|indicated|explained)",
        "(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth|lastly)(?=,)",
        "here|like|unlike|imagine|suppose|consider|assume|let",
    )
    + ")\\b(?!-)",
    re.IGNORECASE,
)
"""Openings that take up what was said before."""
_QUANTIFIER = word_set("each more most many some few several")
_TOLD = "shown|described|listed|given|mentioned|discussed|noted|defined|outlined|explained|stated|detailed"
_SHOWS = (
    "shows?|lists?|gives?|depicts?|presents?|illustrates?|summari[sz]es|contains?|compares?|reports?|plots?|displays?|"
    "provides?|describes?|is|are|was|were"
)
_POINTS = re.compile(
    r"\b(?:"
    + _words(
        "the following|as follows|the (?:latter|former|aforementioned|above-mentioned|above)|herein|click",
        f"(?:{_TOLD}) (?:in detail )?(?:above|below|earlier|previously|here|later)",
        r"see (?:above|below|figure|fig\.|table|section|also|page|the)",
        "(?:we|i) (?:describe|show|discuss|present|explain|review|illustrate|outline) (?:in|below|above|here|next|later)",
        r"(?:figures?|figs?\.|tables?|equations?|eqs?\.|listings?|algorithms?) \(?(?:\d|[A-Z]\b|[IVX]+\b)[\w.()-]* "
        f"(?:{_SHOWS})",
        r"it is (?:\w+ )?(?:interesting|worth|noteworthy|remarkable|important to note)",
        "(?:all|both|some|any|each|one|most|many|none) of (?:these|those|this)|among(?:st)? them|let's|let us",
        r"we (?:will |shall )?(?:discuss|describe|present|show|explain|return to)\b[^.;]{0,120}\bin (?:section|chapter|appendix) [\dA-Z]",
        "as (?:shown|seen|depicted|illustrated|described|given|listed) in",
        r"in (?:table|figure|fig\.|appendix|equation|panel) (?:\d+|[IVX]+|[A-Z])",
        "(?:this|the next|the previous|the following) (?:section|chapter|paragraph|figure|table|page|example|appendix)",
        "in (?:more|greater|further|full) detail",
    )
    + r")\b",
    re.IGNORECASE,
)
"""Words that point to another place of the document."""
_POINTERS = word_set(
    "following follows latter former aforementioned above-mentioned above herein click below earlier previously here later see "
    "describe show discuss present explain review illustrate outline figure figures fig figs table tables equation equations eq eqs "
    "listing listings algorithm algorithms all both some any each one most many none among amongst let let's shown seen depicted "
    "illustrated described given listed interesting worth noteworthy remarkable important section chapter paragraph page example "
    "appendix detail"
)
"""Of each such phrase one word, so that most sentences are not searched."""
_HALF_END = re.compile(
    r"(?:\b(?:[A-Z]\.){1,3}|\b(?:no|nos|vs|dr|mr|mrs|ms|prof|fig|figs|eq|sec|vol|pp|al|cf|ca|approx|e\.g|i\.e|viz|rs|st|resp|incl)\.)[\"')]?$",
    re.IGNORECASE,
)
_WHOLE_ABBREVIATION = re.compile(r"\b(?:U\.S|U\.K|U\.N|E\.U|D\.C|Ph\.D|a\.m|p\.m|et al|[IVX])\.[\"')]?$")
_HALF_BEFORE = re.compile(
    r"\b(?:nos?|figs?|eqs?|sec|vol|pp?|art|dr|mr|mrs|ms|prof|st|rs)\s?\.\s*$|[,(\u2013-]\s*$", re.IGNORECASE
)
_HOLE = re.compile(
    r"\b(?:include|includes|are|by|in|of|see|from) \([A-Z][\w .&]+,? (?:19|20)\d\d|\bboth\s?[,.;]|\(\s*[;,)]"
    r"|\b(?:the|a|an|of|was|is|are|were)\s+[,.;]|,\s*,"
)
_MAY_BE_HOLE = re.compile(r"[a-z] \([A-Z]|\s[,.;]|[(,]\s*[;,)]|both")
_BROKEN_START = re.compile(r"[B-HJ-Z] [a-z]{2,}")
_FOOTNOTE = re.compile(
    r"[a-z\])]\.\d{1,2} [A-Z]|(?<![\d.,-])\b\d{1,2} \d{1,2} \d{1,2}\b(?![\d.,:])"
    r"|[a-z]{3}\d{1,3}[\"\u201d]|[a-z][,;]\d{1,3} [a-z]"
)
"""A note's number glued to a word or to the end of a sentence; exponents that stand as numbers."""
_BROKEN_END = re.compile(r"(?:\.\s?){2,}$|\u2026\W*$")
LAST = 16
"""Characters at the end of a sentence in which an abbreviation is looked for."""
_THIRD = frozenset({"it", "they", "he", "she", "this", "that", "these", "those", "him", "them", "one", "ones"})
_YOU = frozenset({"you", "your", "yours", "yourself", "yourselves"})
_ASKING = frozenset({"please", "kindly"})
_ME = frozenset({"i", "me", "my", "mine", "myself"})


def is_whole(sentence: Sentence) -> bool:
    """Begins like a sentence, ends like one, closes what it opens, and has a main verb."""
    text, view = sentence.text, sentence.view.text
    ends = text.rstrip("\"')*_ ").endswith((".", "!", "?")) or sentence.block.zone is Zone.ITEM
    begins = text[:1].isupper() or text[:1].isdigit() or text[:1] in "\"'("
    if not (begins and ends) or text.endswith((":", ",", ";", "-", "(", "..", ". .", "\u2026")):
        return False
    if _HALF_END.search(text[-LAST:]) and not _WHOLE_ABBREVIATION.search(text[-LAST:]):
        return False
    if view[sentence.end :].lstrip()[:1].islower() or _HALF_BEFORE.search(
        view[max(0, sentence.start - LAST) : sentence.start]
    ):
        return False
    verb = main_verb(sentence)
    return verb is not None and not _is_bracketed(sentence, verb)


def _is_bracketed(sentence: Sentence, verb: int) -> bool:
    """Whether a verb stands in parentheses that the sentence does not open with."""
    before = sentence.text[: sentence.tokens[verb].start - sentence.start]
    return not before.startswith("(") and before.count("(") > before.count(")")


def is_cut(sentence: Sentence) -> bool:
    """Whether a sentence of prose is plainly the rest or the start of one: it begins in lower case or leaves something open.

    A made-up name keeps its lower case at the start ("zendrix3 has a weight of 2 kg").
    """
    text = sentence.text
    prose = sentence.block.zone is Zone.PARAGRAPH
    tokens = sentence.tokens
    counted = len(tokens) > 1 and tokens[0].cls == "NUMBER" and tokens[1].cls in {"DET", "PRON", "POSS"}
    lower = prose and text[:1].islower() and text[1:2].islower() and not _opens_with_name(sentence)
    return counted or lower or text[:1] in ",;.)]" or not _is_closed(text) or _has_hole(text)


def _opens_with_name(sentence: Sentence) -> bool:
    """Whether a made-up word with its verb right behind it opens a sentence, behind nothing or a closed sentence."""
    before = sentence.view.text[: sentence.start].rstrip()
    if (before and before[-1] not in ".!?") or len(sentence.tokens) < MIN_NAMED:
        return False
    return sentence.tokens[1].cls in {"BE", "HAVE"} and is_coined(sentence.text.split(maxsplit=1)[0])


MIN_NAMED = 3
"""Tokens of the shortest sentence that a name opens."""


def _has_hole(text: str) -> bool:
    """Whether something is missing: a broken first word, an ellipsis at the end, a mark where a word should stand."""
    broken = _BROKEN_START.match(text) is not None or _BROKEN_END.search(text[-LAST:]) is not None
    if text[0] == "(" and not _ENUMERATED.match(text) and not text.rstrip(".!?").endswith(")"):
        return True
    broken = broken or _FOOTNOTE.search(text) is not None
    return broken or (_MAY_BE_HOLE.search(text) is not None and _HOLE.search(text) is not None)


_ENUMERATED = re.compile(r"\(\w{1,3}\)")


def _is_closed(text: str) -> bool:
    """Parentheses and double quotes come in pairs."""
    return text.count("(") == text.count(")") and text.count("[") == text.count("]") and text.count('"') % 2 == 0


def main_verb(sentence: Sentence) -> int | None:
    """The index of the first finite verb, or None when the only one stands in a side clause."""
    tokens = sentence.tokens
    finite = (index for index in range(len(tokens)) if _is_finite(sentence, index))
    first = next(finite, None)
    if first is None or not any(_opens_side(token, index) for index, token in enumerate(tokens[:first])):
        return first
    return None if next(finite, None) is None else first


def _opens_side(token: Token, index: int) -> bool:
    """Whether a side clause begins at a token."""
    return token.cls in {"THAT", "WH", "SUBORD"} or (index > 0 and token.lower in {"who", "whom"})


def _is_finite(sentence: Sentence, index: int) -> bool:
    """Whether a token is a verb that carries a clause: no infinitive; a past form only where no participle stands."""
    tokens = sentence.tokens
    before = next((token.cls for token in reversed(tokens[:index]) if token.cls not in {"ADV", "HEDGE", "NOT"}), "")
    if (
        tokens[index].lower in _PARTICIPLES
        or _lacks_object(tokens, index)
        or (before == "COMMA" and _is_by_whom(tokens, index))
    ):
        return False
    if tokens[index].cls in FINITE:
        return before != "TO" and (before not in {"BE", "BEEN", "HAVE"} or tokens[index].cls in {"BE", "HAVE"})
    if index == 1 and tokens[0].cls == "PERCENT" and tokens[1].cls == "AMBIGUOUS":
        return True
    if index == 0 or tokens[index].cls != "PART" or tokens[index - 1].cls not in _PAST_AFTER:
        return False
    after = tokens[index + 1].cls if index + 1 < len(tokens) else ""
    if sentence.text.endswith((".", "!")):
        return after not in {"NUMBER", "DURATION", "QUANTITY", "STOP", "BY", "COMMA", ""}
    return after in {"DET", "POSS", "THAT", "NAME", "PRON", "MONEY", "PERCENT"}


def _lacks_object(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a past form that wants an object has none behind it: it belongs to the noun before it."""
    after = tokens[index + 1].cls if index + 1 < len(tokens) else ""
    return tokens[index].lower in _TAKING and after in _PREPOSITIONS - {"TO"}


def _is_by_whom(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a past form is told by whom ("the register, used by the loader"): a participle."""
    return tokens[index].lower.endswith("ed") and index + 1 < len(tokens) and tokens[index + 1].cls == "BY"


_PARTICIPLES = word_set("aged based located situated born entitled titled")
"""Past forms that carry no clause without "is" or "was"."""
_TAKING = word_set(
    "introduced added made used written registered published given provided found described listed included required needed created caused "
    "known seen held sold built named defined supported offered produced covered contained issued incorporated considered placed kept "
    "brought put stored set shown taken"
)
"""Past forms of verbs that want an object: with none behind them they belong to the noun ("faults introduced in May")."""
_PAST_AFTER = word_set("NAME WORD AMBIGUOUS PRON")


def stands_alone(sentence: Sentence) -> bool:
    """Whether an assertion needs no other sentence: neither its opening nor its subject takes up what was said before."""
    return not (_leans(sentence) or _is_the_same(sentence)) and is_bound(sentence) and _is_bound_after_label(sentence)


def _is_the_same(sentence: Sentence) -> bool:
    """Whether what is told of is "the same" as something outside the sentence."""
    if "same" not in sentence.words or "as" in sentence.words:
        return False
    return any(token.lower == "same" for token in sentence.tokens[: main_verb(sentence) or 0])


SELF = word_set(
    "agreement policy contract handbook project release version plan standard procedure regulation act law licence license "
    "programme program guideline specification memorandum charter statute directive study survey trial manual protocol "
    "certificate order lease amendment addendum document memo terms"
)
"""Nouns by which a document speaks of itself or its matter."""


_POINTING = frozenset({"this", "these", "those", "that"})
_PREPOSITIONS = word_set("OF FOR FROM TO BY IN ON AT WITH AS UNTIL WITHIN PREP")


def points_away(sentence: Sentence) -> bool:
    """Whether words point to another place of the document ("shown below")."""
    return not _POINTERS.isdisjoint(sentence.words) and _POINTS.search(sentence.text) is not None


_TAKES_UP = re.compile(
    r"(?:both (?!.{1,60}\band\b)|(?:yet|thus|hence|neither|another|others?|the (?:latter|former|others?|rest|same|following))\b)",
    re.IGNORECASE,
)


def takes_up(sentence: Sentence) -> bool:
    """Whether a sentence opens with a word for things named before ("Both files are closed")."""
    return _TAKES_UP.match(sentence.text) is not None


def points_back(sentence: Sentence) -> bool:
    """Whether "this", "these" or "those" stand before a noun that the sentence has not named."""
    tokens = sentence.tokens
    if _POINTING.isdisjoint(sentence.words):
        return False
    for index, token in enumerate(tokens[:-1]):
        noun_after = token.lower == "that" and index > 0 and tokens[index - 1].cls in _PREPOSITIONS
        if token.lower not in {"this", "these", "those"} and not noun_after:
            continue
        nouns = _noun_phrase(tokens, index + 1)
        if nouns == ["context"]:
            continue
        named = {_stem(before.lower) for before in tokens[:index]}
        if not nouns and token.lower == "these":
            return True
        if nouns and nouns[-1] not in SELF and not any(_stem(noun) in named for noun in nouns):
            return True
    return False


def _noun_phrase(tokens: tuple[Token, ...], start: int) -> list[str]:
    """The words of the noun phrase that begins at a token, at most four."""
    words: list[str] = []
    for token in tokens[start : start + 4]:
        if token.cls not in _NAMING | {"NUMBER"} or (words and (token.cls == "PART" or _is_adverb(token.lower))):
            break
        words.extend(token.lower.split())
    return words


_NOUNS_IN_LY = word_set("family supply assembly monopoly anomaly reply")


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and word not in _NOUNS_IN_LY


def _stem(word: str) -> str:
    return word.removesuffix("s").removesuffix("e")


def _is_bound_after_label(sentence: Sentence) -> bool:
    """Whether what follows an opening label ("Added: support for ...") has a subject of its own."""
    place = next((index for index, token in enumerate(sentence.tokens[:12]) if token.cls in {"COLON", "DASH"}), None)
    if place is None or place + 1 >= len(sentence.tokens):
        return True
    rest = sentence.tokens[place + 1 :]
    first = next((token for token in rest if token.cls not in _BEFORE_SUBJECT), rest[0])
    following = rest[1].cls if len(rest) > 1 else ""
    orders = first.cls == "AMBIGUOUS" and first.lower == verb_lemma(first.lower) and following in _OBJECTS
    if first.cls not in _NO_SUBJECT and first.lower not in PRONOUNS - _OPENING and not orders:
        return True
    return any(token.cls == "COMMA" for token in rest[1:6])


_OBJECTS = word_set("DET POSS NAME QUOTE CODE PRON")


def leans_on_condition(sentence: Sentence) -> bool:
    """Whether a condition at the start speaks of something named before ("If it is true, ...")."""
    return bool(sentence.tokens) and sentence.tokens[0].cls in {"SUBORD", "WH"} and _pronoun_subject(sentence)


def _is_asked(sentence: Sentence) -> bool:
    """Whether the reader is told what to do ("you must ...", "we ask that you ...")."""
    return any(
        (one.lower == "you" and two.cls in {"MUST", "SHOULD"})
        or (one.lower == "we" and two.lower in {"ask", "request"})
        for one, two in pairwise(sentence.tokens)
    )


def speaks_to_reader(sentence: Sentence) -> bool:
    """Whether somebody speaks of himself or to the reader, other than to lay down a duty."""
    words = sentence.words
    if words.isdisjoint(_ME) and words.isdisjoint(_YOU):
        return False
    if not words.isdisjoint(_ASKING) and words.isdisjoint(_ME):
        return False
    if _is_asked(sentence):
        return not words.isdisjoint(_ME)
    duty = next((index for index, token in enumerate(sentence.tokens) if token.cls == "MUST"), 0)
    spoken = any(token.lower in _YOU for token in sentence.tokens[:duty])
    return bool(words & _ME) or (bool(words & _YOU) and (not duty or spoken))


def _leans(sentence: Sentence) -> bool:
    match = _LEANS.match(sentence.text)
    if match is None:
        return False
    opening = match[0].casefold()
    noun = sentence.tokens[1] if len(sentence.tokens) > 1 else None
    return not (opening in _QUANTIFIER and noun is not None and noun.cls in _NAMING)


_NAMING = word_set("WORD AMBIGUOUS NAME EVENT ATTR ING CODE PART STATE AMOD")
_NO_SUBJECT = word_set("TO PART AND OR BUT EXPECT STATE AVERB CHANGE VERB REL DO DECIDE SAY")


def _is_imperative(sentence: Sentence) -> bool:
    """Whether the sentence opens with a base verb that has no subject: its first finite verb, if any, is in a side clause."""
    first = sentence.tokens[0]
    if first.cls not in {"AMBIGUOUS", "NAME"} or verb_lemma(first.lower) != first.lower:
        return False
    verb = main_verb(sentence)
    between = sentence.tokens[1:verb]
    if verb is None or any(token.cls in {"WH", "THAT", "PRON", "SUBORD"} for token in between):
        return first.cls == "AMBIGUOUS" or verb is None
    return first.cls == "AMBIGUOUS" and bool(between) and between[0].cls in {"DET", "POSS"}


def _lacks_subject(sentence: Sentence, first: Token) -> bool:
    """Whether the sentence opens with a verb in the third person, as notes on programs do ("Adds the entry to the list")."""
    lemma = verb_lemma(first.lower)
    if (
        not first.lower.endswith("s")
        or lemma in {"", first.lower}
        or first.cls not in {"AMBIGUOUS", "VERB", "AVERB", "REL"}
    ):
        return False
    place = sentence.tokens.index(first)
    after = sentence.tokens[place + 1].cls if place + 1 < len(sentence.tokens) else ""
    return place > 0 or after in {"DET", "POSS", "ADV", "NAME", "WH"}


_OPENING = word_set("we there when where")


_BEFORE_SUBJECT = word_set("ADV HEDGE COMMA QUOTE OPEN")


def is_bound(sentence: Sentence) -> bool:
    """The subject names something: no pronoun that stands for what another sentence says."""
    first = next((token for token in sentence.tokens if token.cls not in _BEFORE_SUBJECT), None)
    if first is None or first.cls in _NO_SUBJECT or _is_imperative(sentence) or _lacks_subject(sentence, first):
        return False
    if any(one.cls == "OF" and two.cls == "PRON" for one, two in pairwise(sentence.tokens[:4])) or _pronoun_subject(
        sentence
    ):
        return False
    if first.lower in {"this", "that"}:
        return (main_verb(sentence) or 0) > 1 and bool(_noun_phrase(sentence.tokens, 1))
    asks = sentence.text.endswith("?") and first.cls in {"WH", "PRON"}
    return first.lower not in PRONOUNS or first.lower in _OPENING or asks


def _pronoun_subject(sentence: Sentence) -> bool:
    """Whether the first finite verb has a pronoun for its subject."""
    verb = main_verb(sentence)
    before = sentence.tokens[:verb] if verb is not None else ()
    subject = next((token for token in reversed(before) if token.cls not in {"ADV", "HEDGE", "NOT"}), None)
    return subject is not None and subject.lower in _THIRD
