"""Many statements at once: what each says alone, the disagreements beside them, nothing of another project."""

from __future__ import annotations

from tests.forager.api.corpus import Api
from tests.forager.api.test_isolation import counted, foreign_id, told

PATH = "/api/projects/falcon/knowledge/batch"
NOBODY = "ki_" + "a" * 20


def ids(api: Api, project: str = "falcon", **query: object) -> list[str]:
    return [each["id"] for each in api.ok(f"/api/projects/{project}/knowledge", page_size=100, **query)["items"]]


def test_each_is_as_it_is_alone_in_the_order_asked(any_shared_api: Api) -> None:
    wanted = ids(any_shared_api)[::-1]
    made = any_shared_api.post(PATH, {"ids": wanted})
    assert made.status_code == 200
    assert [each["id"] for each in made.json()["items"]] == wanted
    assert made.json()["items"] == [any_shared_api.ok(f"/api/knowledge/{each}") for each in wanted]
    assert made.json()["missing"] == []


def test_the_disagreements_of_its_statements_come_with_it_whole(shared_api: Api) -> None:
    contested = ids(shared_api, status="disputed")
    made = shared_api.post(PATH, {"ids": contested}).json()
    listed = shared_api.ok("/api/projects/falcon/conflicts", page_size=200)["items"]
    mine = [each for each in listed if set(each["item_ids"]) & set(contested)]
    assert mine
    assert made["conflicts"] == mine


def test_a_foreign_one_is_missing_as_one_that_nobody_has(any_shared_api: Api) -> None:
    own = ids(any_shared_api, "osprey")[0]
    answers = []
    for other in (foreign_id(any_shared_api, "knowledge_id"), NOBODY):
        with counted(any_shared_api) as queries:
            answer = any_shared_api.post("/api/projects/osprey/knowledge/batch", {"ids": [own, other]})
        assert answer.json()["missing"] == [other]
        assert [each["id"] for each in answer.json()["items"]] == [own]
        status, text, headers = told(answer)
        headers = {name: value for name, value in headers.items() if name not in {"content-length", "etag"}}
        answers.append((status, str(text).replace(other, "X"), headers, len(queries)))
    assert answers[0] == answers[1]


def test_it_asks_the_database_as_often_for_many_as_for_few(any_shared_api: Api) -> None:
    every = ids(any_shared_api)
    # What nothing is of is not asked for: the few have a disagreement and an entity too.
    named = [each for each in every if any_shared_api.ok(f"/api/knowledge/{each}")["entities"]]
    few = [*ids(any_shared_api, status="disputed")[:2], named[0]]
    seen = []
    for wanted in (few, every[:90]):
        with counted(any_shared_api) as queries:
            assert any_shared_api.post(PATH, {"ids": wanted}).status_code == 200
        seen.append(len(queries))
    assert len(every) > 20
    assert seen[0] == seen[1]


def test_one_asked_for_twice_is_given_once(shared_api: Api) -> None:
    first = ids(shared_api)[0]
    made = shared_api.post(PATH, {"ids": [first, NOBODY, first, NOBODY]}).json()
    assert ([each["id"] for each in made["items"]], made["missing"]) == ([first], [NOBODY])


def test_its_size_is_bounded_and_declared(shared_api: Api) -> None:
    declared = shared_api.ok("/api/capabilities")
    most = declared["limits"]["max_batch_items"]
    assert declared["capabilities"]["batch_read"] is True
    assert shared_api.post(PATH, {"ids": [f"ki_{each}" for each in range(most)]}).status_code == 200
    for wrong in ([f"ki_{each}" for each in range(most + 1)], [], [""], ["k" * 201], ["a\0b"]):
        assert shared_api.post(PATH, {"ids": wrong}).status_code == 400


def test_the_clocks_hold_for_all_of_it(shared_api: Api) -> None:
    wanted = ids(shared_api)[:3]
    made = shared_api.post(f"{PATH}?valid_at=2026-03-15", {"ids": wanted}).json()
    assert made["items"] == [shared_api.ok(f"/api/knowledge/{each}", valid_at="2026-03-15") for each in wanted]
    assert shared_api.post(f"{PATH}?as_of=rev_0", {"ids": wanted}).json()["missing"] == wanted
