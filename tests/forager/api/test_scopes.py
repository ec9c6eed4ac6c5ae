"""One table says which scope a route asks for, and every route keeps to it."""

from __future__ import annotations

from itertools import product

import pytest
from tests.forager.api.corpus import Api
from tests.forager.api.operations import Operation, named, operations

from forager.access.scopes import TOKEN_SCOPES, Scope
from forager.api.app import ROUTERS
from forager.api.route import GuardedRoute
from forager.api.routes.entering import enter_router
from forager.api.scopes import SCOPES

GUARDED = [each for each in operations() if each.scope is not Scope.PUBLIC]
PUBLIC = [each for each in operations() if each.scope is Scope.PUBLIC]


def test_the_table_holds_exactly_the_routes_there_are() -> None:
    routes = [route for router in (*ROUTERS, enter_router()) for route in router.routes]
    assert all(isinstance(route, GuardedRoute) for route in routes)
    assert sorted((method, route.path) for route in routes for method in route.methods) == sorted(SCOPES)


@pytest.mark.req("S001-2-01")
def test_a_route_that_is_not_in_the_table_cannot_be_made() -> None:
    def back_door() -> None:
        """Never reached."""

    with pytest.raises(KeyError):
        GuardedRoute("/api/back-door", back_door, methods=["GET"])


def test_a_token_can_hold_every_scope_but_the_operators() -> None:
    assert set(TOKEN_SCOPES) == set(Scope) - {Scope.PUBLIC, Scope.OPERATOR, Scope.HOST}
    assert {each.path for each in GUARDED if each.scope is Scope.OPERATOR} == {
        "/api/session/links", "/api/settings/tokens", "/api/settings/tokens/{token_id}", "/api/audit", "/api/audit/verify",
        "/api/audit/heads", "/api/audit/export",
    }  # fmt: skip


WRITES = {
    Scope.REVIEW: {
        "resolve_conflict", "reopen_conflict", "review_knowledge", "merge_entities", "part_entities", "explode_entity",
        "undo_decision", "decide_source", "decide_named_sources", "declare_attribute",
    },
    Scope.INGEST: {
        "upload_sources", "import_directory", "remove_source", "restore_source", "process", "cancel_job", "retry_job",
    },
    Scope.EXPORT: {"make_export"},
    Scope.PROJECTS: {"create_project"},
    Scope.READ: {"read_batch"},
    Scope.HOST: {"shutdown"},
    Scope.OPERATOR: {"mint_token", "revoke_token", "make_link", "audit_verify_against"},
}  # fmt: skip
"""Written down apart from the table: what changes something or takes a body to look with, and whose act it is."""


@pytest.mark.req("LAW-08", "S000-6-01")
def test_what_changes_something_is_never_open_to_a_reader() -> None:
    changing = {each.name: each.scope for each in operations() if each.method != "GET"}
    assert changing == {name: scope for scope, names in WRITES.items() for name in names}
    reading = {each.scope for each in operations() if each.method == "GET"}
    assert reading == {Scope.PUBLIC, Scope.READ, Scope.REVIEW, Scope.EXPORT, Scope.OPERATOR}


@pytest.mark.req("S000-6-01")
def test_only_what_the_specification_names_is_public() -> None:
    assert {path for (_, path), scope in SCOPES.items() if scope is Scope.PUBLIC} == {
        f"{root}/{leaf}" for root, leaf in product(("", "/api"), ("health", "ready", "openapi.json", "session"))
    } | {"/enter"}


@pytest.mark.req("S001-2-05")
@pytest.mark.req("S000-6-01")
def test_every_route_is_held_to_its_scope(api: Api) -> None:
    """Every route with every scope: refused with 403 exactly when the token does not have the route's scope."""
    keys = {scope: api.token(scope) for scope in TOKEN_SCOPES}
    for operation, (scope, key) in product(GUARDED, keys.items()):
        answer = api.call(operation.method, operation.url(), key, **operation.how())
        expected = operation.scope is not scope
        assert (answer.status_code == 403) is expected or operation.name == "import_directory", (
            operation,
            scope,
            answer.text,
        )
        if expected:
            assert answer.json()["error"]["details"] == {"scope": operation.scope}


@pytest.mark.req("S001-2-01")
@pytest.mark.req("S000-6-01", "S001-2-01")
@pytest.mark.parametrize("operation", GUARDED, ids=named)
def test_nobody_is_let_in_without_a_credential(shared_api: Api, operation: Operation) -> None:
    for header in ("", "Bearer ", "Bearer nonsense", "Basic b3A6a2V5", "Bearer \u00e9", "bearer"):
        headers = {"authorization": header.encode("latin-1")} if header else {}
        answer = shared_api.http.request(operation.method, operation.url(), headers=headers, **operation.how())
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "unauthorized"
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.req("S001-2-01")
@pytest.mark.req("S001-2-01")
@pytest.mark.parametrize("operation", GUARDED, ids=named)
def test_a_body_is_not_read_before_the_caller_is_known(shared_api: Api, operation: Operation) -> None:
    answer = shared_api.http.request(
        operation.method, operation.url(), content=b"{", headers={"content-type": "application/json"}
    )
    assert answer.status_code == 401


@pytest.mark.parametrize("operation", PUBLIC, ids=named)
def test_public_routes_answer_anybody_and_tell_no_secret(shared_api: Api, operation: Operation) -> None:
    for path in (operation.path, operation.path.removeprefix("/api")):
        answer = shared_api.get(path, key="")
        assert answer.status_code == 200
        assert shared_api.key not in answer.text
        assert str(shared_api.engine.settings.data_dir) not in answer.text


def test_the_frameworks_own_pages_are_off(api: Api) -> None:
    assert {api.get(path).status_code for path in ("/docs", "/redoc", "/openapi", "/")} == {404}


def test_a_token_limited_to_projects_makes_none(api: Api) -> None:
    answer = api.post("/api/projects", {"name": "Kestrel"}, api.token("projects"))
    assert answer.status_code == 201
    refused = api.post(
        "/api/settings/tokens", {"name": "x", "scopes": ["projects"], "projects": [api.project("osprey")]}
    )
    assert refused.status_code == 400
