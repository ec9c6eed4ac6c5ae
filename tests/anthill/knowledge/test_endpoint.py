"""Where the engine may be called: the parsed address decides, when configured and for every call."""

import pytest

from anthill.modules.knowledge.endpoint import EndpointRefused, parse_endpoint


@pytest.mark.req("S001-2-04")
@pytest.mark.parametrize(
    "text",
    [
        "http://127.0.0.1:8790",
        "http://127.0.0.1:8790/",
        "http://127.8.9.10",
        "http://[::1]:8790",
        "http://localhost:8790",
        "https://localhost/engine/",
        "HTTP://LOCALHOST:1",
    ],
)
def test_a_loopback_address_is_taken(text: str) -> None:
    assert parse_endpoint(text, allow_remote=False).remote is False


@pytest.mark.req("S001-2-09")
@pytest.mark.req("S001-2-03")
@pytest.mark.parametrize(
    "text",
    [
        "http://10.0.0.5:8790",
        "http://example.org",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org",
        "http://2130706433",
        "http://0x7f000001",
        "http://0.0.0.0:8790",
        "http://[::]:8790",
        "http://[::ffff:10.0.0.1]",
        "http://[fe80::1]",
    ],
)
def test_a_non_loopback_endpoint_is_refused_unless_the_file_allows_it(text: str) -> None:
    with pytest.raises(EndpointRefused, match="not on this machine"):
        parse_endpoint(text, allow_remote=False)


@pytest.mark.req("S000-6-06", "S001-2-09")
@pytest.mark.parametrize("text", ["http://10.0.0.5:8790", "https://knowledge.example.org"])
def test_a_remote_endpoint_that_is_allowed_says_that_it_is_remote(text: str) -> None:
    assert parse_endpoint(text, allow_remote=True).remote is True


@pytest.mark.parametrize("text", ["http://0.0.0.0:1", "http://[::]", "http://169.254.169.254", "http://224.0.0.1"])
def test_an_address_nobody_can_be_is_refused_even_when_remote_is_allowed(text: str) -> None:
    with pytest.raises(EndpointRefused):
        parse_endpoint(text, allow_remote=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "127.0.0.1:8790",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "http://",
        "http://127.0.0.1:port",
        "http://127.0.0.1:99999",
        "http://user@127.0.0.1",
        "http://127.0.0.1@example.org",
        "http://user:secret@127.0.0.1",
        "http://127.0.0.1?x=1",
        "http://127.0.0.1#x",
        "http://127.0.0.1\\@example.org",
        "http://127.0.0.1\n.example.org",
        "http://127.0.0.1 .example.org",
        "http://l\u00f6calhost",
    ],
)
def test_text_that_is_not_one_plain_address_is_refused(text: str) -> None:
    with pytest.raises(EndpointRefused):
        parse_endpoint(text, allow_remote=False)


def test_a_refusal_never_repeats_what_was_configured() -> None:
    with pytest.raises(EndpointRefused) as caught:
        parse_endpoint("http://user:hunter2@127.0.0.1", allow_remote=False)
    assert "hunter2" not in caught.value.sentence


def test_segments_and_values_are_percent_encoded() -> None:
    endpoint = parse_endpoint("http://127.0.0.1:8790/", allow_remote=False)
    url = endpoint.url(("projects", "a/b", "search"), [("q", "launch date & more")])
    assert url == "http://127.0.0.1:8790/api/projects/a%2Fb/search?q=launch%20date%20%26%20more"


@pytest.mark.parametrize("segments", [("knowledge", ".."), ("knowledge", "."), ("..", "..", "admin")])
def test_a_path_that_would_climb_is_refused(segments: tuple[str, ...]) -> None:
    endpoint = parse_endpoint("http://127.0.0.1:8790", allow_remote=False)
    with pytest.raises(EndpointRefused):
        endpoint.url(segments)


@pytest.mark.req("S000-6-05")
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.2:8790/api/ready",
        "http://127.0.0.1:8791/api/ready",
        "https://127.0.0.1:8790/api/ready",
        "http://example.org/api/ready",
        "http://user@127.0.0.1:8790/api/ready",
        "http://127.0.0.1:8790/admin",
    ],
)
def test_the_second_check_holds_every_call_to_the_configured_endpoint(url: str) -> None:
    endpoint = parse_endpoint("http://127.0.0.1:8790", allow_remote=True)
    with pytest.raises(EndpointRefused):
        endpoint.check(url)
