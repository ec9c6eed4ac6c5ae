"""Record ids: hashes of what makes a thing the same thing, or random where nothing does (design notes §2)."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from collections.abc import Sequence

from formicaria.ground.canonical import canonical

ID_CHARACTERS = 20
"""100 bits in base32."""

Part = str | int | bool | None | Sequence["Part"]


def normal_text(text: str) -> str:
    """NFKC, casefolded, single spaces: the form in which texts are the same text. Idempotent."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def _normal(part: Part) -> object:
    if isinstance(part, str):
        return normal_text(part)
    if isinstance(part, Sequence):
        return [_normal(each) for each in part]
    return part


def hashed_id(prefix: str, *parts: Part) -> str:
    """``prefix`` + the first 100 bits (base32, lower case) of SHA-256 over the RFC 8785 array of normalised parts."""
    data = hashlib.sha256(canonical([_normal(part) for part in parts])).digest()
    return prefix + _base32(data)


def random_id(prefix: str) -> str:
    """``prefix`` + 100 random bits; for things that are not the same as anything else (jobs, tokens, missions)."""
    return prefix + _base32(secrets.token_bytes(13))


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").lower()[:ID_CHARACTERS]
