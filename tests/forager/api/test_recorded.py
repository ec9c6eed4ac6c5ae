"""Every act is recorded exactly once, with the credential that was checked; no log line holds what was sent."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import Api
from tests.forager.api.operations import operations

from formicaria.ground import logs
from formicaria.ground.tables import audit_entry

CANARY = "cobalt-lantern-7319"
ACTS = {
    "create_project": "project.created",
    "upload_sources": "source.accepted",
    "import_directory": "source.accepted",
    "remove_source": "source.removed",
    "restore_source": "source.restored",
    "process": "job.created",
    "cancel_job": "job.cancelled",
    "retry_job": "job.retried",
    "review_knowledge": "decision.item",
    "merge_entities": "decision.entity",
    "part_entities": "decision.entity",
    "explode_entity": "decision.entity",
    "resolve_conflict": "decision.conflict",
    "reopen_conflict": "decision.conflict",
    "undo_decision": "decision.undo",
    "decide_source": "decision.source",
    "decide_named_sources": "decision.source",
    "declare_attribute": "decision.attribute",
    "mint_token": "token.minted",
    "revoke_token": "token.revoked",
    "make_link": "link.minted",
    "make_export": "export.made",
}
TEXTS = {
    "b.md": b"The budget for the tower is EUR 7.\n",
    "c.md": b"Contact: Anna Bergmann <anna@example.org>\n\nApproved by: Carl Dorn <carl@example.org>\n",
    "d.md": b"Owner: Emma Fuchs <emma@example.org>\n\nTreasurer: Gustav Hahn <gustav@example.org>\n",
}
CHANGES_NOTHING = {"audit_verify_against", "read_batch"}
REFUSED_HERE = {"import_directory", "shutdown"}
"""No folder may be imported in this store; what is imported is accepted by the code that uploads are.

Only a parent may end an engine, which has a test of its own."""


def recorded(api: Api) -> list[tuple[str, int, str, str]]:
    """What callers did, not what the engine did of itself."""
    query = sa.select(audit_entry.c.stream, audit_entry.c.seq, audit_entry.c.action, audit_entry.c.credential)
    with api.engine.database.read() as connection:
        return [tuple(row) for row in connection.execute(query.where(audit_entry.c.credential != "engine"))]


def test_each_changing_route_records_its_act_once(api: Api) -> None:
    at = {each.name: each for each in operations()}
    seen: dict[str, list[str]] = {}
    known = set(recorded(api))

    def does(name: str, body: object = None, files: object = None, **ids: str):
        nonlocal known
        given = {"files": files} if files else {"json": body if body is not None else {}}
        answer = api.call(at[name].method, at[name].url(**ids), **given)
        assert answer.status_code < 300, (name, answer.text)
        new = [each for each in recorded(api) if each not in known]
        known |= set(new)
        seen[name] = [each[2] for each in new]
        assert len({each[3] for each in new}) == 1, name
        return answer.json() if answer.content else {}

    # A small project, for each decision is derived at once.
    kestrel = {"project_id": "kestrel"}
    does("create_project", {"name": "Kestrel"})
    does("upload_sources", files=[("files", ("a.md", b"The budget for the tower is EUR 5.\n"))], project_id="kestrel")
    source = api.ok("/api/projects/kestrel/sources")["items"][0]["id"]
    for name, text in TEXTS.items():
        api.call("POST", "/api/projects/kestrel/sources", files=[("files", (name, text))])
    known |= set(recorded(api))
    does("decide_source", {"action": "authoritative"}, source_id=source)
    job = does("process", project_id="kestrel")["id"]
    does("cancel_job", job_id=job)
    api.engine.run_jobs()
    does("retry_job", job_id=job)
    api.engine.run_jobs()
    does("remove_source", source_id=source)
    does("restore_source", source_id=source)
    item = api.ok("/api/projects/kestrel/knowledge")["items"][0]["id"]
    seq = does("review_knowledge", {"action": "mark_reviewed"}, knowledge_id=item)["decision_seq"]
    does("undo_decision", seq=str(seq), **kestrel)
    conflict = api.ok("/api/projects/kestrel/conflicts")["items"][0]["id"]
    does("resolve_conflict", {"action": "dismiss"}, conflict_id=conflict)
    does("reopen_conflict", conflict_id=conflict)
    people = [each["id"] for each in api.ok("/api/projects/kestrel/entities", page_size=50)["items"]]
    does("part_entities", {"left_id": people[0], "right_id": people[1]}, **kestrel)
    joined = {"left_id": people[2], "right_id": people[3], "even_so": True}
    does("merge_entities", joined, **kestrel)
    does("explode_entity", entity_id=people[2])
    does("decide_named_sources", {"pattern": "*.md", "action": "authoritative"}, **kestrel)
    does("declare_attribute", {"attribute": "budget", "action": "multi_valued"}, **kestrel)
    api.engine.run_jobs()
    does("make_export", {"format": "jsonl"}, **kestrel)
    does("make_link")
    does("revoke_token", token_id=does("mint_token", {"name": "a program", "scopes": ["read"]})["id"])
    assert seen == {name: [act] for name, act in ACTS.items() if name not in REFUSED_HERE}
    changing = {each.name for each in operations() if each.method != "GET"}
    assert changing - set(seen) == CHANGES_NOTHING | REFUSED_HERE


def test_no_log_line_holds_what_was_sent(api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    logs.configure("debug")
    capfd.readouterr()
    text = f"The budget for the {CANARY} is EUR 5.\n".encode()
    projects = "/api/projects"
    api.post(projects, {"name": CANARY, "purpose": CANARY, "actor": CANARY})
    for name in (f"{CANARY}.md", f"{CANARY}.pdf", f"{CANARY}.xlsx", f"{CANARY}.eml"):
        api.call("POST", f"{projects}/{CANARY}/sources", files=[("files", (name, text))])
    api.post(f"{projects}/{CANARY}/process", {"actor": CANARY})
    api.engine.run_jobs()
    item = api.ok("/api/projects/falcon/knowledge")["items"][0]["id"]
    api.post(f"/api/knowledge/{item}/review", {"action": "reject", "notes": CANARY, "actor": CANARY})
    api.get(f"{projects}/falcon/search", params={"q": CANARY})
    api.get(f"{projects}/{CANARY}/knowledge", params={"as_of": CANARY})
    api.get(f"/api/knowledge/{CANARY}")
    api.get("/api/feed", params={"cursor": CANARY})
    api.get(projects, f"fgr_{CANARY}")
    api.get(
        projects, headers={"X-Request-Id": f"{CANARY} {CANARY}", "X-Forager-Project": CANARY, "If-None-Match": CANARY}
    )
    api.call("POST", projects, content=f'{{"name": "{CANARY}', headers={"content-type": "application/json"})
    logs.get_logger("test").info("the_log_is_read_here", body=CANARY)
    out, err = capfd.readouterr()
    assert "the_log_is_read_here" in err
    assert CANARY not in out + err
