"""The parts of a message: which are its body, which are attachments, and which are neither and therefore listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message

from forager.model.document import Attachment, Unread
from forager.parse.charset import Charset, marked, unmarked_wide
from forager.parse.decode import decode, normalise
from forager.parse.errors import TooDeep, Undecodable
from forager.parse.html_text import html_to_text
from forager.parse.mail_headers import Mail, decoded
from forager.parse.parser import Limits

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"|?*\ufffd]')
_EXTENSIONS = {
    "text/plain": ".txt", "text/html": ".html", "text/csv": ".csv", "text/calendar": ".ics", "message/rfc822": ".eml",
    "application/pdf": ".pdf", "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "application/json": ".json",
}  # fmt: skip
_SIGNATURES = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"})
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part that holds no other parts: its path ("1.2"), and the path of the multipart/alternative it is one version in."""

    path: str
    message: Mail
    kind: str
    filename: str = ""
    attached: bool = False
    alternative: str = ""

    @property
    def is_body(self) -> bool:
        """Whether it is text meant to be read with the message."""
        return self.kind in {"text/plain", "text/html"} and not self.attached and not self.filename


@dataclass(frozen=True, slots=True)
class Body:
    """One part of the message body, decoded and normalised."""

    path: str
    text: str
    html: bool = False


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything in a message besides its headers."""

    bodies: tuple[Body, ...]
    attachments: tuple[Attachment, ...]
    unread: tuple[Unread, ...]
    warnings: tuple[str, ...]


def in_bytes(data: bytes) -> bytes:
    """A message as a byte stream: one saved as UTF-16 is written as UTF-8, marks and blank lines above it are dropped."""
    charset = marked(data)
    wide = charset.name if charset else unmarked_wide(data[:4096])
    if wide is not None and wide.startswith(("utf-16", "utf-32")):
        data = decode(data, charset or Charset(wide)).text.encode("utf-8")
    elif charset is not None:
        data = data[charset.mark :]
    return data.lstrip(b"\r\n")


def open_message(data: bytes) -> Mail:
    """The message; structure is read leniently, as no malformed header may fail it.

    Raises:
        TooDeep: parts nested beyond what can be followed.
    """
    try:
        return message_from_bytes(in_bytes(data))
    except RecursionError as error:
        raise TooDeep("The message nests parts in parts without end.", remedy="Check where it comes from.") from error


def leaves(message: Mail, limits: Limits) -> tuple[Leaf, ...]:
    """All parts in order, numbered as IMAP numbers them.

    Raises:
        TooDeep: parts nested beyond the limit.
    """
    return tuple(_walk(message, "", "", limits))


def _walk(message: Mail, path: str, alternative: str, limits: Limits) -> Iterator[Leaf]:
    kind = _kind(message)
    if path.count(".") >= limits.max_depth:
        raise TooDeep(
            f"The message nests parts more than {limits.max_depth} deep.", remedy="Check where it comes from."
        )
    payload = message.get_payload()
    if kind.startswith("multipart/") and isinstance(payload, list):
        inside = (path or "0") if kind == "multipart/alternative" else alternative
        for number, child in enumerate(payload, start=1):
            yield from _walk(child, f"{path}.{number}" if path else str(number), inside, limits)
        return
    disposition = (message.get_content_disposition() or "") if _has(message, "content-disposition") else ""
    yield Leaf(path or "1", message, kind, _filename(message), disposition == "attachment", alternative)


def _has(message: Mail, name: str) -> bool:
    return any(key.lower() == name for key, _ in message.raw_items())


def _kind(message: Mail) -> str:
    return message.get_content_type().lower()


def _filename(message: Mail) -> str:
    """The last component of the stated name: a message cannot choose a folder."""
    try:
        stated = message.get_filename() or ""
    except (ValueError, LookupError, TypeError):
        return ""
    name = decoded(str(stated)).replace("\\", "/").rsplit("/", 1)[-1]
    name = _UNSAFE.sub("_", name).strip(" .")
    stem, dot, suffix = name.rpartition(".")
    return f"{stem[:120]}{dot}{suffix[:20]}" if dot else name[:120]


def contents(message: Mail, limits: Limits) -> Contents:
    """Body parts, attachments and the account of the rest."""
    parts = leaves(message, limits)
    unread: list[Unread] = []
    if len(parts) > limits.max_parts:
        unread.append(
            Unread(f"{len(parts) - limits.max_parts} of {len(parts)} parts", f"more than {limits.max_parts} parts")
        )
        parts = parts[: limits.max_parts]
    chosen, more = _choose_bodies(parts)
    unread += more
    attachments: list[Attachment] = []
    for leaf in parts:
        if not leaf.is_body:
            _attach(leaf, attachments, unread)
    unread += _sealed(message, chosen) + _stray(message)
    return Contents(tuple(chosen), tuple(attachments), tuple(unread), _warnings(message, chosen))


def _choose_bodies(parts: tuple[Leaf, ...]) -> tuple[list[Body], list[Unread]]:
    """Of versions of one text the plain one, unless it says nothing."""
    bodies = {leaf.path: body_of(leaf) for leaf in parts if leaf.is_body}
    plain = {
        leaf.alternative
        for leaf in parts
        if leaf.is_body and leaf.alternative and leaf.kind == "text/plain" and bodies[leaf.path].text.strip()
    }
    html = {
        leaf.alternative
        for leaf in parts
        if leaf.is_body and leaf.alternative and leaf.kind == "text/html" and bodies[leaf.path].text.strip()
    }
    chosen: list[Body] = []
    unread: list[Unread] = []
    for leaf in parts:
        if not leaf.is_body:
            continue
        if leaf.kind == "text/html" and leaf.alternative in plain:
            unread.append(Unread(f"part {leaf.path} (HTML)", "the same message as plain text was read instead"))
        elif leaf.kind == "text/plain" and leaf.alternative in html - plain:
            continue
        elif bodies[leaf.path].text.strip():
            chosen.append(bodies[leaf.path])
    return chosen, unread


def body_of(leaf: Leaf) -> Body:
    """A text part decoded; HTML reduced to the text a reader sees."""
    text = _text(leaf.message)
    return (
        Body(leaf.path, normalise(html_to_text(text)), html=True) if leaf.kind == "text/html" else Body(leaf.path, text)
    )


def payload_of(message: Mail) -> bytes:
    """The part's bytes with its transfer encoding undone; an encoding that is broken leaves them as they stand."""
    payload = message.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text(message: Mail) -> str:
    data = payload_of(message)
    declared = str(message.get_content_charset() or "")
    declared = (
        "cp1252"
        if declared.lower().replace("_", "-") in {"iso-8859-1", "latin-1", "latin1", "us-ascii"} and not data.isascii()
        else declared
    )
    if declared and not (declared == "cp1252" and message.get_content_charset() == "us-ascii"):
        try:
            return normalise(data.decode(declared).removeprefix("\ufeff"))
        except (UnicodeError, LookupError):
            pass
    try:
        return decode(data).text
    except Undecodable:
        return normalise(data.decode("utf-8", "replace"))


def _attach(leaf: Leaf, attachments: list[Attachment], unread: list[Unread]) -> None:
    if leaf.kind in _SIGNATURES:
        unread.append(Unread(f"part {leaf.path} (signature)", "a cryptographic signature holds no statement"))
        return
    if leaf.kind in _SEALED or leaf.kind == "application/pgp-encrypted":
        return
    data = _attached_bytes(leaf)
    name = leaf.filename or f"part-{leaf.path}{_EXTENSIONS.get(leaf.kind, '.bin')}"
    if not data:
        unread.append(Unread(f"attachment {name}", "it is empty"))
        return
    attachments.append(Attachment(_unused(name, {attachment.path for attachment in attachments}), data))


def _attached_bytes(leaf: Leaf) -> bytes:
    payload = leaf.message.get_payload()
    if isinstance(payload, list):
        try:
            return b"\n".join(child.as_bytes() for child in payload if isinstance(child, Message))
        except (UnicodeError, LookupError, ValueError, KeyError, AttributeError, RecursionError):
            return b""
    return payload_of(leaf.message)


def _unused(name: str, taken: set[str]) -> str:
    stem, dot, suffix = name.rpartition(".")
    candidate, number = name, 2
    while candidate in taken:
        candidate = f"{stem} ({number}){dot}{suffix}" if dot else f"{name} ({number})"
        number += 1
    return candidate


def _sealed(message: Mail, bodies: list[Body]) -> list[Unread]:
    """What is encrypted is named; the headers are still worth reading."""
    inline = any(body.text.lstrip().startswith("-----BEGIN PGP MESSAGE-----") for body in bodies)
    if inline or _kind(message) in _SEALED | {"multipart/encrypted"}:
        return [Unread("message body", "it is encrypted; decrypt the message and add it again")]
    return []


def _stray(message: Mail) -> list[Unread]:
    epilogue = message.epilogue
    stray = isinstance(epilogue, str) and bool(epilogue.strip())
    return [Unread("text after the last part", "it belongs to no part of the message")] if stray else []


def _warnings(message: Mail, bodies: list[Body]) -> tuple[str, ...]:
    warnings: list[str] = []
    if any(body.html for body in bodies):
        warnings.append("The message has its body only as HTML; the visible text was taken from it.")
    defects = {type(defect).__name__ for part in message.walk() for defect in part.defects}
    if defects & {"CloseBoundaryNotFoundDefect", "StartBoundaryNotFoundDefect"}:
        warnings.append("The message is cut off or malformed: a part has no end.")
    return tuple(warnings)
