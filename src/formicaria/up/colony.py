"""The colony's settings as the launcher writes them: everything on the first run, later only what must change.

The operator's own words stay: a key that is there keeps its value, but for the endpoint, which is where the engine really listens, and
for a token that does not open the mapped bases any more. A file that names another engine is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from formicaria.ground.settings import read_file
from formicaria.up.home import replace
from formicaria.up.wire import Api, Json, Refused

ENABLED = "knowledge_enabled"
MANAGED = "knowledge_forager_managed"
ENDPOINT = "knowledge_forager_endpoint"
TOKEN = "knowledge_forager_token"  # noqa: S105  # the name of a setting
PROJECTS = "knowledge_project_map"
DEFAULT = "knowledge_default_project"
TOKEN_NAME = "formicaria up"  # noqa: S105  # the name of a token


@dataclass(frozen=True, slots=True)
class Base:
    """A knowledge base of the engine: its id, the word that names it, and what people call it."""

    id: str
    slug: str
    name: str


def base_of(project: Json) -> Base:
    """A project of the engine as a base."""
    return Base(str(project["id"]), str(project["slug"]), str(project["name"]))


def settle(path: Path, engine: Api, endpoint: str, base: Base | None) -> list[str]:
    """Bring the colony's file in line with the running engine and ``base``; what was written, in sentences.

    Raises:
        ConfigurationRefused: the file is no JSON object, or cannot be written.
    """
    before = read_file(path)
    if not _ours(before):
        return [f"{path} names an engine of its own; it was left as it is."]
    after = {**before, **_joined(before, endpoint, base)}
    after[TOKEN] = _token(engine, endpoint, str(after.get(TOKEN) or ""), _bases(engine, after))
    if after != before:
        replace(path, after)
    return _told(path, before, after)


def follow(path: Path, endpoint: str) -> None:
    """The engine listens somewhere else now."""
    found = read_file(path)
    if found.get(MANAGED) is True and found.get(ENDPOINT) != endpoint:
        replace(path, {**found, ENDPOINT: endpoint})


def mapped_as(path: Path, base: Base) -> str:
    """The colony's project that reads a base; empty when none does."""
    return next((name for name, id_ in sorted(_map(read_file(path)).items()) if id_ == base.id), "")


def _ours(found: Mapping[str, object]) -> bool:
    # An endpoint somebody wrote without the switch is an engine that somebody else runs.
    return found.get(MANAGED) is True or (MANAGED not in found and ENDPOINT not in found)


def _joined(before: Mapping[str, object], endpoint: str, base: Base | None) -> dict[str, object]:
    projects = _map(before)
    if base and base.id not in projects.values():
        projects.setdefault(base.slug, base.id)
    return {
        ENABLED: before.get(ENABLED, True),
        MANAGED: True,
        ENDPOINT: endpoint,
        PROJECTS: projects,
        DEFAULT: before.get(DEFAULT) or (base.id if base else ""),
    }


def _map(found: Mapping[str, object]) -> dict[str, str]:
    value = found.get(PROJECTS)
    return {str(key): str(id_) for key, id_ in value.items()} if isinstance(value, dict) else {}


def _bases(engine: Api, found: Mapping[str, object]) -> list[str]:
    """The ids of the mapped bases that the engine has."""
    known = {str(row["id"]) for row in engine.every("/api/projects")}
    return sorted({*_map(found).values(), str(found.get(DEFAULT) or "")} & known)


def _token(engine: Api, endpoint: str, present: str, bases: Sequence[str]) -> str:
    """The present token when it opens every mapped base, else a new one for these alone; none for no base."""
    # A token without bases would open all of them.
    if not bases or (present and _opens(endpoint, present, bases)):
        return present
    made = engine.post("/api/settings/tokens", {"name": TOKEN_NAME, "scopes": ["read"], "projects": list(bases)})
    for row in list(engine.every("/api/settings/tokens")):
        if row["name"] == TOKEN_NAME and not row["revoked_at"] and row["id"] != made["id"]:
            engine.delete(f"/api/settings/tokens/{row['id']}")
    return str(made["token"])


def _opens(endpoint: str, token: str, bases: Sequence[str]) -> bool:
    try:
        with closing(Api(endpoint, token)) as as_colony:
            found = as_colony.get("/api/session")
    except Refused:
        return False
    limit = set(found["projects"])
    return bool(found["authenticated"]) and "read" in found["scopes"] and (not limit or limit >= set(bases))


def _told(path: Path, before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    if MANAGED not in before:
        return [f"Wrote {path}: {ENABLED} and {MANAGED} are on; the colony reads {_reads(after)}."]
    fresh = sorted(set(_map(after)) - set(_map(before)))
    return [f"The colony reads {_reads(after)} now: added {', '.join(fresh)} to {path}."] if fresh else []


def _reads(found: Mapping[str, object]) -> str:
    names = sorted(_map(found))
    return ", ".join(f'the base "{name}"' for name in names) if names else "no base yet (name a FOLDER or a --project)"
