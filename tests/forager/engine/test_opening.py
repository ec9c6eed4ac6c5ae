"""Opening and closing a store: one process at a time, readers beside it, and one sentence when it cannot be."""

from __future__ import annotations

import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.forager.engine.corpus import BY

from forager.engine import Engine
from forager.errors import StoreAbsent
from forager.settings import Settings
from formicaria.ground import audit, credentials
from formicaria.ground.database import open_database
from formicaria.ground.errors import ConfigurationRefused, DatabaseUnusable, NewerDatabase, StoreHeld


@pytest.fixture
def embedded(tmp_path: Path) -> Settings:
    """Settings of a SQLite store."""
    return Settings(data_dir=tmp_path / "data", workers=1)


def test_the_first_start_makes_folder_store_and_key(embedded: Settings) -> None:
    with Engine.open(embedded) as engine:
        assert engine.operator_key_made
        assert engine.identity.instance_id.startswith("fgi_")
        key = embedded.data_dir / "operator.key"
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert stat.S_IMODE(embedded.data_dir.stat().st_mode) == 0o700
        with engine.database.read() as connection:
            assert credentials.find(connection, key.read_text().strip(), engine.clock.now()) is not None
    with Engine.open(embedded) as again:
        assert not again.operator_key_made
        assert again.identity == engine.identity


def test_a_second_engine_on_one_store_is_refused_with_exit_11(embedded: Settings) -> None:
    with Engine.open(embedded, label="the first"):
        with pytest.raises(StoreHeld) as refused:
            Engine.open(embedded)
        assert refused.value.exit_code == 11
        assert "the first" in refused.value.sentence
        assert "--url" in refused.value.sentence
    Engine.open(embedded).close()


def test_a_refused_opening_leaves_nothing_held(embedded: Settings) -> None:
    Engine.open(embedded).close()
    database = open_database(embedded.store_url)
    with database.write() as connection:
        newest = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999_later'"))
    with pytest.raises(NewerDatabase):
        Engine.open(embedded)
    with pytest.raises(NewerDatabase):
        Engine.open(embedded, exclusive=False)
    with database.write() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :newest"), {"newest": newest})
    database.close()
    Engine.open(embedded).close()


def test_reading_works_beside_a_holder_and_writing_says_use_url(settings: Settings) -> None:
    with Engine.open(settings) as holder:
        made = holder.create_project("Falcon", "", BY)
        with Engine.open(settings, exclusive=False) as reader:
            assert reader.project("falcon") == made
            with pytest.raises(StoreHeld, match="reading only") as refused:
                reader.create_project("Osprey", "", BY)
            assert "--url" in refused.value.sentence
            later = holder.create_project("Heron", "", BY)
            assert reader.project("heron") == later


def test_there_is_nothing_to_read_where_nothing_was_written(embedded: Settings) -> None:
    with pytest.raises(StoreAbsent, match="There is no store"):
        Engine.open(embedded, exclusive=False)
    assert not embedded.data_dir.exists()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseUnusable, match="cannot be made"):
        Engine.open(Settings(data_dir=tmp_path / "file" / "data"))


@pytest.mark.req("S000-6-02")
def test_listening_beyond_this_machine_needs_named_hosts(tmp_path: Path) -> None:
    assert Settings.load(tmp_path, {}).host == "127.0.0.1"
    with pytest.raises(ConfigurationRefused):
        Settings.load(tmp_path, {"FORAGER_HOST": "0.0.0.0"})
    found = Settings.load(tmp_path, {"FORAGER_HOST": "0.0.0.0", "FORAGER_ALLOWED_HOSTS": "kb.example.org"})
    assert found.allowed_hosts == ("kb.example.org",)


@pytest.mark.req("S001-4.2-01")
def test_settings_come_from_the_environment_then_the_file_then_the_default(tmp_path: Path) -> None:
    (tmp_path / "forager.json").write_text('{"port": 9000, "workers": 3, "unknown": 1, "max_files": "many"}')
    found = Settings.load(tmp_path, {"FORAGER_PORT": "9001", "FORAGER_ALLOWED_INPUT_ROOTS": "/a, /b"})
    assert (found.port, found.workers, found.max_files) == (9001, 3, 400)
    assert found.allowed_input_roots == ("/a", "/b")
    assert not found.allow_any_input_root
    assert len(found.findings) == 1
    assert found.data_dir == tmp_path


def test_a_copied_store_begins_a_generation(embedded: Settings, tmp_path: Path) -> None:
    with Engine.open(embedded) as engine:
        first = engine.identity
    shutil.copytree(embedded.data_dir, tmp_path / "copy")
    with Engine.open(replace(embedded, data_dir=tmp_path / "copy")) as copy:
        assert copy.identity.instance_id == first.instance_id
        assert copy.identity.generation != first.generation
    with Engine.open(embedded) as engine:
        assert engine.identity == first


def test_what_an_interrupted_writer_left_is_swept_at_the_next_start(embedded: Settings) -> None:
    with Engine.open(embedded) as engine:
        made = engine.create_project("Falcon", "", BY)
    left = embedded.data_dir / "blobs" / made.id / "incoming-00"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")
    Engine.open(embedded).close()
    assert not left.exists()


def test_closing_records_where_the_audit_streams_end(settings: Settings) -> None:
    with Engine.open(settings) as engine:
        engine.create_project("Falcon", "", BY)
    with Engine.open(settings, exclusive=False) as reader, reader.database.read() as connection:
        last = audit.entries(connection, "system")[-1]
        assert last.action == "audit.heads"
        assert not audit.verify(connection)


@pytest.mark.postgres
def test_two_engines_work_on_one_postgresql_store(postgres_store: str, tmp_path: Path) -> None:
    shared = Settings(data_dir=tmp_path / "data", database_url=postgres_store, workers=1)
    with Engine.open(shared) as one, Engine.open(shared) as other:
        made = one.create_project("Shared", "", BY)
        assert other.project("shared") == made
        assert one.identity == other.identity
        assert not other.operator_key_made
