"""The researcher: asks the knowledge base once and writes down exactly what came back."""

from __future__ import annotations

from typing import Final

from anthill.core.agents.context import AntContext
from anthill.core.agents.telling import counted
from anthill.sdk.artifact import ArtifactDraft, Confidentiality, combined, parse_confidentiality
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, failed, succeeded
from anthill.sdk.source_set import SOURCE_SET, SourceSet, SourceSetError
from anthill.sdk.tool import ToolResult
from formicaria.ground.canonical import canonical_text

RESEARCH_BRIEF: Final = "research_brief"
KNOWLEDGE_UNAVAILABLE: Final = "knowledge_unavailable"
QUERY_CHARACTERS: Final = 500


class Researcher:
    """Retrieval is read-only and decides nothing; what could not be retrieved is said, never filled in."""

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        """Retrieve for the mission's question, and store a `source_set` or the reason there is none."""
        result = ctx.tool("knowledge_retrieve", {"query": " ".join(ctx.goal.split())[:QUERY_CHARACTERS]})
        if not result.ok:
            return _unavailable(ctx, result)
        try:
            sources = SourceSet.from_json(result.data.get(SOURCE_SET))
        except SourceSetError as error:
            return failed(FailureClass.INVALID_ARTIFACT, error.message)
        excerpts = counted(len(sources.records), "excerpt")
        summary = f"Retrieved: {excerpts} and {counted(len(sources.conflicts), 'open disagreement')}."
        return succeeded(summary, artifacts=(_source_set(sources),))


def _source_set(sources: SourceSet) -> ArtifactDraft:
    return ArtifactDraft(
        schema=SOURCE_SET,
        title="What was retrieved",
        payload=canonical_text(sources.to_json()),
        confidentiality=combined(parse_confidentiality(record.confidentiality) for record in sources.records),
    )


def _unavailable(ctx: AntContext, result: ToolResult) -> AntExecutionResult:
    reason = result.failure.failure_class.value if result.failure else FailureClass.UNKNOWN_FAILURE.value
    brief = {"research_need": ctx.goal, "notice": result.text, "failure_class": reason}
    draft = ArtifactDraft(RESEARCH_BRIEF, "Why nothing was retrieved", canonical_text(brief), Confidentiality.TENANT)
    summary = "Nothing could be retrieved from the knowledge base."
    return succeeded(summary, artifacts=(draft,), warnings=(f"{KNOWLEDGE_UNAVAILABLE}: {reason}",))
