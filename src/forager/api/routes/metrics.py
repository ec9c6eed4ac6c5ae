"""``GET /metrics``: numbers for whoever watches the engine, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from forager.api.call import CallOf
from forager.api.route import GuardedRoute
from forager.query import measured
from forager.query.measured import Family, Sample

router = APIRouter(route_class=GuardedRoute, tags=["system"])
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
EXAMPLE: Final = 'forager_jobs{project="proj_1a",status="completed"} 1.0\n'
DESCRIBED: Final[dict[str, Any]] = {"content": {"text/plain": {"schema": {"type": "string"}, "example": EXAMPLE}}}


class _Found(Collector):
    def __init__(self, found: Sequence[tuple[Family, Sequence[Sample]]]) -> None:
        self._found = found

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Every family with its numbers."""
        for family, samples in self._found:
            made = GaugeMetricFamily(family.name, family.told, labels=["project", family.label])
            for each in samples:
                made.add_metric([each.project_id, each.word], each.count)
            yield made


@router.get("/metrics", summary="Numbers for a monitor", response_class=PlainTextResponse, responses={200: DESCRIBED})
def metrics(call: CallOf) -> Response:
    """How much there is of everything, by project, within the projects that the credential may see; names and text of nothing."""
    with call.engine.database.read() as connection:
        found = measured.samples(connection, call.limit)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Found(found))
    return Response(generate_latest(registry), media_type=TEXT)
