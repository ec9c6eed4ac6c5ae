"""Why a file could not be read: each failure is typed, says what is wrong in plain words, and what to do next.

ParseError
├── EmptyFile          empty_file
├── UnsupportedFormat  unsupported_format
├── LyingType          lying_type
├── Encrypted          encrypted
├── Damaged            damaged
│   └── Truncated      truncated
├── FileTooLarge       too_large
├── Undecodable        undecodable
├── TooDeep            too_deep
├── ArchiveBomb        archive_bomb
├── ArchiveEscape      archive_escape
└── PlaceNotFound      place_not_found
"""

from __future__ import annotations

from formicaria.ground.errors import Error


class ParseError(Error):
    """This file could not be read; other files are not affected."""

    code = "parse_failed"
    status = 422


class EmptyFile(ParseError):
    """The file holds no bytes, or nothing but blanks."""

    code = "empty_file"


class UnsupportedFormat(ParseError):
    """No parser reads this kind of file."""

    code = "unsupported_format"
    status = 415


class LyingType(ParseError):
    """The name promises one kind of file and the bytes are another."""

    code = "lying_type"


class Encrypted(ParseError):
    """The file is protected by a password or a key."""

    code = "encrypted"


class Damaged(ParseError):
    """The file does not hold together as its format requires."""

    code = "damaged"


class Truncated(Damaged):
    """The file ends before its format says it does."""

    code = "truncated"


class FileTooLarge(ParseError):
    """The file is larger than the limit."""

    code = "too_large"
    status = 413


class Undecodable(ParseError):
    """The bytes are not text in any character set that fits."""

    code = "undecodable"


class TooDeep(ParseError):
    """Parts are nested in parts beyond the limit."""

    code = "too_deep"


class ArchiveBomb(ParseError):
    """The packed file would unpack to an absurd size or number of parts."""

    code = "archive_bomb"


class ArchiveEscape(ParseError):
    """The packed file names a part outside itself."""

    code = "archive_escape"


class PlaceNotFound(ParseError):
    """The pointer leads to no place in these bytes."""

    code = "place_not_found"
    status = 404
