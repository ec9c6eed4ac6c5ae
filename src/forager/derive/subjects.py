"""Which thing a subject's words stand for now: a movable pointer, never part of an id."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Connection, delete, insert, select

from forager.store.tables import OPEN, address, entity_state, mention, name_binding, source

BATCH = 400
DOCUMENT = "document:"
WORDS = "words:"
Lexical = tuple[bool, str]
"""A subject as written: whether it is the document itself, and its normalised words."""


def bindings(connection: Connection, project: str, words: Iterable[str]) -> dict[str, str]:
    """Which entity each name stands for; empty when several bear it, absent when none does."""
    wanted = sorted(set(words))
    found: dict[str, str] = {}
    for start in range(0, len(wanted), BATCH):
        part = name_binding.c.name_key.in_(wanted[start : start + BATCH])
        mine = (name_binding.c.project_id == project) & part
        rows = connection.execute(select(name_binding.c.name_key, name_binding.c.entity_id).where(mine))
        found |= {row[0]: row[1] for row in rows}
    return found


def tokens_of(connection: Connection, project: str, subjects: Collection[Lexical]) -> dict[Lexical, str]:
    """The canonical subject of each lexical one: an entity id, or the words themselves, or the document."""
    known = bindings(connection, project, (words for about, words in subjects if not about))
    return {
        (about, words): DOCUMENT + words if about else known.get(words) or WORDS + words for about, words in subjects
    }


def words_of_tokens(connection: Connection, project: str, tokens: Collection[str]) -> dict[str, list[str]]:
    """All subject words that have each token now; of a document, its name."""
    plain = [token.removeprefix(WORDS) for token in tokens if token.startswith(WORDS)]
    known = bindings(connection, project, plain)
    found = {token: [token.removeprefix(DOCUMENT)] for token in tokens if token.startswith(DOCUMENT)}
    found |= {WORDS + words: [] if known.get(words) else [words] for words in plain}
    entities = sorted(token for token in tokens if token not in found)
    found |= {token: [] for token in entities}
    for start in range(0, len(entities), BATCH):
        part = name_binding.c.entity_id.in_(entities[start : start + BATCH])
        mine = (name_binding.c.project_id == project) & part
        query = select(name_binding.c.entity_id, name_binding.c.name_key).where(mine).order_by(name_binding.c.name_key)
        for entity, words in connection.execute(query):
            found[entity].append(words)
    return found


def entities_of_nodes(connection: Connection, project: str, nodes: Iterable[str]) -> dict[str, str]:
    """The entity each address belongs to as the revision under construction sees it; addresses without one are absent."""
    wanted = sorted(set(nodes))
    found: dict[str, str] = {}
    for start in range(0, len(wanted), BATCH):
        part = wanted[start : start + BATCH]
        own = (entity_state.c.project_id == project) & entity_state.c.id.in_(part) & (entity_state.c.rev_to == OPEN)
        found |= {id_: id_ for id_ in connection.execute(select(entity_state.c.id).where(own)).scalars()}
        moved = (address.c.project_id == project) & address.c.id.in_(part) & (address.c.rev_to == OPEN)
        found |= {
            row[0]: row[1] for row in connection.execute(select(address.c.id, address.c.canonical_id).where(moved))
        }
    return found


def rebind(connection: Connection, project: str, keys: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Recompute the binding of each name key. Returns the changed ones as key -> (token before, token now)."""
    changed: dict[str, tuple[str, str]] = {}
    for key in sorted(set(keys)):
        before, now = _present(connection, project, key), _wanted(connection, project, key)
        if before == now:
            continue
        _set(connection, project, key, now)
        tokens = (before or WORDS + key, now or WORDS + key)
        # Becoming or ceasing to be ambiguous changes the verdicts of a slot even where its token stays.
        changed[key] = tokens
    return changed


def _present(connection: Connection, project: str, key: str) -> str | None:
    mine = (name_binding.c.project_id == project) & (name_binding.c.name_key == key)
    return connection.execute(select(name_binding.c.entity_id).where(mine)).scalar_one_or_none()


def _wanted(connection: Connection, project: str, key: str) -> str | None:
    """The single entity named so; empty when several are; None when none is."""
    query = (
        select(mention.c.node_id)
        .join(source, source.c.id == mention.c.source_id)
        .where(mention.c.project_id == project, mention.c.words == key, source.c.included.is_(True))
        .distinct()
    )
    entities = set(entities_of_nodes(connection, project, connection.execute(query).scalars()).values())
    if not entities:
        return None
    return entities.pop() if len(entities) == 1 else ""


def _set(connection: Connection, project: str, key: str, entity: str | None) -> None:
    mine = (name_binding.c.project_id == project) & (name_binding.c.name_key == key)
    connection.execute(delete(name_binding).where(mine))
    if entity is not None:
        connection.execute(insert(name_binding).values(project_id=project, name_key=key, entity_id=entity))
