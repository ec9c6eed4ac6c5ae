"""The features that speak for two nodes being one thing: identifiers, names, and what stands beside the names."""

from __future__ import annotations

from itertools import product

from forager.resolve.contexts import domain_fits, organizations_fit
from forager.resolve.feature import NOTHING, Found
from forager.resolve.fold import plain
from forager.resolve.lexicon import Band, family_band, forename_band, words
from forager.resolve.likeness import Agreement, Pair
from forager.resolve.person import Likeness, family_likeness


# ---------------------------------------------------------------- identifiers
def same_email(pair: Pair) -> Found:
    """Both names stand beside one e-mail address that belongs to a person, not to a post or team."""
    return Found(1.0, f"same e-mail address {pair.same_mail}") if pair.same_mail else NOTHING


def same_number(pair: Pair) -> Found:
    """Both names stand beside one number (registration, staff or customer number)."""
    ours, theirs = ({key for _, key in side.record.numbers} for side in (pair.left, pair.right))
    both = sorted(ours & theirs)
    return Found(1.0, f"same number {both[0]}") if both else NOTHING


# ---------------------------------------------------------------- names
def exact_name(pair: Pair) -> Found:
    """The names are the same, in full."""
    return _agreed(pair, Agreement.EXACT, "the same name")


def same_spelling(pair: Pair) -> Found:
    """The names are the same but for accents, umlauts written out, word breaks or alphabet."""
    return _agreed(pair, Agreement.LETTERS, "the same name but for accents or word breaks")


def middle_name(pair: Pair) -> Found:
    """The names are the same but one has a further given name or initial."""
    return _agreed(pair, Agreement.MIDDLE, "the same name, one with a further given name")


def nickname(pair: Pair) -> Found:
    """Same family name, and one given name is the usual short form of the other."""
    one, other = sorted((pair.left.person.given.title(), pair.right.person.given.title()))
    return _agreed(pair, Agreement.NICKNAME, f"same family name; {one} and {other} are forms of one given name")


def spelling(pair: Pair) -> Found:
    """The names differ by a slip of the pen (edit distance), and the differing word is no other known name."""
    return _agreed(pair, Agreement.SPELLING, "the names differ by a slip of the pen")


def reordered(pair: Pair) -> Found:
    """The names have the same words in another order."""
    return _agreed(pair, Agreement.REORDERED, "the same words in another order")


def contained(pair: Pair) -> Found:
    """One name is the opening words of the other, and they are not generic ones."""
    return _agreed(pair, Agreement.CONTAINED, "one name opens the other")


def birth_name(pair: Pair) -> Found:
    """The given name agrees, and one's family name is told to be the other's before marriage."""
    return _agreed(pair, Agreement.BIRTH, "the family name before marriage")


def opening_name(pair: Pair) -> Found:
    """One person's name of two words or more opens the other: a second family name, or a chain of fathers' names, left out."""
    return _agreed(pair, Agreement.OPENS, "one name opens the other")


def acronym(pair: Pair) -> Found:
    """One name is made of the initials of the other."""
    return _agreed(pair, Agreement.ACRONYM, "one name is the initials of the other")


def initial(pair: Pair) -> Found:
    """Same family name, and one given name is the initial of the other."""
    return _agreed(pair, Agreement.INITIAL, "same family name and initial")


def half_name(pair: Pair) -> Found:
    """One name is only the given or family name of the other; it weighs enough only beside an identifier."""
    half = pair.how in {Agreement.HALF, Agreement.HALF_FAMILY}
    return Found(1.0, "one is the given or family name of the other") if half else NOTHING


def address_as_name(pair: Pair) -> Found:
    """One is called by the address itself."""
    return _agreed(pair, Agreement.ADDRESS, "one is named by its address")


def rarity(pair: Pair) -> Found:
    """The family name (and given name) that agree are rarely met, by the packaged frequency bands."""
    one, other = pair.left.person, pair.right.person
    if one.half or other.half or family_likeness(one.family, other.family) is not Likeness.SAME:
        return NOTHING
    band = family_band(plain(one.family))
    value = {Band.RARE: 0.8, Band.COMMON: 0.3, Band.VERY_COMMON: 0.0}[band]
    if one.full and other.full:
        given = max(forename_band(plain(one.given)), forename_band(plain(other.given)))
        value += {Band.RARE: 0.2, Band.COMMON: 0.1, Band.VERY_COMMON: 0.0}[given]
    told = {Band.RARE: "a family name rarely met", Band.COMMON: "a family name not often met"}
    return Found(value, told.get(band, "a given name not often met"))


# ---------------------------------------------------------------- what stands beside the names
def same_organization(pair: Pair) -> Found:
    """Both names stand beside one organisation."""
    both = product(pair.left.organizations, pair.right.organizations)
    names = [name for fitting in both if organizations_fit(*fitting) for name in fitting]
    return Found(1.0, f"same organisation ({max(names, key=lambda text: (len(text), text))})") if names else NOTHING


def mail_of_organization(pair: Pair) -> Found:
    """The domain of one's address is the organisation beside the other."""
    label, organizations = pair.domain_and_organizations
    named = next((each for each in organizations if label and domain_fits(label, each)), "")
    return Found(1.0, f"the address belongs to the organisation ({named})") if named else NOTHING


def same_domain(pair: Pair) -> Found:
    """The addresses differ, or are a team's, but belong to one organisation's domain."""
    label = pair.left.domain
    if label and label == pair.right.domain and not same_email(pair).value:
        return Found(1.0, f"addresses of one organisation ({label})")
    return NOTHING


def same_role(pair: Pair) -> Found:
    """Both names stand beside one role; a post of one broad word ("engineer") says less than half as much."""
    both = sorted({*pair.left.record.roles} & {*pair.right.record.roles})
    if not both:
        return NOTHING
    narrow = [role for role in both if role not in words().broad_roles]
    return Found(1.0 if narrow else 0.4, f"same role ({(narrow or both)[0]})")


def same_context(pair: Pair) -> Found:
    """The same words of another kind stand beside both names."""
    other = pair.left.other
    return Found(1.0, f"same context ({other})") if other and other == pair.right.other else NOTHING


def _agreed(pair: Pair, how: Agreement, told: str) -> Found:
    return Found(pair.nearness, told) if pair.how is how else NOTHING
