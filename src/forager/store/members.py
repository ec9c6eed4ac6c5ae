"""Members of containers and attachments of mail: they live while the version that carries them does."""

from __future__ import annotations

from sqlalchemy import Connection, select

from forager.model.source import Source, SourceState
from forager.store import sources
from forager.store.tables import document
from formicaria.ground.canonical import parse


def raise_all(connection: Connection, parent: Source, actor: str, at: str) -> None:
    """Accept again what a parent that lives again carries, down to the last member."""
    for version in carried(connection, parent):
        accepted = sources.accept(connection, parent.project_id, version, actor, at)
        if accepted.outcome is not sources.Outcome.DUPLICATE:
            raise_all(connection, accepted.source, actor, at)


def lower_all(connection: Connection, parent: Source, state: SourceState) -> None:
    """Give a parent's living members the state it now has."""
    for member in sources.members(connection, parent.id):
        if member.state is SourceState.LIVE:
            sources.set_state(connection, member.id, state)
            lower_all(connection, member, state)


def carried(connection: Connection, parent: Source) -> tuple[sources.Version, ...]:
    """What a source was found to carry when it was read."""
    account = connection.execute(
        select(document.c.account).where(document.c.source_id == parent.id)
    ).scalar_one_or_none()
    found = parse(account) if account else {}
    listed = found.get("members", []) if isinstance(found, dict) else []
    return tuple(sources.Version(each["name"], each["sha256"], each["size"], parent.id) for each in listed)
