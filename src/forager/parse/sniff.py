"""What a file is by its first bytes, in plain words, for formats that no parser here reads or that a name may hide."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from forager.parse.charset import looks_binary

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"%PDF-", "a PDF document"),
    (b"%!PS", "a PostScript document"),
    (b"{\\rtf", "a rich text (RTF) document"),
    (b"PK\x03\x04", "a ZIP archive or an office file"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an older or encrypted Office file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a Windows program"),
    (b"OggS", "a sound recording"),
    (b"ID3", "a sound recording"),
    (b"RIFF", "a sound, video or picture file"),
    (b"\x00\x00\x00\x18ftyp", "a video"),
    (b"\x00\x00\x00\x20ftyp", "a video"),
    (b"\x78\x9f\x3e\x22", "a TNEF attachment"),
    (b"BM", "a bitmap picture"),
)
_TEXT_SIGNATURES: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (re.compile(rb"\s*(?:<!doctype html|<html[\s>])", re.IGNORECASE), "an HTML page"),
    (re.compile(rb"\s*<\?xml\s", re.IGNORECASE), "an XML document"),
    (re.compile(rb"BEGIN:(?:VCALENDAR|VCARD)\s"), "a calendar or contact file"),
    (re.compile(rb"From \S+ .{10,60}\n[\w-]+:"), "a mailbox of several messages"),
    (re.compile(rb"-----BEGIN PGP MESSAGE-----"), "an encrypted message"),
)
OTHER_TEXT_SUFFIXES: dict[str, str] = {
    suffix: words
    for suffixes, words in (
        (".html .htm .xhtml", "an HTML page"),
        (".rtf", "a rich text (RTF) document"),
        (".xml .xsd .xsl .svg .fb2 .opf", "an XML document"),
        (".json .jsonl .ndjson .geojson .ipynb", "JSON data"),
        (".yaml .yml .toml .ini", "configuration data"),
        (".tex .bib", "a LaTeX file"),
        (".ics .vcf", "a calendar or contact file"),
        (".mbox", "a mailbox of several messages"),
        (".py .js .ts .java .c .h .cpp .cs .go .rs .rb .php .sh .sql .css .ps1 .bat", "source code"),
    )
    for suffix in suffixes.split()
}


BINARY_SUFFIXES: dict[str, str] = {
    suffix: words
    for suffixes, words in (
        (".docx .docm .dotx", "a Word document"),
        (".xlsx .xlsm .xls .ods", "a spreadsheet"),
        (".pptx .ppt .odp", "a presentation"),
        (".doc .odt", "a text document of an office program"),
        (".pdf", "a PDF document"),
        (".png .jpg .jpeg .gif .tif .tiff .bmp .webp", "a picture"),
        (".zip .gz .bz2 .xz .7z .rar .tar .epub", "an archive"),
        (".msg", "an Outlook message"),
        (".mp3 .mp4 .wav .avi .mov .ogg", "a sound or video recording"),
    )
    for suffix in suffixes.split()
}


def suffix_of(name: str) -> str:
    """The name's ending in lower case, with its dot; empty when it has none."""
    return PurePosixPath(name.replace("\\", "/")).suffix.lower()


def binary_kind(head: bytes) -> str | None:
    """What bytes with a known binary signature are, or None; a signature of letters alone needs binary company."""
    for mark, words in _SIGNATURES:
        if head.startswith(mark) and (not mark.isalnum() or looks_binary(head)):
            return words
    return None


def text_kind(head: bytes) -> str | None:
    """What a text of a known other format is, or None."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    return next((words for pattern, words in _TEXT_SIGNATURES if pattern.match(head)), None)


def is_other_text(head: bytes, name: str) -> bool:
    """Whether a text belongs to a format that plain reading would misread, or its name promises no text at all."""
    suffix = suffix_of(name)
    return bool(text_kind(head) or binary_kind(head)) or suffix in OTHER_TEXT_SUFFIXES or suffix in BINARY_SUFFIXES
