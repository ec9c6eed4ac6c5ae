"""The colony's settings as the launcher writes them: everything on the first run, later only what must change.

The operator's own words stay: a key that is there keeps its value, but for the endpoint, which is where the engine really listens, a token
that does not open the mapped bases any more, and the bases that are new. A file that names another engine is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from formicaria.ground.settings import read_file
from formicaria.up.home import Home, replace
from formicaria.up.wire import Api, Json, Refused

ENABLED = "knowledge_enabled"
MANAGED = "knowledge_forager_managed"
ENDPOINT = "knowledge_forager_endpoint"
TOKEN = "knowledge_forager_token"  # noqa: S105  # the name of a setting
PROJECTS = "knowledge_project_map"
DEFAULT = "knowledge_default_project"
TOKEN_NAME = "formicaria up"  # noqa: S105  # the name of a token
TOKENS = "/api/settings/tokens"
OFFERED = "offered"
GLOBAL = "global"
"""A key of the map that is no project: what missions of no project read."""


@dataclass(frozen=True, slots=True)
class Base:
    """A knowledge base of the engine: its id, the word that names it, and what people call it."""

    id: str
    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What was written, in sentences, and the id of the token that was made for it; empty when none was."""

    sentences: tuple[str, ...]
    minted: str = ""


def base_of(project: Json) -> Base:
    """A project of the engine as a base."""
    return Base(str(project["id"]), str(project["slug"]), str(project["name"]))


def living(projects: Iterable[Json]) -> tuple[Base, ...]:
    """The bases among the engine's projects, in its order; archived ones are none."""
    return tuple(base_of(each) for each in projects if not each["archived_at"])


def settle(at: Home, engine: Api, endpoint: str, bases: Sequence[Base], named: Base | None) -> Settled:
    """Bring the colony's file in line with the engine and its bases; ``named`` is the one this run is about.

    Raises:
        ConfigurationRefused: a file is no JSON object, or cannot be written.
        Refused, Unavailable: the engine refuses or does not answer.
    """
    path = at.colony_file
    before = read_file(path)
    if not _ours(before):
        return Settled((f"{path} names an engine of its own; it was left as it is.",))
    offered = _offered(at)
    fresh = _fresh(before, bases, offered, named)
    after = {**before, **_joined(before, endpoint, fresh, named)}
    after[TOKEN], minted = _token(engine, endpoint, str(after.get(TOKEN) or ""), _mapped(after, bases))
    if after != before:
        replace(path, after)
    # Written last: what was mapped without this note is in the map, and counts as offered all the same.
    known = sorted({*offered, *(each.id for each in bases)})
    if known != sorted(offered):
        replace(at.bases_file, {OFFERED: known})
    return Settled(tuple(_told(path, before, after, fresh)), minted)


def is_ours(path: Path) -> bool:
    """Whether the colony's file is the launcher's to keep. Raises ConfigurationRefused."""
    return _ours(read_file(path))


def follow(path: Path, endpoint: str) -> None:
    """The engine listens somewhere else now."""
    found = read_file(path)
    if found.get(MANAGED) is True and found.get(ENDPOINT) != endpoint:
        replace(path, {**found, ENDPOINT: endpoint})


def mapped_as(path: Path, base: Base) -> str:
    """The colony's project that reads a base; empty when none does."""
    return next((name for name, id_ in sorted(_map(read_file(path)).items()) if id_ == base.id), "")


def revoke_others(engine: Api, kept: str) -> None:
    """Revoke every token of the launcher's but this one. Raises Refused, Unavailable."""
    for row in list(engine.every(TOKENS)):
        if row["name"] == TOKEN_NAME and not row["revoked_at"] and row["id"] != kept:
            engine.delete(f"{TOKENS}/{row['id']}")


def _ours(found: Mapping[str, object]) -> bool:
    # An endpoint somebody wrote without the switch is an engine that somebody else runs.
    return found.get(MANAGED) is True or (MANAGED not in found and ENDPOINT not in found)


def _offered(at: Home) -> frozenset[str]:
    found = read_file(at.bases_file).get(OFFERED)
    return frozenset(str(each) for each in found) if isinstance(found, list) else frozenset()


def _fresh(
    before: Mapping[str, object], bases: Sequence[Base], offered: frozenset[str], named: Base | None
) -> tuple[Base, ...]:
    """The bases to be mapped now: those never offered, but of a map that is older than the launcher the named one alone."""
    mapped = set(_map(before).values())
    wanted: Sequence[Base] = bases
    if PROJECTS in before and MANAGED not in before:
        wanted = [named] if named else []
    return tuple(each for each in wanted if each.id not in mapped and each.id not in offered)


def _joined(
    before: Mapping[str, object], endpoint: str, fresh: Sequence[Base], named: Base | None
) -> dict[str, object]:
    projects = _map(before)
    for base in fresh:
        projects[_key(projects, base)] = base.id
    first = [named.id] if named and named.id in projects.values() else [each.id for each in fresh]
    return {
        ENABLED: before.get(ENABLED, True),
        MANAGED: True,
        ENDPOINT: endpoint,
        PROJECTS: projects,
        DEFAULT: before.get(DEFAULT) or next(iter(first), ""),
    }


def _key(projects: Mapping[str, str], base: Base) -> str:
    """The base's word, with a number when the colony has it for something else."""
    return next(word for word in _words(base.slug) if word not in projects and word != GLOBAL)


def _words(slug: str) -> Iterator[str]:
    yield slug
    number = 2
    while True:
        yield f"{slug}-{number}"
        number += 1


def _map(found: Mapping[str, object]) -> dict[str, str]:
    value = found.get(PROJECTS)
    return {str(key): str(id_) for key, id_ in value.items()} if isinstance(value, dict) else {}


def _mapped(found: Mapping[str, object], bases: Sequence[Base]) -> list[str]:
    """The ids of the mapped bases that the engine has."""
    return sorted({*_map(found).values(), str(found.get(DEFAULT) or "")} & {each.id for each in bases})


def _token(engine: Api, endpoint: str, present: str, bases: Sequence[str]) -> tuple[str, str]:
    """The present token when it opens every mapped base, else a new one for these alone and its id; none for no base."""
    # A token without bases would open all of them.
    if not bases or (present and _opens(endpoint, present, bases)):
        return present, ""
    made = engine.post(TOKENS, {"name": TOKEN_NAME, "scopes": ["read"], "projects": list(bases)})
    return str(made["token"]), str(made["id"])


def _opens(endpoint: str, token: str, bases: Sequence[str]) -> bool:
    try:
        with closing(Api(endpoint, token)) as as_colony:
            found = as_colony.get("/api/session")
    except Refused:
        return False
    limit = set(found["projects"])
    return bool(found["authenticated"]) and "read" in found["scopes"] and (not limit or limit >= set(bases))


def _told(
    path: Path, before: Mapping[str, object], after: Mapping[str, object], fresh: Sequence[Base]
) -> Iterator[str]:
    if MANAGED not in before:
        yield f"Wrote {path}: {ENABLED} and {MANAGED} are on; the colony reads {_reads(after)}."
        return
    also = " too" if _map(before) else ""
    for base in fresh:
        yield f'The colony now reads the base "{base.name}"{also}.'


def _reads(found: Mapping[str, object]) -> str:
    names = sorted(_map(found))
    return ", ".join(f'the base "{name}"' for name in names) if names else "every base, once there is one"
