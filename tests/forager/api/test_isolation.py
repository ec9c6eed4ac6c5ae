"""A foreign id is answered exactly as one that nobody has: on every route, with every kind of record, in as many queries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import Api
from tests.forager.api.operations import BODIES, Operation, named, operations

from forager.store.tables import conflict_state, entity_state, evidence, export, item_state, job, source

MISSING = {"project_id": "proj_aaaaaaaaaaaaaaaaaaaa", "seq": "99"}
TABLES = {
    "knowledge_id": item_state, "entity_id": entity_state, "conflict_id": conflict_state, "source_id": source, "job_id": job,
    "export_id": export,
}  # fmt: skip
PREFIXES = {
    "knowledge_id": "ki_",
    "entity_id": "ent_",
    "conflict_id": "cf_",
    "source_id": "src_",
    "job_id": "job_",
    "export_id": "exp_",
}
WITH_IDS = [each for each in operations() if each.parameters and each.path != "/api/settings/tokens/{token_id}"]
RECORDS = [each for each in WITH_IDS if each.parameters[0] != "project_id"]
LISTS = [each for each in operations() if each.method == "GET" and each.parameters == ("project_id",)]


def foreign_id(api: Api, parameter: str) -> str:
    falcon = api.project("falcon")
    if parameter == "project_id":
        return falcon
    table = TABLES[parameter]
    with api.engine.database.read() as connection:
        query = sa.select(table.c.id).where(table.c.project_id == falcon).order_by(table.c.id)
        return str(connection.execute(query).scalars().first())


def missing_id(parameter: str) -> str:
    return MISSING.get(parameter) or PREFIXES[parameter] + "a" * 20


def told(answer) -> tuple[int, object, dict[str, str]]:
    """Everything an answer says, but for the name of the request."""
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status_code, re.sub(r"req_\w+", "", answer.text), headers


@contextmanager
def counted(api: Api) -> Iterator[list[str]]:
    """The statements that the database is asked meanwhile."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        seen.append(statement)

    engine = api.engine.database.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)


@pytest.mark.req("S001-3.3-04")
@pytest.mark.req("LAW-12")
@pytest.mark.req("S001-3.3-03", "S001-3.3-04", "LAW-12")
@pytest.mark.parametrize("operation", WITH_IDS, ids=named)
@pytest.mark.parametrize("limited_by", ["token", "header"])
def test_a_foreign_id_is_answered_as_a_missing_one(any_shared_api: Api, operation: Operation, limited_by: str) -> None:
    api, osprey = any_shared_api, any_shared_api.project("osprey")
    parameter = operation.parameters[0]
    by_token = limited_by == "token"
    key = api.token("read", "ingest", "review", "export", projects=(osprey,)) if by_token else api.key
    headers = {} if by_token else {"x-forager-project": osprey}
    api.get("/api/capabilities", key)  # the first use of a key is noted in the database
    api.http.app.state.service.gate.used.settle()
    answers = []
    for id_ in (foreign_id(api, parameter), missing_id(parameter)):
        with counted(api) as queries:
            answer = api.call(
                operation.method, operation.url(**{parameter: id_}), key, headers=headers, **operation.how()
            )
        answers.append((told(answer), len(queries)))
    assert answers[0] == answers[1]
    assert answers[0][0][0] == 404


@pytest.mark.parametrize("operation", RECORDS, ids=named)
def test_the_same_record_is_found_by_its_own(any_api: Api, operation: Operation) -> None:
    """Were everything a 404, the test above would show nothing."""
    api, parameter = any_api, operation.parameters[0]
    key = api.token("read", "ingest", "review", "export", projects=(api.project("falcon"),))
    path = operation.url(**{parameter: foreign_id(api, parameter)})
    assert api.call(operation.method, path, key, **operation.how()).status_code in {200, 201, 409}


@pytest.mark.parametrize("operation", [each for each in WITH_IDS if each.parameters[0] == "project_id"], ids=named)
def test_a_foreign_project_is_missing_by_name_too(shared_api: Api, operation: Operation) -> None:
    key = shared_api.token("read", "ingest", "review", "export", projects=(shared_api.project("osprey"),))
    answers = [
        told(shared_api.call(operation.method, operation.url(project_id=name), key, **operation.how()))
        for name in ("falcon", "nobody")
    ]
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


@pytest.mark.parametrize(
    ("leaf", "parameter", "kind"),
    [
        ("knowledge", "entity", "entity_id"), ("knowledge", "source", "source_id"), ("relations", "entity", "entity_id"),
        ("conflicts", "item_ids", "knowledge_id"), ("search?q=launch", "entity", "entity_id"), ("search?q=launch", "source", "source_id"),
        ("knowledge/facets", "entity", "entity_id"),
    ],
)  # fmt: skip
def test_a_foreign_id_in_a_filter_finds_nothing(any_shared_api: Api, leaf: str, parameter: str, kind: str) -> None:
    path = f"/api/projects/osprey/{leaf}"
    separator = "&" if "?" in leaf else "?"
    answers = []
    for id_ in (foreign_id(any_shared_api, kind), missing_id(kind)):
        body = any_shared_api.get(f"{path}{separator}{parameter}={id_}").json()
        body.pop("took_ms", None)
        answers.append(body)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("verb", ["merge", "apart"])
def test_a_foreign_name_cannot_be_joined_to_ones_own(any_shared_api: Api, verb: str) -> None:
    osprey = any_shared_api.project("osprey")
    with any_shared_api.engine.database.read() as connection:
        mine = sa.select(entity_state.c.id).where(entity_state.c.project_id == osprey).order_by(entity_state.c.id)
        own = connection.execute(mine).scalars().first()
    answers = [
        told(any_shared_api.post(f"/api/projects/osprey/entities/{verb}", {"left_id": own, "right_id": id_}))
        for id_ in (foreign_id(any_shared_api, "entity_id"), missing_id("entity_id"))
    ]
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


def test_a_foreign_name_cannot_be_compared_with_ones_own(any_shared_api: Api) -> None:
    own = any_shared_api.get("/api/projects/osprey/entities").json()["items"][0]["id"]
    answers = [
        told(any_shared_api.get(f"/api/projects/osprey/entities/compare?left={own}&right={id_}"))
        for id_ in (foreign_id(any_shared_api, "entity_id"), missing_id("entity_id"))
    ]
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


def test_a_foreign_side_cannot_win(any_api: Api) -> None:
    osprey = any_api.project("osprey")
    with any_api.engine.database.write() as connection:
        row = connection.execute(sa.select(conflict_state).where(conflict_state.c.status == "open")).mappings().first()
        own = dict(row) | {"project_id": osprey, "id": "cf_own"}
        connection.execute(sa.insert(conflict_state).values(**own))
    answers = [
        told(any_api.post("/api/conflicts/cf_own/resolve", {"action": "choose_winner", "winner_id": id_}))
        for id_ in (foreign_id(any_api, "entity_id"), missing_id("entity_id"))
    ]
    assert answers[0] == answers[1]


@pytest.mark.req("LAW-12")
@pytest.mark.req("S001-3.3-04", "LAW-12")
def test_no_list_of_one_project_shows_an_id_of_another(any_shared_api: Api) -> None:
    falcon, osprey = any_shared_api.project("falcon"), any_shared_api.project("osprey")
    with any_shared_api.engine.database.read() as connection:
        tables = [*TABLES.values(), evidence]
        foreign = {
            str(id_)
            for table in tables
            for id_ in connection.execute(sa.select(table.c.id).where(table.c.project_id == falcon)).scalars()
        }
    key = any_shared_api.token("read", "review", "export", projects=(osprey,))
    for operation in LISTS:
        how = operation.how()
        how["params"] = {**how.get("params", {}), "page_size": 200}
        answer = any_shared_api.get(operation.url(project_id=osprey), key, **how)
        text = answer.text
        # A comparison is asked about two names that are not there.
        assert answer.status_code == (404 if operation.name == "compare_entities" else 200)
        assert not [id_ for id_ in foreign if id_ in text]
        assert falcon not in text


@pytest.mark.req("LAW-12")
@pytest.mark.req("S001-2-05")
def test_projects_and_feed_show_only_the_callers(any_shared_api: Api) -> None:
    osprey = any_shared_api.project("osprey")
    key = any_shared_api.token("read", projects=(osprey,))
    assert [each["id"] for each in any_shared_api.get("/api/projects", key).json()["items"]] == [osprey]
    assert {each["source_project_id"] for each in any_shared_api.get("/api/feed", key).json()["items"]} == {osprey}
    assert len(any_shared_api.ok("/api/projects")["items"]) == 2


@pytest.mark.req("S001-3.3-04")
def test_a_header_narrows_and_never_widens(shared_api: Api) -> None:
    falcon, osprey = shared_api.project("falcon"), shared_api.project("osprey")
    key = shared_api.token("read", projects=(osprey,))
    listed = shared_api.get("/api/projects", key, headers={"x-forager-project": falcon}).json()
    assert (listed["items"], listed["total"]) == ([], 0)
    assert shared_api.get(f"/api/projects/{falcon}", key, headers={"x-forager-project": falcon}).status_code == 404
    both = shared_api.get("/api/projects", headers={"x-forager-project": falcon}).json()
    assert [each["id"] for each in both["items"]] == [falcon]


def test_every_body_of_the_table_is_of_a_route() -> None:
    assert set(BODIES) <= {each.name for each in operations()}
