"""Which scope each route asks for; a route that is not in this table cannot be made (forager.md §8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Scope(StrEnum):
    """What a credential may do. ``operator`` is no token's scope; ``public`` needs no credential."""

    PUBLIC = "public"
    READ = "read"
    INGEST = "ingest"
    REVIEW = "review"
    EXPORT = "export"
    PROJECTS = "projects"
    OPERATOR = "operator"


TOKEN_SCOPES: Final = (Scope.READ, Scope.INGEST, Scope.REVIEW, Scope.EXPORT, Scope.PROJECTS)
"""Everything a token may be allowed; none of them allows minting."""

_PROJECT: Final = "/api/projects/{project_id}"

SCOPES: Final[dict[tuple[str, str], Scope]] = {
    ("GET", "/api/health"): Scope.PUBLIC,
    ("GET", "/health"): Scope.PUBLIC,
    ("GET", "/api/ready"): Scope.PUBLIC,
    ("GET", "/ready"): Scope.PUBLIC,
    ("GET", "/api/openapi.json"): Scope.PUBLIC,
    ("GET", "/openapi.json"): Scope.PUBLIC,
    ("GET", "/api/session"): Scope.PUBLIC,
    ("GET", "/session"): Scope.PUBLIC,
    ("GET", "/api/capabilities"): Scope.READ,
    ("GET", "/api/settings"): Scope.READ,
    ("GET", "/api/settings/tokens"): Scope.OPERATOR,
    ("POST", "/api/settings/tokens"): Scope.OPERATOR,
    ("DELETE", "/api/settings/tokens/{token_id}"): Scope.OPERATOR,
    ("GET", "/api/audit"): Scope.OPERATOR,
    ("GET", "/api/audit/verify"): Scope.OPERATOR,
    ("GET", "/api/projects"): Scope.READ,
    ("POST", "/api/projects"): Scope.PROJECTS,
    ("GET", _PROJECT): Scope.READ,
    ("GET", f"{_PROJECT}/sources"): Scope.READ,
    ("POST", f"{_PROJECT}/sources"): Scope.INGEST,
    ("POST", f"{_PROJECT}/sources/directory"): Scope.INGEST,
    ("GET", "/api/sources/{source_id}"): Scope.READ,
    ("GET", "/api/sources/{source_id}/original"): Scope.READ,
    ("DELETE", "/api/sources/{source_id}"): Scope.INGEST,
    ("POST", "/api/sources/{source_id}/restore"): Scope.INGEST,
    ("POST", f"{_PROJECT}/process"): Scope.INGEST,
    ("GET", f"{_PROJECT}/jobs"): Scope.READ,
    ("GET", "/api/jobs/{job_id}"): Scope.READ,
    ("POST", "/api/jobs/{job_id}/cancel"): Scope.INGEST,
    ("POST", "/api/jobs/{job_id}/retry"): Scope.INGEST,
    ("GET", f"{_PROJECT}/search"): Scope.READ,
    ("GET", f"{_PROJECT}/knowledge"): Scope.READ,
    ("GET", f"{_PROJECT}/knowledge/facets"): Scope.READ,
    ("GET", "/api/knowledge/{knowledge_id}"): Scope.READ,
    ("GET", "/api/knowledge/{knowledge_id}/evidence"): Scope.READ,
    ("POST", "/api/knowledge/{knowledge_id}/review"): Scope.REVIEW,
    ("GET", f"{_PROJECT}/entities"): Scope.READ,
    ("GET", f"{_PROJECT}/entities/candidates"): Scope.READ,
    ("POST", f"{_PROJECT}/entities/merge"): Scope.REVIEW,
    ("POST", f"{_PROJECT}/entities/apart"): Scope.REVIEW,
    ("GET", "/api/entities/{entity_id}"): Scope.READ,
    ("GET", f"{_PROJECT}/relations"): Scope.READ,
    ("GET", f"{_PROJECT}/conflicts"): Scope.READ,
    ("GET", "/api/conflicts/{conflict_id}"): Scope.READ,
    ("POST", "/api/conflicts/{conflict_id}/resolve"): Scope.REVIEW,
    ("POST", "/api/conflicts/{conflict_id}/reopen"): Scope.REVIEW,
    ("GET", f"{_PROJECT}/decisions"): Scope.REVIEW,
    ("POST", f"{_PROJECT}/decisions/{{seq}}/undo"): Scope.REVIEW,
    ("GET", f"{_PROJECT}/revisions"): Scope.READ,
    ("GET", f"{_PROJECT}/diff"): Scope.READ,
    ("GET", f"{_PROJECT}/verify"): Scope.READ,
    ("GET", "/api/feed"): Scope.READ,
}  # fmt: skip
