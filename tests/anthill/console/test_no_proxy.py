"""The documents' own pages are FORAGER's: the colony serves none of them, it leads there."""

from __future__ import annotations

import pytest
from tests.anthill.console.conftest import Read
from tests.anthill.console.support import BROWSER

from forager.ui.pages import PAGES

OWN = {"/", "/sign-in", "/sign-out"}
THEIRS = sorted({path for _, path in PAGES} - OWN)
"""Every page of FORAGER's but the doors, which any service may have."""


@pytest.mark.req("S000-3.4-02")
@pytest.mark.parametrize("path", THEIRS)
def test_the_colony_serves_no_page_of_foragers(read: Read, path: str) -> None:
    asked = path.format(
        project_id="proj_f", source_id="src_a", item_id="ki_a", evidence_id="ev_a", entity_id="ent_a", conflict_id="cf_a",
        job_id="job_a", number=1, seq=1,
    )  # fmt: skip
    answer = read.served.signed_in().get(asked, headers=BROWSER)
    assert answer.status_code == 404
