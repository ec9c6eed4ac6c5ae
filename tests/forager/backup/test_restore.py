"""A store comes out of its backup as it was, as a new generation, whole or not at all."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.forager.api.corpus import BEGUN_AT, BUILDER, settings
from tests.forager.backup.conftest import Kept, digests
from tests.forager.postgres import postgres_database

from forager.backup import restore as restoring
from forager.backup.restore import How, Restored, restore
from forager.engine import Engine
from forager.errors import BackupRefused
from forager.query import feed
from forager.query.errors import CursorExpired
from forager.store import trail
from forager.store.opening import UNFINISHED
from formicaria.ground import credentials
from formicaria.ground.audit import Head
from formicaria.ground.clock import FixedClock
from formicaria.ground.errors import Conflict, DatabaseUnusable


def restored(file: Path, folder: Path, how: How | None = None) -> Restored:
    return restore(settings(folder), file, FixedClock(BEGUN_AT), BUILDER, how)


def test_everything_is_as_it_was_but_the_generation(kept: Kept, tmp_path: Path) -> None:
    done = restored(kept.taken.file, tmp_path / "new")
    assert done.backup == kept.taken.backup
    with Engine.open(settings(tmp_path / "new"), clock=FixedClock(BEGUN_AT)) as engine:
        assert digests(engine) == kept.digests
        assert engine.identity == done.identity
        assert engine.identity.generation_reason == "restored"
        assert engine.backups() == (kept.taken.backup,)
        for each in engine.projects():
            checked = engine.verify(each.id)
            assert checked.verified == checked.evidence > 0
            with engine.database.read() as connection:
                assert engine.search.covers(connection, each.id) == each.published_rev
                assert trail.check(connection) == ()


@pytest.mark.postgres
def test_a_backup_of_one_database_restores_into_the_other(one: Kept, tmp_path: Path) -> None:
    with postgres_database() as url:
        there = settings(tmp_path / "new", url)
        done = restore(there, one.taken.file, FixedClock(BEGUN_AT), BUILDER)
        with Engine.open(there, clock=FixedClock(BEGUN_AT)) as engine:
            assert engine.identity == done.identity
            assert digests(engine) == one.digests
        with pytest.raises(Conflict, match="not empty"):
            restore(settings(tmp_path / "other", url), one.taken.file, FixedClock(BEGUN_AT), BUILDER)


def test_cursors_of_the_feed_expire(engine: Engine, tmp_path: Path) -> None:
    with engine.database.read() as connection:
        cursor = feed.after(connection, "", 10, None).cursor
    made = engine.backup(tmp_path / "a", BUILDER)
    restored(made.file, tmp_path / "new")
    with Engine.open(settings(tmp_path / "new")) as again, again.database.read() as connection:
        with pytest.raises(CursorExpired):
            feed.after(connection, cursor, 10, None)
        assert len(feed.after(connection, "", 10, None).items) == 2


@pytest.mark.parametrize("keep", [False, True])
def test_no_token_lives_again_unless_asked(engine: Engine, tmp_path: Path, keep: bool) -> None:
    secret, made = engine.mint_token("reader", ["read"], BUILDER)
    taken = engine.backup(tmp_path / "a", BUILDER)
    engine.revoke_token(made.id, BUILDER)
    old = (tmp_path / "copy" / "operator.key").read_text().strip()
    done = restored(taken.file, tmp_path / "new", How(keep_tokens=keep))
    assert done.ended == (0 if keep else 1)
    with Engine.open(settings(tmp_path / "new")) as again, again.database.read() as connection:
        assert (credentials.find(connection, secret, BEGUN_AT) is not None) is keep
        assert credentials.find(connection, old, BEGUN_AT) is None


def test_a_restore_is_recorded_with_who_and_from_what(one: Kept, tmp_path: Path) -> None:
    restored(one.taken.file, tmp_path / "new")
    with Engine.open(settings(tmp_path / "new")) as engine, engine.database.read() as connection:
        entries = [each for each in trail.audit.entries_of(connection, "system") if each.target == one.taken.backup.id]
    assert [each.action for each in entries] == ["store.restored"]
    assert (entries[0].credential, entries[0].actor) == (BUILDER.credential, BUILDER.actor)
    assert one.taken.backup.digest in entries[0].facts


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def _rewritten(path: Path, change: Callable[[dict[str, bytes]], None], compression: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def _leave_out(path: Path) -> None:
    _rewritten(path, lambda parts: parts.pop(next(name for name in parts if name.startswith("blobs/"))) and None)


def _add(path: Path) -> None:
    _rewritten(path, lambda parts: parts.update({"../escaped": b"x"}))


def _edit(path: Path) -> None:
    def change(parts: dict[str, bytes]) -> None:
        parts["tables/project.jsonl"] = parts["tables/project.jsonl"].replace(b"Falcon", b"Vulcan")

    _rewritten(path, change)


def _compress(path: Path) -> None:
    _rewritten(path, lambda parts: None, zipfile.ZIP_DEFLATED)


def _newer(path: Path) -> None:
    def change(parts: dict[str, bytes]) -> None:
        parts["manifest.json"] = parts["manifest.json"].replace(b'"schema":"0', b'"schema":"9')

    _rewritten(path, change)


def _other_version(path: Path) -> None:
    def change(parts: dict[str, bytes]) -> None:
        parts["manifest.json"] = parts["manifest.json"].replace(b'"version":1', b'"version":2')

    _rewritten(path, change)


def _text(path: Path) -> None:
    path.write_text("something else")


def _gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    "damage",
    [_cut, _flip, _leave_out, _add, _edit, _compress, _newer, _other_version, _text, _gone],
    ids=lambda each: each.__name__,
)
def test_what_is_not_wholly_a_backup_is_refused_before_anything_is_written(
    one: Kept, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = Path(shutil.copy(one.taken.file, tmp_path / "damaged"))
    damage(file)
    with pytest.raises(BackupRefused) as refused:
        restored(file, tmp_path / "new")
    assert "\n" not in refused.value.sentence
    assert not (tmp_path / "new").exists()


def test_another_backup_than_the_one_with_that_digest_is_refused(one: Kept, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="digest"):
        restored(one.taken.file, tmp_path / "new", How(digest="f" * 64))
    restored(one.taken.file, tmp_path / "new", How(digest=one.taken.backup.digest))


def test_a_backup_of_another_past_than_the_one_kept_elsewhere_makes_no_store(one: Kept, tmp_path: Path) -> None:
    elsewhere = {"system": Head("system", 1, "f" * 64)}
    with pytest.raises(BackupRefused, match="kept elsewhere"):
        restored(one.taken.file, tmp_path / "new", How(kept=elsewhere))
    with pytest.raises(DatabaseUnusable, match="did not end"):
        Engine.open(settings(tmp_path / "new"))
    restored(one.taken.file, tmp_path / "new")
    assert not (tmp_path / "new" / UNFINISHED).exists()


def test_only_an_empty_folder_takes_a_restore_beside_its_settings(one: Kept, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "forager.json").write_text("{}")
    (folder / "letter.txt").write_text("mine")
    with pytest.raises(Conflict, match="not empty"):
        restored(one.taken.file, folder)
    assert sorted(each.name for each in folder.iterdir()) == ["forager.json", "letter.txt", "store.lock"]
    (folder / "letter.txt").unlink()
    restored(one.taken.file, folder)


def test_the_names_of_the_database_are_one() -> None:
    assert settings(Path("/x")).store_url.endswith(restoring.DATABASE)
