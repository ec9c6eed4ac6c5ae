"""The features that speak against two nodes being one thing."""

from __future__ import annotations

from itertools import product

from forager.resolve.beside import Stand
from forager.resolve.contexts import address_fits, domain_fits, organizations_differ
from forager.resolve.feature import NOTHING, Found
from forager.resolve.legal import legal_kinds
from forager.resolve.lexicon import words
from forager.resolve.likeness import Agreement, Pair

_DIFFERENT = {
    Agreement.NONE: Found(1.0, "the names are not forms of one name"),
    Agreement.FAMILY_ONLY: Found(0.5, "the given names differ"),
    Agreement.GIVEN_ONLY: Found(0.5, "the family names differ"),
}


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
    """Both names stand beside a number of one kind and it differs by more than slips of typing."""
    return Found(1.0, "two different numbers") if pair.beside.number is Stand.TWO else NOTHING


def different_birth(pair: Pair) -> Found:
    """The dates of birth differ by more than slips of typing: namesakes, or parent and child."""
    return Found(1.0, "two dates of birth") if pair.beside.birth is Stand.TWO else NOTHING


def unclear_number(pair: Pair) -> Found:
    """The numbers or the dates of birth differ by two slips of typing: perhaps one, perhaps two."""
    left, right = pair.left.record, pair.right.record
    number = pair.beside.number is Stand.UNCLEAR and {s for s, _ in left.numbers} & {s for s, _ in right.numbers}
    birth = pair.beside.birth is Stand.UNCLEAR and left.births and right.births
    return Found(1.0, "numbers or dates of birth two slips apart") if number or birth else NOTHING


def other_home(pair: Pair) -> Found:
    """The addresses are of two places: people move."""
    return Found(1.0, "two addresses") if pair.beside.elsewhere else NOTHING


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
    ours, theirs = pair.left.domain, pair.right.domain
    if ours and theirs and ours != theirs and not pair.same_mail:
        return Found(1.0, f"addresses of two organisations ({_both(ours, theirs)})")
    return NOTHING


def different_organization(pair: Pair) -> Found:
    """Two organisations that do not fit stand beside the names."""
    both = [*product(pair.left.organizations, pair.right.organizations)]
    if both and all(organizations_differ(*each) for each in both):
        return Found(1.0, f"two organisations ({_both(*both[0])})")
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
    label, organizations = pair.domain_and_organizations
    if label and organizations and not any(domain_fits(label, each) for each in organizations):
        return Found(1.0, f"the address ({label}) is not seen to belong to {organizations[0]}")
    return NOTHING


def one_place(pair: Pair) -> Found:
    """One name is the other and a country or region: as often a branch of its own as the same."""
    if pair.how is not Agreement.CONTAINED:
        return NOTHING
    shorter, longer = sorted((pair.left.words, pair.right.words), key=len)
    places = sorted(words().places & {*longer[len(shorter) :]})
    return Found(1.0, f"only one name holds a place ({places[0].title()})") if places else NOTHING


def different_legal_form(pair: Pair) -> Found:
    """Every written form of both carries a legal form, of two kinds (AG, GmbH): two companies of one house."""
    ours, theirs = legal_kinds(pair.left.node), legal_kinds(pair.right.node)
    if ours and theirs and ours.isdisjoint(theirs):
        return Found(1.0, f"different legal forms ({_both(*sorted((min(ours), min(theirs))))})")
    return NOTHING


def one_suffix(pair: Pair) -> Found:
    """Only one of the names carries a mark of generation."""
    ours, theirs = pair.left.suffix, pair.right.suffix
    return Found(1.0, f"only one is {_mark(ours or theirs)}") if bool(ours) != bool(theirs) else NOTHING


def _both(one: str, other: str) -> str:
    return ", ".join(sorted((one, other)))


def _mark(suffix: str) -> str:
    return suffix.title() if suffix in {"jr", "sr"} else suffix.upper()


def _two_addresses(pair: Pair) -> bool:
    """Whether each side has a personal address of its own and none in common, at one organisation or both at public providers."""
    if pair.same_mail:
        return False
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
