"""Where FORAGER may be called: one parsed address, checked when it is configured and again for every call.

The check reads the parsed address and never the text, so `http://127.0.0.1@elsewhere` is elsewhere and every
address of 127/8 and ::1 is this machine (seed 001 section 2).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit

from formicaria.ground.errors import ConfigurationRefused

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_SETTING: Final = "knowledge_forager_endpoint"


class EndpointRefused(ConfigurationRefused):
    """The configured address of the knowledge service may not be called."""

    code = "knowledge_endpoint_refused"
    status = 400


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A checked address. `prefix` is its path without a trailing slash; `remote` says it is another machine."""

    scheme: str
    host: str
    port: int
    prefix: str
    remote: bool

    @property
    def origin(self) -> str:
        """The address as text; it never holds a credential."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.prefix}"

    def url(self, segments: Sequence[str], query: Sequence[tuple[str, str]] = ()) -> str:
        """The address of one call under `/api/`, every segment and value percent-encoded, checked again.

        Raises `EndpointRefused` when what comes out does not lie below this endpoint.
        """
        path = "/".join(quote(segment, safe="") for segment in segments)
        pairs = "&".join(f"{quote(key, safe='')}={quote(value, safe='')}" for key, value in query)
        url = f"{self.origin}/api/{path}" + (f"?{pairs}" if pairs else "")
        self.check(url)
        return url

    def check(self, url: str) -> None:
        """Hold a whole URL to this endpoint; raises `EndpointRefused` for any other host, port or path."""
        parts = _split(url)
        same = (parts.scheme, parts.hostname, parts.port) == (self.scheme, self.host, self.port)
        steps = parts.path.split("/")
        if not same or parts.username or not parts.path.startswith(f"{self.prefix}/api/") or {".", ".."} & set(steps):
            raise EndpointRefused("A call would leave the configured knowledge service.", remedy=f"Check {_SETTING}.")


def parse_endpoint(text: str, *, allow_remote: bool) -> Endpoint:
    """The endpoint an operator configured.

    Raises `EndpointRefused` for text that is not one http(s) address of a host, for an address nobody can be
    called at, and for another machine unless `allow_remote`.
    """
    parts = _split(text)
    host = parts.hostname or ""
    if parts.scheme not in _DEFAULT_PORTS or not host:
        raise EndpointRefused("The knowledge endpoint is not an http or https address.", remedy=f"Correct {_SETTING}.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise EndpointRefused(
            "The knowledge endpoint holds more than an address.",
            remedy=f"Leave user, query and fragment out of {_SETTING}.",
        )
    remote = not _is_loopback(host)
    if _is_uncallable(host) or (remote and not allow_remote):
        raise EndpointRefused(
            "The knowledge endpoint is not on this machine.",
            remedy="Use a loopback address, or set knowledge_forager_allow_remote in the file.",
        )
    port = parts.port or _DEFAULT_PORTS[parts.scheme]
    return Endpoint(parts.scheme, host, port, parts.path.rstrip("/"), remote)


def _split(text: str) -> SplitResult:
    unreadable = EndpointRefused("The knowledge endpoint cannot be read as an address.", remedy=f"Correct {_SETTING}.")
    if not text.isprintable() or not text.isascii() or " " in text or "\\" in text:
        raise unreadable
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise unreadable from None
    return parts


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    # Any other name is not loopback, whatever it resolves to today.
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def _is_uncallable(host: str) -> bool:
    address = _address(host)
    return address is not None and (address.is_unspecified or address.is_multicast or address.is_link_local)
