"""What a credential may do (forager.md §8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Scope(StrEnum):
    """What a credential may do. ``operator`` and ``host`` are no token's scopes; ``public`` needs no credential."""

    PUBLIC = "public"
    READ = "read"
    INGEST = "ingest"
    REVIEW = "review"
    EXPORT = "export"
    PROJECTS = "projects"
    OPERATOR = "operator"
    HOST = "host"


TOKEN_SCOPES: Final = (Scope.READ, Scope.INGEST, Scope.REVIEW, Scope.EXPORT, Scope.PROJECTS)
"""Everything a token may be allowed; none of them allows minting."""
