"""Pairs of states that cannot both hold of one subject at one time: one predicate each, true by its first words, false by its last.

Data: each pair carries a sentence of either side and a sentence that has one of its words and says neither; they are its tests.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from forager.model.statement import Modality, Statement


@dataclass(frozen=True, slots=True)
class Antonyms:
    """A predicate, the words by which it holds and by which it fails, and its examples.

    ``between``: something lies between the two ("pending"), so that the denial of a failing word does not say that it holds.
    ``passing``: it comes and goes, so that what was so says nothing of what is. ``setting``: a thing's status field tells it.
    """

    predicate: str
    holds: tuple[str, ...]
    fails: tuple[str, ...]
    examples: tuple[str, str]
    counter: str
    between: bool = False
    passing: bool = False
    setting: bool = False


def _pair(holds: str, fails: str, examples: tuple[str, str], counter: str, kinds: str = "") -> Antonyms:
    first, last = tuple(holds.split()), tuple(fails.split())
    return Antonyms(
        first[0], first, last, examples, counter, "between" in kinds, "passing" in kinds, "setting" in kinds
    )


ANTONYMS: tuple[Antonyms, ...] = (
    _pair(
        "approved",
        "unapproved rejected refused",
        ("The drainage plan is approved.", "The drainage plan was rejected."),
        "The approved drainage plan hangs in the hall.",
        "between",
    ),
    _pair(
        "accepted",
        "declined",
        ("The lower offer is accepted.", "The lower offer was declined."),
        "The lower offer is not declined.",
        "between",
    ),
    _pair(
        "enabled activated",
        "disabled deactivated",
        ("Night mode is enabled.", "Night mode is disabled."),
        "Night mode was disabled.",
        "passing setting",
    ),
    _pair(
        "allowed permitted",
        "prohibited forbidden banned",
        ("Smoking on deck is permitted.", "Smoking on deck is forbidden."),
        "The allowed load is painted on the door.",
        "setting",
    ),
    _pair(
        "required mandatory compulsory",
        "optional",
        ("The helmet is mandatory.", "The helmet is optional."),
        "The mandatory helmet hangs by the door.",
        "setting",
    ),
    _pair(
        "supported",
        "unsupported",
        ("Roaming is supported.", "Roaming is unsupported."),
        "The supported languages are listed below.",
        "setting",
    ),
    _pair(
        "available",
        "unavailable",
        ("The ferry is available.", "The ferry is unavailable."),
        "The ferry was unavailable.",
        "passing",
    ),
    _pair(
        "complete finished",
        "incomplete unfinished",
        ("The survey is complete.", "The survey is unfinished."),
        "The finished survey lies on the desk.",
    ),
    _pair("signed", "unsigned", ("The lease is signed.", "The lease is unsigned."), "The signed lease is in the safe."),
    _pair(
        "encrypted",
        "unencrypted",
        ("The archive is encrypted.", "The archive is unencrypted."),
        "The archive is encrypted with a shared key.",
        "setting",
    ),
    _pair(
        "active",
        "inactive",
        ("The beacon is active.", "The beacon is inactive."),
        "The beacon was inactive.",
        "passing",
    ),
    _pair("open", "closed", ("The sluice is open.", "The sluice is closed."), "The sluice was closed.", "passing"),
    _pair(
        "valid", "invalid", ("The permit is valid.", "The permit is invalid."), "The permit is valid in two harbours."
    ),
    _pair(
        "compliant",
        "noncompliant non-compliant",
        ("The boiler is compliant.", "The boiler is noncompliant."),
        "A compliant boiler costs more.",
    ),
    _pair(
        "certified",
        "uncertified",
        ("The crane is certified.", "The crane is uncertified."),
        "A certified crane was hired.",
    ),
    _pair("insured", "uninsured", ("The barge is insured.", "The barge is uninsured."), "An insured barge was hired."),
    _pair("tested", "untested", ("The siren is tested.", "The siren is untested."), "An untested siren was hung up."),
    _pair(
        "confirmed",
        "unconfirmed",
        ("The booking is confirmed.", "The booking is not confirmed."),
        "The confirmed booking is here.",
    ),
    _pair(
        "resolved",
        "unresolved",
        ("The complaint is resolved.", "The complaint is unresolved."),
        "A resolved complaint was filed.",
    ),
    _pair(
        "public",
        "private",
        ("The register is public.", "The register is private."),
        "The public register has two volumes.",
        "setting",
    ),
    _pair("safe", "unsafe", ("The ladder is safe.", "The ladder is unsafe."), "A safe ladder was bought.", "passing"),
    _pair(
        "licensed", "unlicensed", ("The kiosk is licensed.", "The kiosk is unlicensed."), "A licensed kiosk was opened."
    ),
    _pair(
        "included",
        "excluded",
        ("Breakfast is included.", "Breakfast is excluded."),
        "Breakfast is included in the weekend rate.",
        "setting",
    ),
    _pair(
        "connected",
        "disconnected",
        ("The gauge is connected.", "The gauge is disconnected."),
        "The gauge was disconnected.",
        "passing",
    ),
    _pair(
        "locked", "unlocked", ("The hatch is locked.", "The hatch is unlocked."), "The hatch was unlocked.", "passing"
    ),
    _pair("paid", "unpaid", ("The deposit is paid.", "The deposit is unpaid."), "The unpaid deposit was a surprise."),
)
"""The pairs; each word stands in one of them."""

_OF: dict[str, tuple[Antonyms, bool]] = {
    **{word: (pair, True) for pair in ANTONYMS for word in pair.holds},
    **{word: (pair, False) for pair in ANTONYMS for word in pair.fails},
}


def side_of(word: str) -> tuple[Antonyms, bool] | None:
    """The pair that a word belongs to, and whether its predicate holds by it; None for any other word."""
    return _OF.get(word.casefold())


def denied(predicate: str, word: str) -> tuple[str, bool]:
    """What the denial of a state says: the other side, or, where something lies between, only that the word itself is not so."""
    side = side_of(word)
    if side is None:
        return predicate, False
    pair, holds = side
    return (word.casefold(), False) if pair.between and not holds else (pair.predicate, not holds)


def as_setting(told: Statement) -> Statement:
    """A status field that tells a setting of a thing ("Status: disabled") as the proposition that prose would state; else as it is.

    Statuses of a course of events ("open", "approved") stay values of the status: there are more than two of them. So do those of
    a document, old and new values, plans and aims.
    """
    value = told.value
    if told.attribute != "status" or value is None or told.about_document or not told.subject:
        return told
    side = side_of(" ".join(value.written.split()))
    if side is None or not side[0].setting or told.change or told.modality is not Modality.ACTUAL:
        return told
    return replace(told, attribute="", value=None, predicate=side[0].predicate, polarity=side[1])
