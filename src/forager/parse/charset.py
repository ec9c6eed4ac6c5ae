"""Which character set a file of text is written in: marks first, then UTF-8, then the likeliest other."""

# ruff: noqa: RUF001 - typographic signs are what these tables look for

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from forager.parse.errors import Undecodable

SAMPLE = 64 * 1024

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WESTERN = frozenset(
    "àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœšžÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽ“”‘’„‚‹›«»–—…€£¥§©®™°·•¿¡ªº²³½¼¾±×µ¨´¢†\xa0"
)
_CONTROL = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_ESCAPED = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_STATEFUL = ("iso2022", "iso-2022", "hz", "utf_7", "utf-7")


@dataclass(frozen=True, slots=True)
class Charset:
    """A character set by its Python name, and how many bytes of byte order mark precede the text."""

    name: str
    mark: int = 0


def errors_for(charset: str) -> str:
    """The decoding error handler under which each unreadable unit becomes one lone surrogate, later U+FFFD."""
    return "surrogatepass" if charset.startswith(("utf-16", "utf-32")) else "surrogateescape"


def marked(data: bytes) -> Charset | None:
    """The character set that a byte order mark states."""
    return next((Charset(name, len(mark)) for mark, name in _MARKS if data.startswith(mark)), None)


def unit_width(charset: str) -> int:
    """Bytes behind one NUL or one unreadable unit."""
    return 2 if charset.startswith("utf-16") else 4 if charset.startswith("utf-32") else 1


def is_stateful(charset: str) -> bool:
    """Whether a slice of the bytes means nothing without what precedes it."""
    return charset.startswith(_STATEFUL)


def looks_binary(head: bytes) -> bool:
    """Whether bytes without a known mark hold more control characters than text does."""
    sample = head[:SAMPLE]
    if marked(sample) is not None or unmarked_wide(sample) is not None:
        return False
    controls = len(_CONTROL.findall(sample))
    return controls > 2 and controls * 50 > len(sample)


def detect(data: bytes) -> Charset:
    """The character set of a file of text.

    Raises:
        Undecodable: the bytes are no text.
    """
    stated = marked(data)
    if stated is not None:
        return stated
    wide = unmarked_wide(data[:SAMPLE])
    if wide is not None:
        return Charset(wide)
    if looks_binary(data):
        raise Undecodable(
            "The file holds bytes that are not text.", remedy="Convert it to text or name its true format."
        )
    return Charset("utf-8" if _is_utf8(data) else _other(data))


def unmarked_wide(sample: bytes) -> str | None:
    """UTF-16 without a mark, which shows as a NUL in nearly every second byte; None for anything else."""
    half = len(sample) // 2
    if half < 4:
        return None
    even, odd = sample[0 : 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    if odd * 2 > half and even * 20 < half:
        return "utf-16-le"
    if even * 2 > half and odd * 20 < half:
        return "utf-16-be"
    return None


def _is_utf8(data: bytes) -> bool:
    """UTF-8, or UTF-8 with a few damaged bytes among far more sound ones."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
        bad = len(_ESCAPED.findall(text))
        return len(_BEYOND_ASCII.findall(text)) - bad > 2 * bad
    return True


def _other(data: bytes) -> str:
    sample = _sample(data)
    western = sample.decode("cp1252", "replace")
    high = [c for c in western if c > "\x7f"]
    letters = sum(1 for c in western if c.isalpha())
    if all(c in _WESTERN for c in high) and sum(1 for c in high if c.isalpha()) * 10 <= letters * 4:
        return "cp1252"
    return _guess(sample)


def _sample(data: bytes) -> bytes:
    """The part that shows the character set: around the first byte beyond ASCII, whole lines."""
    found = re.search(rb"[\x80-\xff]", data)
    start = max(0, (found.start() if found else 0) - 2048)
    start = data.rfind(b"\n", 0, start) + 1 if start else 0
    return data[start : start + SAMPLE]


def _guess(sample: bytes) -> str:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - loaded only for files that are neither UTF-8 nor Western

    best = from_bytes(sample).best()
    if best is None or best.encoding in {"ascii", "utf_8"}:
        return "cp1252"
    return best.encoding.replace("_", "-") if best.encoding.startswith("utf") else best.encoding
