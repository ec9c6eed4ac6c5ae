"""The two graphs keep to their vocabularies and lead to documents; tenant and general records stay apart."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator

import pytest
from sqlalchemy import select, update
from tests.forager.api.corpus import BUILDER, Built, opened

from forager.engine import Engine
from forager.export.anthill import SCOPES
from forager.model.export import Format
from forager.store.tables import source
from formicaria.ground.clock import FixedClock

ENDS = {
    "Employment": {"employer": {"Organization"}, "employee": {"Person"}},
    "Ownership": {"owner": {"Person", "Organization"}, "asset": {"Asset"}},
    "UnknownLink": {
        name: {"Person", "Organization", "Address", "Event", "Project", "Document", "Asset"}
        for name in ("subject", "object")
    },
}
"""What may stand at the ends of each link, by the published schemata of FollowTheMoney."""
REQUIRED = {"Document": "fileName", "Person": "name", "Organization": "name", "Event": "name"}


@pytest.fixture(scope="module")
def engine(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    yield from opened(
        built_sqlite, tmp_path_factory.mktemp("graph") / "copy", FixedClock("2026-03-10T09:00:00.000000Z")
    )


def test_every_statement_leads_to_documents(engine: Engine) -> None:
    made = engine.export(engine.project("osprey").id, Format.JSONLD, BUILDER)
    graph = json.loads(engine.export_file(made).read_bytes())["@graph"]
    nodes = {each["@id"]: each for each in graph}
    statements = [each for each in graph if "forager:Statement" in each["@type"]]
    assert statements
    for each in statements:
        assert each["prov:wasDerivedFrom"]
        for evidence in each["prov:wasDerivedFrom"]:
            document = nodes[nodes[evidence["@id"]]["prov:wasQuotedFrom"]["@id"]]
            assert "schema:DigitalDocument" in document["@type"]


def test_links_stand_between_what_they_may(engine: Engine) -> None:
    made = engine.export(engine.project("falcon").id, Format.FTM, BUILDER)
    found = [json.loads(line) for line in engine.export_file(made).read_bytes().splitlines()]
    schemata = {each["id"]: each["schema"] for each in found}
    links = [each for each in found if each["schema"] in ENDS]
    assert links
    for each in links:
        for name, allowed in ENDS[each["schema"]].items():
            assert [schemata[id_] in allowed for id_ in each["properties"][name]] == [True]
    assert all(each["properties"].get(REQUIRED[each["schema"]]) for each in found if each["schema"] in REQUIRED)


def test_a_record_is_general_only_when_all_its_documents_are(engine: Engine) -> None:
    base = engine.project("falcon").id
    with engine.database.write() as connection:
        named = (source.c.project_id == base) & (source.c.logical_name == "01-kickoff-memo.md")
        connection.execute(update(source).where(named).values(scope="general"))
        general = connection.execute(select(source.c.id).where(named)).scalar_one()
    with zipfile.ZipFile(engine.export_file(engine.export(base, Format.ANTHILL, BUILDER, originals=False))) as archive:
        parts = {
            scope: [json.loads(line) for line in archive.read(f"{scope}/knowledge.jsonl").splitlines()]
            for scope in SCOPES
        }
        assert {json.loads(line)["source_id"] for line in archive.read("general/evidence.jsonl").splitlines()} == {
            general
        }
        assert not archive.read("general/entities.jsonl")
    assert parts["general"]
    assert [each["source_ids"] for each in parts["general"]] == [[general]] * len(parts["general"])
    assert any(general in each["source_ids"] for each in parts["tenant"])
    assert not any(each["source_ids"] == [general] for each in parts["tenant"])
