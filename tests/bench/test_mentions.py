"""The labelled names: the halves, what counts as met, and the precision held on the seen half."""

import pytest
from bench.mentions import Named, agreement, documents, missed, wrong, wrong_kind

from forager.model.statement import EntityClass

LABEL = Named(10, 25, EntityClass.PERSON, "someone")


@pytest.mark.parametrize(("start", "met"), [(10, True), (14, True), (18, False)])
def test_a_name_is_met_without_its_title_but_not_by_a_part_of_it(start: int, met: bool) -> None:
    read = Named(start, 25, EntityClass.PERSON, "x")
    assert (wrong([read], [LABEL]) == []) is met
    assert (missed([read], [LABEL]) == []) is met


def test_a_name_of_the_other_kind_is_wrong() -> None:
    read = Named(10, 25, EntityClass.ORGANIZATION, "x")
    assert wrong_kind([read], [LABEL]) == [read]


def test_names_of_the_seen_half_are_read_as_precisely_as_is_published() -> None:
    assert agreement(each for each in documents() if each.half == "seen").found.precision >= 0.95
