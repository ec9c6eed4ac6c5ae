"""The families of F5a: a few documents about one thing each, and what is true of them. Same seed, same bytes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from random import Random

from bench.disagreement import forms
from bench.disagreement.facts import Fact, Namesake, Several, facts, namesakes, paragraphs, several
from bench.disagreement.forms import FORMS, STRUCTURED, TOLD, Form, Offer, Page, Said
from bench.disagreement.wording import changed, coarser, other_form, written

SEED = 20261130


class Kind(StrEnum):
    """What a family is. Only the first is a disagreement."""

    CONFLICT = "true conflict"
    SAME = "same value, other format"
    REFINED = "refinement"
    QUALIFIED = "qualifiers"
    NAMESAKE = "homonyms"
    SEVERAL = "several values"
    PLANNED = "planned and actual"
    NARRATED = "change told inside one document"
    VERSION = "later version under one name"
    REPLACED = "named replacement"
    MARKED = "near-duplicate with a version marker"
    NOISE = "noise"


SUPERSEDING = frozenset({Kind.NARRATED, Kind.VERSION, Kind.REPLACED, Kind.MARKED})
PER_SETTING = {
    Kind.CONFLICT: 12,
    Kind.SAME: 4,
    Kind.REFINED: 3,
    Kind.QUALIFIED: 4,
    Kind.SEVERAL: 3,
    Kind.PLANNED: 2,
    Kind.NARRATED: 3,
    Kind.VERSION: 3,
    Kind.REPLACED: 3,
    Kind.MARKED: 3,
    Kind.NOISE: 1,
}


@dataclass(frozen=True, slots=True)
class Family:
    """Documents, in the batches in which they arrive. ``old`` and ``new`` are the values as the editor wrote them."""

    id: str
    kind: Kind
    steps: tuple[tuple[Offer, ...], ...]
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Setting:
    """Families that share a project: they are about different things under the same labels, as in real life."""

    name: str
    families: tuple[Family, ...]


class Editor:
    """Makes the families of one setting; everything is drawn from one seeded source."""

    def __init__(self, name: str, own: Sequence[Fact], many: Sequence[Several], seed: int) -> None:
        """Take the facts of a setting, and what in it has several values."""
        self.random = Random(f"{seed} {name}")  # noqa: S311 - it draws examples, not secrets
        self.name = name
        self.facts = own
        self.many = list(many)
        subjects = sorted({fact.subject for fact in own})
        self.random.shuffle(subjects)
        self.reserve, self.free = subjects[:6], subjects[6:]
        self.prose = [f"{a}\n\n{b}" for a, b in combinations(paragraphs(), 2)]
        self.random.shuffle(self.prose)
        self.count = 0

    def family(self, kind: Kind) -> Family:
        """The next family of a kind."""
        self.count += 1
        return _MAKERS[kind](self, f"{self.name}-{self.count:03d}")

    def fact(self, fits: Callable[[Fact], bool] = lambda _: True) -> Fact:
        """A fact of a subject that no family has yet."""
        for subject in self.free:
            own = [fact for fact in self.facts if fact.subject == subject and fits(fact)]
            if own:
                self.free.remove(subject)
                return self.random.choice(own)
        raise LookupError(f"{self.name} has no subject left")

    def has(self, fits: Callable[[Fact], bool]) -> bool:
        """Whether a subject is left with such a fact."""
        return any(fact.subject in self.free and fits(fact) for fact in self.facts)

    def others(self, fact: Fact) -> tuple[str, ...]:
        """The values that the label has elsewhere."""
        return tuple(sorted({each.value for each in self.facts if each.label == fact.label}))

    def page(self, name: str, title: str) -> Page:
        """A page with paragraphs and a date of its own."""
        day = f"20{self.random.randint(18, 25)}-{self.random.randint(1, 12):02d}-{self.random.randint(1, 28):02d}"
        return Page(name, title, day, (self.prose.pop(), self.prose.pop()))

    def said(self, fact: Fact, form: Form, value: str = "") -> Said:
        """A fact as a form writes it; a table has true rows of other things beside it."""
        style = "prose" if form in TOLD else "table"
        near = [each for each in self.facts if each.subject in self.reserve and each.label == fact.label]
        rows = tuple((each.subject, written(each, style)) for each in self.random.sample(near, min(4, len(near))))
        return Said(fact.subject, fact.label, value or written(fact, style), rows)

    def offer(
        self,
        id_: str,
        number: int,
        fact: Fact,
        form: Form,
        value: str = "",
        *,
        title: str = "",
        label: str = "",
        sentence: str = "",
    ) -> Offer:
        """A document of a family that states the fact in the given form; a title, label or sentence given takes the place of its own."""
        titles = ["Overview", "Data sheet", "Summary of findings", "Reference notes", "Survey"]
        title = title or f"{self.random.choice(titles)} {self.count}-{number}"
        said = replace(self.said(fact, form, value), label=label or fact.label, sentence=sentence)
        return form(self.page(f"{id_}/document-{number}", title), said, self.random)

    def forms(self) -> tuple[Form, Form]:
        """Two forms for two documents; often of different kinds."""
        return self.random.choice(FORMS), self.random.choice(FORMS)


def settings(seed: int = SEED) -> Iterator[Setting]:
    """All settings with their families."""
    every, many = facts(), several()
    for name in sorted({fact.setting for fact in every}):
        editor = Editor(name, [fact for fact in every if fact.setting == name], many.get(name, ()), seed)
        families = [
            editor.family(kind)
            for kind, count in PER_SETTING.items()
            for _ in range(count)
            if kind is not Kind.SEVERAL or editor.many
        ]
        yield Setting(name, tuple(families))
    yield Setting("towns", tuple(_namesakes(seed)))


def _conflict(editor: Editor, id_: str) -> Family:
    fact = editor.fact()
    new = changed(fact, editor.random, editor.others(fact))
    first, second = editor.forms()
    offers = (editor.offer(id_, 1, fact, first), editor.offer(id_, 2, new, second))
    return Family(id_, Kind.CONFLICT, (offers,), written(fact), written(new))


def _same(editor: Editor, id_: str) -> Family:
    fact = editor.fact(lambda each: each.kind != "text")
    first, second = editor.forms()
    offers = (editor.offer(id_, 1, fact, first), editor.offer(id_, 2, fact, second, other_form(fact)))
    return Family(id_, Kind.SAME, (offers,), written(fact), other_form(fact))


def _refined(editor: Editor, id_: str) -> Family:
    if not editor.has(lambda each: bool(coarser(each))):
        return replace(_same(editor, id_), kind=Kind.REFINED)
    fact = editor.fact(lambda each: bool(coarser(each)))
    first, second = editor.forms()
    offers = (editor.offer(id_, 1, fact, first), editor.offer(id_, 2, fact, second, coarser(fact)))
    return Family(id_, Kind.REFINED, (offers,), written(fact), coarser(fact))


_QUALIFIERS = (
    ("production", "staging"),
    ("Europe", "Asia"),
    ("Q1", "Q2"),
    ("version 1", "version 2"),
    ("phase 1", "phase 2"),
    ("France", "Japan"),
)


def _qualified(editor: Editor, id_: str) -> Family:
    fact = editor.fact()
    new = changed(fact, editor.random, editor.others(fact))
    pair = editor.random.choice(_QUALIFIERS)
    offers = tuple(
        _qualified_offer(editor, id_, number, each, word)
        for number, each, word in zip((1, 2), (fact, new), pair, strict=True)
    )
    return Family(id_, Kind.QUALIFIED, (offers,), written(fact), written(new))


def _qualified_offer(editor: Editor, id_: str, number: int, fact: Fact, word: str) -> Offer:
    if editor.random.random() < 0.5:
        return editor.offer(id_, number, fact, editor.random.choice(STRUCTURED), label=f"{fact.label} ({word})")
    place = f"for {word}" if word.startswith("version") else f"in {word}"
    label = fact.label.lower()
    told = editor.random.choice(
        [
            f"The {label} of {fact.subject} {place} is {written(fact)}.",
            f"The {label} of {fact.subject} is {written(fact)} {place}.",
        ]
    )
    return editor.offer(id_, number, fact, editor.random.choice(TOLD), sentence=told)


def _several(editor: Editor, id_: str) -> Family:
    each = editor.many.pop(0)
    half = max(1, len(each.values) // 2)
    parts = (", ".join(each.values[:half]), ", ".join(each.values[half:]))
    like = Fact(editor.name, each.subject, each.label, "text", "")
    offers = tuple(
        editor.offer(id_, number, like, editor.random.choice(FORMS), value) for number, value in enumerate(parts, 1)
    )
    return Family(id_, Kind.SEVERAL, (offers,), *parts)


def _planned(editor: Editor, id_: str) -> Family:
    fact = editor.fact(lambda each: each.kind != "boolean")
    new = changed(fact, editor.random, editor.others(fact))
    word = editor.random.choice(["Planned", "Target"])
    first, second = editor.forms()
    label = f"{word} {fact.label.lower()}"
    offers = (editor.offer(id_, 1, fact, first), editor.offer(id_, 2, new, second, label=label))
    return Family(id_, Kind.PLANNED, (offers,), written(fact), written(new))


def _narrated(editor: Editor, id_: str) -> Family:
    fact = editor.fact(lambda each: each.kind != "boolean")
    new = changed(fact, editor.random, editor.others(fact))
    label, old, now = fact.label.lower(), written(fact), written(new)
    told = editor.random.choice(
        [
            f"The {label} of {fact.subject} was changed from {old} to {now}.",
            f"The {label} of {fact.subject} was {old}. It is now {now}.",
            f"The {label} of {fact.subject} is {now} (previously {old}).",
            f"The {label} of {fact.subject} was {old}, but is now {now}.",
        ]
    )
    offer = editor.offer(id_, 1, fact, editor.random.choice(TOLD), sentence=told)
    return Family(id_, Kind.NARRATED, ((offer,),), old, now)


def _version(editor: Editor, id_: str) -> Family:
    fact = editor.fact()
    new = changed(fact, editor.random, editor.others(fact))
    form = editor.random.choice(FORMS)
    steps = tuple((editor.offer(id_, 1, each, form),) for each in (fact, new))
    return Family(id_, Kind.VERSION, steps, written(fact), written(new))


def _replaced(editor: Editor, id_: str) -> Family:
    fact = editor.fact()
    new = changed(fact, editor.random, editor.others(fact))
    title = f"{editor.random.choice(['Field', 'Operations', 'Reference'])} Handbook {editor.count}"
    old = editor.offer(id_, 1, fact, forms.key_value, title=title)
    said = editor.said(new, forms.minutes)
    verb = editor.random.choice(["supersedes", "replaces"])
    told = f"This document {verb} {title}. {forms.sentence(said, editor.random)}"
    offer = editor.offer(id_, 2, new, forms.minutes, title=f"Renewed Handbook {editor.count}", sentence=told)
    return Family(id_, Kind.REPLACED, ((old, offer),), written(fact), written(new))


_MARKERS = (("v1", "v2"), ("2024-03-01", "2025-02-10"), ("draft", "final"), ("rev A", "rev B"))


def _marked(editor: Editor, id_: str) -> Family:
    """One long text twice, its value changed, with a marker in its name or its title."""
    fact = editor.fact()
    new = changed(fact, editor.random, editor.others(fact))
    base = [editor.prose.pop() for _ in range(8)]
    markers = editor.random.choice(_MARKERS)
    in_name = editor.random.random() < 0.5
    told = forms.sentence(Said(fact.subject, fact.label, "@"), editor.random)
    offers: list[Offer] = []
    for marker, each in zip(markers, (fact, new), strict=True):
        title = f"Guide {editor.count}" if in_name else f"Guide {editor.count} ({marker})"
        text = "\n\n".join([f"# {title}", *base[:4], told.replace("@", written(each)), *base[4:]])
        name = f"guide-{marker.replace(' ', '-')}" if in_name else f"guide-{'abc'[len(offers)]}"
        offers.append((f"{id_}/{name}.md", text.encode()))
    return Family(id_, Kind.MARKED, (tuple(offers),), written(fact), written(new))


def _noise(editor: Editor, id_: str) -> Family:
    first, second = editor.forms()
    one, other = editor.fact(), editor.fact()
    offers = (editor.offer(id_, 1, one, first), editor.offer(id_, 2, other, second))
    return Family(id_, Kind.NOISE, (offers,), written(one), written(other))


def _namesakes(seed: int) -> Iterator[Family]:
    """Towns of one name: each document tells which one it means, by a column, a label, a heading or a sentence."""
    editor = Editor("towns", [], (), seed)
    for number, pair in enumerate(namesakes(), 1):
        editor.count = number
        id_ = f"towns-{number:03d}"
        offers = tuple(_town(editor, f"{id_}/document-{at}", each) for at, each in enumerate(pair, 1))
        yield Family(id_, Kind.NAMESAKE, (offers,), pair[0].population, pair[1].population)


def _town(editor: Editor, name: str, town: Namesake) -> Offer:
    way = editor.random.choice([_town_column, _town_label, _town_heading, _town_sentence])
    return way(editor.page(name, f"Notes {editor.count}"), town, editor.random)


def _town_column(page: Page, town: Namesake, _: Random) -> Offer:
    return f"{page.name}.csv", f"Name,Country,Population\n{town.name},{town.country},{town.population}\n".encode()


def _town_label(page: Page, town: Namesake, _: Random) -> Offer:
    lines = f"Name: {town.name}\nCountry: {town.country}\nPopulation: {town.population}"
    return f"{page.name}.md", f"# {page.title}\n\n{page.prose[0]}\n\n## {town.name}\n\n{lines}\n".encode()


def _town_heading(page: Page, town: Namesake, _: Random) -> Offer:
    table = f"| Name | Population |\n| --- | --- |\n| {town.name} | {town.population} |"
    return f"{page.name}.md", f"# Towns of {town.country}\n\n{page.prose[0]}\n\n{table}\n".encode()


def _town_sentence(page: Page, town: Namesake, random: Random) -> Offer:
    told = f"{town.name} is a town in {town.country}. The population of {town.name} is {town.population}."
    return forms.mail(page, Said(town.name, "Population", town.population, sentence=told), random)


_MAKERS: dict[Kind, Callable[[Editor, str], Family]] = {
    Kind.CONFLICT: _conflict,
    Kind.SAME: _same,
    Kind.REFINED: _refined,
    Kind.QUALIFIED: _qualified,
    Kind.SEVERAL: _several,
    Kind.PLANNED: _planned,
    Kind.NARRATED: _narrated,
    Kind.VERSION: _version,
    Kind.REPLACED: _replaced,
    Kind.MARKED: _marked,
    Kind.NOISE: _noise,
}
