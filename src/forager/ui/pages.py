"""Which scope each page asks for; a page that is not in this table cannot be made (forager.md §8)."""

from __future__ import annotations

from typing import Final

from forager.access.scopes import Scope

_BASE: Final = "/projects/{project_id}"

PAGES: Final[dict[tuple[str, str], Scope]] = {
    ("GET", "/sign-in"): Scope.PUBLIC,
    ("POST", "/sign-in"): Scope.PUBLIC,
    ("POST", "/sign-out"): Scope.READ,
    ("POST", "/name"): Scope.REVIEW,
    ("GET", "/"): Scope.READ,
    ("GET", "/projects"): Scope.READ,
    ("POST", "/projects"): Scope.PROJECTS,
    ("GET", _BASE): Scope.READ,
    ("GET", f"{_BASE}/sources"): Scope.READ,
    ("POST", f"{_BASE}/sources"): Scope.INGEST,
    ("POST", f"{_BASE}/process"): Scope.INGEST,
    ("GET", "/jobs/{job_id}"): Scope.READ,
    ("POST", "/jobs/{job_id}/cancel"): Scope.INGEST,
    ("POST", "/jobs/{job_id}/retry"): Scope.INGEST,
    ("GET", "/sources/{source_id}"): Scope.READ,
    ("GET", "/sources/{source_id}/original"): Scope.READ,
    ("GET", "/sources/{source_id}/read"): Scope.READ,
    ("POST", "/sources/{source_id}/remove"): Scope.INGEST,
    ("POST", "/sources/{source_id}/restore"): Scope.INGEST,
    ("GET", "/sources/{source_id}/pages/{number}.png"): Scope.READ,
    ("GET", f"{_BASE}/knowledge"): Scope.READ,
    ("GET", "/knowledge/{item_id}"): Scope.READ,
    ("POST", "/knowledge/{item_id}/review"): Scope.REVIEW,
    ("GET", "/evidence/{evidence_id}"): Scope.READ,
    ("GET", f"{_BASE}/entities"): Scope.READ,
    ("GET", "/entities/{entity_id}"): Scope.READ,
    ("GET", f"{_BASE}/review"): Scope.READ,
    ("GET", f"{_BASE}/names"): Scope.READ,
    ("POST", f"{_BASE}/names"): Scope.REVIEW,
    ("GET", f"{_BASE}/decisions"): Scope.REVIEW,
    ("POST", f"{_BASE}/decisions/{{seq}}/undo"): Scope.REVIEW,
    ("GET", f"{_BASE}/changes"): Scope.READ,
    ("POST", f"{_BASE}/attributes"): Scope.REVIEW,
    ("POST", "/sources/{source_id}/decide"): Scope.REVIEW,
    ("GET", "/conflicts/{conflict_id}"): Scope.READ,
    ("POST", "/conflicts/{conflict_id}/decide"): Scope.REVIEW,
    ("POST", "/conflicts/{conflict_id}/reopen"): Scope.REVIEW,
}  # fmt: skip
