"""The feature table: everything that counts for or against two nodes being one thing, with its weight. The documentation is the table.

A feature is a function of a pair of profiles that answers how far it holds (0 to 1) and says so in words. Its weight is in
thousandths of the score. ``kind`` groups features that tell the same thing: two of one kind are not independent (design notes §7).
"""

from __future__ import annotations

from forager.resolve import speaking_against, speaking_for
from forager.resolve import speaking_of_records as of_records
from forager.resolve.feature import Feature, Kind

FEATURES: tuple[Feature, ...] = (
    Feature("same_email", Kind.IDENTIFIER, 600, speaking_for.same_email),
    Feature("same_number", Kind.IDENTIFIER, 600, speaking_for.same_number),
    Feature("exact_name", Kind.NAME, 550, speaking_for.exact_name),
    Feature("same_spelling", Kind.NAME, 530, speaking_for.same_spelling),
    Feature("middle_name", Kind.NAME, 500, speaking_for.middle_name),
    Feature("nickname", Kind.NAME, 480, speaking_for.nickname),
    Feature("spelling", Kind.NAME, 460, speaking_for.spelling),
    Feature("reordered", Kind.NAME, 400, speaking_for.reordered),
    Feature("contained", Kind.NAME, 450, speaking_for.contained),
    Feature("birth_name", Kind.NAME, 420, speaking_for.birth_name),
    Feature("opening_name", Kind.NAME, 320, speaking_for.opening_name),
    Feature("acronym", Kind.NAME, 400, speaking_for.acronym),
    Feature("initial", Kind.NAME, 320, speaking_for.initial),
    Feature("half_name", Kind.NAME, 200, speaking_for.half_name),
    Feature("address_as_name", Kind.NAME, 200, speaking_for.address_as_name),
    Feature("rarity", Kind.RARITY, 200, speaking_for.rarity),
    Feature("same_organization", Kind.CONTEXT, 330, speaking_for.same_organization),
    Feature("mail_of_organization", Kind.CONTEXT, 330, speaking_for.mail_of_organization),
    Feature("same_domain", Kind.CONTEXT, 330, speaking_for.same_domain),
    Feature("same_role", Kind.CONTEXT, 330, speaking_for.same_role),
    Feature("same_context", Kind.CONTEXT, 330, speaking_for.same_context),
    Feature("same_phone", Kind.CONTEXT, 330, of_records.same_phone),
    Feature("same_birth", Kind.CONTEXT, 350, of_records.same_birth),
    Feature("same_address", Kind.CONTEXT, 330, of_records.same_address),
    Feature("near_number", Kind.HINT, 250, of_records.near_number),
    Feature("near_birth", Kind.HINT, 180, of_records.near_birth),
    Feature("same_town", Kind.HINT, 120, of_records.same_town),
    Feature("known_otherwise", Kind.NAME, 150, of_records.known_otherwise),
    Feature("different_class", Kind.AGAINST, -1000, speaking_against.different_class, cannot=True),
    Feature("different_suffix", Kind.AGAINST, -1000, speaking_against.different_suffix, cannot=True),
    Feature(
        "different_number",
        Kind.AGAINST,
        -600,
        speaking_against.different_number,
        cannot=True,
        outweighed=of_records.number_outweighed,
        soft=of_records.number_soft,
    ),
    Feature("different_numerals", Kind.AGAINST, -1000, speaking_against.different_numerals, cannot=True),
    Feature(
        "different_birth",
        Kind.AGAINST,
        -600,
        speaking_against.different_birth,
        cannot=True,
        outweighed=of_records.birth_outweighed,
        soft=of_records.birth_soft,
    ),
    Feature(
        "different_mail_organization",
        Kind.AGAINST,
        -300,
        speaking_against.different_mail_organization,
        cannot=True,
        outweighed=of_records.one_bearer,
    ),
    Feature(
        "different_organization",
        Kind.AGAINST,
        -300,
        speaking_against.different_organization,
        cannot=True,
        outweighed=of_records.one_bearer,
    ),
    Feature(
        "different_middle",
        Kind.AGAINST,
        -350,
        speaking_against.different_middle,
        cannot=True,
        outweighed=of_records.one_bearer,
    ),
    Feature(
        "different_name",
        Kind.AGAINST,
        -400,
        speaking_against.different_name,
        cannot=True,
        outweighed=of_records.other_name_outweighed,
        soft=of_records.name_soft,
    ),
    Feature(
        "namesakes_address",
        Kind.AGAINST,
        -420,
        speaking_against.namesakes_address,
        cannot=True,
        outweighed=of_records.one_bearer,
    ),
    Feature("other_address", Kind.AGAINST, -250, speaking_against.other_address),
    Feature("mail_of_other_organization", Kind.AGAINST, -160, speaking_against.mail_of_other_organization),
    Feature("unclear_number", Kind.AGAINST, -100, speaking_against.unclear_number),
    Feature("other_home", Kind.AGAINST, -60, speaking_against.other_home),
    Feature("one_numeral", Kind.AGAINST, -50, speaking_against.one_numeral, cannot=True),
    Feature("one_place", Kind.AGAINST, -200, speaking_against.one_place),
    Feature("different_legal_form", Kind.AGAINST, -300, speaking_against.different_legal_form),
    Feature("one_suffix", Kind.AGAINST, -150, speaking_against.one_suffix),
)
"""Every feature, in the order in which reasons are told."""
