"""Projects, sources, jobs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from forager.api.models.common import Asked, Wire, Words, says


class Project(Wire):
    """A knowledge base."""

    id: Annotated[str, says("Id of the project.", "proj_4mvd2cwn5nqqpnwbsr2a")]
    slug: Annotated[str, says("The word it can be named by instead.", "falcon")]
    name: Annotated[str, says("What people call it.", "Falcon")]
    purpose: Annotated[str, says("What it is for.")]
    source_count: Annotated[int, says("Live sources.", 13)]
    knowledge_count: Annotated[int, says("Statements in the published revision.", 66)]
    open_conflict_count: Annotated[int, says("Open disagreements in the published revision.", 3)]
    processing_state: Annotated[str, says("idle, running or needs processing.", "idle")]
    revision_id: Annotated[str, says("The published revision.", "rev_3")]
    created_at: Annotated[str, says("When it was made, UTC.")]
    archived_at: Annotated[str, says("When it was archived; empty when it is not.")]


class ProjectRequest(Asked):
    """A project to be made."""

    name: Annotated[Words, says("What people call it; letters or digits are needed.", "Falcon")]
    purpose: Annotated[Words, says("What it is for.")] = ""
    actor: Annotated[Words, says("Who asks, as the caller claims.")] = ""


class Source(Wire):
    """One version of one document."""

    id: Annotated[str, says("Id of this version.", "src_ssazad7uuglzvb4xv7wm")]
    project_id: Annotated[str, says("The project it belongs to.")]
    original_name: Annotated[str, says("Folder-relative name; a member is named parent!/path.", "01-kickoff-memo.md")]
    source_type: Annotated[str, says("The kind of file.", "md")]
    media_type: Annotated[str, says("Its media type; empty until it is read.", "text/markdown")]
    kind: Annotated[str, says("What a person calls its kind; empty until it is read.", "Markdown")]
    content_hash: Annotated[str, says("SHA-256 of its bytes, hexadecimal.")]
    size_bytes: Annotated[int, says("Its size.", 1873)]
    processing_status: Annotated[str, says("queued, processed, failed, superseded, removed or purged.", "processed")]
    state: Annotated[str, says("live, superseded, removed or purged.", "live")]
    title: Annotated[str, says("The document's title.")]
    language: Annotated[str, says("Its language.", "en")]
    document_date: Annotated[str, says("The document's own date; not when it was ingested.", "2026-01-12")]
    date_origin: Annotated[str, says("Where that date was found.", "front matter")]
    authoritative: Annotated[bool, says("Whether the operator marked it authoritative.", False)]
    duplicate_of: Annotated[str, says("The original it is a near-copy of; empty when it is none.")]
    superseded_by: Annotated[str, says("What took its place; empty when nothing did.")]
    replaced_by: Annotated[str, says("The live source that says it replaces this one.")]
    parent_id: Annotated[str, says("The source that carries it; empty when it was sent by itself.")]
    chunk_count: Annotated[int, says("Its searchable passages.", 4)]
    statement_count: Annotated[int, says("Its pieces of evidence.", 9)]
    unread_count: Annotated[int, says("How many things in it were not read.", 0)]
    failure_code: Annotated[str, says("Why it could not be read, as a word.")]
    failure: Annotated[str, says("Why it could not be read, in a sentence.")]
    scope: Annotated[str, says("tenant or general.", "tenant")]
    accepted_at: Annotated[str, says("When it was accepted, UTC.")]
    unread: list[str] = Field(
        default_factory=list, description="What in it was not read, and why; only where one source is asked for."
    )
    warnings: list[str] = Field(
        default_factory=list, description="What was odd in it; only where one source is asked for."
    )


class Rejected(Wire):
    """A file that was not taken."""

    name: Annotated[str, says("Its name as offered.")]
    reason: Annotated[str, says("Why, in a sentence.")]


class Skipped(Wire):
    """Something in a folder that was not offered."""

    name: Annotated[str, says("Its path in the folder.")]
    reason: Annotated[str, says("Why, in a sentence.")]


class Account(Wire):
    """What became of each file."""

    project_id: Annotated[str, says("The project they were given to.")]
    registered: Annotated[list[Source], says("New sources.")]
    replaced: Annotated[list[Source], says("New versions of known names.")]
    duplicates: Annotated[list[Source], says("Bytes that were there under the same name already.")]
    rejected: Annotated[list[Rejected], says("Files that were not taken, and why.")]
    skipped: list[Skipped] = Field(
        default_factory=list, description="What in an imported folder was not offered, and why."
    )


class DirectoryRequest(Asked):
    """A folder of the server's machine to be imported."""

    path: Annotated[Words, says("Absolute path below an allowed input root.", "/srv/inbox")]
    recursive: Annotated[bool, says("Whether folders inside it are read too.", True)] = True
    actor: Annotated[Words, says("Who asks, as the caller claims.")] = ""


class ActorRequest(Asked):
    """Who acts."""

    actor: Annotated[Words, says("Who acts, as the caller claims.")] = ""


class ProcessRequest(Asked):
    """What to process."""

    force: Annotated[bool, says("Read everything again.", False)] = False
    failed: Annotated[bool, says("Read again what could not be read.", False)] = False
    actor: Annotated[Words, says("Who asks, as the caller claims.")] = ""


class Stage(Wire):
    """One persisted stage of a job."""

    stage: Annotated[str, says("Its name.", "parsing_extraction")]
    status: Annotated[str, says("queued, running, completed, failed, cancelled or skipped.", "completed")]
    total: Annotated[int, says("Sources, or records for the derived stages.", 13)]
    processed: Annotated[int, says("Done.", 13)]
    skipped: Annotated[int, says("Left out because nothing was to be done.", 0)]
    failed: Annotated[int, says("Failed.", 0)]
    warnings: Annotated[list[str], says("What was odd, in words.")]


class JobError(Wire):
    """Why a job failed."""

    code: Annotated[str, says("Stable word.", "reading_failed")]
    message: Annotated[str, says("One sentence.")]
    stage: Annotated[str, says("The stage it failed in.", "parsing_extraction")]


class Job(Wire):
    """One run over a project's waiting sources."""

    id: Annotated[str, says("Id of the job.", "job_6w4k2v3q5m7hb3k4w5d2")]
    project_id: Annotated[str, says("The project it belongs to.")]
    status: Annotated[str, says("queued, running, completed, failed or cancelled.", "running")]
    current_stage: Annotated[str, says("The stage that runs, or runs next.", "semantic_extraction")]
    cancel_requested: Annotated[bool, says("Whether it was asked to stop.", False)]
    force: Annotated[bool, says("Whether it reads everything again.", False)]
    progress: Annotated[float, says("0 to 1, from the stage rows alone.", 0.45)]
    error: Annotated[JobError | None, says("Why it failed; null when it did not.")]
    stages: Annotated[list[Stage], says("The eleven stages in order.")]
    revision_id: Annotated[str, says("The revision it published; empty when none.", "rev_3")]
    created_at: Annotated[str, says("When it was queued, UTC.")]
    started_at: Annotated[str, says("When it began; empty when it has not.")]
    finished_at: Annotated[str, says("When it ended; empty when it has not.")]


class Lost(Wire):
    """Evidence that cannot be shown in the original."""

    evidence_id: Annotated[str, says("The evidence.")]
    source_id: Annotated[str, says("Its source.")]
    source_name: Annotated[str, says("The source's name.")]
    place: Annotated[str, says("The place in words.")]
    why: Annotated[str, says("What is wrong, in words.")]


class Verification(Wire):
    """Every piece of evidence, opened again in the original bytes."""

    project_id: Annotated[str, says("The project that was checked.")]
    evidence: Annotated[int, says("Pieces of evidence.", 80)]
    verified: Annotated[int, says("Found again, hash for hash.", 80)]
    missing: Annotated[int, says("Not found.", 0)]
    lost: Annotated[list[Lost], says("What was not found.")]
