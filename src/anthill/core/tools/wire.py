"""A tool's result as text and back, for the effect ledger: what was stored is what a resumed mission reads."""

from __future__ import annotations

import json
from typing import Any

from anthill.sdk.evidence import EvidenceKind, EvidenceNote
from anthill.sdk.failure import Failure, FailureClass
from anthill.sdk.tool import ToolResult
from formicaria.ground.canonical import canonical_text


def to_text(result: ToolResult) -> str:
    """Return the result as canonical JSON text."""
    failure = result.failure
    return canonical_text(
        {
            "ok": result.ok,
            "text": result.text,
            "data": dict(result.data),
            "failure": [failure.failure_class.value, failure.reason] if failure else None,
            "evidence": [[each.kind.value, each.value, each.passed, each.detail] for each in result.evidence],
        }
    )


def from_text(text: str) -> ToolResult:
    """Read a stored result back."""
    stored: dict[str, Any] = json.loads(text)
    failure = stored["failure"]
    return ToolResult(
        ok=stored["ok"],
        text=stored["text"],
        data=stored["data"],
        failure=Failure(FailureClass(failure[0]), failure[1]) if failure else None,
        evidence=tuple(EvidenceNote(EvidenceKind(kind), *rest) for kind, *rest in stored["evidence"]),
    )
