"""How an entity is shown: its name, its other written forms, and a node in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from forager.model.statement import EntityClass
from forager.resolve.contexts import is_acronym
from forager.resolve.fold import plain
from forager.resolve.lexicon import formal_names
from forager.resolve.names import name_key, tokens
from forager.resolve.nodes import Node
from forager.resolve.person import person_name
from formicaria.ground.ids import normal_text


def written_forms(nodes: Iterable[Node]) -> tuple[tuple[str, int], ...]:
    """The written forms of some nodes with how often each stands; forms that differ in case or spacing count as one."""
    counts: Counter[str] = Counter()
    for node in nodes:
        for form, count in node.names:
            counts[form] += count
    alike: dict[str, list[tuple[str, int]]] = {}
    for form, count in counts.items():
        alike.setdefault(normal_text(form), []).append((form, count))
    merged = [(_best_case(forms), sum(count for _, count in forms)) for forms in alike.values()]
    return tuple(sorted(merged, key=lambda pair: (-pair[1], pair[0])))


def _best_case(forms: Sequence[tuple[str, int]]) -> str:
    return min(forms, key=lambda pair: (pair[0].isupper(), pair[0].islower(), -pair[1], pair[0]))[0]


def shown_name(forms: Sequence[tuple[str, int]], entity_class: str) -> str:
    """The fullest form, then the most frequent, then the longest, then by text."""
    texts = [form for form, _ in forms]
    return min(forms, key=lambda pair: (-_fullness(pair[0], texts, entity_class), -pair[1], -len(pair[0]), pair[0]))[0]


def aliases(forms: Sequence[tuple[str, int]], shown: str) -> list[str]:
    """The other written forms, the most frequent first."""
    return [form for form, _ in forms if form != shown]


def described(node: Node) -> str:
    """A node in words: its most frequent form and what stands beside it."""
    name = node.names[0][0] if node.names else node.name_key
    return f"{name} ({node.context})" if node.context else name


def _fullness(form: str, forms: Sequence[str], entity_class: str) -> int:
    if entity_class == EntityClass.PERSON:
        return _person_fullness(form, forms)
    key = name_key(form, entity_class)
    others = {name_key(other, entity_class) for other in forms} - {key}
    if form.isupper() and " " in form:
        return 0
    if any(is_acronym(key, other) for other in others):
        return 1
    return 3 if len(tokens(form)) > len(key.split()) else 2


def _person_fullness(form: str, forms: Sequence[str]) -> int:
    """0: an address, an initial or half a name; 1: surname first or shouted; 2: a short form of another form's given name; 3: full."""
    name = person_name(name_key(form, EntityClass.PERSON))
    if not name.full:
        return 0
    if "," in form or form.isupper():
        return 1
    givens = {plain(person_name(name_key(other, EntityClass.PERSON)).given) for other in forms}
    return 3 if givens.isdisjoint(formal_names().get(plain(name.given), ())) else 2
