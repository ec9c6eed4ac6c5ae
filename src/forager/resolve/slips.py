"""Slips of the pen: texts that differ by a letter or two where nothing else tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA, DamerauLevenshtein, JaroWinkler

from forager.resolve.fold import plain

_VOWELS = frozenset("aeiouy")
_ALIKE = frozenset(
    frozenset(pair)
    for pair in "ck cq kq gq gk gj jy gh sz sx cs vw fv dt bp uo ie".split()  # noqa: SIM905  # reads as a table
)
"""Letters that one sound is written with in one language or another, or by one ear or another."""
_WRITTEN = (("tch", "ch"), ("sch", "sh"), ("dj", "j"), ("ph", "f"), ("kh", "k"), ("ck", "k"), ("aa", "a"))
"""Letters together that are another way to write one sound."""
_MISREAD = str.maketrans("013456789", "oieasbtbg")
"""Digits that look like a letter, as they stand in names that were scanned or typed to mislead."""
_HEARD = str.maketrans("cqgjzxwfdp", "kkkkssvvtb")
_LIKELY = 0.5
"""The cost of a slip that changes how a name is written more than how it sounds; any other costs 1."""


def misspelled(left: str, right: str) -> bool:
    """Whether one word is within a slip of the pen of the other: slips of cost 1 in four letters, 1.5 in six, 2 in eight or more.

    A slip never changes a digit, nor the first letter but for one that sounds alike: those tell names apart.
    """
    first, second = _sounded(left), _sounded(right)
    allowed = _allowed(min(len(left), len(right)))
    if not allowed or _digits(left) != _digits(right):
        return False
    if first[0] != second[0] and frozenset((first[0], second[0])) not in _ALIKE:
        return False
    most = int(allowed / _LIKELY)
    if DamerauLevenshtein.distance(first, second, score_cutoff=most) > most:
        return False
    cost = slip_cost(first, second)
    return cost + (_of_endings(first, second) if cost > 1 else 0.0) <= allowed


def misspelled_words(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether names of equally many words are alike in all but one, and that one is a slip of the pen away."""
    if len(left) != len(right):
        return False
    unlike = [words for words in zip(left, right, strict=True) if words[0] != words[1]]
    return len(unlike) == 1 and misspelled(*unlike[0])


@lru_cache(maxsize=65536)
def slip_cost(left: str, right: str) -> float:
    """The cheapest slips that lead from one word to the other: edit distance with swaps of neighbours (Damerau 1964), weighted.

    Half a slip: a vowel for a vowel, a letter for one that sounds alike, a letter doubled, an h, one vowel of two.
    """
    before: list[float] = []
    row = [0.0]
    for at in range(1, len(right) + 1):
        row.append(row[-1] + _extra(right, at - 1))
    for i in range(1, len(left) + 1):
        older, before, row = before, row, [row[0] + _extra(left, i - 1)]
        for j in range(1, len(right) + 1):
            costs = [
                before[j] + _extra(left, i - 1),
                row[j - 1] + _extra(right, j - 1),
                before[j - 1] + _instead(left[i - 1], right[j - 1]),
            ]
            if i > 1 and j > 1 and left[i - 1] == right[j - 2] and left[i - 2] == right[j - 1]:
                costs.append(older[j - 2] + 1.0)
            row.append(min(costs))
    return row[-1]


def similarity(left: str, right: str) -> float:
    """Jaro-Winkler similarity of two texts in plain letters, 0 to 1."""
    return JaroWinkler.normalized_similarity(plain(left), plain(right))


def letters_for_digits(word: str) -> str:
    """A word that mixes letters and digits, with the letters the digits look like (mar1a -> maria); any other as it is."""
    mixed = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    return word.translate(_MISREAD) if mixed else word


@lru_cache(maxsize=65536)
def consonants(word: str) -> str:
    """The consonants of a word in plain letters, those that sound alike as one, doubled ones once: a key to compare under."""
    heard = _sounded(word).translate(_HEARD)
    kept = [letter for letter in heard if letter not in _VOWELS and letter != "h"]
    return "".join(letter for at, letter in enumerate(kept) if at == 0 or letter != kept[at - 1])


def _of_endings(left: str, right: str) -> float:
    """What it costs more that names end otherwise: with another slip, endings make other names (Markova, Markovic)."""
    return 0.0 if left[-1] == right[-1] or _instead(left[-1], right[-1]) < 1 else _LIKELY


def _allowed(letters: int) -> float:
    return next((cost for least, cost in ((8, 2.0), (6, 1.5), (4, 1.0)) if letters >= least), 0.0)


def _sounded(word: str) -> str:
    for written, sound in _WRITTEN:
        word = word.replace(written, sound)
    return word


def _extra(word: str, at: int) -> float:
    """The cost of a letter that the other word has not."""
    letter, earlier = word[at], word[at - 1 : at]
    beside_vowel = letter in _VOWELS and not _VOWELS.isdisjoint({earlier, word[at + 1 : at + 2]})
    return _LIKELY if letter in {"h", earlier} or beside_vowel else 1.0


def _instead(one: str, other: str) -> float:
    if one == other:
        return 0.0
    alike = {one, other} <= _VOWELS or frozenset((one, other)) in _ALIKE
    return _LIKELY if alike else 1.0


def _digits(word: str) -> str:
    return "".join(letter for letter in word if letter.isdigit())


def one_slip(left: str, right: str) -> bool:
    """Whether two codes differ by one slip of typing: a sign more, less or otherwise, or two neighbours swapped (Damerau 1964)."""
    return slips_between(left, right) == 1


@lru_cache(maxsize=65536)
def slips_between(left: str, right: str) -> int:
    """How many slips of typing lead from one code to the other, at most 3."""
    return min(3, OSA.distance(left, right, score_cutoff=3))
