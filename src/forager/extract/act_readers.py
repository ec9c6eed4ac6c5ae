"""Readers of matches that tell a relation, a state, a requirement, a decision or a definition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from forager.extract.antonyms import denied, side_of
from forager.extract.attributes import get
from forager.extract.binding import bind, from_above
from forager.extract.hits import Hit, Subject
from forager.extract.lexicon import verb_lemma
from forager.extract.making import is_negative, make, modality_in
from forager.extract.rules.relations import RELATION_VERBS, RelationVerb
from forager.extract.standing import SELF
from forager.extract.token import Token
from forager.extract.value_readers import named, without_determiner
from forager.extract.wordlist import word_set
from forager.extract.words import JOB_WORDS, PRONOUNS, STATES
from forager.model.statement import EntityClass, ItemType, Modality, Span, Statement, Value, ValueKind

_LESSON = re.compile(r"^(?:lessons? learn(?:ed|t)\b|(?:we|the team) (?:have )?learn(?:ed|t) that)", re.IGNORECASE)


def read_relation(hit: Hit) -> Iterator[Statement]:
    """A relation verb with its objects, one statement each."""
    attribute = hit.rule.attribute
    if not attribute:
        verb = relation_verb(hit)
        attribute = verb.attribute if verb is not None else ""
    subject = bind(hit)
    text = without_determiner(hit.text("value"))
    if (
        subject is None
        or not attribute
        or subject.about_document
        or text.casefold() in PRONOUNS
        or text.casefold() in {"other", "each other"}
        or _only_counts(hit)
    ):
        return
    named_only = attribute == "employer" or (hit.first("verb").key == "lead" and attribute == "manages")
    if named_only and "NAME" not in {hit.tokens("subject")[-1].cls, hit.tokens("subject")[0].cls}:
        return
    for name in ("value", "second"):
        if hit.has(name):
            yield _related(hit, subject, attribute, name)


def _only_counts(hit: Hit) -> bool:
    """Whether the object is a number of things that the sentence does not name ("depends on two factors")."""
    tokens = hit.tokens("value")
    return tokens[0].cls == "NUMBER" and all(token.cls != "NAME" for token in tokens)


def _related(hit: Hit, subject: Subject, attribute: str, name: str) -> Statement:
    """One object of a relation."""
    value = named(hit.scope, without_determiner(hit.text(name)), hit.span(name), kinds_of(attribute))
    return make(
        hit,
        subject,
        [Span("value", *hit.span(name))],
        attribute=attribute,
        value=value,
        polarity=not is_negative(hit, "verb"),
        modality=modality_in(hit),
    )


def kinds_of(attribute: str) -> tuple[ValueKind, ...]:
    """The kinds of value an attribute can have; empty for one outside the catalogue."""
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


def read_supersedes(hit: Hit) -> Iterator[Statement]:
    """A document that says which document it replaces."""
    subject, verb = hit.tokens("subject"), hit.first("verb").key
    if (
        verb not in {"supersede", "replace"}
        or subject[-1].lower not in _DOCUMENT_WORDS
        or subject[0].lower not in {"this", "the", "present"}
    ):
        return
    text = without_determiner(hit.text("value"))
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
    tokens = hit.sentence.tokens
    for index, token in enumerate(tokens[start:], start=start):
        if token.cls in {"STOP", "SEMI"} or _next_duty(tokens, index):
            break
        if token.cls not in _SILENT and token.lower not in _FILLERS:
            words.append(token.text)
    return " ".join(words).casefold()


def _next_duty(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether the next duty of the same subject begins at a token ("... and must wear a badge")."""
    after = tokens[index + 1].cls if index + 1 < len(tokens) else ""
    return tokens[index].cls == "AND" and after in {"MUST", "SHOULD"}


_SILENT = frozenset({"QUAL", "HEDGE", "QUOTE"})


_FILLERS = frozenset({"also", "still", "already", "now", "currently", "hereby", "therefore"})


def read_state(hit: Hit) -> Iterator[Statement]:
    """A state of a subject: predicate, polarity, and what it holds for."""
    subject = bind(hit)
    if (
        subject is None
        or subject.about_document
        or any(token.lower in {"can", "cannot", "would"} for token in hit.whole)
    ):
        return
    predicate, polarity = _state(hit)
    yield make(
        hit,
        replace(subject, text=_STATUS_OF.sub("", subject.text)),
        [],
        predicate=predicate,
        object=_complement(hit, hit.match.end()) if predicate else "",
        polarity=polarity,
        modality=_state_modality(hit),
        type=_state_type(hit),
    )


def _state(hit: Hit) -> tuple[str, bool]:
    """Predicate and polarity; no predicate for a passing state of the past, which says nothing of what is."""
    word = hit.first("state").lower
    predicate, polarity = STATES[word]
    side = side_of(word)
    if side is not None and side[0].passing and any(token.lower in {"was", "were"} for token in hit.whole):
        return "", True
    return denied(predicate, word) if is_negative(hit, "state") else (predicate, polarity)


def _state_modality(hit: Hit) -> Modality:
    """What will be so is planned and what should be so is aimed at: neither says what is."""
    classes = {token.cls for token in hit.whole}
    if "SHOULD" in classes:
        return Modality.TARGET
    return Modality.PLANNED if "MODAL" in classes else modality_in(hit)


_STATUS_OF = re.compile(r"^(?:the )?(?:current )?(?:status|state) of (?:the )?", re.IGNORECASE)
"""Words by which a state is told of a thing: "the status of the gate is closed" says that the gate is closed."""


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


def points_at(hit: Hit) -> bool:
    """Whether a subject within the sentence is only pointed at ("this gap"): what it is stands elsewhere."""
    subject = hit.tokens("subject")
    pointed = len(subject) > 1 and subject[0].lower in {"this", "that", "these", "those"}
    return pointed and (hit.match.start() > 0 or subject[-1].lower not in SELF)


_MANNERS = word_set("thank note mention say admit remember stress emphasize emphasise apologise apologize hesitate")
"""Verbs by which a writer addresses the reader ("we should note that ...")."""


def _is_no_duty(hit: Hit, token: Token) -> bool:
    """Whether words of duty lay down none: a writer's manners, an expectation, a clause about something the sentence seeks."""
    subject, start = hit.tokens("subject"), hit.match.start()
    sought = start > 1 and hit.sentence.tokens[start - 1].cls in {"THAT", "WH", "PRON"}
    loose = not any(word.cls == "MUST" for word in hit.whole)
    return (
        verb_lemma(token.lower) in _MANNERS
        or token.cls == "OF"
        or (len(subject) == 1 and subject[0].lower.endswith("ly"))
        or (loose and sought and hit.sentence.tokens[start - 2].cls not in {"SAY", "DECIDE", "MEAN"})
    )


def read_requirement(hit: Hit) -> Iterator[Statement]:
    """What a subject must or must not do: the verb, or what it must be."""
    subject = bind(hit)
    if subject is None or subject.about_document or _LESSON.search(hit.sentence.text) or points_at(hit):
        return
    place = _verb_place(hit)
    token = hit.sentence.tokens[place]
    if _is_no_duty(hit, token):
        return
    if hit.rule.name == "subject cannot" and not (hit.has("not") or hit.first("modal").lower == "cannot"):
        return
    if hit.rule.name == "subject may not" and place > hit.match.end("predicate") - 1 and not _is_act(token):
        return
    yield make(
        hit,
        subject,
        [],
        predicate=_predicate(token),
        object=_rest(hit, place + 1),
        polarity=not any(token.cls == "NOT" for token in hit.whole),
    )


def _is_act(token: Token) -> bool:
    """Whether "may not be ..." forbids an act ("shared") and does not doubt a state ("needed", "obvious")."""
    return token.cls in {"PART", "CHANGE", "DECIDE"} and verb_lemma(token.lower) not in {"need", "require"}


_NO_VERB = frozenset({"ADV", "HEDGE", "BEEN", "HAVE", "NOT"})


def _verb_place(hit: Hit) -> int:
    """The token that says what must be done: behind "be", "have been" and adverbs, when a word follows them."""
    tokens, place = hit.sentence.tokens, hit.match.end("predicate") - 1
    while place + 1 < len(tokens) and (tokens[place].cls in _NO_VERB or tokens[place].lower.endswith("ly")):
        if tokens[place].cls == "HAVE" and tokens[place + 1].cls not in {"BEEN", "PART", "ADV"}:
            break
        place += 1
    return place if tokens[place].text[:1].isalpha() else hit.match.end("predicate") - 1


def _predicate(token: Token) -> str:
    """The verb as its lemma; an adjective or noun as what the subject must be."""
    lemma = verb_lemma(token.lower)
    if token.cls == "DET":
        return "be"
    if token.cls not in {"WORD", "STATE"} and lemma:
        return lemma
    return STATES[token.lower][0] if token.lower in STATES else lemma or f"be {token.lower}"


_POINTING_VERBS = word_set(
    "see note refer visit click find read consult contact feel let join enjoy consider bear keep look forgive excuse accept "
    "remember be try help ask have hesitate"
)
"""Verbs of requests that point to a place, greet or excuse."""


def read_request(hit: Hit) -> Iterator[Statement]:
    """What the reader is asked to do or not to do."""
    token = hit.sentence.tokens[hit.match.end("predicate") - 1]
    lemma = verb_lemma(token.lower)
    if lemma != token.lower or lemma in _POINTING_VERBS or len(hit.sentence.tokens) < MIN_REQUEST:
        return
    yield make(
        hit,
        from_above(hit.scope, hit.sentence),
        [],
        predicate=lemma,
        object=_rest(hit, hit.match.end("predicate")),
        polarity=not hit.has("not"),
    )


MIN_REQUEST = 5
"""Tokens of a request that says what is wanted."""


def read_decision(hit: Hit) -> Iterator[Statement]:
    """What somebody settled."""
    words, verb = hit.tokens("subject"), hit.first("verb").key
    agent = bind(hit) if words[0].lower not in PRONOUNS else Subject("") if words[0].lower in _DECIDERS else None
    if agent is None or (verb in _ALSO_OF_THINGS and agent.text and not _can_decide(words)):
        return
    yield make(
        hit,
        agent,
        [],
        predicate=verb,
        object=_rest(hit, hit.match.end()),
        polarity=not is_negative(hit, "verb"),
    )


_DECIDERS = frozenset({"we", "it", "everyone", "everybody", "nobody"})
_ALSO_OF_THINGS = frozenset({"confirm", "select", "grant", "reject", "adopt", "resolve", "choose", "endorse", "opt"})
"""Verbs of deciding that also tell what a study or a program does."""
_BODIES = word_set(
    "board committee council team management group department government parliament senate assembly court jury panel "
    "commission ministry directors members owners sponsors shareholders company board's meeting participants attendees"
)


def _can_decide(words: tuple[Token, ...]) -> bool:
    """Whether a subject is somebody: a name, a job or a body of people."""
    return any(
        token.cls == "NAME" or token.lower in JOB_WORDS | _BODIES or token.lower.endswith(_AGENTS) for token in words
    )


_AGENTS = ("ers", "ors", "ees", "ists")
"""Endings of those who do what a verb says ("reviewers", "auditors")."""


def _is_term(hit: Hit) -> bool:
    """Whether the subject of "refers to" is marked as a term: in quotation marks, or called one."""
    first = hit.tokens("subject")[0]
    before = hit.sentence.view.text[max(hit.sentence.start, first.start - 1) : first.start]
    return before == '"' or any(
        token.lower in {"term", "phrase", "expression", "word"} for token in hit.tokens("subject")
    )


def read_definition(hit: Hit) -> Iterator[Statement]:
    """What a term means."""
    subject = bind(hit)
    if hit.has("verb2") and not _is_term(hit):
        return
    if subject is not None and not subject.about_document:
        yield make(hit, subject, [], predicate="mean", object=_rest(hit, hit.match.end()))


_NO_TERMS = word_set(
    "problem reason result purpose goal aim idea question point thing key difference challenge issue example way answer matter case "
    "situation fact rest majority trick solution advantage disadvantage consequence implication cause one"
)
"""Nouns that stand for what a sentence goes on to say, and are no terms."""
_NO_KINDS = word_set(
    "lot number way matter result example bit fan pleasure shame waste sign case must mess joke lack need part member majority kind sort "
    "rest end start beginning cause reason friend author owner manager head home subset list source summary overview copy"
)
"""Nouns that count, judge or relate, and say of no thing what it is."""


def read_kind(hit: Hit) -> Iterator[Statement]:
    """What kind of thing something is: a definition where a term or a name is told of, else a fact."""
    words, subject = hit.tokens("subject"), bind(hit)
    people = {mention.entity_class for mention in hit.scope.mentions_in(*hit.span("subject"))} & {EntityClass.PERSON}
    if (
        subject is None
        or subject.about_document
        or people
        or points_at(hit)
        or words[-1].lower in _NO_TERMS
        or hit.first("genus").lower in _NO_KINDS
        or words[0].lower in {"this", "these", "that", "those", "another", "each", "every", "no"}
    ):
        return
    term = words[0].lower in {"a", "an"} or words[-1].cls == "NAME" or words[0].cls != "DET"
    yield make(
        hit,
        subject,
        [],
        predicate="be",
        object=_rest(hit, hit.match.end("verb")),
        type=ItemType.DEFINITION if term else ItemType.FACT,
    )


def read_whole(hit: Hit) -> Iterator[Statement]:
    """What something is made up of."""
    subject = bind(hit)
    of_itself = hit.text("subject").casefold() in {"the project", "the programme", "the program"}
    if subject is not None and (of_itself or not subject.about_document) and not points_at(hit):
        yield make(hit, subject, [], predicate="consist of", object=_rest(hit, hit.match.start("parts")))


def read_lacking(hit: Hit) -> Iterator[Statement]:
    """What something is said to be without: a limit, access, a guarantee."""
    subject = bind(hit)
    if subject is not None and not subject.about_document and not points_at(hit):
        yield make(hit, subject, [], predicate="have", object=_rest(hit, hit.match.end("no")), polarity=False)
