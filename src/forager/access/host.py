"""The host credential: how whatever started the engine is known to it (reference, knowledge facts A15 and B2).

The supervising parent writes a fresh secret into a file that only its owner may read, and names the file in
``FORAGER_HOST_CREDENTIAL_FILE``. The engine reads it once and holds nothing but its hash, in memory: it ends with the process.
"""

from __future__ import annotations

import hmac
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from forager.access.access import HOST, Access
from forager.access.scopes import TOKEN_SCOPES
from formicaria.ground.credentials import secret_hash
from formicaria.ground.errors import ConfigurationRefused

ID: Final = "tok_host"
SECRET: Final = re.compile(r"fgr_[A-Za-z0-9_-]{32,251}")
_LONGEST: Final = 1_024
"""Bytes read of the file; more is no secret."""
_REMEDY: Final = "Write fgr_ and at least 32 letters, digits, - or _ into a file of mode 0600 that you own."


@dataclass(frozen=True, slots=True)
class Host:
    """The parent: the hash of its secret, and how the engine is told to end in order."""

    hashed: str = field(repr=False)
    stop: Callable[[], None]

    def access(self, secret: str) -> Access | None:
        """What the parent may do, when this is its secret (compared in constant time): a token's scopes, and to end the engine."""
        if not hmac.compare_digest(self.hashed, secret_hash(secret)):
            return None
        return Access(ID, HOST, "host", tuple(TOKEN_SCOPES), (), "")


def read(path: str) -> str:
    """The hash of the secret in the file that the parent made.

    Raises:
        ConfigurationRefused: there is no such file, others than its owner may open it, it is somebody else's, or it holds no secret.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise ConfigurationRefused("The host credential's file cannot be opened.", remedy=_REMEDY) from error
    try:
        if not _is_private(os.fstat(descriptor)):
            raise ConfigurationRefused("The host credential's file is open to others than its owner.", remedy=_REMEDY)
        text = os.read(descriptor, _LONGEST).decode("latin-1").strip()
    finally:
        os.close(descriptor)
    if not SECRET.fullmatch(text):
        raise ConfigurationRefused("The host credential's file holds no credential.", remedy=_REMEDY)
    return secret_hash(text)


def _is_private(found: os.stat_result) -> bool:
    alone = not stat.S_IMODE(found.st_mode) & 0o077
    return stat.S_ISREG(found.st_mode) and alone and found.st_uid == os.geteuid()
