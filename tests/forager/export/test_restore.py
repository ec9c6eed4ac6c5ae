"""A package brought up again says the same under the same ids; one that is not whole is refused whole."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.forager.api.corpus import BUILDER, Built, opened, settings

from forager.engine import Engine
from forager.errors import NameTaken, PackageRefused
from forager.export import layout
from forager.model.export import Format
from forager.review import By, Reviewer
from forager.store.tables import conflict_state, decision, project, source
from formicaria.ground.canonical import canonical, sha256_hex
from formicaria.ground.clock import FixedClock

CLOCK = FixedClock("2026-04-01T09:00:00.000000Z")
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def packed(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A package of a base in which somebody decided, and the base's id."""
    folder = tmp_path_factory.mktemp("packed")
    for engine in opened(built_sqlite, folder / "copy", CLOCK):
        base = engine.project("falcon")
        with engine.database.read() as connection:
            wanted = (conflict_state.c.project_id == base.id) & (conflict_state.c.kind != "duplicate_source")
            conflict = (
                connection.execute(select(conflict_state.c.id).where(wanted).order_by(conflict_state.c.id))
                .scalars()
                .first()
            )
        Reviewer(engine.database, engine.clock, engine.derive).decide_conflict(
            engine.project(base.id), conflict, "both_hold", "", By(BUILDER, "said on the phone")
        )
        made = engine.export(base.id, Format.ANTHILL, BUILDER)
        shutil.copy(engine.export_file(made), folder / "base.zip")
        yield folder / "base.zip", base.id


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Engine]:
    with Engine.open(settings(tmp_path / "empty"), clock=FixedClock("2027-05-05T05:00:00.000000Z")) as engine:
        yield engine


@pytest.mark.req("S000-3.2-04")
def test_export_import_export_is_a_fixed_point(packed: tuple[Path, str], empty: Engine) -> None:
    path, base = packed
    made = empty.import_package(path, BUILDER)
    (job,) = empty.run_jobs()
    assert (job.id, job.status) == (made.job.id, "completed")
    again = empty.export(base, Format.ANTHILL, BUILDER)
    assert again.content_digest == made.content_digest
    assert again.sha256 == sha256_hex(path.read_bytes())
    assert empty.verify(base).lost == ()
    assert empty.check_rebuild(base).agrees


def test_a_base_that_is_there_is_not_overwritten(packed: tuple[Path, str], empty: Engine) -> None:
    empty.import_package(packed[0], BUILDER)
    with pytest.raises(NameTaken):
        empty.import_package(packed[0], BUILDER)


def rewritten(path: Path, target: Path, change: Callable[[Files], None], *, vouched: bool = True) -> Path:
    """The package with other content; ``vouched``: its manifest is made to fit."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    manifest = json.loads(files.pop(layout.MANIFEST))
    for each in manifest["files"] if vouched else ():
        data = files.get(each["path"], b"")
        lines = 1 if each["holds"] == "original" else data.count(b"\n")
        each.update(sha256=sha256_hex(data), size=len(data), records=lines)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr(layout.MANIFEST, canonical(manifest) + b"\n")
    return target


def _version(files: Files) -> None:
    files[layout.MANIFEST] = canonical(json.loads(files[layout.MANIFEST]) | {"package_version": 8}) + b"\n"


def _moved(files: Files) -> None:
    told = json.loads(files[layout.MANIFEST])
    told["project"]["slug"] = "osprey"
    files[layout.MANIFEST] = canonical(told) + b"\n"


def _twice(files: Files) -> None:
    files["tenant/passages.jsonl"] += files["tenant/passages.jsonl"].splitlines(keepends=True)[0]


def _reworded(files: Files) -> None:
    first, *rest = files["tenant/evidence.jsonl"].splitlines(keepends=True)
    record = json.loads(first)
    files["tenant/evidence.jsonl"] = canonical(record | {"excerpt": record["excerpt"] + "!"}) + b"\n" + b"".join(rest)


def _widened(files: Files) -> None:
    first, *rest = files["tenant/mentions.jsonl"].splitlines(keepends=True)
    files["tenant/mentions.jsonl"] = canonical(json.loads(first) | {"x": 1}) + b"\n" + b"".join(rest)


def _leaked(files: Files) -> None:
    files["general/sources.jsonl"], files["tenant/sources.jsonl"] = files["tenant/sources.jsonl"], b""


def _lost(files: Files) -> None:
    del files[next(name for name in files if name.startswith(layout.ORIGINALS))]


def _escaping(files: Files) -> None:
    files["originals/../../key"] = b"x"


def _altered(files: Files) -> None:
    files["tenant/knowledge.jsonl"] = files["tenant/knowledge.jsonl"].replace(b"a", b"b", 1)


@pytest.mark.parametrize(
    ("change", "vouched"),
    [
        (_version, True), (_moved, True), (_twice, True), (_reworded, True), (_widened, True), (_leaked, True), (_lost, True),
        (_escaping, True), (_altered, False),
    ],
)  # fmt: skip
def test_what_is_not_whole_is_refused_whole(
    packed: tuple[Path, str], empty: Engine, tmp_path: Path, change: Callable[[Files], None], vouched: bool
) -> None:
    path = rewritten(packed[0], tmp_path / "other.zip", change, vouched=vouched)
    with pytest.raises(PackageRefused):
        empty.import_package(path, BUILDER)
    with empty.database.read() as connection:
        assert [
            connection.execute(select(func.count()).select_from(each)).scalar_one()
            for each in (project, source, decision)
        ] == [0, 0, 0]


@pytest.mark.parametrize("kind", ["cut", "deflated", "twice", "link", "nothing"])
def test_what_is_no_package_is_refused(packed: tuple[Path, str], empty: Engine, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "other.zip"
    data = packed[0].read_bytes()
    if kind in {"cut", "nothing"}:
        path.write_bytes(data[: len(data) // 2] if kind == "cut" else b"")
    else:
        with zipfile.ZipFile(packed[0]) as old, zipfile.ZipFile(path, "w") as new:
            for info in old.infolist():
                content = old.read(info.filename)
                if kind == "deflated":
                    info.compress_type = zipfile.ZIP_DEFLATED
                elif kind == "link" and info.filename.startswith(layout.ORIGINALS):
                    info.external_attr = 0o120777 << 16
                new.writestr(info, content)
            if kind == "twice":
                with pytest.warns(UserWarning, match="Duplicate name"):
                    new.writestr("tenant/counts.jsonl", b"")
    with pytest.raises(PackageRefused):
        empty.import_package(path, BUILDER)
