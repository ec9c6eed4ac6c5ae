"""The verifier: evidence rows about the newest answer, and the verdict those rows give. It writes no prose."""

from __future__ import annotations

import json

from anthill.core.agents.context import AntContext
from anthill.core.agents.telling import counted
from anthill.core.evidence.answer import SOURCED_ANSWER, AnswerError, SourcedAnswer
from anthill.core.evidence.citations import CitationReport, check_citations
from anthill.sdk.artifact import Artifact
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, failed, succeeded
from anthill.sdk.scope import KnowledgeScope
from anthill.sdk.source_set import SOURCE_SET, SourceSet, SourceSetError
from formicaria.ground.errors import Error


class Verifier:
    """Deterministic; a model may one day explain a verdict, but never gives one."""

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        """Check the citations of the newest answer; a store failure is `verification_unavailable`."""
        try:
            answers, sets = ctx.artifacts(SOURCED_ANSWER), ctx.artifacts(SOURCE_SET)
        except Error:
            return failed(FailureClass.DEPENDENCY_FAILURE, "verification_unavailable: the store could not be read.")
        if not answers:
            return failed(FailureClass.VERIFICATION_FAILURE, "There is no answer to verify.")
        try:
            report = judge(answers[-1], sets, ctx.scope)
        except (AnswerError, SourceSetError, ValueError):
            return failed(FailureClass.INVALID_ARTIFACT, "The answer or a source set cannot be read.")
        warnings = tuple(f"{each.finding.value}: {each.where}" for each in report.findings)
        checks, cited = counted(len(report.notes), "check"), counted(len(report.cited), "cited statement")
        summary = f"{checks} on {cited}; {counted(len(warnings), 'finding')}."
        return succeeded(summary, evidence=report.notes, warnings=warnings)


def judge(answer: Artifact, sets: tuple[Artifact, ...], scope: KnowledgeScope) -> CitationReport:
    """Check one stored answer against stored source sets; the same function the closing of a mission calls."""
    sources = [SourceSet.from_json(json.loads(each.payload)) for each in sets]
    project_ref = scope.project_ref if scope.is_queryable else None
    return check_citations(SourcedAnswer.from_json(json.loads(answer.payload)), sources, project_ref)
