"""An address and a key are checked before anything is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from formicaria.ground.errors import ConfigurationRefused, InvalidRequest
from formicaria.ground.remote import key_in, service_address


@pytest.mark.parametrize("url", ["http://127.0.0.1:8790", "https://host.example/", "http://[::1]:5"])
def test_an_address_loses_its_last_slash(url: str) -> None:
    assert service_address(url) == url.rstrip("/")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "host:1",
        "//host",
        "ftp://host",
        "http://",
        "http://[",
        "http://h:99999",
        "http://h:x",
        "http://a b",
        "http://\x01",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidRequest, match="--url"):
        service_address(url)


def test_a_key_is_one_word(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("fgr_abc\n")
    assert key_in(tmp_path / "key") == "fgr_abc"


@pytest.mark.parametrize("content", [b"", b"\n", b"a b", b"a\nX: 1", b"a\x00", b"\xff", b"a" * 2000])
def test_what_is_no_key_is_refused_without_being_shown(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(ConfigurationRefused) as refused:
        key_in(tmp_path / "key")
    assert "X: 1" not in refused.value.sentence
