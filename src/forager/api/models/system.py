"""The service about itself: health, capabilities, credentials."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from forager.api.models.common import Asked, Wire, Words, says


class Health(Wire):
    """The process answers."""

    status: Annotated[str, says("ok.", "ok")]


class Ready(Wire):
    """Whether the service can work."""

    status: Annotated[str, says("ready or not_ready.", "ready")]
    version: Annotated[str, says("Version of the service.", "0.1.0")]
    schema_version: Annotated[str, says("Schema revision of the database.", "0001_initial")]
    time: Annotated[str, says("The service's clock, UTC.")]
    database: Annotated[str, says("ok, or what is wrong.", "ok")]
    migrations_applied: Annotated[bool, says("Whether the database stands at this release's schema.", True)]
    search_backend: Annotated[str, says("Which search serves.", "sqlite-fts5")]
    model_provider: Annotated[str, says("Which language model is used.", "none (deterministic mode)")]
    instance_id: Annotated[str, says("This instance; it travels with the database.", "fgi_3l")]
    generation: Annotated[str, says("Changes after a restore or a clone.", "gen_7q")]
    host_credential: Annotated[bool, says("Whether a supervising parent handed in a credential.", False)]


class Ending(Wire):
    """The engine will end."""

    status: Annotated[str, says("ending: what is under way is finished first.", "ending")]


class Session(Wire):
    """Who the caller is."""

    authenticated: Annotated[bool, says("Whether a good credential was sent.", True)]
    kind: Annotated[str, says("operator or token; empty when nobody.", "token")] = ""
    name: Annotated[str, says("The credential's name.", "colony")] = ""
    scopes: list[str] = Field(default_factory=list, description="What it may do.")
    projects: list[str] = Field(default_factory=list, description="The projects it is limited to; empty: no limit.")
    expires_at: Annotated[str, says("When it ends; empty: never.")] = ""


class LinkRequest(Asked):
    """A sign-in link to be made."""

    then: Annotated[str, says("Where the browser goes then: a path here, or an http address on this machine.", "/")] = (
        "/"
    )
    actor: Annotated[Words, says("Who asks, as the caller claims.")] = ""


class Link(Wire):
    """A link that signs a browser in, once."""

    url: Annotated[str, says("The address to open; a secret.", "http://127.0.0.1:8790/enter?code=lnk_…")]
    expires_at: Annotated[str, says("When it stops working, UTC.")]


class EngineInfo(Wire):
    """The program."""

    name: Annotated[str, says("Its name.", "forager")]
    version: Annotated[str, says("Its version.", "0.1.0")]


class InstanceInfo(Wire):
    """This copy of it."""

    instance_id: Annotated[str, says("This instance.", "fgi_3l")]
    generation: Annotated[str, says("Its generation.", "gen_7q")]
    generation_reason: Annotated[str, says("Why the generation began.", "created")]
    created_at: Annotated[str, says("When the instance was made, UTC.")]
    mode: Annotated[str, says("standalone, attached or managed.", "standalone")]


class AuthenticationInfo(Wire):
    """How to be let in."""

    required: Annotated[bool, says("Always true.", True)]
    schemes: Annotated[list[str], says("Accepted schemes.", ["bearer"])]
    note: Annotated[str, says("How to get a credential.")]


class CapabilityFlags(Wire):
    """What this build can do; what is not there is false or empty."""

    retrieval: bool
    ingestion: bool
    exports: Annotated[dict[str, dict[str, object]], says("Export formats by name; empty: none is built.", {})]
    imports: list[str]
    publication: bool
    change_feed: bool
    push_delivery: bool
    canonical_import: bool
    authentication: bool
    project_discovery: bool
    as_of: bool
    documents_until: Annotated[str, says("Where it is answered.", "knowledge, search, conflicts, entities, relations")]
    valid_at: Annotated[
        str, says("Where it is answered; elsewhere it is refused with not_supported.", "knowledge, search, conflicts")
    ]
    batch_read: Annotated[bool, says("Whether many statements can be read at once.", True)]


class Limits(Wire):
    """What one request may bring."""

    max_files: Annotated[int, says("Files in one upload.", 400)]
    max_request_bytes: Annotated[int, says("Bytes of one request.", 104857600)]
    max_file_bytes: Annotated[int, says("Bytes of one file.", 104857600)]
    max_page_size: Annotated[int, says("Rows of one page.", 200)]
    max_query_characters: Annotated[int, says("Characters of one search.", 500)]
    max_batch_items: Annotated[int, says("Statements read at once.", 100)]


class Capabilities(Wire):
    """What the service is and can do."""

    name: Annotated[str, says("The program.", "forager")]
    version: Annotated[str, says("Its version.", "0.1.0")]
    protocol_version: Annotated[int, says("Version of this interface.", 1)]
    canonical_schema_version: Annotated[int, says("Version of the records.", 1)]
    instance_id: Annotated[str, says("This instance.", "fgi_3l")]
    generation: Annotated[str, says("Its generation.", "gen_7q")]
    mode: Annotated[str, says("standalone, attached or managed.", "standalone")]
    search_backend: Annotated[str, says("Which search serves.", "sqlite-fts5")]
    model_provider: Annotated[str, says("Which language model is used.", "none (deterministic mode)")]
    formats: Annotated[list[str], says("Formats that are read.", ["csv", "docx", "mail", "markdown", "text"])]
    exports: Annotated[dict[str, dict[str, object]], says("Export formats by name; empty: none is built.", {})]
    limits: Limits
    engine: EngineInfo
    instance: InstanceInfo
    capabilities: CapabilityFlags
    authentication: AuthenticationInfo
    time: Annotated[str, says("The service's clock, UTC.")]


class SettingsInfo(Wire):
    """How the service is set up, as far as callers need it."""

    limits: Limits
    formats: Annotated[list[str], says("Formats that are read.")]
    directory_import: Annotated[bool, says("Whether folders of the server may be imported at all.", False)]
    search_backend: Annotated[str, says("Which search serves.", "sqlite-fts5")]
    model_provider: Annotated[str, says("Which language model is used.", "none (deterministic mode)")]


class TokenRequest(Asked):
    """A token to be minted."""

    name: Annotated[Words, says("Which program it is for.", "colony")]
    scopes: Annotated[list[str], says("Some of read, ingest, review, export, projects.", ["read", "ingest"])]
    projects: list[Words] = Field(
        default_factory=list, description="Projects it is limited to, by id or name; empty: no limit."
    )
    days: Annotated[int, says("Ends after so many days; 0: never.", 90)] = 0
    expires_at: Annotated[Words, says("Ends at this instant instead (ISO 8601).", "2026-12-31T00:00:00Z")] = ""
    actor: Annotated[Words, says("Who asks, as the caller claims.")] = ""


class Token(Wire):
    """An integration token, without its secret."""

    id: Annotated[str, says("Id of the token.", "tok_5k2")]
    name: Annotated[str, says("Which program it is for.", "colony")]
    scopes: Annotated[list[str], says("What it may do.", ["ingest", "read"])]
    projects: Annotated[list[str], says("The projects it is limited to; empty: no limit.")]
    created_at: Annotated[str, says("When it was minted, UTC.")]
    expires_at: Annotated[str, says("When it ends; empty: never.")]
    revoked_at: Annotated[str, says("When it was revoked; empty when it is not.")]
    last_used_at: Annotated[str, says("When it was last used, to the minute; empty: never.")]


class MintedToken(Token):
    """A new token with its secret, shown this once."""

    token: Annotated[str | None, says("The secret; null in a repeated answer, because it is kept nowhere.", "fgr_…")]
