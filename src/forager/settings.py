"""What an operator may set; the only reader of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from formicaria.ground.database import sqlite_url
from formicaria.ground.errors import ConfigurationRefused
from formicaria.ground.hosts import LOOPBACK
from formicaria.ground.settings import Setting, load, read_file

FILE = "forager.json"
DEFAULT_DATA_DIR = ".forager"
MEGABYTE = 2**20
CHOSEN_WORKERS = 2
"""Never one: a hostile document must cost a process that can be lost."""

CATALOGUE: tuple[Setting, ...] = (
    Setting("database_url", "text", "", "Database address; empty is SQLite in the data folder.", "FORAGER_DATABASE_URL", secret=True),
    Setting("host", "text", "127.0.0.1", "Address the service listens on.", "FORAGER_HOST"),
    Setting("port", "int", 8790, "Port the service listens on; 0 takes a free one.", "FORAGER_PORT", 0, 65_535),
    Setting("allowed_hosts", "list", [], "Host names clients may use; needed to listen beyond this machine.", "FORAGER_ALLOWED_HOSTS"),
    Setting("allowed_input_roots", "list", [], "Folders that may be imported; none: no import.", "FORAGER_ALLOWED_INPUT_ROOTS"),
    Setting("allow_any_input_root", "bool", False, "Let any folder be imported; warns at every use.", "FORAGER_ALLOW_ANY_INPUT_ROOT"),
    Setting("host_credential_file", "text", "", "File, open to its owner alone, in which a supervising parent hands in its credential.",
            "FORAGER_HOST_CREDENTIAL_FILE"),
    Setting("workers", "int", 0, "Processes that read; 0 chooses, 1 reads in the service's own.", "FORAGER_WORKERS", 0, 64),
    Setting("max_files", "int", 400, "Files one request may bring.", "FORAGER_MAX_FILES", 1, 100_000),
    Setting("max_request_megabytes", "int", 100, "Size of one request.", "FORAGER_MAX_REQUEST_MEGABYTES", 1, 10_000),
    Setting("max_file_megabytes", "int", 100, "Size of one file.", "FORAGER_MAX_FILE_MEGABYTES", 1, 10_000),
    Setting("until_documents", "int", 2000, "Documents judged again for a day of the past.", "FORAGER_UNTIL_DOCUMENTS", 1, 1_000_000),
    Setting("companion_url", "text", "", "Address that the pages link to beside their own, such as the colony's.", "FORAGER_COMPANION_URL"),
    Setting("model_provider", "word", "none", "How a language model is reached; none: it is asked nothing.", "FORAGER_MODEL_PROVIDER",
            words=("none", "openai-compatible")),
    Setting("model_url", "text", "", "Address of the model's service, such as http://127.0.0.1:8080/v1.", "FORAGER_MODEL_URL"),
    Setting("model_name", "text", "", "The model's name, as its service knows it.", "FORAGER_MODEL_NAME"),
    Setting("model_version", "text", "", "The model's version, kept with all it finds; empty is unstated.", "FORAGER_MODEL_VERSION"),
    Setting("model_key", "text", "", "Key for the model's service.", "FORAGER_MODEL_KEY", secret=True),
    Setting("model_allow_plain_http", "bool", False, "Let documents travel unencrypted to a model beyond this machine.",
            "FORAGER_MODEL_ALLOW_PLAIN_HTTP"),
    Setting("model_seconds", "int", 60, "The longest one call may take.", "FORAGER_MODEL_SECONDS", 1, 900),
    Setting("model_attempts", "int", 3, "Calls about one passage before it is read without the model.", "FORAGER_MODEL_ATTEMPTS", 1, 10),
    Setting("model_output_tokens", "int", 1_500, "Tokens of the longest answer.", "FORAGER_MODEL_OUTPUT_TOKENS", 50, 32_000),
    Setting("model_max_calls", "int", 2_000, "Calls one job may make; 0 is no cap.", "FORAGER_MODEL_MAX_CALLS", 0, 10_000_000),
    Setting("model_max_tokens", "int", 3_000_000, "Tokens one job may use; 0 is no cap.", "FORAGER_MODEL_MAX_TOKENS", 0, 2_000_000_000),
    Setting("model_max_cost", "int", 0, "Cents one job may cost, by the prices; 0 is no cap.", "FORAGER_MODEL_MAX_COST", 0, 100_000_000),
    Setting("model_input_price", "int", 0, "Price of a million tokens sent, in cents.", "FORAGER_MODEL_INPUT_PRICE", 0, 10_000_000),
    Setting("model_output_price", "int", 0, "Price of a million tokens answered, in cents.", "FORAGER_MODEL_OUTPUT_PRICE", 0, 10_000_000),
    Setting("log_level", "word", "info", "How much is logged.", "FORAGER_LOG_LEVEL", words=("info", "warning", "error", "debug")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """How one service is set up. Sizes are in bytes; ``findings`` say what was not as it should be."""

    data_dir: Path
    database_url: str = field(default="", repr=False)
    host: str = "127.0.0.1"
    port: int = 8790
    allowed_hosts: tuple[str, ...] = ()
    allowed_input_roots: tuple[str, ...] = ()
    allow_any_input_root: bool = False
    host_credential_file: str = ""
    workers: int = 0
    max_files: int = 400
    max_request_bytes: int = 100 * MEGABYTE
    max_file_bytes: int = 100 * MEGABYTE
    until_documents: int = 2000
    companion_url: str = ""
    model_provider: str = "none"
    model_url: str = ""
    model_name: str = ""
    model_version: str = ""
    model_key: str = field(default="", repr=False)
    model_allow_plain_http: bool = False
    model_seconds: int = 60
    model_attempts: int = 3
    model_output_tokens: int = 1_500
    model_max_calls: int = 2_000
    model_max_tokens: int = 3_000_000
    model_max_cost: int = 0
    model_input_price: int = 0
    model_output_price: int = 0
    log_level: str = "info"
    findings: tuple[str, ...] = ()

    @property
    def store_url(self) -> str:
        """The database's address."""
        return self.database_url or sqlite_url(self.data_dir / "forager.db")

    @property
    def reading_workers(self) -> int:
        """How many processes read documents."""
        return self.workers or CHOSEN_WORKERS

    @classmethod
    def load(cls, data_dir: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
        """From the environment, else ``forager.json`` in the data folder, else the defaults.

        Raises:
            ConfigurationRefused: the file is no JSON object, or the service would listen beyond this machine unprotected.
        """
        environment = os.environ if environ is None else environ
        folder = data_dir or Path(environment.get("FORAGER_DATA_DIR") or DEFAULT_DATA_DIR)
        found = load(CATALOGUE, read_file(folder / FILE), environment)
        values = dict(found.values)
        sizes = {
            "max_request_bytes": cast("int", values.pop("max_request_megabytes")) * MEGABYTE,
            "max_file_bytes": cast("int", values.pop("max_file_megabytes")) * MEGABYTE,
        }
        lists = {name: tuple(cast("list[str]", values.pop(name))) for name in ("allowed_hosts", "allowed_input_roots")}
        made = cls(data_dir=folder.absolute(), findings=found.findings, **sizes, **lists, **values)  # type: ignore[arg-type]  # the catalogue's kinds are the fields' types
        return made.checked()

    def checked(self) -> Settings:
        """These settings, or ConfigurationRefused when they would open the service beyond this machine without naming its hosts,
        or lead from its pages to something that is no address, or ask a model that cannot be asked safely."""
        if self.host not in LOOPBACK and not self.allowed_hosts:
            raise ConfigurationRefused(
                "Listening beyond this machine needs the host names clients may use.",
                remedy="Set FORAGER_ALLOWED_HOSTS, or listen on 127.0.0.1.",
            )
        if self.companion_url and not _is_address(self.companion_url):
            raise ConfigurationRefused(
                "companion_url is no address.", remedy="Write it as http://127.0.0.1:8713, or leave it empty."
            )
        if self.model_provider != "none":
            self._check_model()
        return self

    def _check_model(self) -> None:
        if not (self.model_name and self.model_url and _is_address(self.model_url)):
            raise ConfigurationRefused(
                "A model is set without its name or address.",
                remedy="Set FORAGER_MODEL_NAME and FORAGER_MODEL_URL, or FORAGER_MODEL_PROVIDER=none.",
            )
        parts = urlsplit(self.model_url)
        if parts.scheme == "http" and parts.hostname not in LOOPBACK and not self.model_allow_plain_http:
            raise ConfigurationRefused(
                "The model's address would carry documents and its key unencrypted beyond this machine.",
                remedy="Use https, or set FORAGER_MODEL_ALLOW_PLAIN_HTTP=true.",
            )
        if parts.username is not None or parts.query or parts.fragment:
            raise ConfigurationRefused(
                "The model's address holds more than a place.", remedy="Put the key into FORAGER_MODEL_KEY."
            )
        if self.model_max_cost and not (self.model_input_price and self.model_output_price):
            raise ConfigurationRefused(
                "A cap on the model's cost needs its prices.",
                remedy="Set FORAGER_MODEL_INPUT_PRICE and FORAGER_MODEL_OUTPUT_PRICE.",
            )


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and text.isascii() and text.isprintable()
