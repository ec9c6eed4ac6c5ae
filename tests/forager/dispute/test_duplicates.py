"""Near-duplicate documents are found by their words, and the original is the same whoever came first."""

from __future__ import annotations

from forager.dispute.duplicates import Reading, bands, clusters, jaccard, shingles

WORDS = " ".join(f"word{number}" for number in range(300))


def reading(name: str, text: str, date: str = "") -> Reading:
    return Reading(f"src_{name}", name, date, str(hash(text)), shingles(text))


def test_a_copy_with_a_changed_line_is_one_cluster_and_the_older_is_the_original() -> None:
    copy = reading("b.txt", WORDS.replace("word150", "another"), "2026-02-01")
    first = reading("z.txt", WORDS, "2026-01-01")
    (group,) = clusters([copy, first])
    assert [each.source_id for each in group] == ["src_z.txt", "src_b.txt"]
    assert clusters([first, copy]) == (group,)


def test_texts_that_share_half_their_words_are_not_duplicates() -> None:
    half = (
        " ".join(f"word{number}" for number in range(150)) + " " + " ".join(f"other{number}" for number in range(150))
    )
    assert clusters([reading("a", WORDS), reading("b", half)]) == ()


def test_empty_texts_share_nothing() -> None:
    assert jaccard(frozenset(), frozenset()) == 0.0
    assert shingles("   ") == frozenset()


def test_bands_split_all_values_in_order() -> None:
    keys = bands(list(range(128)))
    assert len(keys) == 16
    assert keys[0].startswith("0:0,1,2")
