"""The root of both services' error trees, and the errors of the ground itself.

Error
├── InvalidRequest        400  validation_error
├── Unauthenticated       401  unauthorized
│   └── LinkRefused       401  link_refused
├── Forbidden             403  forbidden
├── NotFound              404  not_found
├── Conflict              409  conflict
├── TooLarge              413  too_large
├── UnsupportedMedia      415  unsupported_media_type
├── TooManyAttempts       429  rate_limited
├── Unavailable           503  unavailable
├── ConfigurationRefused  exit 2
├── DatabaseUnusable      exit 1
│   └── NewerDatabase     exit 2
├── StoreHeld             exit 11
├── PortTaken             exit 1   port_in_use
├── LostLease             a worker's claim was taken over
└── UnknownOutcome        an effect may or may not have happened
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class Error(Exception):
    """Something could not be done; the message says what, and ``remedy`` what to do next.

    ``code`` is stable and part of the wire; ``status`` is the HTTP status; ``exit_code`` the command line's.
    Messages never carry document text, tokens or payloads.
    """

    code: ClassVar[str] = "internal_error"
    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, remedy: str = "", details: Mapping[str, object] | None = None) -> None:
        """Take one clear sentence, an optional next step, and structured details for the wire."""
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.details: dict[str, object] = dict(details or {})

    @property
    def sentence(self) -> str:
        """Message and remedy as one line for a person."""
        return f"{self.message} {self.remedy}".strip()


class InvalidRequest(Error):
    """The request does not fit what the operation takes."""

    code = "validation_error"
    status = 400
    exit_code = 2


class Unauthenticated(Error):
    """No credential, or one that is unknown, expired or revoked."""

    code = "unauthorized"
    status = 401
    exit_code = 3


class LinkRefused(Unauthenticated):
    """A sign-in link that is unknown, spent or over."""

    code = "link_refused"


class Forbidden(Error):
    """The credential is good and does not allow this."""

    code = "forbidden"
    status = 403
    exit_code = 3


class NotFound(Error):
    """There is no such record for this caller; foreign and missing are one answer."""

    code = "not_found"
    status = 404
    exit_code = 4


class Conflict(Error):
    """The request does not fit the record's present state."""

    code = "conflict"
    status = 409
    exit_code = 5


class TooLarge(Error):
    """More bytes or items than the limit allows."""

    code = "too_large"
    status = 413
    exit_code = 2


class UnsupportedMedia(Error):
    """A kind of content this service does not read."""

    code = "unsupported_media_type"
    status = 415
    exit_code = 2


class TooManyAttempts(Error):
    """Too many failed or too frequent attempts from one place."""

    code = "rate_limited"
    status = 429
    exit_code = 6


class Unavailable(Error):
    """A part this operation needs does not answer now; trying again may help."""

    code = "unavailable"
    status = 503
    exit_code = 7


class ConfigurationRefused(Error):
    """A setting that cannot be honoured safely; starting is refused."""

    code = "configuration_refused"
    exit_code = 2


class DatabaseUnusable(Error):
    """The database cannot be opened, read or written."""

    code = "database_unusable"
    status = 503
    exit_code = 1


class NewerDatabase(DatabaseUnusable):
    """The database was written by a newer release."""

    code = "newer_database"
    exit_code = 2


class StoreHeld(Error):
    """Another live process holds this store."""

    code = "store_held"
    status = 503
    exit_code = 11


class PortTaken(Error):
    """The service cannot listen on its address."""

    code = "port_in_use"


class LostLease(Error):
    """Another worker took this unit over; the result is discarded."""

    code = "lost_lease"
    status = 409


class UnknownOutcome(Error):
    """An effect was begun and its outcome is not known; a person must look."""

    code = "unknown_outcome"
    status = 409
