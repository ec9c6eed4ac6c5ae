"""By default nothing is asked; a model that is set is one that can be asked safely."""

from __future__ import annotations

from pathlib import Path

import pytest

from forager.ask import endpoint
from forager.ask.choose import budget_for, model_for, said_of
from forager.settings import Settings
from formicaria.ground.errors import ConfigurationRefused

SET = {
    "FORAGER_MODEL_PROVIDER": "openai-compatible",
    "FORAGER_MODEL_URL": "http://127.0.0.1:8080/v1",
    "FORAGER_MODEL_NAME": "small",
    "FORAGER_MODEL_KEY": "sk-not-to-be-seen",
}


def test_by_default_no_model_is_asked(tmp_path: Path) -> None:
    settings = Settings.load(tmp_path, {})
    assert (model_for(settings), said_of(model_for(settings))) == (None, "none (deterministic mode)")


def test_an_unknown_provider_is_none(tmp_path: Path) -> None:
    settings = Settings.load(tmp_path, {**SET, "FORAGER_MODEL_PROVIDER": "oracle"})
    assert model_for(settings) is None
    assert settings.findings


@pytest.mark.parametrize(("version", "name"), [("", "small@unstated"), ("2026-05", "small@2026-05")])
def test_a_model_is_called_by_name_and_version_and_never_by_its_address(
    tmp_path: Path, version: str, name: str
) -> None:
    settings = Settings.load(tmp_path, {**SET, "FORAGER_MODEL_VERSION": version})
    model = model_for(settings)
    assert said_of(model) == f"openai-compatible: {name}"
    assert "sk-not" not in f"{settings!r} {model!r}"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"FORAGER_MODEL_NAME": ""}, "without its name or address"),
        ({"FORAGER_MODEL_URL": ""}, "without its name or address"),
        ({"FORAGER_MODEL_URL": "file:///etc/passwd"}, "without its name or address"),
        ({"FORAGER_MODEL_URL": "http://models.example.org/v1"}, "unencrypted"),
        ({"FORAGER_MODEL_URL": "http://127.0.0.1.example.org/v1"}, "unencrypted"),
        ({"FORAGER_MODEL_URL": "https://me:secret@models.example.org/v1"}, "more than a place"),
        ({"FORAGER_MODEL_URL": "https://models.example.org/v1?key=secret"}, "more than a place"),
        ({"FORAGER_MODEL_MAX_COST": "500"}, "prices"),
    ],
)
def test_a_model_that_cannot_be_asked_safely_is_refused(tmp_path: Path, changed: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigurationRefused, match=words) as caught:
        Settings.load(tmp_path, {**SET, **changed})
    assert "secret" not in caught.value.sentence


@pytest.mark.parametrize(
    "changed",
    [
        {"FORAGER_MODEL_URL": "https://models.example.org/v1"},
        {"FORAGER_MODEL_URL": "http://models.example.org/v1", "FORAGER_MODEL_ALLOW_PLAIN_HTTP": "yes"},
        {"FORAGER_MODEL_MAX_COST": "5", "FORAGER_MODEL_INPUT_PRICE": "1", "FORAGER_MODEL_OUTPUT_PRICE": "2"},
    ],
)
def test_what_the_operator_decided_holds(tmp_path: Path, changed: dict[str, str]) -> None:
    settings = Settings.load(tmp_path, {**SET, **changed})
    assert model_for(settings) is not None
    assert budget_for(settings).cost == settings.model_max_cost


def test_a_model_without_its_libraries_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "is_installed", lambda: False)
    with pytest.raises(ConfigurationRefused, match="not installed"):
        model_for(Settings.load(tmp_path, SET))
