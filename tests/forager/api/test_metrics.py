"""Numbers for a monitor: true, of the caller's projects only, and never a name or a word of a document."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families
from tests.forager.api.corpus import Api


def numbers(api: Api, key: str | None = None, **how: object) -> dict[tuple[str, str], dict[str, float]]:
    """By family and project: the number of each word."""
    answer = api.get("/metrics", key, **how)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found: dict[tuple[str, str], dict[str, float]] = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            word = next(value for name, value in sample.labels.items() if name != "project")
            found.setdefault((family.name, sample.labels["project"]), {})[word] = sample.value
    return found


def test_they_count_what_the_lists_count(any_shared_api: Api) -> None:
    falcon = any_shared_api.project("falcon")
    found = numbers(any_shared_api)
    facets = any_shared_api.ok("/api/projects/falcon/knowledge/facets")
    assert found["forager_items", falcon] == facets["status"]
    for family, leaf in (
        ("sources", "sources"),
        ("conflicts", "conflicts"),
        ("jobs", "jobs"),
        ("entities", "entities"),
    ):
        total = any_shared_api.ok(f"/api/projects/falcon/{leaf}")["total"]
        assert sum(found[f"forager_{family}", falcon].values()) == total > 0


def test_they_are_of_the_callers_projects_only(any_shared_api: Api) -> None:
    osprey, falcon = any_shared_api.project("osprey"), any_shared_api.project("falcon")
    limited = numbers(any_shared_api, any_shared_api.token("read", projects=(osprey,)))
    narrowed = numbers(any_shared_api, headers={"x-forager-project": osprey})
    assert limited == narrowed
    assert {project for _, project in limited} == {osprey}
    assert falcon in {project for _, project in numbers(any_shared_api)}


def test_they_need_a_credential_that_may_read(shared_api: Api) -> None:
    assert shared_api.get("/metrics", "").status_code == 401
    assert shared_api.get("/metrics", shared_api.token("ingest", "review", "export")).status_code == 403
