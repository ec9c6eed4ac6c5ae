"""Files that a PDF carries: of the document (ISO 32000-1, 7.11.4), or pinned to a page as an annotation (12.5.6.15)."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass, field

from forager.model.document import Attachment, Unread
from forager.parse.parser import Limits
from forager.parse.pdf_library import Document, Page, raw
from forager.parse.pdf_notes import MAX_NOTES, annotation, wide_string

_PINNED = 17
"""FPDF_ANNOT_FILEATTACHMENT (fpdf_annot.h)."""
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(slots=True)
class Carried:
    """Collects the files, at most as many and as large as the limits allow; what cannot be taken out is named."""

    limits: Limits
    files: list[Attachment] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    _seen: int = 0
    _bytes: int = 0

    def of_document(self, document: Document) -> None:
        """Take the files of the document."""
        for index in range(min(max(0, document.count_attachments()), self.limits.max_parts + 1)):
            self._take(raw().FPDFDoc_GetAttachment(document.raw, index))

    def of_page(self, page: Page) -> None:
        """Take the files pinned to a page."""
        for index in range(min(max(0, raw().FPDFPage_GetAnnotCount(page.raw)), MAX_NOTES)):
            with annotation(page, index) as handle:
                if handle and raw().FPDFAnnot_GetSubtype(handle) == _PINNED:
                    self._take(raw().FPDFAnnot_GetFileAttachment(handle))

    def _take(self, handle: ctypes.c_void_p) -> None:
        self._seen += 1
        if self._seen > self.limits.max_parts:
            if self._seen == self.limits.max_parts + 1:
                self.unread.append(Unread("further files inside the PDF", "it carries too many"))
            return
        name = _name(handle) or f"file {self._seen}"
        size = ctypes.c_ulong()
        known = bool(handle) and bool(raw().FPDFAttachment_GetFile(handle, None, 0, size))
        if known and size.value > self.limits.max_unpacked - self._bytes:
            self.unread.append(Unread(f"file {name} inside the PDF", "it is too large: save it beside the PDF"))
            return
        data = _bytes(handle, size.value) if known else b""
        if data:
            self._bytes += len(data)
            self.files.append(Attachment(name, data))
        else:
            self.unread.append(Unread(f"file {name} inside the PDF", "it is empty or damaged"))


def _bytes(handle: ctypes.c_void_p, size: int) -> bytes:
    buffer = (ctypes.c_char * max(1, size))()
    written = ctypes.c_ulong()
    done = raw().FPDFAttachment_GetFile(handle, buffer, size, written)
    return bytes(buffer)[:size] if done and written.value == size else b""


def _name(handle: ctypes.c_void_p) -> str:
    """The last part of the name, however it is written."""
    if not handle:
        return ""
    name = wide_string(lambda buffer, size: int(raw().FPDFAttachment_GetName(handle, buffer, size)))
    return _UNPRINTED.sub("", name).replace("\\", "/").rstrip("/").rpartition("/")[2].strip()[:200]
