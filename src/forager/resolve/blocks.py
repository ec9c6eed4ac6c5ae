"""Blocks: the keys under which nodes are compared at all. Two nodes that share no key are never scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, product

import jellyfish

from forager.resolve.contexts import acronyms
from forager.resolve.fold import plain, spellings
from forager.resolve.lexicon import words
from forager.resolve.nodes import Node
from forager.resolve.person import initials
from forager.resolve.profile import Profile, profile
from forager.resolve.slips import consonants

BLOCK_CAP = 200
"""A block of more nodes than this is not compared, and reported; the finer blocks of its nodes still are."""
_NAMESAKES = ("name", "letters", "sound")
"""Blocks in which every other bearer of a name stands."""


def block_keys(node: Node) -> tuple[str, ...]:
    """The keys of a node, sorted, each ``group:kind:value``.

    Persons: words of the name, sound and consonants of the family name with each initial the given name may have, given name with
    the start of the family name, the first two words, the family name before marriage. Others: words, letters, sound of the first
    word, acronym. All: the address or number beside the name.
    """
    side = profile(node)
    keys = _identifiers(side) | (_person_keys(side) if side.group == "person" else _thing_keys(side))
    return tuple(sorted(f"{side.group}:{key}" for key in keys))


def blocks(nodes: Iterable[Node]) -> dict[str, tuple[Node, ...]]:
    """Block key -> its nodes in order of id; keys in order."""
    found: dict[str, list[Node]] = {}
    for node in sorted(nodes, key=lambda each: each.id):
        for key in block_keys(node):
            found.setdefault(key, []).append(node)
    return {key: tuple(found[key]) for key in sorted(found)}


def capped(found: Mapping[str, tuple[Node, ...]]) -> tuple[str, ...]:
    """The keys of the blocks that are too large to compare."""
    return tuple(key for key, members in found.items() if len(members) > BLOCK_CAP)


def pairs(found: Mapping[str, tuple[Node, ...]]) -> tuple[tuple[Node, Node], ...]:
    """Every pair of nodes that share a block within the cap, once, in order of ids."""
    met: dict[tuple[str, str], tuple[Node, Node]] = {}
    for members in found.values():
        if len(members) <= BLOCK_CAP:
            for left, right in combinations(members, 2):
                met.setdefault((left.id, right.id), (left, right))
    return tuple(met[ids] for ids in sorted(met))


def hides_namesakes(key: str) -> bool:
    """Whether leaving this block out may hide another bearer of a name."""
    return key.split(":", 2)[1] in _NAMESAKES


def _identifiers(side: Profile) -> set[str]:
    known = (side.node.name_key,) if "@" in side.node.name_key else side.record.mails
    keys = {f"number:{key}" for _, key in side.record.numbers} | {f"mail:{address}" for address in known}
    return keys | (_record_keys(side) if side.group == "person" else set())


def _record_keys(side: Profile) -> set[str]:
    """Keys of a person's record: each fact with a part of the name, so that a household or a town is no block."""
    beside, letters = side.record, {_first(word[0]) for word in side.words}
    sounds = {jellyfish.metaphone(word) or word for word in side.words}
    homes = {f"{street} {house}" for street, house in product(beside.address.streets, beside.address.houses)}
    keys = {f"phone:{phone} {letter}" for phone, letter in product(beside.phones, letters)}
    keys |= {f"birth:{birth} {letter}" for birth, letter in product(beside.births, letters)}
    keys |= {f"home:{home} {letter}" for home, letter in product(homes, letters)}
    return keys | {f"post:{code} {sound}" for code, sound in product(beside.address.postcodes, sounds)}


def _person_keys(side: Profile) -> set[str]:
    name = side.person
    if name.half:
        return set()
    keys = {f"name:{' '.join(sorted(side.words))}"}
    for family in spellings(name.family.replace(" ", "")):
        sound = jellyfish.metaphone(family) or family
        keys |= {f"sound:{sound} {letter}" for letter in initials(plain(name.given))}
        keys |= {f"consonants:{consonants(family)} {_first(letter)}" for letter in initials(plain(name.given))}
        if name.full:
            keys |= {f"given:{given} {family[:3]}" for given in spellings(name.given)}
        if len(side.words) > 1:
            keys.add(f"opens:{side.words[0]} {side.words[1]}")
    if side.birth:
        keys.add(f"sound:{jellyfish.metaphone(side.birth) or side.birth} {plain(name.given)[:1]}")
    return keys


def _first(letter: str) -> str:
    """An initial as it sounds: a vowel is a vowel."""
    return consonants(letter) or "a"


def _thing_keys(side: Profile) -> set[str]:
    if not side.words:
        return set()
    weighty = [word for word in side.words if word not in words().small] or side.words
    keys = {f"name:{' '.join(sorted(weighty))}", f"letters:{''.join(side.words)}"}
    keys |= {f"letters:{letters}" for letters in spellings(side.node.name_key.replace(" ", ""))}
    first = side.words[0]
    keys.add(f"sound:{jellyfish.metaphone(first) or first}")
    keys |= {f"acronym:{initials}" for initials in acronyms(list(side.words))}
    if len(side.words) == 1 and 2 <= len(first) <= 6:
        keys.add(f"acronym:{first}")
    return keys
