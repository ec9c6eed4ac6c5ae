"""What the routes work with, handed in by the composition root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from anthill.access.accounts import Accounts
from anthill.access.guard import Guard
from anthill.api.stream import Broadcaster
from anthill.core.colony.colony import Colony
from anthill.sdk.permission import Caller


@dataclass(frozen=True, slots=True)
class Services:
    """One colony behind its API. `findings` are what configuration had to say, without secrets."""

    colony: Colony
    accounts: Accounts
    guard: Guard
    broadcaster: Broadcaster
    version: str
    secure_cookies: bool
    findings: Sequence[str] = ()


def credential_of(caller: Caller) -> str:
    """Return what was authenticated, for the record."""
    return caller.token_id or caller.user_id
