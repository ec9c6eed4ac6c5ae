"""The two customers' files, ingested once."""

from tests.forager.api.corpus import (  # noqa: F401
    any_api,
    any_engine,
    any_shared_api,
    api,
    built_postgres,
    built_sqlite,
    clock,
    engine,
    shared_api,
    shared_engine,
    shared_sqlite,
)
