"""The committed description is the application's own, complete, and every answer keeps to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.forager.api.corpus import Api
from tests.forager.api.operations import operations

from forager.access.scopes import Scope
from forager.api.app import described
from forager.api.contract import main, text

COMMITTED = Path(__file__).resolve().parents[3] / "contract" / "forager.openapi.json"
DOCUMENT = described().openapi()
OPERATIONS = [
    (method, path, operation) for path, methods in DOCUMENT["paths"].items() for method, operation in methods.items()
]


@pytest.mark.req("S000-3.1-03")
def test_the_committed_file_is_the_applications_own(tmp_path: Path) -> None:
    """If this fails: `python -m forager.api.contract`, and look at what changed for those who read it."""
    assert main([str(tmp_path / "made.json")]) == 0
    assert (tmp_path / "made.json").read_text("utf-8") == COMMITTED.read_text("utf-8") == text()


def test_the_service_answers_with_it(shared_api: Api) -> None:
    assert shared_api.get("/api/openapi.json", "").json() == DOCUMENT
    assert DOCUMENT["openapi"].startswith("3.1")


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_every_operation_is_described_whole(method: str, path: str, operation: dict) -> None:
    assert operation["summary"]
    assert operation["description"]
    public = operation["x-scope"] == Scope.PUBLIC
    assert operation["security"] == ([] if public else [{"bearer": []}])
    statuses = set(operation["responses"])
    assert {"400", "503"} <= statuses
    assert public or {"401", "403", "429"} <= statuses
    assert "{" not in path or "404" in statuses
    assert "422" not in statuses
    assert any(status.startswith("2") for status in statuses)


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_every_parameter_says_what_it_is(method: str, path: str, operation: dict) -> None:
    assert [each["name"] for each in operation.get("parameters", ()) if not each.get("description")] == []


def test_every_error_answer_has_the_one_shape() -> None:
    for _, path, operation in OPERATIONS:
        for status, answer in operation["responses"].items():
            if int(status) >= 400 and not (path == "/api/ready" and status == "503"):
                assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ErrorBody"}, (
                    path
                )


def test_every_field_of_every_record_is_described() -> None:
    bare = [
        f"{name}.{field}"
        for name, schema in DOCUMENT["components"]["schemas"].items()
        for field, told in schema.get("properties", {}).items()
        if not (told.get("description") or told.get("$ref")) and not name.startswith(("CapabilityFlags", "Body_"))
    ]
    assert bare == []


def test_names_of_operations_are_unique() -> None:
    names = [each.name for each in operations()]
    assert len(names) == len(set(names))
