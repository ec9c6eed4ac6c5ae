"""The features of what stands in two names' own records: dates of birth, addresses, telephones, numbers with a slip."""

from __future__ import annotations

from forager.resolve.beside import Stand
from forager.resolve.feature import NOTHING, Found
from forager.resolve.fold import plain
from forager.resolve.lexicon import Band, family_band
from forager.resolve.likeness import Agreement, Pair

_OF_A_HOUSEHOLD = 0.4
"""What a shared date of birth, home or telephone is worth where only a family name, an initial or no name says who is meant: twins,
spouses, parents and children share them too."""
_OTHER_NAMES = {
    Agreement.FAMILY_ONLY: "the family name agrees",
    Agreement.GIVEN_ONLY: "the given name agrees",
    Agreement.NONE: "no part agrees",
}
_GIVEN_UNKNOWN = frozenset({Agreement.INITIAL, Agreement.HALF_FAMILY, Agreement.FAMILY_ONLY, Agreement.NONE})


def near_number(pair: Pair) -> Found:
    """The numbers beside the names are one slip of typing apart (a digit, or two neighbours swapped)."""
    return Found(1.0, "the numbers are one slip of typing apart") if pair.beside.number is Stand.NEAR else NOTHING


def same_birth(pair: Pair) -> Found:
    """One date of birth; less where twins would have the same."""
    return _shared(pair, "the same date of birth") if pair.beside.birth is Stand.ONE else NOTHING


def near_birth(pair: Pair) -> Found:
    """The dates of birth are one slip of typing apart, or day and month are swapped."""
    return (
        _shared(pair, "the dates of birth are one slip of typing apart") if pair.beside.birth is Stand.NEAR else NOTHING
    )


def same_address(pair: Pair) -> Found:
    """One postal address, however it is abbreviated and but for slips; less where the others of a household would have the same."""
    found = _shared(pair, "the same address")
    return Found(found.value * pair.beside.address, found.words) if pair.beside.one_home else NOTHING


def same_phone(pair: Pair) -> Found:
    """One telephone number; less where the others of a household or an office would have the same."""
    return _shared(pair, "the same telephone number") if pair.beside.phone is Stand.ONE else NOTHING


def same_town(pair: Pair) -> Found:
    """Town and postcode are one, though not the street: many live there."""
    beside = pair.beside
    return Found(1.0, "the same town and postcode") if beside.one_town and not beside.one_home else NOTHING


def known_otherwise(pair: Pair) -> Found:
    """The names are not forms of one, but what stands beside them says that one person bears both."""
    if pair.how not in _OTHER_NAMES or not other_name_outweighed(pair):
        return NOTHING
    return Found(1.0, f"one person under two names ({_OTHER_NAMES[pair.how]})")


# ---------------------------------------------------------------- what outweighs a contradiction
def one_bearer(pair: Pair) -> str:
    """What outweighs two employers, domains or middle names: a number for life, or a date of birth and more, of one bearer of the names."""
    if pair.whole and _for_life(pair):
        return "the number for life is one"
    if pair.whole and pair.beside.birth is Stand.ONE and (pair.beside.number >= Stand.NEAR or _reached_alike(pair)):
        return "the date of birth and more are one"
    return other_name_outweighed(pair) if pair.how in _OTHER_NAMES else ""


def number_outweighed(pair: Pair) -> str:
    """What outweighs two different numbers: one date of birth, with a given name and a home that agree.

    A telephone or an e-mail address will do for the home where the family name agrees as well; a town too, where few bear the name.
    """
    if pair.beside.one_home and pair.whole and pair.beside.birth is Stand.NEAR:
        return "the home is one and the date of birth but for a slip"
    if pair.beside.birth is not Stand.ONE:
        return ""
    if pair.beside.one_home and (pair.whole or pair.how is Agreement.GIVEN_ONLY):
        return "the date of birth and the home are one"
    rare_here = pair.beside.one_town and family_band(plain(pair.left.person.family)) is not Band.VERY_COMMON
    return "the date of birth and the place are one" if pair.whole and (rare_here or _reached_alike(pair)) else ""


def birth_outweighed(pair: Pair) -> str:
    """What outweighs two dates of birth: a whole name with one number for life and a place, telephone or e-mail address.

    Parent and child of one name and home have two such numbers, and no slip leads from one to the other.
    """
    found = pair.whole and _nearly_for_life(pair) and (pair.beside.one_town or _reached_alike(pair))
    return "the number and the place are one" if found else ""


def other_name_outweighed(pair: Pair) -> str:
    """What outweighs two names: one number for life and one date of birth; with a slip in the date also one home.

    Where the given name agrees (a new family name) any two of number, date of birth and home. Never what twins or spouses share: a
    date of birth, a home, an e-mail address, a telephone, a customer's number.
    """
    beside, life = pair.beside, _for_life(pair)
    born, home = beside.birth is Stand.ONE, beside.one_home
    if pair.how is Agreement.GIVEN_ONLY and home and (born or life) and beside.birth is not Stand.TWO:
        return "the home and the date of birth or number are one"
    return (
        "the number and the date of birth are one" if life and (born or (beside.birth is Stand.NEAR and home)) else ""
    )


# ---------------------------------------------------------------- what a third record makes none
def sure(pair: Pair) -> bool:
    """Whether a number for life or a date of birth is one, and another of number, date of birth and where to reach them with it."""
    born = pair.beside.birth is Stand.ONE
    if _nearly_for_life(pair) and pair.whole:
        return _for_life(pair) or pair.beside.birth >= Stand.NEAR or _reached_alike(pair)
    if _for_life(pair):
        return born or _reached_alike(pair)
    return born and (pair.beside.number >= Stand.NEAR or _reached_alike(pair))


def number_soft(pair: Pair) -> bool:
    """Two numbers are soft unless given names or dates of birth are two as well: twins, or parent and child."""
    return pair.how is not Agreement.FAMILY_ONLY and pair.beside.birth is not Stand.TWO


def birth_soft(pair: Pair) -> bool:
    """Two dates of birth are soft beside one number for life, but for a slip."""
    return _nearly_for_life(pair)


def name_soft(pair: Pair) -> bool:
    """Two names are soft unless numbers are two as well, and given names (twins) or dates of birth."""
    two = pair.how is Agreement.FAMILY_ONLY or pair.beside.birth is Stand.TWO
    return pair.beside.number is not Stand.TWO or not two


def _for_life(pair: Pair) -> bool:
    return pair.beside.number is Stand.ONE and pair.beside.personal


def _nearly_for_life(pair: Pair) -> bool:
    return pair.beside.number >= Stand.NEAR and pair.beside.personal


def _reached_alike(pair: Pair) -> bool:
    return pair.beside.one_home or pair.beside.phone is Stand.ONE or bool(pair.same_mail)


def _shared(pair: Pair, told: str) -> Found:
    return Found(_OF_A_HOUSEHOLD if pair.how in _GIVEN_UNKNOWN and not _for_life(pair) else 1.0, told)
