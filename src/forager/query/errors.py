"""Why a read or a verb of review is refused; each keeps the code and status of its kind in the ground.

Error
├── NotFound           not_found
│   ├── RecordNotFound
│   └── RevisionNotFound
├── InvalidRequest     validation_error
│   └── NotSupported   not_supported: it could not be answered truthfully
├── Unavailable        unavailable
│   └── BeingDerived   being_derived: what the documents of a day said is being made; ask again
└── Conflict           conflict
    ├── DoesNotFit     a decision that does not fit its record
    │   ├── AlreadyDecided    already_decided: somebody decided it, and the caller has not read that
    │   └── SpokenAgainst     spoken_against: joining two names against which something speaks, without saying so
    └── CursorExpired  cursor_expired (410)
"""

from __future__ import annotations

from typing import Self

from formicaria.ground.errors import Conflict, InvalidRequest, NotFound, Unavailable

AGAIN_SECONDS = 1
"""When to ask again for what is being made."""


class RecordNotFound(NotFound):
    """There is no such record for this caller; foreign and missing are one answer."""


class RevisionNotFound(NotFound):
    """There is no such revision in this project."""


class NotSupported(InvalidRequest):
    """This combination could not be answered truthfully."""

    code = "not_supported"


class BeingDerived(Unavailable):
    """What the documents dated by a day said is being made; ``details`` say how far it is and when to ask again."""

    code = "being_derived"

    @classmethod
    def at(cls, stage: str = "", done: int = 0, total: int = 0) -> Self:
        """It is so far: a stage, how much of it is done, of how much."""
        details = {"stage": stage, "done": done, "total": total, "retry_after": AGAIN_SECONDS}
        return cls(
            "What the documents of that day said is being worked out.", remedy="Ask again in a moment.", details=details
        )


class DoesNotFit(Conflict):
    """The decision does not fit the record as it stands."""


class AlreadyDecided(DoesNotFit):
    """Somebody decided this, and the caller has not read that decision; ``details["decision"]`` tells it."""

    code = "already_decided"


class SpokenAgainst(DoesNotFit):
    """Something speaks against two names being one; ``details`` hold ``reasons_against``, ``reasons_for`` and what confirms it."""

    code = "spoken_against"


class CursorExpired(Conflict):
    """The cursor belongs to another generation of this database, or to a future that was rolled back."""

    code = "cursor_expired"
    status = 410
