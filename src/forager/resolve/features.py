"""The feature table: everything that counts for or against two nodes being one thing, with its weight. The documentation is the table.

A feature is a function of a pair of profiles that answers how far it holds (0 to 1) and says so in words. Its weight is in
thousandths of the score. ``kind`` groups features that tell the same thing: two of one kind are not independent (design notes §7).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from forager.resolve.contexts import address_fits, domain_fits, organizations_differ, organizations_fit
from forager.resolve.fold import plain
from forager.resolve.lexicon import Band, family_band, forename_band, words
from forager.resolve.likeness import Agreement, Pair
from forager.resolve.person import Likeness, family_likeness
from forager.resolve.profile import Profile


class Kind(StrEnum):
    """What a feature speaks about."""

    IDENTIFIER = "identifier"
    NAME = "name"
    RARITY = "rarity"
    CONTEXT = "context"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Found:
    """How far a feature holds (0 to 1), and why in words. Zero means it says nothing."""

    value: float = 0.0
    words: str = ""


NOTHING = Found()
_DIFFERENT = {
    Agreement.NONE: Found(1.0, "the names are not forms of one name"),
    Agreement.FAMILY_ONLY: Found(0.5, "the given names differ"),
    Agreement.GIVEN_ONLY: Found(0.5, "the family names differ"),
}
Measure = Callable[[Pair], Found]


@dataclass(frozen=True, slots=True)
class Feature:
    """One line of the table. ``cannot`` marks a contradiction: the two are never joined without a person."""

    name: str
    kind: Kind
    weight: int
    measure: Measure
    cannot: bool = False

    @property
    def doc(self) -> str:
        """What the feature means."""
        return (self.measure.__doc__ or "").strip()


# ---------------------------------------------------------------- identifiers
def same_email(pair: Pair) -> Found:
    """Both names stand beside one e-mail address that belongs to a person, not to a post or team."""
    ours, theirs = pair.left.mail, pair.right.mail
    if ours and theirs and ours.address == theirs.address and not ours.shared:
        return Found(1.0, f"same e-mail address {ours.address}")
    return NOTHING


def same_number(pair: Pair) -> Found:
    """Both names stand beside one number (registration, staff or customer number)."""
    number = pair.left.number
    return Found(1.0, f"same number {number}") if number and number == pair.right.number else NOTHING


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


def acronym(pair: Pair) -> Found:
    """One name is made of the initials of the other."""
    return _agreed(pair, Agreement.ACRONYM, "one name is the initials of the other")


def initial(pair: Pair) -> Found:
    """Same family name, and one given name is the initial of the other."""
    return _agreed(pair, Agreement.INITIAL, "same family name and initial")


def half_name(pair: Pair) -> Found:
    """One name is only the given or family name of the other; it weighs enough only beside an identifier."""
    return _agreed(pair, Agreement.HALF, "one is the given or family name of the other")


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
    ours, theirs = pair.left.organization, pair.right.organization
    if ours and theirs and organizations_fit(ours, theirs):
        return Found(1.0, f"same organisation ({max((ours, theirs), key=lambda text: (len(text), text))})")
    return NOTHING


def mail_of_organization(pair: Pair) -> Found:
    """The domain of one's address is the organisation beside the other."""
    label, organization = _domain_and_organization(pair)
    if label and organization and domain_fits(label, organization):
        return Found(1.0, f"the address belongs to the organisation ({organization})")
    return NOTHING


def same_domain(pair: Pair) -> Found:
    """The addresses differ, or are a team's, but belong to one organisation's domain."""
    label = _domain(pair.left)
    if label and label == _domain(pair.right) and not same_email(pair).value:
        return Found(1.0, f"addresses of one organisation ({label})")
    return NOTHING


def same_role(pair: Pair) -> Found:
    """Both names stand beside one role; a post of one broad word ("engineer") says less than half as much."""
    role = pair.left.role
    if not role or role != pair.right.role:
        return NOTHING
    return Found(0.4 if role in words().broad_roles else 1.0, f"same role ({role})")


def same_context(pair: Pair) -> Found:
    """The same words of another kind stand beside both names."""
    other = pair.left.other
    return Found(1.0, f"same context ({other})") if other and other == pair.right.other else NOTHING


# ---------------------------------------------------------------- against
def different_class(pair: Pair) -> Found:
    """The two are things of different kinds, such as a project and a system of one name."""
    if pair.left.group == pair.right.group:
        return NOTHING
    return Found(1.0, f"of different kinds ({_both(pair.left.node.entity_class, pair.right.node.entity_class)})")


def different_suffix(pair: Pair) -> Found:
    """Both names carry a mark of generation (Sr, Jr, II) and it differs."""
    ours, theirs = pair.left.suffix, pair.right.suffix
    if ours and theirs and ours != theirs:
        return Found(1.0, f"different marks of generation ({_both(_mark(ours), _mark(theirs))})")
    return NOTHING


def different_number(pair: Pair) -> Found:
    """Both names stand beside a number and it differs."""
    ours, theirs = pair.left.number, pair.right.number
    return Found(1.0, "two different numbers") if ours and theirs and ours != theirs else NOTHING


def different_numerals(pair: Pair) -> Found:
    """The names hold different numbers (Fund III and Fund IV, version 1 and version 2)."""
    ours, theirs = sorted(pair.left.numerals), sorted(pair.right.numerals)
    return Found(1.0, "the names hold different numbers") if ours and theirs and ours != theirs else NOTHING


def one_numeral(pair: Pair) -> Found:
    """Only one of the names holds a number: perhaps one of several, perhaps the same without it."""
    if bool(pair.left.numerals) != bool(pair.right.numerals):
        return Found(1.0, "only one of the names holds a number")
    return NOTHING


def different_mail_organization(pair: Pair) -> Found:
    """The addresses are of two organisations' domains."""
    ours, theirs = _domain(pair.left), _domain(pair.right)
    return (
        Found(1.0, f"addresses of two organisations ({_both(ours, theirs)})")
        if ours and theirs and ours != theirs
        else NOTHING
    )


def different_organization(pair: Pair) -> Found:
    """Two organisations that do not fit stand beside the names."""
    ours, theirs = pair.left.organization, pair.right.organization
    if ours and theirs and organizations_differ(ours, theirs):
        return Found(1.0, f"two organisations ({_both(ours, theirs)})")
    return NOTHING


def different_middle(pair: Pair) -> Found:
    """Given and family name agree but the middle names differ."""
    return Found(1.0, "the middle names differ") if pair.how is Agreement.MIDDLES_DIFFER else NOTHING


def different_name(pair: Pair) -> Found:
    """The names are not forms of one name; less when the given or family name agrees (a new surname, a shared household)."""
    return _DIFFERENT.get(pair.how, NOTHING)


def other_address(pair: Pair) -> Found:
    """Two addresses of one organisation, both made of the name: one person may have both."""
    return Found(1.0, "two different addresses") if _two_addresses(pair) and _both_made_of_name(pair) else NOTHING


def namesakes_address(pair: Pair) -> Found:
    """Two addresses of one organisation, numbered or not made of the name: two people of one name have such."""
    if _two_addresses(pair) and not _both_made_of_name(pair):
        return Found(1.0, "two different addresses, not both made of the name alone")
    return NOTHING


def mail_of_other_organization(pair: Pair) -> Found:
    """The domain of one's address is not seen to be the organisation beside the other."""
    label, organization = _domain_and_organization(pair)
    if label and organization and not domain_fits(label, organization):
        return Found(1.0, f"the address ({label}) is not seen to belong to {organization}")
    return NOTHING


def one_suffix(pair: Pair) -> Found:
    """Only one of the names carries a mark of generation."""
    ours, theirs = pair.left.suffix, pair.right.suffix
    return Found(1.0, f"only one is {_mark(ours or theirs)}") if bool(ours) != bool(theirs) else NOTHING


FEATURES: tuple[Feature, ...] = (
    Feature("same_email", Kind.IDENTIFIER, 600, same_email),
    Feature("same_number", Kind.IDENTIFIER, 600, same_number),
    Feature("exact_name", Kind.NAME, 550, exact_name),
    Feature("same_spelling", Kind.NAME, 530, same_spelling),
    Feature("middle_name", Kind.NAME, 500, middle_name),
    Feature("nickname", Kind.NAME, 480, nickname),
    Feature("spelling", Kind.NAME, 460, spelling),
    Feature("reordered", Kind.NAME, 400, reordered),
    Feature("contained", Kind.NAME, 450, contained),
    Feature("acronym", Kind.NAME, 400, acronym),
    Feature("initial", Kind.NAME, 320, initial),
    Feature("half_name", Kind.NAME, 200, half_name),
    Feature("address_as_name", Kind.NAME, 200, address_as_name),
    Feature("rarity", Kind.RARITY, 200, rarity),
    Feature("same_organization", Kind.CONTEXT, 330, same_organization),
    Feature("mail_of_organization", Kind.CONTEXT, 330, mail_of_organization),
    Feature("same_domain", Kind.CONTEXT, 330, same_domain),
    Feature("same_role", Kind.CONTEXT, 330, same_role),
    Feature("same_context", Kind.CONTEXT, 330, same_context),
    Feature("different_class", Kind.AGAINST, -1000, different_class, cannot=True),
    Feature("different_suffix", Kind.AGAINST, -1000, different_suffix, cannot=True),
    Feature("different_number", Kind.AGAINST, -1000, different_number, cannot=True),
    Feature("different_numerals", Kind.AGAINST, -1000, different_numerals, cannot=True),
    Feature("different_mail_organization", Kind.AGAINST, -300, different_mail_organization, cannot=True),
    Feature("different_organization", Kind.AGAINST, -300, different_organization, cannot=True),
    Feature("different_middle", Kind.AGAINST, -350, different_middle, cannot=True),
    Feature("different_name", Kind.AGAINST, -400, different_name, cannot=True),
    Feature("namesakes_address", Kind.AGAINST, -420, namesakes_address, cannot=True),
    Feature("other_address", Kind.AGAINST, -250, other_address),
    Feature("mail_of_other_organization", Kind.AGAINST, -100, mail_of_other_organization),
    Feature("one_numeral", Kind.AGAINST, -50, one_numeral, cannot=True),
    Feature("one_suffix", Kind.AGAINST, -150, one_suffix),
)
"""Every feature, in the order in which reasons are told."""


def _agreed(pair: Pair, how: Agreement, told: str) -> Found:
    return Found(pair.nearness, told) if pair.how is how else NOTHING


def _both(one: str, other: str) -> str:
    return ", ".join(sorted((one, other)))


def _mark(suffix: str) -> str:
    return suffix.title() if suffix in {"jr", "sr"} else suffix.upper()


def _domain(side: Profile) -> str:
    return side.mail.organization if side.mail else ""


def _domain_and_organization(pair: Pair) -> tuple[str, str]:
    return _domain(pair.left) or _domain(pair.right), pair.left.organization or pair.right.organization


def _two_addresses(pair: Pair) -> bool:
    """Whether each side has a personal address of its own, at one organisation or both at public providers."""
    ours, theirs = pair.left.mail, pair.right.mail
    if not ours or not theirs or ours.shared or theirs.shared:
        return False
    return ours.address != theirs.address and ours.organization == theirs.organization


def _both_made_of_name(pair: Pair) -> bool:
    return all(
        side.mail is not None
        and address_fits(side.mail.local, side.person)
        and not any(map(str.isdigit, side.mail.local))
        for side in (pair.left, pair.right)
    )
