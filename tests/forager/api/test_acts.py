"""Acts on documents and attributes, and histories, over the wire."""

from __future__ import annotations

import pytest
from tests.forager.api.corpus import Api


def test_a_document_is_marked_and_the_mark_is_taken_back(api: Api) -> None:
    source = api.ok("/api/projects/falcon/sources", page_size=1)["items"][0]
    body = {"action": "authoritative", "actor": "m.lindqvist", "notes": "signed by the board"}
    made = api.post(f"/api/sources/{source['id']}/decide", body).json()
    assert (made["source"]["authoritative"], made["applied"]) == (True, True)
    listed = api.ok("/api/projects/falcon/decisions")["items"][0]
    assert (listed["kind"], listed["choice"], listed["actor"], listed["about"], listed["attached"]) == (
        "source", "authoritative", "m.lindqvist", [source["original_name"]], True,
    )  # fmt: skip
    assert api.post(f"/api/sources/{source['id']}/decide", body).status_code == 409
    api.post(f"/api/projects/falcon/decisions/{made['decision_seq']}/undo", {})
    assert api.ok(f"/api/sources/{source['id']}")["authoritative"] is False


def test_an_attribute_is_declared_and_its_disagreement_goes(api: Api) -> None:
    found = api.ok("/api/projects/falcon/conflicts", status="open", type="attribute_mismatch")["items"]
    chosen = found[0]["attribute_key"].split("|")[1]
    made = api.post("/api/projects/falcon/attributes/declare", {"attribute": chosen, "action": "multi_valued"})
    assert made.json() == {"decision_seq": 1, "applied": True}
    assert api.get(f"/api/conflicts/{found[0]['id']}").status_code == 404
    row = next(each for each in api.ok("/api/projects/falcon/attributes")["items"] if each["attribute"] == chosen)
    assert (row["single_valued"], row["declared_by"]) == (False, "a person")
    told = api.ok(f"/api/conflicts/{found[0]['id']}/history")["items"]
    assert [step["what"] for step in told] == ["first known", "is not known any more"]


def test_a_diff_tells_both_wordings(api: Api) -> None:
    item = api.ok("/api/projects/falcon/knowledge", page_size=1)["items"][0]
    api.post(f"/api/knowledge/{item['id']}/review", {"action": "archive"})
    row = next(
        each for each in api.ok("/api/projects/falcon/diff", **{"from": "rev_1"})["items"] if each["id"] == item["id"]
    )
    assert (row["change"], row["before"], row["label"]) == ("archived", item["statement"], item["statement"])
    assert api.ok(f"/api/knowledge/{item['id']}/history")["items"][-1]["what"] == "became archived"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/projects/falcon/sources/authority", {"pattern": " ", "action": "authoritative"}),
        ("/api/projects/falcon/sources/authority", {"pattern": "*.md", "action": "set_date"}),
        ("/api/projects/falcon/attributes/declare", {"attribute": "launch_date", "action": "perhaps"}),
    ],
)
def test_what_is_no_choice_is_refused(shared_api: Api, path: str, body: dict[str, str]) -> None:
    assert shared_api.post(path, body).status_code == 400
