"""Typed work products of a mission, with the confidentiality their inputs give them (colony reference §12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Confidentiality(StrEnum):
    """Whether content may ever leave its customer's missions. Only two: what is unknown is tenant."""

    TENANT = "tenant"
    GENERAL = "general"


class Visibility(StrEnum):
    """Who may see an artifact; a secret one is never shown to a model."""

    SECRET = "secret"  # noqa: S105 - the name of a band, not a password
    COLONY = "colony"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class ArtifactDraft:
    """What an ant produced, before the core gives it an id, a hash and its confidentiality.

    `payload` is canonical JSON text of the shape `schema` names; `inputs` are ids of artifacts it was made from.
    """

    schema: str
    title: str
    payload: str
    confidentiality: Confidentiality
    inputs: tuple[str, ...] = ()
    visibility: Visibility = Visibility.COLONY


@dataclass(frozen=True, slots=True)
class Artifact:
    """A stored artifact; `content_hash` is `sha256:` and lower-case hex over the payload's UTF-8."""

    artifact_id: str
    mission_id: str
    task_id: str
    producer_role: str
    schema: str
    schema_version: int
    title: str
    payload: str
    content_hash: str
    confidentiality: Confidentiality
    visibility: Visibility
    inputs: tuple[str, ...]
    created_at: str


def parse_confidentiality(text: str) -> Confidentiality:
    """Read a band written anywhere; everything but `general` is tenant."""
    return Confidentiality.GENERAL if text == Confidentiality.GENERAL.value else Confidentiality.TENANT


def combined(inputs: Iterable[Confidentiality]) -> Confidentiality:
    """Return the confidentiality of something made from `inputs`: general only if there is one and all are."""
    bands = tuple(inputs)
    general = bool(bands) and all(band is Confidentiality.GENERAL for band in bands)
    return Confidentiality.GENERAL if general else Confidentiality.TENANT
