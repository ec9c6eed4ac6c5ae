"""The description completed: security, scopes and the one error shape on every operation."""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any, Final

from forager.access.scopes import Scope
from forager.api.errors import word
from forager.api.scopes import SCOPES

DESCRIPTION: Final = """\
FORAGER turns documents into statements with the exact place they come from, entities, disagreements and time.

Every record carries its project, and every route is held to the projects of its caller: a foreign id is answered exactly as one that
does not exist. Lists are `{items, page, page_size, total}`. Errors are `{error: {code, message, request_id, details}}`.

Time: `as_of` is what was known then (a revision, a date or an instant), `documents_until` what the documents dated by a day had said,
judged from those alone, `valid_at` what could hold then; they combine, and `note` says in words what an answer is held to and how much is
left out by it. What has no such time refuses it with `not_supported`.
"""
_ERROR: Final = {"$ref": "#/components/schemas/ErrorBody"}
_EVERYWHERE: Final = (400, 503)
_GUARDED: Final = (401, 403, 429)
_METHODS: Final = ("get", "post", "delete", "put", "patch")


def version() -> str:
    """This release."""
    return installed("formicaria")


def document(made: dict[str, Any]) -> dict[str, Any]:
    """The framework's document, completed in place."""
    components = made.setdefault("components", {})
    components["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": "The operator's key, or an fgr_ token."}
    }
    for name in ("HTTPValidationError", "ValidationError"):
        components.get("schemas", {}).pop(name, None)
    for path, methods in made["paths"].items():
        for method in _METHODS:
            if method in methods:
                _complete(methods[method], SCOPES[method.upper(), path], method)
    return made


def _complete(operation: dict[str, Any], scope: Scope, method: str) -> None:
    operation["x-scope"] = str(scope)
    operation["security"] = [] if scope is Scope.PUBLIC else [{"bearer": []}]
    responses = operation["responses"]
    responses.pop("422", None)
    for status in (*_EVERYWHERE, *(() if scope is Scope.PUBLIC else _GUARDED)):
        responses.setdefault(str(status), _refusal(status))
    if method == "get" and scope is not Scope.PUBLIC:
        responses.setdefault("304", {"description": word(304)})
    operation["responses"] = dict(sorted(responses.items()))


def _refusal(status: int) -> dict[str, Any]:
    return {"description": word(status), "content": {"application/json": {"schema": _ERROR}}}
