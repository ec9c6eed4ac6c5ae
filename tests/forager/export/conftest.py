"""The two customers' files, ingested once."""

from tests.forager.api.corpus import built_postgres, built_sqlite  # noqa: F401
