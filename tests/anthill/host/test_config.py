"""Configuration: unknown keys load, unknown words mean off, a rotated value counts on the next read."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from sqlalchemy import text

from anthill.access.accounts import TOKEN
from anthill.core.colony.settings import SETTINGS, read_core
from anthill.host.config import FileSettings
from anthill.host.opening import KEY_FILE, opened, opened_to_read
from anthill.host.serving import check_address
from anthill.sdk.permission import Permission
from anthill.sdk.setting import Setting
from formicaria.ground.errors import ConfigurationRefused, DatabaseUnusable, NewerDatabase, NotFound, StoreHeld


def settings(folder: Path, value: object = None, **environ: str) -> FileSettings:
    if value is not None:
        (folder / "anthill.json").write_text(value if isinstance(value, str) else json.dumps(value))
    made = FileSettings(folder / "anthill.json", environ)
    made.declare(SETTINGS)
    return made


@pytest.mark.req("S003-7-04")
def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert (found.get("host"), found.get("port"), found.findings) == ("127.0.0.1", 8713, ())
    assert read_core(found).gates.full_roster


@pytest.mark.req("S000-9-02")
def test_unknown_keys_load_unchanged(tmp_path: Path) -> None:
    found = settings(tmp_path, {"from_a_later_release": {"x": 1}, "port": 9000})
    assert (found.get("port"), found.findings) == (9000, ())


def test_the_environment_stands_over_the_file(tmp_path: Path) -> None:
    assert settings(tmp_path, {"port": 9000}, ANTHILL_PORT="9001").get("port") == 9001


@pytest.mark.parametrize("word", ["fulll", "", "yes", 1, True, None, ["full"]])
def test_an_unknown_word_is_the_closed_one(tmp_path: Path, word: object) -> None:
    found = settings(tmp_path, {"roster_profile": word})
    assert read_core(found).gates.full_roster is (word is None)


@pytest.mark.parametrize("word", ["maybe", "enabled", 2, {"on": True}])
def test_a_switch_that_was_not_clearly_switched_on_is_off(tmp_path: Path, word: object) -> None:
    assert (
        settings(tmp_path, {"specialist_ant_execution_enabled": word}).get("specialist_ant_execution_enabled") is False
    )


@pytest.mark.parametrize("value", [{"web": True}, 5])
def test_a_kill_switch_that_cannot_be_read_stops_the_start(tmp_path: Path, value: object) -> None:
    with pytest.raises(ConfigurationRefused, match="disabled_roles"):
        settings(tmp_path, {"disabled_roles": value})


def test_an_unknown_disabled_role_is_said(tmp_path: Path) -> None:
    found = settings(tmp_path, {"disabled_roles": ["web", "oracle"]})
    assert found.findings == ("disabled_roles names 'oracle', which is not a role.",)
    assert read_core(found).gates.disabled == {"web", "oracle"}


@pytest.mark.parametrize("content", ["{", "[]", '"x"', "\x00"])
def test_a_file_that_is_not_one_object_is_refused_in_one_sentence(tmp_path: Path, content: str) -> None:
    with pytest.raises(ConfigurationRefused):
        settings(tmp_path, content)


def test_a_changed_file_counts_on_the_next_read(tmp_path: Path) -> None:
    found = settings(tmp_path, {"port": 9000})
    (tmp_path / "anthill.json").write_text(json.dumps({"port": 10_001}))
    assert found.get("port") == 10_001


def test_a_file_broken_while_running_changes_nothing_and_is_said(tmp_path: Path) -> None:
    found = settings(tmp_path, {"port": 9000, "disabled_roles": ["web"]})
    for broken in ("{", json.dumps({"disabled_roles": 5})):
        (tmp_path / "anthill.json").write_text(broken)
        assert (found.get("port"), found.get("disabled_roles")) == (9000, ["web"])
        assert "stay in force" in found.findings[0]


def test_a_setting_nobody_declared_is_a_defect(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        settings(tmp_path).get("never_heard_of")


def test_every_setting_has_words_for_people_and_a_unique_name() -> None:
    names = [each.name for each in SETTINGS]
    assert len(set(names)) == len(names)
    assert all(isinstance(each, Setting) and each.help.endswith(".") for each in SETTINGS)


def test_the_operator_key_is_made_once_for_its_owner_alone_and_opens_everything(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "colony"
    with opened(folder, "test", {}) as here:
        key = (folder / KEY_FILE).read_text().strip()
        caller = here.accounts.caller_of(key, TOKEN)
        assert caller is not None
        assert caller.permissions == frozenset(Permission)
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    with opened(folder, "test", {}):
        assert (folder / KEY_FILE).read_text().strip() == key


def test_a_removed_operator_key_is_replaced_and_the_old_one_ends(tmp_path: Path) -> None:
    with opened(tmp_path, "test", {}):
        old = (tmp_path / KEY_FILE).read_text().strip()
    (tmp_path / KEY_FILE).unlink()
    with opened(tmp_path, "test", {}) as here:
        assert here.accounts.caller_of(old, TOKEN) is None


def test_a_second_process_on_one_store_is_refused_and_a_reader_is_not(tmp_path: Path) -> None:
    with opened(tmp_path, "the first", {}):
        with pytest.raises(StoreHeld, match="the first"), opened(tmp_path, "the second", {}):
            pass
        with opened_to_read(tmp_path, {}) as here:
            assert here.colony.missions() == ()


def test_reading_where_there_is_no_colony_makes_none(tmp_path: Path) -> None:
    with pytest.raises(NotFound), opened_to_read(tmp_path / "nothing", {}):
        pass
    assert not (tmp_path / "nothing").exists()


def test_a_database_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, "test", {}) as here, here.colony.records.database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999_later'"))
    with pytest.raises(NewerDatabase, match="newer release"), opened(tmp_path, "test", {}):
        pass


def test_a_data_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(DatabaseUnusable, match="cannot be made"), opened(tmp_path / "x", "test", {}):
        pass


def test_listening_beyond_this_machine_needs_an_administrator_and_names(tmp_path: Path) -> None:
    with opened(tmp_path, "test", {}) as here:
        check_address(here, "127.0.0.1")
        with pytest.raises(ConfigurationRefused):
            check_address(here, "0.0.0.0")
        here.accounts.setup("admin", "a long enough password")
        with pytest.raises(ConfigurationRefused):
            check_address(here, "0.0.0.0")
    with opened(tmp_path, "test", {"ANTHILL_ALLOWED_HOSTS": "colony.example"}) as here:
        check_address(here, "0.0.0.0")


@pytest.mark.req("S000-9-04", "S000-2.2-01", "S000-8-01")
@pytest.mark.req("LAW-15")
def test_a_colony_without_its_knowledge_service_starts_and_says_so(tmp_path: Path) -> None:
    environ = {"ANTHILL_KNOWLEDGE_ENABLED": "true", "ANTHILL_KNOWLEDGE_FORAGER_ENDPOINT": "http://127.0.0.1:1"}
    with opened(tmp_path, "test", environ) as here:
        assert here.colony.probes()["knowledge"].state == "degraded"
        assert "knowledge_retrieve" in here.colony.registry.names


@pytest.mark.req("S000-9-03")
def test_switching_knowledge_on_changes_nothing_in_the_database(tmp_path: Path) -> None:
    shapes = []
    for number, switch in enumerate(["false", "true"]):
        environ = {"ANTHILL_KNOWLEDGE_ENABLED": switch, "ANTHILL_KNOWLEDGE_FORAGER_ENDPOINT": "http://127.0.0.1:1"}
        with opened(tmp_path / str(number), "test", environ) as here, here.colony.records.read() as connection:
            shapes.append(connection.execute(text("SELECT name, sql FROM sqlite_master ORDER BY name")).all())
    assert shapes[0] == shapes[1] != []
    with opened(tmp_path / "1", "test", {}) as here:
        assert here.colony.missions() == ()
