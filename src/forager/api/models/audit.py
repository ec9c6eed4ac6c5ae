"""The audit trail on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from forager.api.models.common import Asked, Wire, says


class AuditEntry(Wire):
    """One recorded act."""

    stream: Annotated[str, says("The chain it stands in.", "project:proj_4mvd2cwn5nqqpnwbsr2a")]
    seq: Annotated[int, says("Its number there.", 3)]
    at: Annotated[str, says("When, UTC.")]
    credential: Annotated[str, says("The credential that was authenticated.")]
    actor: Annotated[str, says("Who was claimed to act.")]
    action: Annotated[str, says("What was done.", "decision.conflict")]
    target: Annotated[str, says("On which record.")]
    payload_digest: Annotated[str, says("SHA-256 of what was given, if anything was.")]
    facts: Annotated[str, says("Particulars as canonical JSON; never content.")]
    previous: Annotated[str, says("Digest of the entry before it.")]
    digest: Annotated[str, says("Digest of this entry.")]


class AuditPage(Wire):
    """Entries of one chain in order."""

    stream: Annotated[str, says("The chain.")]
    items: Annotated[list[AuditEntry], says("Entries after the asked number.")]
    next_after: Annotated[int, says("Ask with this next time.", 200)]


class AuditFault(Wire):
    """Something wrong in a chain."""

    stream: Annotated[str, says("The chain.")]
    seq: Annotated[int, says("The entry.")]
    problem: Annotated[str, says("What is wrong, in words.")]


class AuditHead(Wire):
    """The end of a chain: what to keep elsewhere."""

    stream: Annotated[str, says("The chain.")]
    seq: Annotated[int, says("Its last entry.")]
    digest: Annotated[str, says("That entry's digest.")]


class AuditCheck(Wire):
    """Whether every chain is whole."""

    ok: Annotated[bool, says("No fault was found.", True)]
    entries: Annotated[int, says("Entries in all chains.", 57)]
    faults: Annotated[list[AuditFault], says("What is wrong.")]
    heads: Annotated[
        list[AuditHead], says("The ends of all chains; a cut end shows only against heads kept elsewhere.")
    ]


class AuditHeads(Wire):
    """The ends of all chains of one store: a document to keep where the store's keeper cannot reach it."""

    instance_id: Annotated[str, says("The store.", "fgi_4mvd2cwn5nqqpnwbsr2a")]
    generation: Annotated[str, says("Its generation.", "gen_4mvd2cwn5nqqpnwbsr2a")]
    taken_at: Annotated[str, says("When, UTC.")]
    heads: Annotated[list[AuditHead], says("The end of each chain.")]


class KeptHead(Asked):
    """The end of a chain as it was kept elsewhere."""

    stream: Annotated[str, Field(max_length=200), says("The chain.")]
    seq: Annotated[int, Field(ge=0, le=10**15), says("Its last entry then.")]
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$"), says("That entry's digest.")]


class KeptHeads(Asked):
    """Heads that were kept elsewhere, to hold the trail against."""

    heads: Annotated[list[KeptHead], Field(min_length=1, max_length=100_000), says("The heads that were kept.")]
