"""Canonical JSON (RFC 8785) and digests over it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, cast

import rfc8785

_FLAT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def canonical(value: object) -> bytes:
    """The one byte form of a JSON value: sorted keys, shortest numbers, UTF-8 (RFC 8785).

    Raises rfc8785.CanonicalizationError for values JSON cannot hold exactly (integers beyond 2**53, NaN).
    """
    return rfc8785.dumps(cast("Any", value))


def canonical_row(cells: Sequence[str | int]) -> bytes:
    """``canonical`` of a flat list of texts and small integers, three times as fast: where nothing is a key or a fraction, the standard
    library's encoder writes the form of RFC 8785 §3.2.2 too. Raises UnicodeEncodeError for text that is no Unicode."""
    return _FLAT(list(cells)).encode("utf-8")


def canonical_text(value: object) -> str:
    """``canonical`` as text, for a database column."""
    return canonical(value).decode("utf-8")


def parse(text: str | bytes) -> object:
    """The value of a JSON text."""
    return json.loads(text)


def sha256_hex(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def digest(value: object) -> str:
    """SHA-256 of the canonical form, hexadecimal."""
    return sha256_hex(canonical(value))


def text_digest(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, hexadecimal."""
    return sha256_hex(text.encode("utf-8", "surrogatepass"))
