"""The desk of a folder's own colony."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from anthill.api.wire import MissionBody
from anthill.cli.desk import Row, Show, progress_line
from anthill.core.missions.errors import PlanRefused
from anthill.core.missions.intake import MissionRequest
from anthill.core.missions.report import mission_json, task_json
from anthill.core.planning.plan import Refusal
from anthill.core.roles.matrix import matrix
from anthill.host.opening import Opened
from formicaria.ground.audit import Head
from formicaria.ground.errors import InvalidRequest

LOCAL = "local"
POLL_SECONDS = 0.05


class LocalDesk:
    """Fills `Desk` over an open colony; its caller holds the folder and is the operator."""

    def __init__(self, here: Opened) -> None:
        """Work on this colony."""
        self._colony = here.colony

    def run_mission(self, request: Mapping[str, Any], show: Show) -> Row:
        """Run a mission with this process as its worker."""
        accepted = self._colony.submit(_request(request))
        self._colony.start()
        while self._colony.mission(accepted.id).status.open:
            steps = [dict(task_json(each)) for each in self._colony.graph(accepted.id)]
            show(f"{accepted.id}: {progress_line(steps)}")
            time.sleep(POLL_SECONDS)
        # What follows the closing (the archivist, the anchor) belongs to this command too.
        self._colony.run_until_closed(accepted.id)
        return self.report(accepted.id)

    def report(self, mission_id: str) -> Row:
        """Compile a mission's report."""
        return dict(self._colony.report(mission_id).to_json())

    def cancel(self, mission_id: str) -> Row:
        """Cancel a mission and close it truthfully."""
        self._colony.cancel(mission_id, LOCAL)
        self._colony.run_until_closed(mission_id)
        return dict(mission_json(self._colony.mission(mission_id)))

    def missions(self, limit: int) -> list[Row]:
        """List missions."""
        return [dict(mission_json(each)) for each in self._colony.missions(limit=limit)]

    def plan(self, request: Mapping[str, Any]) -> Row:
        """Preview a plan."""
        answer = self._colony.plan(_request(request))
        if isinstance(answer, Refusal):
            raise PlanRefused(answer)
        return dict(answer.to_json())

    def roles(self) -> list[Row]:
        """Return the matrix."""
        return [dict(row) for row in matrix(self._colony.roster)]

    def audit(self, kept: Mapping[str, tuple[int, str]]) -> Row:
        """Check the record."""
        heads = {stream: Head(stream, seq, digest) for stream, (seq, digest) in kept.items()}
        faults = self._colony.audit_faults(heads)
        rows = [{"stream": each.stream, "seq": each.seq, "problem": each.problem} for each in faults]
        return {"sound": not faults, "entries": self._colony.audit_entries(), "faults": rows}

    def heads(self) -> list[Row]:
        """Return the heads."""
        return [{"stream": each.stream, "seq": each.seq, "digest": each.digest} for each in self._colony.audit_heads()]


def _request(request: Mapping[str, Any]) -> MissionRequest:
    try:
        body = MissionBody.model_validate(dict(request))
    except ValidationError as error:
        places = ", ".join(".".join(str(part) for part in each["loc"]) for each in error.errors())
        raise InvalidRequest(f"The request does not have the expected form: {places}.") from error
    return body.to_core(LOCAL, body.project_id)
