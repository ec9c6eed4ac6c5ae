"""What FORAGER says about itself, and whether this colony can read it. Only what is declared is held against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from anthill.modules.knowledge.reads import ForagerReads, Within
from anthill.modules.knowledge.rows import record, text
from anthill.modules.knowledge.settings import CREDENTIAL_SETTING
from anthill.sdk.knowledge import KnowledgeAvailability, KnowledgeFailure
from anthill.sdk.values import Json, JsonObject

PROTOCOL_VERSION: Final = 1
CANONICAL_SCHEMA_VERSION: Final = 1
PACKAGE_VERSION: Final = 7
"""The Anthill package version this colony reads (contract `forager.export.anthill`)."""

_REFUSED: Final = f"the knowledge service refused the credential in {CREDENTIAL_SETTING}"


def probe(reads: ForagerReads, within: Within, start: KnowledgeAvailability) -> KnowledgeAvailability:
    """Ask whether it is ready, what it is, and whether the credential opens it; three calls at most."""
    ready = reads.system("ready", within)
    if ready.value is None:
        return replace(start, reason=ready.reason)
    found = _described(replace(start, reachable=True), ready.value)
    declared = reads.system("capabilities", within)
    if declared.failure is KnowledgeFailure.UNAUTHORIZED:
        return replace(found, authenticated=False, reason=_REFUSED)
    if declared.value is not None:
        found = _judged(_described(found, declared.value), declared.value)
    elif declared.failure is not KnowledgeFailure.NOT_FOUND:
        # An engine without the route declares nothing; one that fails to answer it has not been judged.
        return replace(found, reachable=False, reason=declared.reason)
    return _authenticated(found, reads, within)


def _authenticated(found: KnowledgeAvailability, reads: ForagerReads, within: Within) -> KnowledgeAvailability:
    asked = reads.system("projects", within, [("page_size", "1")])
    if asked.failure is KnowledgeFailure.UNAUTHORIZED:
        return replace(found, authenticated=False, reason=_REFUSED)
    return replace(found, authenticated=True if asked.ok else None)


def _described(found: KnowledgeAvailability, row: JsonObject) -> KnowledgeAvailability:
    engine, instance = _inner(row, "engine"), _inner(row, "instance")
    return replace(
        found,
        version=text(row, "version") or text(engine, "version") or found.version,
        schema_version=_word(row.get("schema_version")) or found.schema_version,
        search_backend=text(row, "search_backend") or found.search_backend,
        model_provider=text(row, "model_provider") or found.model_provider,
        instance_id=text(row, "instance_id") or text(instance, "instance_id") or found.instance_id,
        instance_generation=text(row, "generation") or text(instance, "generation") or found.instance_generation,
        instance_mode=text(row, "mode") or text(instance, "mode") or found.instance_mode,
    )


def _judged(found: KnowledgeAvailability, row: JsonObject) -> KnowledgeAvailability:
    package = _inner(_exports(row), "anthill").get("package_version")
    windows = (
        ("protocol_version", row.get("protocol_version"), PROTOCOL_VERSION),
        ("canonical_schema_version", row.get("canonical_schema_version"), CANONICAL_SCHEMA_VERSION),
        ("anthill package_version", package, PACKAGE_VERSION),
    )
    wrong = [
        f"it declares {name} {_word(declared) or 'unreadable'} and this colony reads {ours}"
        for name, declared, ours in windows
        if declared is not None and declared != ours
    ]
    protocol = row.get("protocol_version")
    return replace(
        found,
        protocol_version=protocol if isinstance(protocol, int) else None,
        package_version=package if isinstance(package, int) else None,
        compatible=not wrong,
        reason=("the knowledge service does not fit: " + "; ".join(wrong)) if wrong else found.reason,
    )


def _exports(row: JsonObject) -> JsonObject:
    return _inner(row, "exports") or _inner(_inner(row, "capabilities"), "exports")


def _inner(row: JsonObject, name: str) -> JsonObject:
    value = row.get(name)
    return record(value) if isinstance(value, dict) else {}


def _word(value: Json) -> str:
    return str(value)[:40] if isinstance(value, str | int | float) else ""
