"""FORAGER's own errors; each keeps the code and status of its kind in the ground.

Error
├── NotFound              not_found
│   ├── ProjectNotFound
│   ├── SourceNotFound
│   ├── JobNotFound
│   └── ExportNotFound
├── Conflict              conflict
│   ├── NameTaken
│   ├── ProjectArchived
│   ├── JobRunning
│   ├── JobNotInState
│   ├── NothingPublished  an export was asked for before anything was published
│   ├── BaseMoving        changes are not published yet, or are just being published
│   └── ExportGone        its bytes are not in the store any more
├── InvalidRequest        validation_error
│   ├── Unreadable        an offered file cannot be read
│   ├── BackupRefused     backup_refused: damaged, foreign, or no backup at all
│   └── PackageRefused    package_refused: damaged, foreign or altered; nothing of it was taken
├── Forbidden             forbidden
│   └── InputRefused      a folder outside the allowed input roots
├── TooLarge
│   └── TooManyFiles      too_many_files
├── BlobUnusable          blob_unusable
│   ├── BlobMissing       blob_missing
│   └── BlobDamaged       blob_damaged
├── ReadingFailed         reading_failed: one source cannot be read
│   ├── WorkerDied        worker_died
│   ├── ReadingTooSlow    too_slow
│   └── NestedTooDeep     nested_too_deep
├── ModelFailed           model_failed: a model gave no answer; the rules' reading stands
│   ├── ModelTimedOut     model_timed_out
│   ├── ModelBusy         model_busy
│   ├── ModelRefused      model_refused
│   ├── ModelUnreachable  model_unreachable
│   └── ModelUnusable     model_unusable
├── CannotOpen            cannot_open: a document that was read cannot be opened again
└── StoreAbsent           store_absent: there is no store in the data folder
"""

from __future__ import annotations

from typing import ClassVar

from formicaria.ground.errors import (
    ConfigurationRefused,
    Conflict,
    Error,
    Forbidden,
    InvalidRequest,
    NotFound,
    TooLarge,
)


class ProjectNotFound(NotFound):
    """There is no such project for this caller."""


class SourceNotFound(NotFound):
    """There is no such source in this project."""


class JobNotFound(NotFound):
    """There is no such job for this caller."""


class ExportNotFound(NotFound):
    """There is no such export for this caller."""


class NothingPublished(Conflict):
    """The project has no published revision to export."""

    code = "nothing_published"


class BaseMoving(Conflict):
    """What is published is not what the documents and decisions give now."""

    code = "base_moving"


class ExportGone(Conflict):
    """The bytes of an export are not there, or not those that were recorded."""

    code = "export_gone"


class NameTaken(Conflict):
    """Another project has this name."""


class ProjectArchived(Conflict):
    """The project is archived and takes nothing new."""


class JobRunning(Conflict):
    """The project has a job that is not finished."""


class JobNotInState(Conflict):
    """The job cannot be cancelled or tried again as it stands."""


class Unreadable(InvalidRequest):
    """An offered file cannot be read."""


class BackupRefused(InvalidRequest):
    """A file is no backup, or a damaged one, or one that this release cannot restore; nothing of it is used."""

    code = "backup_refused"


class PackageRefused(InvalidRequest):
    """A package cannot be taken: it is damaged, altered, foreign or of another version. Nothing of it was taken."""

    code = "package_refused"


class InputRefused(Forbidden):
    """Reading this folder of the server is not allowed."""


class TooManyFiles(TooLarge):
    """More files than one request may bring."""

    code = "too_many_files"


class BlobUnusable(Error):
    """Original bytes cannot be had."""

    code = "blob_unusable"


class BlobMissing(BlobUnusable):
    """The file of a blob is gone."""

    code = "blob_missing"


class BlobDamaged(BlobUnusable):
    """The file of a blob does not hold the bytes it was given."""

    code = "blob_damaged"


class ReadingFailed(Error):
    """One source cannot be read; the others are not affected."""

    code = "reading_failed"
    status = 422


class WorkerDied(ReadingFailed):
    """Reading this source ended its process again and again."""

    code = "worker_died"


class ReadingTooSlow(ReadingFailed):
    """Reading this source takes longer than any source needs."""

    code = "too_slow"


class NestedTooDeep(ReadingFailed):
    """Files inside files beyond the limit."""

    code = "nested_too_deep"


class ModelFailed(Error):
    """A model gave no answer about a passage; what the rules read stands. ``again`` says whether another try may help.

    ``after`` is how many seconds the service asked to wait, or None.
    """

    code = "model_failed"
    status = 502
    again: ClassVar[bool] = False

    def __init__(self, message: str, *, remedy: str = "", after: float | None = None) -> None:
        """Take one clear sentence, and how long to wait before another try."""
        super().__init__(message, remedy=remedy)
        self.after = after


class ModelTimedOut(ModelFailed):
    """No answer within the time of one call."""

    code = "model_timed_out"
    status = 504
    again = True


class ModelBusy(ModelFailed):
    """The model's service is throttling or failing."""

    code = "model_busy"
    again = True


class ModelRefused(ModelFailed):
    """The model's service does not know the key, the name or the address: no call will do better."""

    code = "model_refused"


class ModelUnreachable(ModelFailed):
    """No connection to the model's service."""

    code = "model_unreachable"
    again = True


class ModelUnusable(ModelFailed):
    """The model's service answered with something that is no answer."""

    code = "model_unusable"


class CannotOpen(Error):
    """A document cannot be opened safely for somebody who waits."""

    code = "cannot_open"
    status = 422


class StoreAbsent(ConfigurationRefused):
    """The data folder holds no store yet."""

    code = "store_absent"
