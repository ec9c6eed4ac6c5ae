"""Which names we answer to, which addresses are this machine, and listening."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from formicaria.ground.errors import Error, PortTaken
from formicaria.ground.hosts import KnownHosts, address_of, is_here, listen


def shape(error: Error, request_id: str) -> Mapping[str, object]:
    return {"code": error.code, "request_id": request_id}


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()

    @app.get("/")
    def root() -> str:
        return "here"

    return TestClient(KnownHosts(app, ["Docs.Example"], shape), base_url="http://127.0.0.1")


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8790", "localhost:1", "LOCALHOST", "[::1]", "[::1]:8790", "docs.example", "DOCS.example:80"]
)  # fmt: skip
def test_our_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1.evil.example", "docs.example.evil", "127.0.0.2", "[::2]", "::1", "a@127.0.0.1"]
)  # fmt: skip
def test_any_other_name_is_refused_in_the_services_shape(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert json.loads(answer.content) == {"code": "validation_error", "request_id": answer.headers["x-request-id"]}


def test_two_names_at_once_are_none(client: TestClient) -> None:
    assert client.get("/", headers=[("host", "127.0.0.1"), ("host", "127.0.0.1")]).status_code == 400


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
def test_loopback_addresses_are_here(address: str) -> None:
    assert is_here(address)


@pytest.mark.parametrize(
    "address", ["", "unknown", "localhost", "10.0.0.1", "0.0.0.0", "::", "::ffff:10.0.0.1", "127.0.0.1, 10.0.0.1"]
)
def test_everything_else_is_elsewhere(address: str) -> None:
    assert not is_here(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_taken_port_is_refused_with_what_to_do(host: str) -> None:
    with listen(host, 0) as first:
        port = first.getsockname()[1]
        assert address_of(host, first) == (f"http://[::1]:{port}" if host == "::1" else f"http://127.0.0.1:{port}")
        with pytest.raises(PortTaken, match="in use") as refused:
            listen(host, port)
    assert "--port" in refused.value.sentence
