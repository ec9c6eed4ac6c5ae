"""What an export holds, that it is the same bytes for the same knowledge, and that it is whole or not there."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest
from tests.forager.api.corpus import BUILDER, Built, opened

from forager.engine import Engine
from forager.errors import BaseMoving, ExportGone, NothingPublished
from forager.export import layout
from forager.export.flat import cell
from forager.model.export import Export, Format
from forager.store import sources
from formicaria.ground.canonical import canonical, parse
from formicaria.ground.clock import FixedClock

SCHEMA = Path(__file__).parents[3] / "contract" / "anthill-package-7.schema.json"


@pytest.fixture(scope="module")
def engine(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    yield from opened(
        built_sqlite, tmp_path_factory.mktemp("export") / "copy", FixedClock("2026-03-10T09:00:00.000000Z")
    )


@pytest.fixture(scope="module")
def package(engine: Engine) -> Export:
    return engine.export(engine.project("falcon").id, Format.ANTHILL, BUILDER)


def manifest_of(path: Path) -> dict:
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read(layout.MANIFEST))


def test_a_manifest_vouches_for_every_file(engine: Engine, package: Export) -> None:
    with zipfile.ZipFile(engine.export_file(package)) as archive:
        manifest = json.loads(archive.read(layout.MANIFEST))
        files = {each["path"]: each for each in manifest["files"]}
        assert sorted([*files, layout.MANIFEST]) == sorted(archive.namelist())
        for path, each in files.items():
            data = archive.read(path)
            assert (hashlib.sha256(data).hexdigest(), len(data)) == (each["sha256"], each["size"])
            if each["holds"] != "original":
                rows = data.splitlines(keepends=True)
                assert len(rows) == each["records"] == manifest["counts"][each["scope"]][each["holds"]]
                assert all(canonical(parse(row)) + b"\n" == row for row in rows)
    assert (manifest["package_version"], manifest["content_digest"]) == (7, package.content_digest)


def test_a_manifest_fits_its_published_schema(engine: Engine, package: Export) -> None:
    validator = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text()))
    manifest = manifest_of(engine.export_file(package))
    assert validator.is_valid(manifest)
    assert not validator.is_valid(manifest | {"package_version": 6})


def test_records_are_tenants_until_a_person_says_otherwise(engine: Engine, package: Export) -> None:
    counts = manifest_of(engine.export_file(package))["counts"]
    assert counts["tenant"]["knowledge"] > 200
    assert set(counts["general"].values()) == {0}


@pytest.mark.parametrize("kind", list(Format))
def test_the_same_revision_is_the_same_bytes(engine: Engine, kind: Format) -> None:
    falcon = engine.project("falcon").id
    first, second = (engine.export(falcon, kind, BUILDER) for _ in range(2))
    assert (first.sha256, first.size) == (second.sha256, second.size)
    assert first.id != second.id


@pytest.mark.postgres
def test_both_databases_give_the_same_bytes(package: Export, built_postgres: Built, tmp_path: Path) -> None:
    for other in opened(built_postgres, tmp_path / "copy", FixedClock("2027-01-01T00:00:00.000000Z")):
        assert other.export(package.project_id, Format.ANTHILL, BUILDER).sha256 == package.sha256


def test_nothing_of_another_project_or_of_this_machine_is_in_it(engine: Engine, package: Export) -> None:
    data = engine.export_file(package).read_bytes()
    identity = engine.identity
    foreign = (
        engine.project("osprey").id,
        str(engine.settings.data_dir),
        identity.instance_id,
        identity.generation,
        "fgo_",
    )
    assert not [each for each in foreign if each.encode() in data]


def test_a_package_can_leave_the_originals_where_they_are(engine: Engine, package: Export) -> None:
    lean = engine.export(package.project_id, Format.ANTHILL, BUILDER, originals=False)
    manifest = manifest_of(engine.export_file(lean))
    assert (manifest["originals"], lean.content_digest) == (False, package.content_digest)
    assert not [each for each in manifest["files"] if each["path"].startswith(layout.ORIGINALS)]


def test_altered_bytes_are_not_handed_out(engine: Engine) -> None:
    made = engine.export(engine.project("osprey").id, Format.FTM, BUILDER)
    path = engine.export_file(made)
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(ExportGone):
        engine.export_file(made)


def test_a_base_without_a_revision_has_nothing_to_export(engine: Engine) -> None:
    made = engine.create_project("Empty", "", BUILDER)
    with pytest.raises(NothingPublished):
        engine.export(made.id, Format.CSV, BUILDER)


def test_what_is_not_published_yet_is_not_exported(built_sqlite: Built, tmp_path: Path) -> None:
    for own in opened(built_sqlite, tmp_path / "copy", FixedClock("2026-03-10T09:00:00.000000Z")):
        falcon = own.project("falcon").id
        with own.database.read() as connection:
            first = next(each for each in sources.listed(connection, falcon) if not each.parent_id)
        own.remove_source(falcon, first.id, BUILDER)
        with pytest.raises(BaseMoving):
            own.export(falcon, Format.FTM, BUILDER)
        assert not list((tmp_path / "copy" / "exports" / falcon).glob("incoming-*"))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("=1+1", "'=1+1"), ("@x", "'@x"), ("\tx", "'\tx"), ("-5 apples", "'-5 apples"),
        ("-5", "-5"), ("+1.5", "+1.5"), (["a"], '["a"]'), ("", ""),
    ],
)  # fmt: skip
def test_no_cell_is_a_formula(value: object, shown: str) -> None:
    assert cell(value) == shown
