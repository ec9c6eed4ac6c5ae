"""Every backend proposes the right records, follows each revision, and is never trusted beyond what it covers."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import BUILDER

from forager.accept.files import Offered
from forager.engine import Engine
from forager.query import find
from forager.query.find import Found, Request
from forager.query.pin import pin
from forager.search.backend import SearchBackend, Wanted
from forager.search.choose import backend_for, catch_up, lags
from forager.search.documents import Kind
from forager.search.fts import Fts5Search
from forager.search.like import ScanSearch
from forager.search.question import understand
from forager.store.tables import project

FALCON = "Falcon"


def search(
    engine: Engine, text: str, name: str = FALCON, backend: SearchBackend | None = None, as_of: str = "", **how: object
) -> Found:
    with engine.database.read() as connection:
        at = pin(connection, engine.project(name), as_of)
        return find.find(connection, at, backend or engine.search, Request(text, **how))


def statements(found: Found) -> list[str]:
    return [hit.item.statement for hit in found.hits]


def ingest(engine: Engine, name: str, text: str, file: str = "note.md") -> None:
    found = engine.project(name)
    engine.accept(found.id, [Offered(file, text.encode())], BUILDER)
    engine.process(found.id, BUILDER)
    assert [job.status for job in engine.run_jobs()] == ["completed"]


def test_each_database_has_its_own_backend(shared_engine: Engine) -> None:
    expected = "sqlite-fts5" if shared_engine.database.is_sqlite else "postgresql-fts"
    assert backend_for(shared_engine.database).name == expected == search(shared_engine, "launch").backend


@pytest.mark.parametrize(
    "query",
    [
        "launch date",
        "Falcon budget",
        '"data migration plan"',
        "Jorg rota",
        "amber*",
        "who is the product owner?",
        "retention period",
    ],
)
def test_the_index_has_at_its_top_what_a_scan_of_everything_finds_first(shared_engine: Engine, query: str) -> None:
    scan = ScanSearch(shared_engine.database.engine.dialect.name)
    best, expected = search(shared_engine, query), search(shared_engine, query, backend=scan)
    assert expected.backend.endswith("-like")
    assert statements(expected)[0] in statements(best)[:3]


def test_the_index_follows_a_new_document_and_its_removal(any_engine: Engine) -> None:
    assert not statements(search(any_engine, "zirconium"))
    ingest(any_engine, FALCON, "# Coating\n\nThe supplier of the zirconium coating is Halden Systems.\n")
    assert any("zirconium" in each for each in statements(search(any_engine, "zirconium")))
    assert search(any_engine, "zirconium", include_chunks=True).passages[0].source_name == "note.md"
    found = any_engine.project(FALCON)
    with any_engine.database.read() as connection:
        named = sa.text("SELECT id FROM source WHERE logical_name = 'note.md'")
        source = connection.execute(named).scalar_one()
    any_engine.remove_source(found.id, source, BUILDER)
    any_engine.process(found.id, BUILDER)
    any_engine.run_jobs()
    after = search(any_engine, "zirconium", include_chunks=True)
    assert (statements(after), after.passages) == ([], [])
    assert any("zirconium" in each for each in statements(search(any_engine, "zirconium", include_historical=True)))


def test_a_new_version_replaces_the_passages_of_the_old_one(any_engine: Engine) -> None:
    ingest(any_engine, FALCON, "# Coating\n\nThe colour of the hull is vermilion.\n")
    ingest(any_engine, FALCON, "# Coating\n\nThe colour of the hull is turquoise.\n")
    assert search(any_engine, "vermilion", include_chunks=True).passages == []
    assert len(search(any_engine, "turquoise", include_chunks=True).passages) == 1


@pytest.mark.req("LAW-12")
def test_projects_do_not_share_an_index(any_engine: Engine) -> None:
    before = [hit.score for hit in search(any_engine, "launch date budget").hits]
    ingest(
        any_engine, "Osprey", "\n\n".join(f"The launch date of part {n} is May {n % 28 + 1}, 2026." for n in range(40))
    )
    assert [hit.score for hit in search(any_engine, "launch date budget").hits] == before


def test_an_earlier_revision_is_searched_without_the_index(any_engine: Engine) -> None:
    ingest(any_engine, FALCON, "# Coating\n\nThe supplier of the zirconium coating is Halden Systems.\n")
    then = search(any_engine, "zirconium", as_of="rev_1")
    assert then.backend.endswith("-like")
    assert (then.revision, then.hits) == ("rev_1", [])
    assert search(any_engine, "launch date", as_of="rev_1").hits


def test_an_index_that_lags_is_bypassed_and_then_caught_up(any_engine: Engine) -> None:
    found = any_engine.project(FALCON)
    with any_engine.database.write() as connection:
        table = sa.table(f"search_{found.ordinal}", sa.column("id"), sa.column("rowid"))
        connection.execute(sa.delete(table))
    with any_engine.database.read() as connection:
        assert lags(connection, any_engine.search, found.id)
    assert search(any_engine, "launch date").backend.endswith("-like")
    assert catch_up(any_engine.database, any_engine.search, found.id) is True
    assert catch_up(any_engine.database, any_engine.search, found.id) is False
    assert search(any_engine, "launch date").hits
    assert not search(any_engine, "launch date").backend.endswith("-like")


def test_a_hit_is_read_from_the_database_not_from_the_index(engine: Engine) -> None:
    """A row of the index that names another project's statement shows nothing."""
    osprey = engine.project("Osprey")
    foreign = search(engine, "Falcon launch date").hits[0].item.id
    with engine.database.write() as connection:
        table = sa.table(f"search_{osprey.ordinal}", sa.column("id"), sa.column("statement"), sa.column("rowid"))
        connection.execute(sa.insert(table).values(rowid=(1 << 60) + 7, id=foreign, statement="plutonium"))
    with engine.database.read() as connection:
        proposed = Fts5Search().search(connection, osprey.id, 1, Wanted(understand("plutonium"), Kind.ITEM, 10))
    assert [each.id for each in proposed] == [foreign]
    assert search(engine, "plutonium", name="Osprey").hits == []


def test_a_revision_is_indexed_inside_the_transaction_that_publishes_it(any_engine: Engine) -> None:
    ingest(any_engine, FALCON, "The colour of the hull is turquoise.\n")
    with any_engine.database.read() as connection:
        published = connection.execute(
            sa.select(project.c.published_rev).where(project.c.slug == "falcon")
        ).scalar_one()
        assert any_engine.search.covers(connection, any_engine.project(FALCON).id) == published == 2


def test_words_of_a_query_are_data_to_the_index(shared_engine: Engine) -> None:
    for text in [
        'a" OR statement:"b',
        "NEAR(a b)",
        "x & y | !z",
        "a:*",
        "'; DROP TABLE project; --",
        "launch AND",
        '"',
    ]:
        search(shared_engine, text)
    assert search(shared_engine, "launch date").hits
