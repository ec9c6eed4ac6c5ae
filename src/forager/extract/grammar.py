"""Tier B: grammar rules over class strings, and the readers that turn a match into statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from forager.extract.attributes import attribute_for, get
from forager.extract.lexicon import verb_lemma
from forager.extract.modality import Hedge, modality_of
from forager.extract.pattern import LETTER, compile_pattern
from forager.extract.qualifiers import MEASURES, Qualifier, as_pairs
from forager.extract.rule import Rule
from forager.extract.rules import GRAMMAR_RULES
from forager.extract.rules.relations import RELATION_VERBS, RelationVerb
from forager.extract.scope import Heading, Scope
from forager.extract.sentences import Sentence
from forager.extract.tokens import Token
from forager.extract.wordlist import word_set
from forager.extract.words import FIRST_PERSON, JOB_WORDS, PRONOUNS, STATES
from forager.model.statement import ItemType, Modality, Span, Statement, Support, Value, ValueKind

MAX_TOKENS = 120
"""Sentences with more tokens are left to search."""

_WEAKER = list(Support)
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "these", "those"})
_LESSON = re.compile(r"^(?:lessons? learn(?:ed|t)\b|(?:we|the team) (?:have )?learn(?:ed|t) that)", re.IGNORECASE)
_DEFINITE = re.compile(r"^(?:the|this|our|that)\s(?:project|programme|program)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """A bound subject: as written, its document range (None when nothing stands there), and what binding costs."""

    text: str
    span: tuple[int, int] | None = None
    header: tuple[int, int] | None = None
    about_document: bool = False
    support: Support = Support.DIRECT_FACT


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule's match in a sentence."""

    rule: Rule
    sentence: Sentence
    match: re.Match[str]
    scope: Scope
    antecedent: Subject | None

    def has(self, name: str) -> bool:
        """Whether the capture took part in the match."""
        return name in self.match.re.groupindex and self.match.start(name) >= 0

    def tokens(self, name: str) -> tuple[Token, ...]:
        """The tokens of a capture (empty when it took no part)."""
        if not self.has(name):
            return ()
        return self.sentence.tokens[self.match.start(name) : self.match.end(name)]

    def first(self, name: str) -> Token:
        """The first token of a capture that took part."""
        return self.sentence.tokens[self.match.start(name)]

    def text(self, name: str) -> str:
        """The readable text of a capture."""
        tokens = self.tokens(name)
        return self.sentence.view.text[tokens[0].start : tokens[-1].end] if tokens else ""

    def span(self, name: str) -> tuple[int, int]:
        """Document offsets of a capture that took part."""
        tokens = self.tokens(name)
        return self.sentence.span(tokens[0].start, tokens[-1].end)

    @property
    def whole(self) -> tuple[Token, ...]:
        """All tokens of the match."""
        return self.sentence.tokens[self.match.start() : self.match.end()]


def statements_in(scope: Scope, sentence: Sentence, antecedent: Subject | None) -> tuple[Statement, ...]:
    """What the grammar rules read in one sentence, in rule order; a token range is read once."""
    if len(sentence.tokens) > MAX_TOKENS or sentence.letters.endswith((LETTER["QUESTION"], LETTER["COLON"])):
        return ()
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, Statement]] = []
    for hit in _hits(scope, sentence, antecedent):
        core = _core_range(hit)
        if any(core[0] < last and first < core[1] for first, last in taken):
            continue
        made = tuple(_READERS[hit.rule.kind](hit))
        if made:
            taken.append(core)
            found.extend((hit.match.start(), statement) for statement in made)
    return tuple(statement for _, statement in sorted(found, key=lambda pair: pair[0]))


def _hits(scope: Scope, sentence: Sentence, antecedent: Subject | None) -> Iterator[Hit]:
    present = frozenset(sentence.letters)
    for rule, needs, pattern in _compiled():
        if needs <= present and sentence.block.zone in rule.zones:
            for match in pattern.finditer(sentence.letters):
                hit = Hit(rule, sentence, match, scope, antecedent)
                if _allowed(hit):
                    yield hit


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[Rule, frozenset[str], re.Pattern[str]], ...]:
    """Each grammar rule with the letters it needs and its pattern."""
    return tuple(
        (rule, frozenset(LETTER[need] for need in rule.needs), compile_pattern(rule.pattern)) for rule in GRAMMAR_RULES
    )


def _allowed(hit: Hit) -> bool:
    return (
        _opens_clause(hit)
        and not _is_unasserted(hit)
        and all(not hit.has(name) or hit.first(name).lower in words for name, words in hit.rule.only)
    )


_VERBAL = frozenset(
    LETTER[name]
    for name in ("BE", "HAVE", "DO", "MODAL", "MUST", "CHANGE", "DECIDE", "SAY", "REL", "VERB", "AVERB", "PART")
)
_LEADING = frozenset(
    {
        "PREP",
        "IN",
        "ON",
        "AT",
        "FOR",
        "FROM",
        "AS",
        "BY",
        "WITH",
        "UNTIL",
        "WITHIN",
        "TO",
        "SUBORD",
        "ADV",
        "HEDGE",
        "ING",
        "PART",
        "DATE",
        "WH",
    }
)


def _opens_clause(hit: Hit) -> bool:
    """Whether the match begins where a clause can begin: after a comma or "and" only behind a lead-in or a whole clause."""
    start = hit.match.start()
    if start == 0 or not hit.rule.pattern.startswith("START"):
        return True
    before, last = hit.sentence.tokens[0], hit.sentence.tokens[start - 1]
    has_verb = bool(_VERBAL & set(hit.sentence.letters[:start]))
    if last.cls == "DASH":
        return last.end < hit.sentence.tokens[start].start
    if last.cls == "COMMA":
        return has_verb or before.cls in _LEADING or start <= 2
    return has_verb or last.cls not in {"AND", "BUT"}


_UNASSERTED = re.compile(
    r"\b(?:risks?|dangers?|chances?|possibility|possible|hopes?|hoped|fears?|doubts?|doubtful|questions?|unclear|whether|propos(?:e|ed|es|al)|"
    r"recommend(?:s|ed|ation)?|requests?|requested|asks?|asked|wants?|wanted|wish(?:es)?|suppose|imagine|example|ensure|ensures|check|checks|verify)"
    r"\b[^.;:]{0,40}?\b(?:that|whether|if)\b",
    re.IGNORECASE,
)


def _is_unasserted(hit: Hit) -> bool:
    """Whether the match stands under words that do not assert it ("there is a risk that ...")."""
    first = hit.whole[0].start if hit.whole else hit.sentence.start
    return _UNASSERTED.search(hit.sentence.view.text, hit.sentence.start, first) is not None


def _core_range(hit: Hit) -> tuple[int, int]:
    """The tokens a match claims: from its attribute, verb or state to its last capture but the subject, so that subjects can be shared."""
    names = [
        name
        for name in hit.match.re.groupindex
        if name not in {"subject", "agent", "be", "be2", "be3"} and hit.has(name)
    ]
    starts = [hit.match.start(name) for name in names] or [hit.match.start()]
    ends = [hit.match.end(name) for name in names] or [hit.match.end()]
    return min(starts), max(ends)


# Binding ----------------------------------------------------------------------------------------------------------------


def bind(hit: Hit, name: str = "subject") -> Subject | None:
    """The subject of a match: its own words, else what the pronoun, the paragraph, the heading or the document gives."""
    tokens = tuple(token for token in hit.tokens(name) if token.cls not in {"QUAL", "QUOTE", "HEDGE", "ADV"})
    tokens = _without_lead(_without_period(_without_lead(_without_brackets(tokens))))
    words = " ".join(token.lower for token in tokens)
    if not tokens or words in FIRST_PERSON:
        return from_above(hit.scope, hit.sentence)
    if _DEFINITE.match(hit.text(name)) or words in {"project", "programme"}:
        return _project(hit.scope) or from_above(hit.scope, hit.sentence)
    if words in PRONOUNS or (tokens[0].lower in {"this", "these", "those"} and len(tokens) == 1):
        return _from_antecedent(hit, words)
    if tokens[0].lower in PRONOUNS and tokens[0].cls in {"PRON", "WH", "POSS"}:
        return None
    first, last = tokens[0], tokens[-1]
    if words_without_meaning(tokens) and hit.has("attribute"):
        last = hit.first("attribute")
    return Subject(hit.sentence.view.text[first.start : last.end], hit.sentence.span(first.start, last.end))


def words_without_meaning(tokens: tuple[Token, ...]) -> bool:
    """Whether a subject is only "next" or "first", so that its noun belongs to it ("the next meeting")."""
    return all(
        token.lower in {"next", "last", "first", "second", "third", "final", "following", "previous"}
        for token in tokens
    )


def _without_lead(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    while len(tokens) > 1 and (tokens[0].cls == "AMOD" or tokens[0].lower in _ARTICLES):
        tokens = tokens[1:]
    if tokens and tokens[0].cls == "POSS" and len(tokens) > 1 and tokens[0].lower in FIRST_PERSON:
        return tokens[1:]
    return tokens


def _without_brackets(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop what stands in parentheses at the end: an address, an abbreviation."""
    opens = [index for index, token in enumerate(tokens) if token.cls == "OPEN"]
    return tokens[: opens[0]] if opens and opens[0] > 0 and tokens[-1].cls == "CLOSE" else tokens


def _without_period(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop a preposition left hanging at either end where a qualifier stood."""
    while tokens and tokens[-1].cls in {"OF", "FOR", "IN", "AT", "ON", "AND", "COMMA"}:
        tokens = tokens[:-1]
    while tokens and tokens[0].cls in {"OF", "FOR", "IN", "AT", "ON", "AND", "COMMA"} and len(tokens) > 1:
        tokens = tokens[1:]
    return tokens


def _project(scope: Scope) -> Subject | None:
    named = scope.project or scope.title
    return None if named is None else _from_heading(named)


def _from_heading(heading: Heading) -> Subject:
    return Subject(heading.name, header=(heading.start, heading.end), support=Support.SUPPORTED_INFERENCE)


def from_above(scope: Scope, sentence: Sentence) -> Subject:
    """What the heading above names, else the document itself."""
    heading = scope.subject_above(sentence.block)
    return (
        _from_heading(heading)
        if heading is not None
        else Subject("", about_document=True, support=Support.SUPPORTED_INFERENCE)
    )


def _from_antecedent(hit: Hit, words: str) -> Subject | None:
    if words not in {"it", "its", "they", "their", "this"} or hit.antecedent is None or hit.antecedent.about_document:
        return None
    return replace(
        hit.antecedent,
        header=hit.antecedent.span or hit.antecedent.header,
        span=None,
        support=Support.SUPPORTED_INFERENCE,
    )


# Making -----------------------------------------------------------------------------------------------------------------


def weakest(*supports: Support) -> Support:
    """The weakest of several supports (never upgraded)."""
    return max(supports, key=_WEAKER.index)


def make(hit: Hit, subject: Subject, spans: list[Span], **fields: object) -> Statement:
    """A statement of the hit's sentence with everything that the sentence as a whole decides: support, hedges, report."""
    sentence = hit.sentence
    start, end = sentence.span(sentence.start, sentence.end)
    hedges = _hedges_of(hit)
    kind = fields.pop("type", hit.rule.type)
    supports = [hit.rule.support, subject.support]
    if hedges:
        supports.append(Support.UNCERTAIN_INFERENCE)
    if sentence.report is not None:
        supports.append(Support.UNVERIFIED_CLAIM)
        spans.append(Span("attribution", *sentence.span(sentence.report.start, sentence.report.end)))
    extra = [Span("subject", *subject.span)] if subject.span else []
    extra += [Span("header", *subject.header)] if subject.header else []
    extra += [Span("qualifier", *sentence.span(item.start, item.end)) for item in _qualifiers_of(hit)]
    statement = Statement(
        type=kind if isinstance(kind, ItemType) else hit.rule.type,
        sentence=hit.scope.text[start:end].strip(),
        spans=(Span("sentence", start, end), *spans, *extra),
        rule=hit.rule.label,
        support=weakest(*supports),
        subject=subject.text,
        about_document=subject.about_document,
        qualifiers=_pairs(hit),
        valid_from=_valid(hit, _SINCE),
        valid_to=_valid(hit, _TILL),
        hedges=tuple(dict.fromkeys(hedge.word for hedge in hedges)),
        reported_by="" if sentence.report is None else sentence.report.who,
    )
    return replace(statement, **fields)  # type: ignore[arg-type]  # the readers below pass Statement's own fields


_SINCE = re.compile(
    r"\b(?:as of|since|effective(?: from| as of)?|with effect from|starting(?: on| from)?|from)\s$", re.IGNORECASE
)
_TILL = re.compile(r"\b(?:until|till|through|up to and including)\s$", re.IGNORECASE)


def _valid(hit: Hit, cue: re.Pattern[str]) -> str:
    """The ISO date from or until which the sentence says the statement holds: one beside the cue that is no captured value."""
    captured = {hit.match.start(name) for name in ("value", "from", "to") if hit.has(name)}
    first, last = _clause(hit)
    for index, token in enumerate(hit.sentence.tokens):
        dated = token.value is not None and token.cls == "DATE" and token.value.precision != "ambiguous"
        if dated and index not in captured and (first <= token.start < last or index < hit.match.start()):
            before = hit.sentence.view.text[max(hit.sentence.start, token.start - 24) : token.start]
            if cue.search(before) and token.value is not None:
                return token.value.normal
    return ""


def _hedges_of(hit: Hit) -> tuple[Hedge, ...]:
    """Hedges in the clause of the match; a condition anywhere, unless the match is a requirement (which may have conditions)."""
    first, last = _clause(hit)
    is_requirement = hit.rule.kind == "requirement"
    return tuple(
        hedge
        for hedge in hit.sentence.hedges
        if (hedge.condition and not is_requirement)
        or (not hedge.condition and first <= hedge.start < last and not (is_requirement and hedge.word == "may"))
    )


def _clause(hit: Hit) -> tuple[int, int]:
    """View range of the clause around the match: from the last semicolon or comma with "but" to the next."""
    tokens, breaks = hit.sentence.tokens, []
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].cls if index + 1 < len(tokens) else ""
        if token.cls == "SEMI" or (token.cls == "COMMA" and follows in {"BUT", "AND", "SUBORD"}):
            breaks.append(index)
    before = [index for index in breaks if index < hit.match.start()]
    after = [index for index in breaks if index >= hit.match.end()]
    start = tokens[before[-1]].end if before else hit.sentence.start
    return start, (tokens[after[0]].start if after else hit.sentence.end)


def _qualifiers_of(hit: Hit) -> list[Qualifier]:
    """Qualifiers inside the match and directly after it."""
    end = hit.match.end()
    while end < len(hit.sentence.tokens) and hit.sentence.tokens[end].cls == "QUAL":
        end += 1
    found = [token.qualifier for token in hit.sentence.tokens[hit.match.start() : end] if token.qualifier is not None]
    return [*found, *_periods(hit), *_measures(hit)]


def _measures(hit: Hit) -> list[Qualifier]:
    """ "Maximum", "average" or "annual" before an attribute: another measure than the plain one."""
    return [
        Qualifier(*MEASURES[token.lower], token.start, token.end)
        for token in hit.whole
        if token.cls == "AMOD" and token.lower in MEASURES
    ]


def _periods(hit: Hit) -> list[Qualifier]:
    """Dates that say for when a value holds ("availability in January was ...")."""
    values = {hit.match.start(name) for name in ("value", "from", "to") if hit.has(name)}
    held = [hit.first(name).value for name in ("value", "to") if hit.has(name)]
    if not held or any(value is not None and value.kind is ValueKind.DATE for value in held):
        return []
    return [
        Qualifier("period", token.value.normal.casefold(), token.start, token.end)
        for index, token in enumerate(hit.sentence.tokens[hit.match.start() : hit.match.end()], start=hit.match.start())
        if token.value is not None and token.cls == "DATE" and index not in values
    ]


def _pairs(hit: Hit) -> tuple[tuple[str, str], ...]:
    return as_pairs(_qualifiers_of(hit))


def _is_negative(hit: Hit, before: str) -> bool:
    """Whether a negation stands between the start of the match and the capture ``before``."""
    end = hit.match.start(before) if hit.has(before) else hit.match.end()
    start = hit.match.end("subject") if hit.has("subject") and hit.match.end("subject") <= end else hit.match.start()
    return any(token.cls == "NOT" or token.lower == "cannot" for token in hit.sentence.tokens[start:end])


def _surroundings(hit: Hit) -> str:
    """The words of the match apart from its subject: where modality stands."""
    inside = set(range(hit.match.start("subject"), hit.match.end("subject"))) if hit.has("subject") else set()
    tokens = [
        token
        for index, token in enumerate(hit.sentence.tokens[hit.match.start() : hit.match.end()], start=hit.match.start())
        if index not in inside
    ]
    return " ".join(token.text for token in tokens)


def _modality(hit: Hit) -> Modality:
    return modality_of(_surroundings(hit))


def _fitting(key: str, value: Value | None) -> bool:
    """Whether the attribute can have a value of this kind (unknown attributes can have any)."""
    row = get(key)
    return value is not None and (row is None or value.kind in row.kinds)


# Readers ----------------------------------------------------------------------------------------------------------------


def _value(hit: Hit) -> Iterator[Statement]:
    attribute, token = hit.rule.attribute or hit.first("attribute").key, hit.first("value")
    subject = bind(hit)
    if (
        subject is None
        or not attribute
        or token.value is None
        or not _fitting(attribute, token.value)
        or _lasts_until(hit, attribute)
    ):
        return
    state = next((STATES[item.lower] for item in hit.whole if item.cls == "STATE" and item.lower in STATES), None)
    yield make(
        hit,
        subject,
        [Span("value", *hit.span("value"))],
        attribute=attribute,
        value=token.value,
        modality=_modality(hit),
        polarity=not _is_negative(hit, "value"),
        predicate=state[0] if state else "",
        change=_told_change(hit),
        type=_decided_type(hit),
    )


def _lasts_until(hit: Hit, attribute: str) -> bool:
    """Whether "until" before a date tells an end of something other than the attribute ("closed until March 9")."""
    until = hit.sentence.tokens[hit.match.start("value") - 1].cls == "UNTIL"
    return (
        until
        and hit.first("value").cls == "DATE"
        and attribute not in {"end_date", "valid_until", "due_date", "deadline"}
    )


_OLD = frozenset(
    {"original", "initial", "old", "previous", "former", "originally", "initially", "previously", "formerly"}
)
_NEW = frozenset({"new", "revised", "updated"})


def _told_change(hit: Hit) -> str:
    """ "from" beside words like "original", "to" beside "new"."""
    words = {token.lower for token in hit.whole if token.cls in {"AMOD", "ADV"}}
    if words & _OLD:
        return "from"
    return "to" if words & _NEW else ""


def _decided_type(hit: Hit) -> ItemType:
    deciding = any(token.cls == "DECIDE" for token in hit.sentence.tokens[: hit.match.start() + 1])
    return ItemType.DECISION if deciding else hit.rule.type


def _change(hit: Hit) -> Iterator[Statement]:
    attribute = hit.first("attribute").key
    subject = bind(hit)
    if subject is None or _is_negative(hit, "to"):
        return
    for name in ("from", "to"):
        if hit.has(name) and not _fitting(attribute, hit.first(name).value):
            return
    for name in ("from", "to"):
        if hit.has(name):
            yield make(
                hit,
                subject,
                [Span("value", *hit.span(name))],
                attribute=attribute,
                value=hit.first(name).value,
                modality=_modality(hit),
                change=name,
                type=_decided_type(hit),
            )


def _decided_value(hit: Hit) -> Iterator[Statement]:
    attribute, value = hit.first("attribute").key, hit.first("value").value
    subject = bind(hit)
    if subject is not None and _fitting(attribute, value):
        yield make(
            hit, subject, [Span("value", *hit.span("value"))], attribute=attribute, value=value, modality=_modality(hit)
        )


def _holder(hit: Hit) -> Iterator[Statement]:
    """Who or what holds an attribute: the value is a name or a code."""
    attribute = hit.rule.attribute or (hit.first("attribute").key if hit.has("attribute") else _open_label(hit))
    subject, value = bind(hit), _named_value(hit, attribute)
    if subject is None or value is None or not attribute or subject.text.casefold() == value.written.casefold():
        return
    yield make(
        hit,
        subject,
        [Span("value", *hit.span("value"))],
        attribute=attribute,
        value=value,
        modality=_modality(hit),
        polarity=not _is_negative(hit, "value"),
    )


def _open_label(hit: Hit) -> str:
    """The key of a label that is not in the catalogue; a person holds only what ends in a word for a role."""
    holds = hit.first("value").cls == "NAME" and hit.match.start("value") < hit.match.start("label")
    if holds and hit.tokens("label")[-1].lower.split()[-1] not in JOB_WORDS:
        return ""
    return attribute_for(hit.text("label"))


def _named_value(hit: Hit, attribute: str) -> Value | None:
    token = hit.first("value")
    if token.value is not None and len(hit.tokens("value")) == 1:
        return token.value
    text = _strip_determiner(hit.text("value"))
    row = get(attribute)
    if row is not None and not {ValueKind.PERSON, ValueKind.ORGANIZATION, ValueKind.TEXT} & set(row.kinds):
        return None
    return named(hit.scope, text, hit.span("value"), row.kinds if row else ())


def _strip_determiner(text: str) -> str:
    return re.sub(r"^(?:the|a|an|our|its|their)\s", "", text, flags=re.IGNORECASE)


def named(scope: Scope, text: str, span: tuple[int, int], kinds: tuple[ValueKind, ...] = ()) -> Value:
    """A name as a value: person or organisation when a mention there says so (and the attribute can have one), else text."""
    for mention in scope.mentions_in(*span):
        kind = {"person": ValueKind.PERSON, "organization": ValueKind.ORGANIZATION}.get(mention.entity_class.value)
        if kind is not None and mention.name.casefold() in text.casefold() and (not kinds or kind in kinds):
            return Value(kind, " ".join(mention.name.casefold().split()), text)
    return Value(ValueKind.TEXT, " ".join(text.casefold().split()), text)


def _relation(hit: Hit) -> Iterator[Statement]:
    attribute = hit.rule.attribute
    if not attribute:
        verb = relation_verb(hit)
        attribute = verb.attribute if verb is not None else ""
    subject = bind(hit)
    text = _strip_determiner(hit.text("value"))
    if (
        subject is None
        or not attribute
        or subject.about_document
        or text.casefold() in PRONOUNS
        or text.casefold() in {"other", "each other"}
    ):
        return
    if attribute == "employer" and "NAME" not in {hit.tokens("subject")[-1].cls, hit.tokens("subject")[0].cls}:
        return
    for name in ("value", "second"):
        if hit.has(name):
            yield _related(hit, subject, attribute, name)


def _related(hit: Hit, subject: Subject, attribute: str, name: str) -> Statement:
    """One object of a relation."""
    value = named(hit.scope, _strip_determiner(hit.text(name)), hit.span(name), _kinds(attribute))
    return make(
        hit,
        subject,
        [Span("value", *hit.span(name))],
        attribute=attribute,
        value=value,
        polarity=not _is_negative(hit, "verb"),
        modality=_modality(hit),
    )


def _kinds(attribute: str) -> tuple[ValueKind, ...]:
    row = get(attribute)
    return row.kinds if row is not None else ()


def relation_verb(hit: Hit) -> RelationVerb | None:
    """The row of the relation table that a match of a relation rule names, or None."""
    passive = any(hit.has(name) for name in ("be", "be2", "be3"))
    preposition = ""
    if hit.has("preposition"):
        token = hit.first("preposition")
        preposition = token.lower.upper() if token.cls == "PREP" else token.cls
    for row in RELATION_VERBS:
        if (row.lemma, row.passive, row.preposition) == (hit.first("verb").key, passive, preposition):
            return row
    return None


_DOCUMENT_WORDS = word_set(
    "document policy agreement contract memo version procedure standard specification plan report notice guideline"
)


def _supersedes(hit: Hit) -> Iterator[Statement]:
    subject, verb = hit.tokens("subject"), hit.first("verb").key
    if (
        verb not in {"supersede", "replace"}
        or subject[-1].lower not in _DOCUMENT_WORDS
        or subject[0].lower not in {"this", "the", "present"}
    ):
        return
    text = _strip_determiner(hit.text("value"))
    yield make(
        hit,
        Subject("", about_document=True),
        [Span("value", *hit.span("value"))],
        attribute="supersedes",
        value=Value(ValueKind.TEXT, " ".join(text.casefold().split()), text),
        replaces=text,
    )


def _rest(hit: Hit, start: int) -> str:
    """The words from a token to the end of the clause, without the agent, qualifiers and the final stop."""
    words: list[str] = []
    for token in hit.sentence.tokens[start:]:
        if token.cls in {"STOP", "SEMI"}:
            break
        if token.cls not in _SILENT and token.lower not in _FILLERS:
            words.append(token.text)
    return " ".join(words).casefold()


_SILENT = frozenset({"QUAL", "HEDGE", "QUOTE"})
_FILLERS = frozenset({"also", "still", "already", "now", "currently", "hereby", "therefore"})


def _state(hit: Hit) -> Iterator[Statement]:
    predicate, positive = STATES[hit.first("state").lower]
    subject = bind(hit)
    if (
        subject is None
        or subject.about_document
        or any(token.lower in {"can", "cannot", "would"} for token in hit.whole)
    ):
        return
    thing = _complement(hit, hit.match.end())
    yield make(
        hit,
        subject,
        [],
        predicate=predicate,
        object=thing,
        polarity=positive != _is_negative(hit, "state"),
        modality=_modality(hit),
        type=_state_type(hit),
    )


def _complement(hit: Hit, start: int) -> str:
    """What a state holds for: the words after it up to a comma or a "by" that names the agent."""
    words: list[str] = []
    for token in hit.sentence.tokens[start:]:
        if token.cls in {"STOP", "SEMI", "COMMA", "BY", "BUT", "SUBORD", "COLON", "CLOSE", "OTHER"}:
            break
        if token.cls not in _SILENT:
            words.append(token.text)
    return " ".join(words).casefold()


def _state_type(hit: Hit) -> ItemType:
    return ItemType.DECISION if "decision" in " ".join(hit.sentence.block.headings[-1:]).casefold() else ItemType.FACT


def _requirement(hit: Hit) -> Iterator[Statement]:
    subject = bind(hit)
    if subject is None or subject.about_document or _LESSON.search(hit.sentence.text):
        return
    predicate = hit.tokens("predicate")[-1]
    yield make(
        hit,
        subject,
        [],
        predicate=verb_lemma(predicate.lower) or predicate.lower,
        object=_rest(hit, hit.match.end()),
        polarity=not any(token.cls == "NOT" for token in hit.whole),
    )


def _decision(hit: Hit) -> Iterator[Statement]:
    agent = bind(hit) if hit.tokens("subject")[0].lower not in PRONOUNS else None
    if agent is None:
        agent = Subject("", about_document=False)
    yield make(
        hit,
        agent,
        [],
        predicate=hit.first("verb").key,
        object=_rest(hit, hit.match.end()),
        polarity=not _is_negative(hit, "verb"),
    )


def _definition(hit: Hit) -> Iterator[Statement]:
    subject = bind(hit)
    if subject is not None and not subject.about_document:
        yield make(hit, subject, [], predicate="mean", object=_rest(hit, hit.match.end()))


_READERS: dict[str, Callable[[Hit], Iterator[Statement]]] = {
    "value": _value,
    "change": _change,
    "decided_value": _decided_value,
    "holder": _holder,
    "relation": _relation,
    "supersedes": _supersedes,
    "state": _state,
    "requirement": _requirement,
    "decision": _decision,
    "definition": _definition,
}
