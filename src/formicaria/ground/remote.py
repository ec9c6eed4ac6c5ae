"""What a command needs to reach a running service: an address and the key that a file holds, both checked before anything is sent."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from formicaria.ground.errors import ConfigurationRefused, InvalidRequest

LONGEST_KEY = 1024
"""Characters; every key of ours is far shorter."""


def service_address(url: str) -> str:
    """The address without a slash at its end. Raises InvalidRequest when it is not ``http://host:port`` (or https)."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not url.isprintable() or " " in url:
        raise InvalidRequest("The address after --url cannot be used.", remedy="Write it as http://host:port.")
    return url.rstrip("/")


def key_in(path: Path) -> str:
    """The key that a file holds: one word of visible ASCII characters.

    Raises ConfigurationRefused when the file cannot be read or holds something else.
    """
    try:
        with path.open("rb") as file:
            key = file.read(LONGEST_KEY + 1).decode("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationRefused(f"The key file {path} cannot be read.", remedy="Check --key-file.") from error
    if not key or len(key) > LONGEST_KEY or not all("!" <= each <= "~" for each in key):
        raise ConfigurationRefused(f"The key file {path} does not hold one key.", remedy="Check --key-file.")
    return key
