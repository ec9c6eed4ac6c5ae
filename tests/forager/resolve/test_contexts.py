"""What stands beside a name: addresses, organisations, and whether they point at one employer."""

import pytest

from forager.resolve.contexts import (
    Mail,
    address_fits,
    domain_fits,
    is_acronym,
    mail,
    organization_label,
    organizations_differ,
    organizations_fit,
)
from forager.resolve.person import person_name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RSmith@Alder.example", Mail("rsmith@alder.example", "rsmith", "alder", shared=False)),
        ("mailto:<info@alder.example>", Mail("info@alder.example", "info", "alder", shared=True)),
        ("sales.emea@alder.example", Mail("sales.emea@alder.example", "sales.emea", "alder", shared=True)),
        ("bob.smith@gmail.com", Mail("bob.smith@gmail.com", "bob.smith", "", shared=False)),
        ("not an address", None),
        ("@alder.example", None),
        ("bob@localhost", None),
    ],
)
def test_reading_an_address(text, expected):
    assert mail(text) == expected


@pytest.mark.parametrize(
    ("domain", "label"),
    [("alder.example", "alder"), ("mail.alder.co.uk", "alder"), ("alder.com.au", "alder"), ("x.y.alder.org", "alder")],
)
def test_the_label_that_names_an_organisation(domain, label):
    assert organization_label(domain) == label


@pytest.mark.parametrize(
    ("left", "right", "fit"),
    [
        ("halden systems", "halden systems", True),
        ("halden", "halden systems", True),
        ("crédit maritime", "credit maritime", True),
        ("iha", "international harbour authority", True),
        ("pla", "peoples liberation army", True),
        ("tern shipping", "tern insurance", False),
        ("bank", "bank of lier", False),
        ("international", "international harbour authority", False),
        ("alder", "tern", False),
    ],
)
def test_two_organisations_that_can_be_one(left, right, fit):
    assert organizations_fit(left, right) is fit
    assert organizations_fit(right, left) is fit


def test_a_slip_of_the_pen_is_neither_a_fit_nor_a_difference():
    assert not organizations_fit("brightwater audit", "brightwater audti")
    assert not organizations_differ("brightwater audit", "brightwater audti")
    assert organizations_differ("division1 works", "division2 works")
    assert organizations_differ("alder", "tern")


@pytest.mark.parametrize(
    ("label", "organization", "fits"),
    [
        ("meridianfreight", "meridian freight", True),
        ("meridian-freight", "meridian freight", True),
        ("meridian", "meridian freight", True),
        ("millersons", "miller and sons", True),
        ("iha", "international harbour authority", True),
        ("global", "global freight", False),
        ("tern", "alder logistics", False),
        ("ms", "miller sons", False),
    ],
)
def test_a_domain_that_names_an_organisation(label, organization, fits):
    assert domain_fits(label, organization) is fits


@pytest.mark.parametrize(
    ("short", "long", "made"),
    [
        ("ibm", "international business machines", True),
        ("uol", "university of lier", True),
        ("ul", "university of lier", True),
        ("i", "international", False),
        ("falcon", "f a l c o n", True),
        ("two words", "t w", False),
    ],
)
def test_initials_of_a_name(short, long, made):
    assert is_acronym(short, long) is made


@pytest.mark.parametrize(
    ("local", "name", "fits"),
    [
        ("robert.smith", "robert smith", True),
        ("rsmith", "robert smith", True),
        ("rsmith", "bob smith", True),
        ("smith", "robert smith", True),
        ("smithr", "robert smith", True),
        ("rjs", "robert j smith", True),
        ("joerg.brandt2", "jorg brandt", False),
        ("jorg.brandt2", "jörg brandt", True),
        ("office", "robert smith", False),
        ("transport-jsm", "john smith", False),
    ],
)
def test_an_address_made_of_a_name(local, name, fits):
    assert address_fits(local, person_name(name)) is fits
