"""Whatever is sent, to any route, the service neither fails nor answers other than its description says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.forager.api.corpus import BEGUN_AT, Api, Built, api_over, opened
from tests.forager.api.operations import Operation, named, operations

from formicaria.ground.clock import FixedClock

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def fuzzed(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A store of its own: what is sent here changes it."""
    for engine in opened(built_sqlite, tmp_path_factory.mktemp("fuzz") / "copy", FixedClock(BEGUN_AT)):
        api = api_over(engine)
        yield api
        api.http.app.state.service.gate.used.settle()


@pytest.fixture(scope="module")
def schema(fuzzed: Api) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_asgi("/api/openapi.json", fuzzed.http.app)


@pytest.mark.parametrize("operation", operations(), ids=named)
@given(data=st.data())
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
def test_any_request_is_answered_as_described(
    operation: Operation, fuzzed: Api, schema: schemathesis.BaseSchema, data: st.DataObject
) -> None:
    case = data.draw(schema[operation.path][operation.method].as_strategy())
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {fuzzed.key}"}
    case.path_parameters = {**(case.path_parameters or {}), **ids(fuzzed, Path(operation.path))}
    response = case.call()
    case.validate_response(response, checks=CHECKS)


def ids(api: Api, path: Path) -> dict[str, str]:
    """Real ids for half of the routes' parameters, so that what lies behind the first look-up is reached as well."""
    if "{project_id}" in path.parts:
        return {"project_id": "falcon"}
    leaf = {"{knowledge_id}": ("knowledge_id", "knowledge"), "{conflict_id}": ("conflict_id", "conflicts")}
    for part, (name, kind) in leaf.items():
        if part in path.parts:
            return {name: api.ok(f"/api/projects/falcon/{kind}")["items"][0]["id"]}
    return {}
