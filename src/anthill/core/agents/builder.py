"""The builder: composes the answer from the source sets of the mission and from nothing else."""

from __future__ import annotations

import json

from anthill.core.agents.compose import compose
from anthill.core.agents.context import AntContext
from anthill.core.agents.researcher import RESEARCH_BRIEF
from anthill.core.agents.telling import counted
from anthill.core.evidence.answer import SOURCED_ANSWER
from anthill.sdk.artifact import Artifact, ArtifactDraft, combined
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, failed, succeeded
from anthill.sdk.source_set import SOURCE_SET, SourceSet, SourceSetError
from formicaria.ground.canonical import canonical_text


class Builder:
    """Deterministic: the same source sets give the same answer, byte for byte."""

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        """Compose a `sourced_answer`."""
        sets, briefs = ctx.artifacts(SOURCE_SET), ctx.artifacts(RESEARCH_BRIEF)
        try:
            sources = [SourceSet.from_json(json.loads(each.payload)) for each in sets]
        except (SourceSetError, ValueError):
            return failed(FailureClass.INVALID_ARTIFACT, "A stored source set cannot be read.")
        answer = compose(ctx.goal, sources, [_notice(brief) for brief in briefs])
        inputs = (*sets, *briefs)
        draft = ArtifactDraft(
            schema=SOURCED_ANSWER,
            title="The answer",
            payload=canonical_text(answer.to_json()),
            confidentiality=combined(each.confidentiality for each in inputs),
            inputs=tuple(each.artifact_id for each in inputs),
        )
        cited = sum(1 for sentence in answer.sentences if sentence.citations)
        sentences, disagreements = (
            counted(len(answer.sentences), "sentence"),
            counted(len(answer.conflict_ids), "disagreement"),
        )
        summary = f"{sentences}, {cited} of them cited; {disagreements}."
        return succeeded(summary, artifacts=(draft,))


def _notice(brief: Artifact) -> str:
    return str(json.loads(brief.payload).get("notice", ""))
