"""The feature table: each feature holds where it should, is silent where it should, and says why."""

import pytest
from hypothesis import given
from tests.forager.resolve.made import node, person
from tests.forager.resolve.strategies import some_node

from forager.resolve.feature import Kind
from forager.resolve.features import FEATURES
from forager.resolve.score import AUTOMATIC, CANDIDATE, Band, Reason, band, explain, score

SMITH_MAIL = ("email", "rsmith@alder.example")
ORG = {"entity_class": "organization"}
PROJECT = {"entity_class": "project"}
PRODUCT = {"entity_class": "product"}

# feature, where it holds, where it is silent
BORN = "1970-03-02"
TABLE = {
    "same_email": (
        (node("Bob Smith", *SMITH_MAIL), node("Robert Smith", "email", "RSmith@alder.example")),
        (node("Anna Keller", "email", "info@alder.example"), node("Bo Marsh", "email", "info@alder.example")),
    ),
    "same_number": (
        (node("Bob Smith", "number", "E 1"), node("Robert Smith", "number", "e  1")),
        (node("Bob Smith", "number", "E 1"), node("Robert Smith", "number", "E 2")),
    ),
    "exact_name": (
        (node("Robert Smith", *SMITH_MAIL), node("Smith, Robert")),
        (node("R. Smith", *SMITH_MAIL), node("R. Smith")),
    ),
    "same_spelling": (
        (node("Jörg Brandt"), node("Joerg Brandt")),
        (node("Jörg Brandt", *SMITH_MAIL), node("Jörg Brandt")),
    ),
    "middle_name": (
        (node("Robert J. Smith"), node("Robert Smith")),
        (node("Robert J. Smith"), node("Robert K. Smith")),
    ),
    "nickname": ((node("Bob Smith"), node("Robert Smith")), (node("Bob Smith"), node("Rachel Smith"))),
    "spelling": ((node("Marta Lindqvist"), node("Marta Lindquist")), (node("Erik Hansen"), node("Erik Jansen"))),
    "reordered": ((node("Min Ho Kim"), node("Kim Min Ho")), (node("Min Ho Kim"), node("Min Su Kim"))),
    "contained": (
        (node("Halden", **ORG), node("Halden Systems", **ORG)),
        (node("Bank", **ORG), node("Bank of Lier", **ORG)),
    ),
    "birth_name": (
        (node("Clara Adler (née Jonas)"), node("Clara Jonas")),
        (node("Clara Adler (née Jonas)"), node("Clara Brandt")),
    ),
    "opening_name": (
        (node("Omar Faruq"), node("Omar Faruq Bello")),
        (node("Omar"), node("Omar Faruq Bello")),
    ),
    "one_place": (
        (node("Tern Shipping", **ORG), node("Tern Shipping Austria", **ORG)),
        (node("Tern Shipping", **ORG), node("Tern Shipping Works", **ORG)),
    ),
    "different_legal_form": (
        (node("Tern Shipping AG", **ORG), node("Tern Shipping GmbH", **ORG)),
        (node("Tern Shipping AG", **ORG), node("Tern Shipping Aktiengesellschaft", **ORG)),
    ),
    "acronym": (
        (node("IHA", **ORG), node("International Harbour Authority", **ORG)),
        (node("IHB", **ORG), node("International Harbour Authority", **ORG)),
    ),
    "initial": ((node("R. Smith"), node("Bob Smith")), (node("A. Smith"), node("Bob Smith"))),
    "half_name": ((node("Bob", *SMITH_MAIL), node("Robert Smith")), (node("Anna", *SMITH_MAIL), node("Robert Smith"))),
    "address_as_name": (
        (node("rsmith@alder.example", *SMITH_MAIL), node("Robert Smith", *SMITH_MAIL)),
        (node("Bob Smith", *SMITH_MAIL), node("Robert Smith", *SMITH_MAIL)),
    ),
    "rarity": ((node("Marta Lindqvist"), node("M. Lindqvist")), (node("John Smith", *SMITH_MAIL), node("John Smith"))),
    "same_organization": (
        (node("Bob Smith", "organization", "Alder Ltd"), node("Robert Smith", "organization", "Alder Logistics")),
        (node("Bob Smith", "organization", "Alder Ltd"), node("Robert Smith", "organization", "Tern")),
    ),
    "mail_of_organization": (
        (node("Bob Smith", *SMITH_MAIL), node("Robert Smith", "organization", "Alder Logistics")),
        (node("Bob Smith", "email", "b@gmail.com"), node("Robert Smith", "organization", "Gmail Fans")),
    ),
    "same_domain": (
        (node("Bob Smith", *SMITH_MAIL), node("Robert Smith", "email", "info@alder.example")),
        (node("Bob Smith", "email", "b@gmail.com"), node("Robert Smith", "email", "r@gmail.com")),
    ),
    "same_role": (
        (node("Bob Smith", "role", "data protection officer"), node("Robert Smith", "role", "data protection officer")),
        (node("Bob Smith", "role", "data lead"), node("Robert Smith", "role", "site lead")),
    ),
    "same_context": (
        (node("Bob Smith", "room", "B 12"), node("Robert Smith", "room", "B 12")),
        (node("Bob Smith", "room", "B 12"), node("Robert Smith", "room", "B 14")),
    ),
    "same_phone": (
        (person("Bob Smith", phone="+31 10 555 0144"), person("Robert Smith", phone="(010) 555-0144", birth=BORN)),
        (person("Bob Smith", phone="+31 10 555 0144"), person("Robert Smith", phone="+31 10 555 0145")),
    ),
    "same_birth": (
        (person("Bob Smith", birth=BORN), person("Robert Smith", birth=BORN)),
        (person("Bob Smith", birth=BORN), person("Robert Smith", birth="1970-02-03")),
    ),
    "near_birth": (
        (person("Bob Smith", birth=BORN), person("Robert Smith", birth="1970-02-03")),
        (person("Bob Smith", birth=BORN), person("Robert Smith", birth="1990-03-02")),
    ),
    "different_birth": (
        (person("Bob Smith", birth=BORN), person("Robert Smith", birth="1996-11-30")),
        (person("Bob Smith", birth=BORN), person("Robert Smith", birth="1970-03-12")),
    ),
    "near_number": (
        (person("Bob Smith", social="52118877"), person("Robert Smith", social="52118787")),
        (person("Bob Smith", social="52118877"), person("Robert Smith", tax="52118787")),
    ),
    "unclear_number": (
        (person("Bob Smith", social="52118877"), person("Robert Smith", social="52128878")),
        (person("Bob Smith", social="52118877"), person("Robert Smith", birth=BORN)),
    ),
    "same_address": (
        (
            person("Bob Smith", street="12 Mill Rd.", town="Exton"),
            person("Robert Smith", street="Mill Road 12", town="Extno"),
        ),
        (person("Bob Smith", town="Exton", postcode="4410"), person("Robert Smith", town="Exton", postcode="4410")),
    ),
    "same_town": (
        (
            person("Bob Smith", street="Quay 3", town="Exton", postcode="4410"),
            person("Robert Smith", town="Exton", postcode="4410"),
        ),
        (
            person("Bob Smith", street="3 Quay Lane", town="Exton", postcode="4410"),
            person("Robert Smith", street="3 Quay La", town="Exton", postcode="4410"),
        ),
    ),
    "other_home": (
        (
            person("Bob Smith", street="3 Quay Lane", town="Exton"),
            person("Bob Smith", street="9 Hill Top", town="Wharton"),
        ),
        (person("Bob Smith", street="3 Quay Lane", town="Exton"), person("Bob Smith", street="9 Hill Top")),
    ),
    "known_otherwise": (
        (
            person("Anna Keller", social="52118877", birth=BORN),
            person("Anna Brandt", social="52118877", birth=BORN, town="Exton"),
        ),
        (
            person("Anna Keller", account="52118877", birth=BORN),
            person("Anna Brandt", account="52118877", birth=BORN, town="Exton"),
        ),
    ),
    "different_class": (
        (node("Mercury", **PROJECT), node("Mercury", entity_class="system")),
        (node("Mercury", **PRODUCT), node("Mercury", entity_class="system")),
    ),
    "different_suffix": (
        (node("John Miller Sr"), node("John Miller", "suffix", "Jr")),
        (node("John Miller Jr"), node("John Miller Junior", *SMITH_MAIL)),
    ),
    "different_number": (
        (node("Bob Smith", "number", "E 1"), node("Bob Smith", "number", "E 2")),
        (node("Bob Smith", "number", "E 1"), node("Bob Smith")),
    ),
    "different_numerals": (
        (node("Lier Fund III", **ORG), node("Lier Fund IV", **ORG)),
        (node("Lier Fund III", **ORG), node("Lier Fund III", "number", "HRB 1", **ORG)),
    ),
    "one_numeral": (
        (node("TourPlan", **PRODUCT), node("TourPlan 9", **PRODUCT)),
        (node("TourPlan 8", **PRODUCT), node("TourPlan 9", **PRODUCT)),
    ),
    "different_mail_organization": (
        (node("Bob Smith", *SMITH_MAIL), node("Bob Smith", "email", "bsmith@tern.example")),
        (node("Bob Smith", *SMITH_MAIL), node("Bob Smith", "email", "bsmith@gmail.com")),
    ),
    "different_organization": (
        (node("Bob Smith", "organization", "Alder"), node("Bob Smith", "organization", "Tern")),
        (
            node("Bob Smith", "organization", "Brightwater Audit"),
            node("Bob Smith", "organization", "Brightwater Audti"),
        ),
    ),
    "different_middle": (
        (node("Robert J. Smith"), node("Robert K. Smith")),
        (node("Robert J. Smith"), node("Robert James Smith")),
    ),
    "different_name": (
        (node("Anna Keller", *SMITH_MAIL), node("Robert Smith", *SMITH_MAIL)),
        (node("Bob Smith", *SMITH_MAIL), node("Robert Smith", *SMITH_MAIL)),
    ),
    "namesakes_address": (
        (node("John Smith", "email", "john.smith@a.example"), node("John Smith", "email", "john.smith2@a.example")),
        (node("John Smith", "email", "john.smith@a.example"), node("John Smith", "email", "jsmith@a.example")),
    ),
    "other_address": (
        (node("John Smith", "email", "john.smith@a.example"), node("John Smith", "email", "jsmith@a.example")),
        (node("John Smith", "email", "john.smith@a.example"), node("John Smith", "email", "jsmith@b.example")),
    ),
    "mail_of_other_organization": (
        (node("Bob Smith", *SMITH_MAIL), node("Bob Smith", "organization", "Tern")),
        (node("Bob Smith", *SMITH_MAIL), node("Bob Smith", "organization", "Alder")),
    ),
    "one_suffix": (
        (node("John Miller Jr"), node("John Miller")),
        (node("John Miller Jr"), node("John Miller Sr")),
    ),
}


def _spoke(left, right):
    return {reason.feature: reason for reason in score(left, right).reasons}


def test_the_table_below_shows_every_feature():
    assert set(TABLE) == {feature.name for feature in FEATURES}


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_feature_holds_and_is_silent_where_it_should(name):
    holds, silent = TABLE[name]
    feature = next(each for each in FEATURES if each.name == name)
    reason = _spoke(*holds)[name]
    assert reason.words
    assert reason.cannot == feature.cannot
    assert 0 < abs(reason.points) <= abs(feature.weight)
    assert (reason.points < 0) == (feature.kind is Kind.AGAINST)
    assert name not in _spoke(*silent)


def test_every_feature_documents_itself_and_names_are_unique():
    assert all(feature.doc.endswith(".") for feature in FEATURES)
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)
    assert all(feature.kind is Kind.AGAINST for feature in FEATURES if feature.cannot)


def test_a_broad_post_in_common_says_less_than_a_narrow_one():
    narrow = _spoke(
        node("Bob Smith", "role", "data protection officer"), node("Rob Smith", "role", "data protection officer")
    )
    broad = _spoke(node("Bob Smith", "role", "engineer"), node("Rob Smith", "role", "engineer"))
    assert broad["same_role"].points < narrow["same_role"].points / 2


@given(some_node(), some_node())
def test_a_score_is_symmetric_and_within_its_scale(left, right):
    found = score(left, right)
    assert found == score(right, left)
    assert 0 <= found.thousandths <= 1000
    assert explain(left, right) == found


@given(some_node(), some_node())
def test_automatic_needs_a_name_and_an_identifier_or_context_and_no_contradiction(left, right):
    found = score(left, right)
    kinds = {reason.kind for reason in found.reasons}
    if found.band is Band.AUTOMATIC:
        assert found.thousandths >= AUTOMATIC
        assert Kind.NAME in kinds
        assert kinds & {Kind.IDENTIFIER, Kind.CONTEXT}
        assert not found.cannot
    assert (found.band is Band.APART) == (found.thousandths < CANDIDATE)


@given(some_node(), some_node())
def test_the_score_is_the_sum_of_its_reasons(left, right):
    found = score(left, right)
    assert found.thousandths == max(0, min(1000, sum(reason.points for reason in found.reasons)))
    assert len(found.reasons_for) + len(found.reasons_against) == len(found.reasons)


def test_a_name_alone_is_never_automatic_however_rare():
    assert score(node("Tamsin Zabriskie", *SMITH_MAIL), node("Tamsin Zabriskie")).band is Band.CANDIDATE


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ({Kind.NAME, Kind.CONTEXT}, Band.AUTOMATIC),
        ({Kind.NAME, Kind.IDENTIFIER}, Band.AUTOMATIC),
        ({Kind.NAME, Kind.RARITY}, Band.CANDIDATE),
        ({Kind.IDENTIFIER, Kind.CONTEXT}, Band.CANDIDATE),
    ],
)
def test_no_sum_of_points_makes_up_for_a_missing_kind_of_evidence(kinds, expected):
    assert band(1000, [Reason(kind, kind, 500, "") for kind in sorted(kinds)]) is expected


def test_no_sum_of_points_makes_up_for_a_contradiction():
    tools = [node(name, "number", "CI-1", entity_class="product") for name in ("TourPlan", "TourPlan 9")]
    found = score(*tools)
    assert found.thousandths >= AUTOMATIC
    assert found.cannot
    assert found.band is Band.CANDIDATE


def test_explaining_tells_why_and_why_not_in_words():
    found = explain(node("Bob Smith", *SMITH_MAIL), node("Robert Smith", "organization", "Tern"))
    assert found.reasons_for == ("same family name; Bob and Robert are forms of one given name",)
    assert found.reasons_against == ("the address (alder) is not seen to belong to tern",)
