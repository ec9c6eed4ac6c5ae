"""Two graphs for other tools: JSON-LD with PROV-O (W3C Recommendations) and FollowTheMoney entities (followthemoney.tech)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from forager.derive.content import Record
from forager.export import records
from forager.export.anthill import Order
from forager.export.records import View
from formicaria.ground.canonical import canonical

IRI: Final = "urn:forager:"
VOCABULARY: Final = "urn:forager:vocabulary:"
CONTEXT: Final[dict[str, object]] = {
    "prov": "http://www.w3.org/ns/prov#",
    "schema": "https://schema.org/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "forager": VOCABULARY,
}
Nodes = Callable[[View], Iterator[Record]]


def _id(value: object) -> dict[str, object]:
    return {"@id": IRI + str(value)}


def _ids(values: object) -> list[dict[str, object]]:
    return [_id(each) for each in values] if isinstance(values, list) else []


def write_jsonld(order: Order, path: Path) -> None:
    """One JSON-LD document: statements derived from evidence, evidence quoted from documents, decisions as activities of agents."""
    with path.open("xb") as file:
        file.write(b'{"@context":' + canonical(CONTEXT) + b',"@graph":[\n')
        for number, node in enumerate(_nodes(order)):
            file.write((b",\n" if number else b"") + canonical(node))
        file.write(b"\n]}\n")


def _nodes(order: Order) -> Iterator[Record]:
    of, own = order.seen, order.project
    yield {"@id": IRI + own.id, "@type": "prov:Collection", "schema:name": own.name}
    for part, shape in _SHAPES:
        for record in records.records(of, part):
            yield shape(record) | {"forager:scope": records.scope_of(of, part, record)}


def _source(record: Record) -> Record:
    dated = {"schema:dateCreated": record["document_date"]} if record["document_date"] else {}
    return {
        **_id(record["id"]), "@type": ["prov:Entity", "schema:DigitalDocument"], "schema:name": record["logical_name"],
        "schema:sha256": record["sha256"], "forager:authoritative": record["authoritative"], **dated,
    }  # fmt: skip


def _evidence(record: Record) -> Record:
    return {
        **_id(record["id"]), "@type": "prov:Entity", "prov:value": record["excerpt"], "prov:wasQuotedFrom": _id(record["source_id"]),
        "forager:excerptSha256": record["excerpt_sha256"],
        "prov:wasAttributedTo": {"@id": f"{IRI}rule:{record['rule']}", "@type": "prov:SoftwareAgent"},
        "forager:place": [str(_place(span)) for span in _dicts(record["spans"])],
    }  # fmt: skip


def _place(span: dict[str, object]) -> object:
    location = span.get("location")
    return location.get("words", "") if isinstance(location, dict) else ""


def _dicts(value: object) -> list[dict[str, object]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _item(record: Record) -> Record:
    wording = ("type", "support", "status", "attribute", "value", "effective_date", "valid_from", "valid_to")
    told = {f"forager:{name}": record[name] for name in wording if record[name] != ""}
    return {
        **_id(record["id"]), "@type": ["prov:Entity", "forager:Statement"], "schema:text": record["statement"], **told,
        "prov:wasDerivedFrom": _ids(record["evidence_ids"]), "schema:about": _ids(record["entity_ids"]),
        "forager:inConflict": _ids(record["conflict_ids"]),
    }  # fmt: skip


_CLASSES: Final = {
    "person": "schema:Person", "organization": "schema:Organization", "place": "schema:Place", "event": "schema:Event",
    "product": "schema:Product", "project": "schema:Project", "document": "schema:CreativeWork",
}  # fmt: skip


def _entity(record: Record) -> Record:
    kind = _CLASSES.get(str(record["entity_class"]), "schema:Thing")
    return {
        **_id(record["id"]), "@type": kind, "schema:name": record["name"], "schema:alternateName": record["aliases"],
        "schema:subjectOf": _ids(record["source_ids"]),
    }  # fmt: skip


def _relation(record: Record) -> Record:
    return {
        **_id(record["id"]), "@type": ["prov:Entity", "forager:Relation"], "forager:kind": record["kind"],
        "forager:from": _id(record["from_id"]), "forager:to": _id(record["to_id"]), "prov:wasDerivedFrom": _ids(record["source_ids"]),
    }  # fmt: skip


def _conflict(record: Record) -> Record:
    return {
        **_id(record["id"]), "@type": ["prov:Entity", "forager:Disagreement"], "schema:text": record["description"],
        "forager:status": record["status"], "forager:kind": record["kind"], "forager:side": _ids(record["item_ids"]),
    }  # fmt: skip


def _decision(record: Record) -> Record:
    agent = {"@id": f"{IRI}credential:{record['credential']}", "@type": "prov:Agent"}
    at = {"@value": record["at"], "@type": "xsd:dateTime"}
    return {
        "@id": f"{IRI}decision:{record['seq']}", "@type": "prov:Activity", "forager:kind": record["kind"],
        "forager:choice": record["choice"], "prov:used": _ids(record["targets"]), "prov:endedAtTime": at,
        "prov:wasAssociatedWith": agent, "forager:claimedActor": record["actor"],
    }  # fmt: skip


_SHAPES: Final[tuple[tuple[str, Callable[[Record], Record]], ...]] = (
    ("sources", _source), ("evidence", _evidence), ("knowledge", _item), ("entities", _entity), ("relations", _relation),
    ("conflicts", _conflict), ("decisions", _decision),
)  # fmt: skip

# ---------------------------------------------------------------- FollowTheMoney
SCHEMATA: Final = {
    "person": "Person", "organization": "Organization", "place": "Address", "event": "Event", "project": "Project",
    "document": "Document", "product": "Asset", "system": "Asset",
}  # fmt: skip
"""Entity class to schema; a role or a thing of no class has none there and is left out."""
_TIES: Final = {
    "works_for": ("Employment", "employee", "employer", {"Person"}, {"Organization"}),
    "owns": ("Ownership", "owner", "asset", {"Person", "Organization"}, {"Asset"}),
}
"""Relation to schema, with the properties of its ends and what may stand there; all others are links of no known kind."""
_LINK: Final = ("UnknownLink", "subject", "object", {*SCHEMATA.values()}, {*SCHEMATA.values()})
_FULL: Final = {"Address": "full", "Document": "fileName"}


def write_ftm(order: Order, path: Path) -> None:
    """One FollowTheMoney entity in each line: documents, entities, the links between them."""
    with path.open("xb") as file:
        for record in _money(order.seen):
            file.write(canonical(record) + b"\n")


def _money(of: View) -> Iterator[Record]:
    for record in records.records(of, "sources"):
        yield _money_of(record["id"], "Document", {
            "fileName": [record["logical_name"]], "title": [record["title"]], "date": [record["document_date"]],
        })  # fmt: skip
    classes: dict[str, str] = {}
    for record in records.records(of, "entities"):
        schema = SCHEMATA.get(str(record["entity_class"]))
        if schema is not None:
            classes[str(record["id"])] = schema
            yield _money_of(record["id"], schema, _named(record, schema))
    for record in records.records(of, "relations"):
        ends = str(record["from_id"]), str(record["to_id"])
        if ends[0] in classes and ends[1] in classes:
            yield _tie(record, ends, classes)


def _named(record: Record, schema: str) -> dict[str, list[object]]:
    aliases = record["aliases"] if isinstance(record["aliases"], list) else []
    full = {_FULL[schema]: [record["name"]]} if schema in _FULL else {}
    return {"name": [record["name"]], "alias": [each for each in aliases if each != record["name"]], **full}


def _tie(record: Record, ends: tuple[str, str], classes: dict[str, str]) -> Record:
    found = _TIES.get(str(record["kind"]), _LINK)
    if classes[ends[0]] not in found[3] or classes[ends[1]] not in found[4]:
        found = _LINK
    role: list[object] = [str(record["kind"]).replace("_", " ")]
    return _money_of(record["id"], found[0], {found[1]: [ends[0]], found[2]: [ends[1]], "role": role})


def _money_of(id_: object, schema: str, properties: dict[str, list[object]]) -> Record:
    filled = {name: [each for each in values if each != ""] for name, values in properties.items()}
    return {"id": id_, "schema": schema, "properties": {name: values for name, values in filled.items() if values}}
