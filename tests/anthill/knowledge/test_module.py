"""The module as the composition root sees it: built without asking, honest about how it stands, silent about its token."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest
from structlog.testing import capture_logs
from tests.anthill.knowledge.support import FALCON, FALCON_SCOPE, TOKEN, in_scope

from anthill.modules.knowledge.module import KnowledgeModule
from anthill.modules.knowledge.settings import CREDENTIAL_SETTING, SETTINGS, read_settings
from anthill.sdk.knowledge import KnowledgeFailure, KnowledgeProvider, RetrievalRequest, SearchRequest
from anthill.sdk.module import Module
from formicaria.ground.settings import Value, load


@dataclass
class Source:
    """Settings as the colony loads them."""

    file: dict[str, object] = field(default_factory=dict)
    environ: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> Value:
        """The value in force."""
        return load(SETTINGS, self.file, self.environ).values[name]


def refuse(request: httpx2.Request) -> httpx2.Response:
    raise httpx2.ConnectError("nobody there", request=request)


@pytest.fixture
def closed() -> Iterator[httpx2.Client]:
    with httpx2.Client(transport=httpx2.MockTransport(refuse)) as http:
        yield http


def test_the_module_fills_the_seam(closed: httpx2.Client) -> None:
    module: Module = KnowledgeModule(Source(), closed)
    assert module.name == "knowledge"
    assert len(module.tools()) == 5
    module.close()


@pytest.mark.req("S000-9-01")
def test_a_colony_that_never_heard_of_knowledge_is_off_and_says_so(closed: httpx2.Client) -> None:
    module = KnowledgeModule(Source({"something_else": 1}), closed)
    assert module.probe().state == "off"
    assert module.provider().name == "none"
    assert module.providers().scopes is not None
    assert module.providers().scopes.in_use() is False
    module.close()


def test_an_engine_that_is_not_there_leaves_the_module_degraded(closed: httpx2.Client) -> None:
    module = KnowledgeModule(Source({"knowledge_enabled": True}), closed)
    probe = module.probe()
    assert probe.state == "degraded"
    assert "http://127.0.0.1:8790" in probe.reason
    module.close()


def test_a_refused_endpoint_leaves_the_refusing_provider_with_the_reason(closed: httpx2.Client) -> None:
    module = KnowledgeModule(
        Source({"knowledge_enabled": True, "knowledge_forager_endpoint": "http://10.0.0.5"}), closed
    )
    assert module.provider().name == "none"
    assert "knowledge_forager_allow_remote" in module.probe().reason
    assert module.probe().state == "degraded"
    module.close()


@pytest.mark.req("S001-2-06")
def test_building_and_probing_publishes_no_secret(closed: httpx2.Client) -> None:
    with capture_logs() as logs:
        module = KnowledgeModule(Source({"knowledge_enabled": True, CREDENTIAL_SETTING: TOKEN}), closed)
        probe = module.probe()
        module.close()
    assert TOKEN not in repr((logs, probe, module.settings()))
    secret = [setting.name for setting in SETTINGS if setting.secret]
    assert secret == [CREDENTIAL_SETTING]


@pytest.mark.req("S000-8-05")
def test_the_null_provider_refuses_every_read_with_one_reason(closed: httpx2.Client) -> None:
    module = KnowledgeModule(Source(), closed)
    null: KnowledgeProvider = module.provider()
    with in_scope(FALCON_SCOPE):
        outcomes = [
            null.search(SearchRequest("q", FALCON_SCOPE)),
            null.retrieve(RetrievalRequest("q", FALCON_SCOPE)),
            null.get("ki_1", FALCON_SCOPE),
            null.evidence("ki_1", FALCON_SCOPE),
            null.related_entities("ki_1", FALCON_SCOPE),
            null.find_entities("x", FALCON_SCOPE),
            null.conflicts(FALCON_SCOPE),
            null.sources(FALCON_SCOPE),
            null.projects(),
        ]
    assert {(outcome.failure, outcome.reason) for outcome in outcomes} == {
        (KnowledgeFailure.DISABLED, "knowledge_enabled is off")
    }
    assert null.probe().usable is False
    module.close()


def test_settings_are_read_at_every_use(closed: httpx2.Client) -> None:
    source = Source()
    module = KnowledgeModule(source, closed)
    assert module.probe().state == "off"
    source.file["knowledge_enabled"] = True
    source.file["knowledge_project_map"] = {"falcon": FALCON}
    assert module.probe().state == "degraded"
    scopes = module.providers().scopes
    assert scopes is not None
    assert scopes.resolve_mission("m1", "falcon", None).project_ref == FALCON
    module.close()


@pytest.mark.req("S001-2-09")
@pytest.mark.parametrize("word", ["maybe", "", "enabled", "2", None, [], {}])
def test_an_unknown_word_means_off(word: object) -> None:
    assert read_settings(Source({"knowledge_enabled": word})).enabled is False
    assert read_settings(Source({"knowledge_forager_allow_remote": word})).allow_remote is False


def test_a_managed_engine_is_on_this_machine_whatever_else_is_allowed() -> None:
    allowed = {"knowledge_forager_allow_remote": True}
    assert read_settings(Source(allowed)).allow_remote is True
    assert read_settings(Source({**allowed, "knowledge_forager_managed": True})).allow_remote is False


def test_a_map_keeps_only_whole_pairs() -> None:
    source = Source({"knowledge_project_map": {" falcon ": f" {FALCON} ", "": "proj_x", "empty": " "}})
    assert dict(read_settings(source).project_map) == {"falcon": FALCON}


@pytest.mark.parametrize("value", [0, 51, -3, "many", True, None])
def test_a_number_out_of_range_is_the_default(value: object) -> None:
    assert read_settings(Source({"knowledge_default_top_k": value})).default_top_k == 8


@pytest.mark.req("S000-9-07")
def test_whom_the_colony_trusts_is_written_in_the_file_only() -> None:
    assert {setting.name: setting.writable for setting in SETTINGS}["knowledge_forager_allow_remote"] == "file"


def test_every_default_is_one_the_reading_agrees_with() -> None:
    settings = read_settings(Source())
    assert (settings.retrieval_timeout_ms, settings.probe_timeout_ms, settings.cache_seconds) == (5000, 2000, 30)
    assert (settings.default_top_k, settings.max_context_chars, settings.enabled) == (8, 12_000, False)


@pytest.mark.req("S000-3.2-01", "S000-4.1-03")
@pytest.mark.req("S000-3.3-01")
def test_the_contract_speaks_no_wire_and_names_no_service() -> None:
    sdk = Path(__file__).parents[3] / "src" / "anthill" / "sdk"
    for name in ("knowledge.py", "knowledge_records.py", "scope.py"):
        text = (sdk / name).read_text(encoding="utf-8").lower()
        assert all(word not in text for word in ("forager", "http", "json"))


@pytest.mark.req("S001-8-01")
def test_the_knowledge_model_names_no_model_provider() -> None:
    source = Path(__file__).parents[3] / "src" / "anthill"
    paths = [*(source / "modules" / "knowledge").glob("*.py"), *(source / "sdk").glob("*.py")]
    vendors = ("anthropic", "azure", "bedrock", "claude", "gemini", "gpt", "llama", "mistral", "ollama", "openai")
    named = {
        (path.name, vendor)
        for path in paths
        for vendor in vendors
        if vendor in path.read_text(encoding="utf-8").lower()
    }
    assert len(paths) > 20
    assert named == set()


@pytest.mark.req("S000-9-08")
def test_deleting_the_section_rolls_everything_back(closed: httpx2.Client) -> None:
    source = Source({"knowledge_enabled": True, "knowledge_project_map": {"falcon": FALCON}, CREDENTIAL_SETTING: TOKEN})
    module = KnowledgeModule(source, closed)
    scopes = module.providers().scopes
    assert scopes is not None
    assert scopes.in_use()
    for name in [name for name in source.file if name.startswith("knowledge_")]:
        del source.file[name]
    assert (scopes.in_use(), module.provider().name, module.probe().state) == (False, "none", "off")
    assert not scopes.resolve_mission("m1", "falcon", None).is_queryable
    module.close()
