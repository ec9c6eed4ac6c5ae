"""Every operation of the committed description, with a body that fits it."""

from __future__ import annotations

from dataclasses import dataclass

from forager.access.scopes import Scope
from forager.api.app import described
from forager.api.scopes import SCOPES

BODIES: dict[str, object] = {
    "read_batch": {"ids": ["nobody"]},
    "create_project": {"name": "Kestrel"},
    "make_link": {},
    "mint_token": {"name": "a program", "scopes": ["read"]},
    "import_directory": {"path": "/nowhere"},
    "restore_source": {},
    "process": {},
    "cancel_job": {},
    "retry_job": {},
    "review_knowledge": {"action": "mark_reviewed"},
    "merge_entities": {"left_id": "ent_a", "right_id": "ent_b"},
    "explode_entity": {},
    "part_entities": {"left_id": "ent_a", "right_id": "ent_b"},
    "resolve_conflict": {"action": "dismiss"},
    "reopen_conflict": {},
    "undo_decision": {},
    "decide_source": {"action": "authoritative"},
    "decide_named_sources": {"pattern": "policies/*.md", "action": "authoritative"},
    "make_export": {"format": "ftm"},
    "declare_attribute": {"attribute": "owner", "action": "multi_valued"},
}
QUERIES: dict[str, dict[str, str]] = {
    "search": {"q": "launch date"},
    "compare_entities": {"left": "ent_a", "right": "ent_b"},
    "diff": {"from": "rev_0"},
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path."""

    method: str
    path: str
    name: str
    scope: Scope
    parameters: tuple[str, ...]

    def url(self, **ids: str) -> str:
        """The path with its ids filled in; a missing one is an id that nobody has."""
        found = self.path
        for each in self.parameters:
            found = found.replace("{" + each + "}", ids.get(each, "1" if each == "seq" else "nobody"))
        return found

    def how(self) -> dict[str, object]:
        """The rest of a request that fits."""
        if self.name == "upload_sources":
            return {"files": [("files", ("a.md", b"The budget for the tower is EUR 5.\n"))]}
        body = {"json": BODIES[self.name]} if self.name in BODIES else {}
        return body | ({"params": QUERIES[self.name]} if self.name in QUERIES else {})


def operations() -> list[Operation]:
    found = []
    for path, methods in sorted(described().openapi()["paths"].items()):
        for method, operation in sorted(methods.items()):
            names = tuple(each["name"] for each in operation.get("parameters", ()) if each["in"] == "path")
            key = (method.upper(), path)
            found.append(Operation(*key, operation["operationId"], SCOPES[key], names))
    return found


def named(operation: Operation) -> str:
    return operation.name
