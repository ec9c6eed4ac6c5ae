"""The two customers' files, ingested once."""

from tests.forager.api.corpus import any_api, any_engine, api, built_postgres, built_sqlite, clock, engine  # noqa: F401
