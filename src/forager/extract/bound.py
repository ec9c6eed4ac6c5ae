"""Subject, attribute and value that a model names in one sentence: located there, and read by the engine's own readers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from forager.extract.attributes import attribute_for, get
from forager.extract.making import is_fitting, weakest
from forager.extract.modality import modality_of
from forager.extract.qualifiers import Qualifier, as_pairs
from forager.extract.quote import Evened, evened, places
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.token import Token
from forager.extract.value_readers import named, without_determiner
from forager.extract.words import FIRST_PERSON, PRONOUNS
from forager.model.proposal import Fault, Proposal
from forager.model.statement import ItemType, Span, Statement, Support, Value, ValueKind

BINDING = "model binding@1"
"""Name and version of the reader of words that a model bound; its statements carry it as their rule."""
MAX_WORDS = 8
"""Words of a value that is only text; a longer one is a sentence in disguise."""
_NAMES = frozenset({ValueKind.PERSON, ValueKind.ORGANIZATION, ValueKind.TEXT})

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Binding:
    """What was located: places in the document; ``above`` is whether the subject stands before the sentence."""

    subject: Place
    above: bool
    value: Place
    typed: Value
    attribute: str


def bind(scope: Scope, sentence: Sentence, passage: Evened, spot: Place, proposal: Proposal) -> Statement | Fault:
    """The statement that a proposal's subject, attribute and value make; ``spot`` is where its quotation stands.

    The value must stand inside the quotation, the subject in the sentence or before it in the passage; the attribute must be one of
    the catalogue or stand in the sentence.
    """
    subject = _subject_place(scope, sentence, passage, proposal.subject)
    if subject is None:
        return Fault.NO_SUBJECT
    attribute = _attribute(scope, sentence, proposal.attribute)
    if not attribute:
        return Fault.NO_ATTRIBUTE
    place = _apart(places(evened(scope.text, *spot), proposal.value), subject)
    if place is None:
        return Fault.NO_VALUE
    value = _value(scope, sentence, place, attribute)
    if value is None or not is_fitting(attribute, value[1]):
        return Fault.VALUE_UNFIT
    above = subject[1] <= sentence.excerpt(scope.text)[0]
    return _statement(scope, sentence, proposal, _Binding(subject, above, *value, attribute))


def _subject_place(scope: Scope, sentence: Sentence, passage: Evened, words: str) -> Place | None:
    """Where the subject stands: in the sentence, else the last place before it in the passage. A pronoun names nothing."""
    plain = words.strip().casefold()
    if plain in PRONOUNS | FIRST_PERSON or not without_determiner(plain).strip():
        return None
    start, end = sentence.excerpt(scope.text)
    inside = places(evened(scope.text, start, end), words)
    before = [place for place in places(passage, words) if place[1] <= start]
    return inside[0] if inside else before[-1] if before else None


def _attribute(scope: Scope, sentence: Sentence, words: str) -> str:
    """The attribute's key; empty when neither the catalogue nor the sentence knows it."""
    key = attribute_for(words)
    if get(key) is not None:
        return key
    start, end = sentence.excerpt(scope.text)
    return key if places(evened(scope.text, start, end), words) else ""


def _apart(found: list[Place], subject: Place) -> Place | None:
    return next((place for place in found if place[1] <= subject[0] or subject[1] <= place[0]), None)


def _value(scope: Scope, sentence: Sentence, place: Place, attribute: str) -> tuple[Place, Value] | None:
    """The typed value that the engine reads at a place, with all of its words; else a name or a few words as text."""
    for token in sentence.tokens:
        there = sentence.span(token.start, token.end)
        if token.value is not None and there[0] < place[1] and place[0] < there[1]:
            return there, token.value
    row = get(attribute)
    text = " ".join(scope.text[place[0] : place[1]].split())
    if len(text.split()) > MAX_WORDS or (row is not None and not _NAMES & set(row.kinds)):
        return None
    return place, named(scope, without_determiner(text), place, row.kinds if row else ())


def _statement(scope: Scope, sentence: Sentence, proposal: Proposal, found: _Binding) -> Statement:
    start, end = sentence.excerpt(scope.text)
    between = _between(sentence, found)
    inner = [token for token in between if not _inside(sentence, token, found.subject)]
    qualifiers = _qualifiers(sentence, between)
    spans = [Span("sentence", start, end), Span("value", *found.value)]
    spans.append(Span("header" if found.above else "subject", *found.subject))
    spans += [Span("qualifier", *sentence.span(item.start, item.end)) for item in qualifiers]
    subject = " ".join(scope.text[found.subject[0] : found.subject[1]].split())
    made = Statement(
        type=ItemType(proposal.type),
        sentence=scope.text[start:end].strip(),
        spans=tuple(spans),
        rule=BINDING,
        support=_support(scope, sentence, found, between),
        subject=without_determiner(subject),
        attribute=found.attribute,
        qualifiers=as_pairs(qualifiers),
        modality=modality_of(" ".join(token.text for token in inner)),
        polarity=not any(_negates(token) for token in between),
        value=found.typed,
    )
    return held(sentence, made)


def _between(sentence: Sentence, found: _Binding) -> tuple[Token, ...]:
    """The tokens from the first bound word of the sentence to the last."""
    ends = [found.value] if found.above else [found.value, found.subject]
    first, last = min(place[0] for place in ends), max(place[1] for place in ends)
    low = sentence.span(sentence.start, sentence.end)[0] if found.above else first
    spans = ((token, *sentence.span(token.start, token.end)) for token in sentence.tokens)
    return tuple(token for token, start, end in spans if start < last and end > low)


def _inside(sentence: Sentence, token: Token, place: Place) -> bool:
    start, end = sentence.span(token.start, token.end)
    return place[0] <= start and end <= place[1]


def _qualifiers(sentence: Sentence, between: tuple[Token, ...]) -> list[Qualifier]:
    """Qualifiers among the bound words and directly behind them."""
    after = sentence.tokens.index(between[-1]) + 1 if between else 0
    while after < len(sentence.tokens) and sentence.tokens[after].cls == "QUAL":
        between = (*between, sentence.tokens[after])
        after += 1
    return [token.qualifier for token in between if token.qualifier is not None]


def _negates(token: Token) -> bool:
    return token.cls == "NOT" or token.lower == "cannot"


def _support(scope: Scope, sentence: Sentence, found: _Binding, between: tuple[Token, ...]) -> Support:
    """At best an inference from parts that are all in evidence; less where a part has no words, or where there was a choice."""
    worded = get(found.attribute) is None or any(token.key == found.attribute for token in sentence.tokens)
    outside = any(_negates(token) and token not in between for token in sentence.tokens)
    unsettled = any(token.cls == "CHANGE" for token in sentence.tokens)
    whole = _is_named(scope, sentence, found.subject) and worded and not outside and not unsettled
    chosen = _has_rival_value(sentence, found.typed) or _has_rival_subject(scope, sentence, found)
    return Support.SUPPORTED_INFERENCE if whole and not chosen else Support.UNCERTAIN_INFERENCE


def _is_named(scope: Scope, sentence: Sentence, place: Place) -> bool:
    inside = (token for token in sentence.tokens if _inside(sentence, token, place))
    return bool(scope.mentions_in(*place)) or any(token.cls == "NAME" for token in inside)


def _has_rival_value(sentence: Sentence, typed: Value) -> bool:
    """Whether the sentence tells more than one value of the kind, so that the model chose."""
    return sum(token.value is not None and token.value.kind is typed.kind for token in sentence.tokens) > 1


def _has_rival_subject(scope: Scope, sentence: Sentence, found: _Binding) -> bool:
    """Whether the sentence names another thing of the subject's class."""
    classes = {mention.entity_class for mention in scope.mentions_in(*found.subject)}
    others = scope.mentions_in(*sentence.span(sentence.start, sentence.end))
    taken = (found.subject, found.value)
    return any(
        mention.entity_class in classes and all(mention.end <= start or end <= mention.start for start, end in taken)
        for mention in others
    )


def held(sentence: Sentence, made: Statement) -> Statement:
    """The statement as its sentence holds it: hedged, or reported by somebody."""
    supports, spans, who = [made.support], made.spans, ""
    if sentence.hedges and made.type is not ItemType.QUESTION:
        supports.append(Support.UNCERTAIN_INFERENCE)
    if sentence.report is not None:
        supports.append(Support.UNVERIFIED_CLAIM)
        spans = (*spans, Span("attribution", *sentence.span(sentence.report.start, sentence.report.end)))
        who = sentence.report.who
    hedges = tuple(dict.fromkeys(hedge.word for hedge in sentence.hedges))
    return replace(made, support=weakest(*supports), spans=spans, reported_by=who, hedges=hedges)
