"""Which parser reads a file: by content first, by name second; the best score wins."""

from __future__ import annotations

from forager.model.document import Location, ParsedDocument
from forager.parse.charset import looks_binary
from forager.parse.csv import CsvParser
from forager.parse.docx import DocxParser
from forager.parse.errors import EmptyFile, FileTooLarge, LyingType, UnsupportedFormat
from forager.parse.html import HtmlParser
from forager.parse.mail import MailParser
from forager.parse.markdown import MarkdownParser
from forager.parse.parser import ParseContext, Parser
from forager.parse.pdf import PdfParser
from forager.parse.pptx import PptxParser
from forager.parse.sniff import BINARY_SUFFIXES, OTHER_TEXT_SUFFIXES, binary_kind, suffix_of, text_kind
from forager.parse.text import TextParser
from forager.parse.xlsx import XlsxParser

HEAD = 64 * 1024
PROMISED: dict[str, str] = {
    ".md": "Markdown text", ".markdown": "Markdown text", ".txt": "plain text", ".text": "plain text",
    ".eml": "a mail message", ".csv": "a table as text", ".tsv": "a table as text", ".html": "an HTML page", ".htm": "an HTML page",
    ".xhtml": "an HTML page", **BINARY_SUFFIXES,
}  # fmt: skip
"""What a name's ending promises."""

_ZIPPED = ("ZIP", "Office")
_PROOF: dict[str, tuple[str, ...]] = {
    ".docx": _ZIPPED, ".docm": _ZIPPED, ".dotx": _ZIPPED, ".xlsx": _ZIPPED, ".xlsm": _ZIPPED, ".pptx": _ZIPPED,
    ".ods": ("ZIP",), ".odp": ("ZIP",), ".odt": ("ZIP",), ".epub": ("ZIP",), ".zip": ("ZIP",),
    ".xls": ("Office",), ".ppt": ("Office",), ".doc": ("Office", "RTF"), ".msg": ("Office",), ".pdf": ("PDF",),
    ".png": ("picture",), ".jpg": ("picture",), ".jpeg": ("picture",), ".gif": ("picture",), ".tif": ("picture",),
    ".tiff": ("picture",), ".bmp": ("picture",), ".webp": ("picture",), ".gz": ("gzip",), ".bz2": ("bzip2",),
    ".xz": ("xz",), ".7z": ("7-Zip",), ".rar": ("RAR",), ".mp3": ("sound",), ".ogg": ("sound",), ".wav": ("sound",),
    ".avi": ("sound",), ".mp4": ("video",), ".mov": ("video",),
}  # fmt: skip

PARSERS: tuple[Parser, ...] = (
    CsvParser(),
    DocxParser(),
    HtmlParser(),
    MailParser(),
    MarkdownParser(),
    PdfParser(),
    PptxParser(),
    TextParser(),
    XlsxParser(),
)
"""Every format read; on equal scores the earlier one wins."""

RECIPE = "+".join(f"{parser.name}@{parser.version}" for parser in sorted(PARSERS, key=lambda parser: parser.name))
"""Names and versions of all parsers: a document read under another recipe is read again."""


def choose(data: bytes, name: str) -> Parser:
    """The parser for a file.

    Raises:
        EmptyFile: there is nothing in it.
        LyingType: the name promises another kind of file.
        UnsupportedFormat: no parser reads this kind.
    """
    head = data[:HEAD]
    if not head.strip(b" \t\r\n\f\v\x00\xef\xbb\xbf\xff\xfe") and not data.strip(
        b" \t\r\n\f\v\x00\xef\xbb\xbf\xff\xfe"
    ):
        raise EmptyFile("The file is empty.", remedy="Upload it again if it should hold something.")
    best = max(PARSERS, key=lambda parser: parser.score(head, name))
    if best.score(head, name) == 0:
        raise _refusal(head, name)
    return best


def parse(data: bytes, context: ParseContext) -> ParsedDocument:
    """Read a file with the parser that fits it best.

    Raises:
        ParseError: the typed reason why it cannot be read.
    """
    limit = context.limits.max_bytes
    if len(data) > limit:
        raise FileTooLarge(f"The file is larger than {limit // 2**20} MB.", remedy="Split it, or raise the limit.")
    return choose(data, context.logical_name).parse(data, context)


def by_name(name: str) -> Parser:
    """The parser that made a document, by its name.

    Raises:
        UnsupportedFormat: no parser has this name.
    """
    for parser in PARSERS:
        if parser.name == name:
            return parser
    raise UnsupportedFormat(f'No parser is called "{name}".', remedy="Read the source again with this release.")


def reopen(parser: str, data: bytes, location: Location) -> str:
    """What stands in the original bytes at a place, read by the parser that gave the place.

    Raises:
        UnsupportedFormat: no parser has this name.
        PlaceNotFound: these bytes have no such place.
    """
    return by_name(parser).reopen(data, location)


def _refusal(head: bytes, name: str) -> UnsupportedFormat | LyingType:
    """Why no parser takes these bytes: the name lies, or the kind is not read."""
    suffix = suffix_of(name)
    known = binary_kind(head) or text_kind(head)
    plain = not looks_binary(head)
    if suffix in PROMISED and not _keeps_promise(suffix, known, plain=plain):
        found = known or ("plain text" if plain else "something else")
        return LyingType(
            f"The name promises {PROMISED[suffix]} and the file is {found}.",
            remedy="Give it its true name, or upload the file you meant.",
        )
    words = known or PROMISED.get(suffix) or (OTHER_TEXT_SUFFIXES.get(suffix) if plain else None) or "of no known kind"
    return UnsupportedFormat(f"The file is {words}: such files are not read.", remedy=_remedy(words))


_REMEDIES: tuple[tuple[str, str], ...] = (
    ("picture", "The words in pictures are not read: give the text they show."),
    ("sound", "Give a written record of it."),
    ("video", "Give a written record of it."),
    ("encrypted", "Take the password off, or save it as DOCX, XLSX or PPTX."),
    ("archive", "Unpack it and give the files in it."),
    ("mailbox", "Save its messages one by one."),
)
"""What helps, by a word of what the file is; the first that fits."""


def _remedy(words: str) -> str:
    helps = "Save it as PDF, DOCX, XLSX, PPTX, HTML, CSV or text."
    return next((remedy for word, remedy in _REMEDIES if word in words), helps)


def _keeps_promise(suffix: str, known: str | None, *, plain: bool) -> bool:
    """Binary kinds are told apart by their signature; without a known one a binary file is given the benefit of the doubt."""
    if suffix not in BINARY_SUFFIXES:
        return False
    if known is None:
        return not plain
    return any(word in known for word in _PROOF.get(suffix, ()))
