"""What the engine says about itself is believed as far as it is declared; a refused credential is no working service."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import Response
from fastapi.responses import JSONResponse
from tests.anthill.knowledge.support import Bench, refusal

from anthill.modules.knowledge.probe import PACKAGE_VERSION
from anthill.modules.knowledge.settings import CREDENTIAL_SETTING


def test_a_working_engine_is_described(desk: Bench) -> None:
    found = desk.provider.probe()
    assert found.usable
    assert (found.enabled, found.reachable, found.compatible, found.authenticated) == (True, True, True, True)
    assert (found.version, found.schema_version, found.search_backend) == ("0.1.0", "1", "sqlite-fts5")
    assert (found.instance_id, found.instance_generation) == ("fgi_test", "gen_test")
    assert found.model_provider == "none (deterministic mode)"
    assert (found.endpoint, found.remote) == ("http://127.0.0.1:8790", False)
    assert desk.engine.requests == ["/api/ready", "/api/capabilities", "/api/projects?page_size=1"]


@pytest.mark.req("S001-2-07")
@pytest.mark.parametrize("route", ["capabilities", "projects"])
def test_a_refused_credential_is_an_unusable_service_that_names_the_setting(desk: Bench, route: str) -> None:
    desk.engine.faults[route] = lambda r: refusal(401, "unauthorized", "no")
    found = desk.provider.probe()
    assert (found.usable, found.authenticated) == (False, False)
    assert CREDENTIAL_SETTING in found.reason


@pytest.mark.parametrize(
    "answer",
    [lambda r: refusal(503, "unavailable", "starting"), lambda r: Response("<html>"), lambda r: refusal(500, "x", "y")],
)
def test_an_engine_that_is_not_ready_is_not_reachable(desk: Bench, answer: Any) -> None:
    desk.engine.faults["ready"] = answer
    found = desk.provider.probe()
    assert (found.reachable, found.usable) == (False, False)
    assert found.reason
    assert desk.engine.requests == ["/api/ready"]


def test_an_engine_without_the_route_declares_nothing_and_is_usable(desk: Bench) -> None:
    desk.engine.faults["capabilities"] = lambda r: refusal(404, "not_found", "x")
    assert desk.provider.probe().usable


def test_an_engine_that_fails_to_declare_itself_is_not_usable(desk: Bench) -> None:
    desk.engine.faults["capabilities"] = lambda r: refusal(500, "x", "y")
    assert not desk.provider.probe().usable


@pytest.mark.req("S000-3.2-05")
@pytest.mark.parametrize(
    ("declared", "fits"),
    [
        ({}, True),
        ({"protocol_version": 1, "canonical_schema_version": 1}, True),
        ({"protocol_version": 2}, False),
        ({"protocol_version": "1"}, False),
        ({"canonical_schema_version": 3}, False),
        ({"exports": {"anthill": {"package_version": PACKAGE_VERSION}}}, True),
        ({"exports": {"anthill": {"package_version": 6}}}, False),
        ({"capabilities": {"exports": {"anthill": {"package_version": 8}}}}, False),
        ({"exports": {"anthill": {}}}, True),
    ],
)
def test_only_what_is_declared_is_held_against_it(desk: Bench, declared: dict, fits: bool) -> None:
    desk.engine.capabilities = declared
    found = desk.provider.probe()
    assert (found.compatible, found.usable) == (fits, fits)
    if not fits:
        assert "this colony reads" in found.reason


def test_a_nested_declaration_is_read_too(desk: Bench) -> None:
    desk.engine.faults["ready"] = lambda r: JSONResponse({"status": "ready"})
    desk.engine.capabilities = {
        "engine": {"version": "0.7.0"},
        "instance": {"instance_id": "fgi_n", "mode": "attached"},
    }
    found = desk.provider.probe()
    assert (found.version, found.instance_id, found.instance_mode) == ("0.7.0", "fgi_n", "attached")


@pytest.mark.req("S000-6-06")
def test_a_remote_endpoint_is_said_to_be_remote(desk: Bench) -> None:
    desk.change(endpoint="http://10.0.0.5:8790", allow_remote=True)
    found = desk.provider.probe()
    assert (found.endpoint, found.remote) == ("http://10.0.0.5:8790", True)


def test_a_refused_endpoint_is_a_reason_and_asks_nobody(desk: Bench) -> None:
    desk.change(endpoint="http://10.0.0.5:8790")
    found = desk.provider.probe()
    assert not found.usable
    assert "knowledge_forager_allow_remote" in found.reason
    assert desk.engine.requests == []
