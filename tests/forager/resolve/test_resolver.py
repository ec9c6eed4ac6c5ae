"""Resolution: who becomes one entity, who stays apart, and who is asked about."""

import pytest
from tests.forager.resolve.made import PROJECT, mention, node, proposed, together

from forager.model.keys import entity_id
from forager.resolve.blocks import BLOCK_CAP
from forager.resolve.cluster import Clusters, Edge, compare
from forager.resolve.judgement import Judgement, Settled
from forager.resolve.naming import shown_name, written_forms
from forager.resolve.nodes import nodes
from forager.resolve.partition import Partition
from forager.resolve.resolver import components, resolve
from formicaria.ground.ids import hashed_id

MAIL = node("Bob Smith", "email", "bob.smith@alder.example", source="src_mail")
SAME_MAIL = node("Smith, Robert", "email", "bob.smith@alder.example", source="src_memo")
OFFICE = node("Robert Smith", "organization", "Alder Logistics", source="src_plan")
BARE = node("Robert Smith", source="src_notes", cue="header")
OTHER = node("Robert Smith", "organization", "Tern Shipping", source="src_other")


def _judged(left, right, *, same, seq=1):
    return Judgement(left.id, right.id, same, seq)


# ---------------------------------------------------------------- one person
def test_short_name_full_name_and_surname_first_are_one_person_by_address_and_organisation():
    (person,) = resolve([MAIL, SAME_MAIL, OFFICE, BARE]).entities
    assert person.name == "Robert Smith"
    assert person.aliases == ["Bob Smith", "Smith, Robert"]
    assert person.identifiers == ["bob.smith@alder.example"]
    assert person.mention_count == 4
    assert person.source_ids == ["src_mail", "src_memo", "src_notes", "src_plan"]
    assert person.node_ids == sorted(each.id for each in (MAIL, SAME_MAIL, OFFICE, BARE))
    assert person.id == person.node_ids[0]
    assert person.confidence >= 800
    assert any("same e-mail address" in reason for reason in person.reasons)
    assert any("no other bearer of the name is known" in reason for reason in person.reasons)


def test_the_id_is_the_smallest_promoted_node_and_a_node_alone_says_what_promotes_it():
    (person,) = resolve([MAIL]).entities
    assert person.id == entity_id(PROJECT, "person", "bob smith", "bob.smith@alder.example")
    assert person.reasons == ["an identifier stands beside the name"]
    assert person.confidence == 900


def test_an_unpromoted_name_lends_its_mentions_but_not_its_id():
    in_passing = node("Robert Smith", cue="")
    (person,) = resolve([OFFICE, in_passing]).entities
    assert person.id == OFFICE.id
    assert in_passing.id in person.node_ids
    assert person.mention_count == 2
    assert resolve([in_passing]).entities == ()


# ---------------------------------------------------------------- kept apart
def test_two_people_of_one_name_at_two_organisations_stay_apart():
    millers = [node("John Miller", "organization", name) for name in ("Alder Logistics", "Tern Shipping")]
    found = resolve(millers)
    assert len(found.entities) == 2
    assert found.candidates == ()


def test_father_and_son_stay_apart_and_a_name_without_a_mark_joins_neither():
    father, son = (node(f"John Miller {mark}", "organization", "Miller & Sons") for mark in ("Sr.", "Jr."))
    unmarked = node("John Miller", "organization", "Miller & Sons")
    found = resolve([father, son, unmarked])
    assert len(found.entities) == 3
    assert proposed(found, unmarked, father)
    assert proposed(found, unmarked, son)
    assert not proposed(found, father, son)


def test_a_bare_name_joins_no_one_when_a_marked_bearer_is_known():
    bare, son, known = node("John Miller"), node("John Miller Jr."), node("John Miller", "organization", "Alder")
    assert not together(resolve([bare, son, known]), bare, known)
    assert together(resolve([bare, known]), bare, known)


def test_a_son_named_without_more_is_the_one_son_known_and_not_the_father():
    named = node("John Miller Jr", "suffix", "Jr")
    father, son = node("John Miller Sr", "suffix", "Sr"), node("John Miller Jr.", "organization", "Alder")
    found = resolve([named, father, son])
    assert together(found, named, son)
    assert not together(found, named, father)


def test_a_project_and_a_system_of_one_name_stay_apart():
    found = resolve([node("Project Mercury", entity_class="project"), node("Mercury", entity_class="system")])
    assert [entity.entity_class for entity in sorted(found.entities, key=lambda each: each.entity_class)] == [
        "project",
        "system",
    ]
    assert found.candidates == ()


def test_a_bare_name_that_fits_two_people_stays_alone_and_is_a_candidate_to_both():
    found = resolve([BARE, OFFICE, OTHER])
    assert len(found.entities) == 3
    assert proposed(found, BARE, OFFICE)
    assert proposed(found, BARE, OTHER)
    told = {reason for candidate in found.candidates for reason in candidate.reasons_against}
    assert any(reason.startswith("the bare name also fits Robert Smith") for reason in told)


def test_a_short_name_elsewhere_counts_as_another_bearer():
    elsewhere = node("Bob Smith", "organization", "Tern Shipping")
    assert not together(resolve([BARE, OFFICE, elsewhere]), BARE, OFFICE)


def test_a_name_whose_context_fits_two_namesakes_joins_neither():
    first, second = (
        node("John Smith", "email", address) for address in ("john.smith@alder.example", "john.smith2@alder.example")
    )
    employee = node("John Smith", "organization", "Alder Logistics")
    found = resolve([first, second, employee])
    assert len(found.entities) == 3
    assert proposed(found, employee, first)
    assert proposed(found, employee, second)


def test_an_initial_that_fits_two_colleagues_joins_neither_though_it_fits_one_alone():
    short, rolf, rita = (
        node(name, "organization", "Tern Shipping") for name in ("R. Lindqvist", "Rolf Lindqvist", "Rita Lindqvist")
    )
    assert together(resolve([short, rolf]), short, rolf)
    found = resolve([short, rolf, rita])
    assert len(found.entities) == 3


def test_a_shared_address_does_not_say_which_of_two_an_initial_is():
    rolf, rita, short = (
        node(name, "email", "keller@family.example") for name in ("Rolf Keller", "Rita Keller", "R. Keller")
    )
    assert together(resolve([short, rolf]), short, rolf)
    assert len(resolve([rolf, rita, short]).entities) == 3


def test_an_identifier_joins_where_what_stands_beside_the_name_fits_two():
    full, short = (node(name, "email", "rsmith@alder.example") for name in ("Robert Smith", "Bob Smith"))
    freight, insurance = (node("Robert Smith", "organization", name) for name in ("Alder Freight", "Alder Insurance"))
    found = resolve([full, short, freight, insurance])
    assert together(found, full, short)
    assert len(found.entities) == 3


def test_a_team_address_names_nobody():
    found = resolve(
        [node("Marta Lindqvist", "email", "office@tern.example"), node("Anna Keller", "email", "office@tern.example")]
    )
    assert len(found.entities) == 2


def test_two_bare_spellings_of_one_name_are_one():
    found = resolve([node("Jörg Brandt"), node("Joerg Brandt")])
    assert len(found.entities) == 1


def test_a_cluster_takes_in_nothing_that_contradicts_any_member():
    first, employee, second = (
        node("John Smith", "email", "john.smith@alder.example"),
        node("John Smith", "organization", "Alder Logistics"),
        node("John Smith", "email", "john.smith2@alder.example"),
    )
    compared = compare([first, employee, second])
    alone = Partition(compared.nodes)
    clusters = Clusters(compared, Settled(), alone, Partition(compared.nodes), [])
    assert clusters.join(Edge(first.id, employee.id, 880, ""))
    assert not clusters.join(Edge(employee.id, second.id, 880, ""))
    assert alone.of(first.id) == alone.of(employee.id) != alone.of(second.id)


# ---------------------------------------------------------------- people decide
def test_a_merge_by_a_person_joins_and_undoing_it_restores():
    before = resolve([OFFICE, OTHER])
    merged = resolve([OFFICE, OTHER], [_judged(OFFICE, OTHER, same=True, seq=7)])
    assert len(before.entities) == 2
    assert len(merged.entities) == 1
    assert merged.entities[0].reasons[0].endswith("merged by a person (decision 7)")
    assert merged.entities[0].confidence == 1000
    assert resolve([OFFICE, OTHER], []) == before


def test_what_fits_one_of_two_merged_nodes_joins_though_it_contradicts_the_other():
    third = node("Bob Smith", "organization", "Tern")
    found = resolve([OFFICE, OTHER, third], [_judged(OFFICE, OTHER, same=True)])
    assert together(found, OFFICE, OTHER, third)


def test_namesakes_a_person_merged_no_longer_tear_what_fits_both():
    first, second = (
        node("John Smith", "email", address) for address in ("john.smith@alder.example", "john.smith2@alder.example")
    )
    employee = node("John Smith", "organization", "Alder Logistics")
    assert together(resolve([first, second, employee], [_judged(first, second, same=True)]), first, second, employee)


def test_a_no_parts_what_would_be_joined_and_is_never_asked_again():
    found = resolve([MAIL, SAME_MAIL], [_judged(MAIL, SAME_MAIL, same=False)])
    assert len(found.entities) == 2
    assert found.candidates == ()


def test_a_no_to_one_bearer_does_not_make_the_bare_name_the_other():
    found = resolve([BARE, OFFICE, OTHER], [_judged(BARE, OFFICE, same=False)])
    assert len(found.entities) == 3
    assert not proposed(found, BARE, OFFICE)
    assert proposed(found, BARE, OTHER)


def test_a_no_reaches_through_every_member_of_a_cluster():
    found = resolve(
        [MAIL, SAME_MAIL, OFFICE], [_judged(MAIL, OFFICE, same=False), _judged(MAIL, SAME_MAIL, same=True, seq=2)]
    )
    assert together(found, MAIL, SAME_MAIL)
    assert not together(found, MAIL, OFFICE)
    assert not together(found, SAME_MAIL, OFFICE)
    assert found.candidates == ()


@pytest.mark.parametrize("family", ["Quill", "Zabriskie", "Hartnoll", "Pflug", "Okafor", "Tennant", "Ashdown", "Marsh"])
def test_where_two_joins_exclude_each_other_the_surer_one_is_made(family):
    """Whatever the ids, and so whichever pair is met first."""
    full, short = (node(f"{given} {family}", "email", "r@alder.example") for given in ("Robert", "Bob"))
    office = node(f"Robert {family}", "organization", "Alder")
    found = resolve([full, short, office], [_judged(full, office, same=False)])
    assert together(found, full, short)
    assert not together(found, short, office)


def test_a_clash_is_reported_and_a_judgement_on_what_is_gone_is_unattached():
    found = resolve(
        [MAIL, SAME_MAIL, OFFICE],
        [
            _judged(MAIL, SAME_MAIL, same=True, seq=1),
            _judged(SAME_MAIL, OFFICE, same=True, seq=2),
            _judged(MAIL, OFFICE, same=False, seq=3),
            _judged(MAIL, OTHER, same=True, seq=4),
        ],
    )
    assert found.clashes == (1,)
    assert found.unattached == (4,)
    assert not together(found, MAIL, OFFICE)


def test_a_person_may_merge_two_kinds_and_the_commoner_kind_is_shown():
    system, product = node("Mercury", entity_class="system"), node("Mercury", entity_class="project")
    more = nodes([mention("Mercury", entity_class="system", start=start) for start in (0, 50)])[0]
    assert more.id == system.id
    (found,) = resolve([more, product], [_judged(system, product, same=True)]).entities
    assert found.entity_class == "system"


# ---------------------------------------------------------------- candidates
def test_a_candidate_names_both_entities_its_score_and_both_sides_of_the_argument():
    left, right = sorted((node("Robert Smith", "organization", "Alder"), node("Bob Smith")), key=lambda each: each.id)
    (candidate,) = resolve([left, right]).candidates
    assert candidate.id == hashed_id("dup_", PROJECT, left.id, right.id)
    assert (candidate.left_id, candidate.right_id) == (left.id, right.id)
    assert {candidate.left_name, candidate.right_name} == {"Robert Smith", "Bob Smith"}
    assert 400 <= candidate.score < 800
    assert candidate.reasons_for
    assert candidate.status == "open"


def test_a_rare_name_at_two_organisations_is_asked_about():
    found = resolve([node("Tamsin Zabriskie", "organization", name) for name in ("Alder", "Tern")])
    (candidate,) = found.candidates
    assert candidate.reasons_against == ["two organisations (alder, tern)"]


def test_a_very_common_name_is_not_asked_about_for_every_unrelated_employer():
    found = resolve(
        [node("John Smith", "email", "john.smith@alder.example"), node("John Smith", "organization", "Tern Shipping")]
    )
    assert found.candidates == ()


def test_a_contradiction_anywhere_between_two_entities_counts_for_both():
    """The bare fit of one pair proposes nothing when other members plainly belong to two employers."""
    ours = [
        node("Anna Keller", "email", "anna.keller@tern.example"),
        node("Anna Keller", "organization", "Tern Shipping"),
    ]
    theirs = [
        node("Anna Keller", "email", "a.keller@brightside.example"),
        node("Anna Keller", "organization", "Brightside Audit"),
    ]
    found = resolve([*ours, *theirs])
    assert len(found.entities) == 2
    assert together(found, *ours)
    assert together(found, *theirs)
    assert found.candidates == ()


# ---------------------------------------------------------------- blocks
def test_beyond_the_cap_a_name_is_joined_by_nothing_but_finer_keys_and_the_block_is_reported():
    many = [node("John Smith", "email", f"john@firm{at}.example") for at in range(BLOCK_CAP)]
    bare = node("John Smith")
    assert resolve(many).capped == ()
    found = resolve([*many, bare])
    assert "person:name:john smith" in found.capped
    assert len(found.entities) == BLOCK_CAP + 1


def test_a_bare_name_is_not_joined_where_a_namesake_may_stand_in_a_block_too_large_to_compare():
    bare, known = node("John Smith"), node("John Smith", "organization", "Alder")
    crowd = [
        node(f"J{one}{other} Smith", "number", f"E-{one}{other}")
        for one in "abcdefghijklmno"
        for other in "abcdefghijklmno"
    ]
    assert together(resolve([bare, known, *crowd[:20]]), bare, known)
    found = resolve([bare, known, *crowd])
    assert any(key.startswith("person:sound:") for key in found.capped)
    assert not together(found, bare, known)
    assert proposed(found, bare, known)


def test_components_follow_blocks_and_judgements():
    far = node("Anna Keller")
    assert components([OFFICE, OTHER, far]) == components([far, OTHER, OFFICE])
    assert len(components([OFFICE, OTHER, far])) == 2
    assert len(components([OFFICE, OTHER, far], [_judged(far, OTHER, same=False)])) == 1


# ---------------------------------------------------------------- the name shown
@pytest.mark.parametrize(
    ("entity_class", "written", "shown"),
    [
        ("person", ["Bob Smith", "Bob Smith", "Robert Smith"], "Robert Smith"),
        ("person", ["R. Smith", "R. Smith", "Rachel Smith"], "Rachel Smith"),
        ("person", ["Smith, Robert", "Smith, Robert", "Robert Smith"], "Robert Smith"),
        ("person", ["ANNA KELLER", "ANNA KELLER", "Anna Keller"], "Anna Keller"),
        ("person", ["Robert Smith", "Robert Smith", "Robert James Smith"], "Robert Smith"),
        ("person", ["Robert Smith", "Robert James Smith"], "Robert James Smith"),
        ("person", ["Ann Lee", "Ann Lea"], "Ann Lea"),
        ("organization", ["Halden Systems", "Halden Systems", "Halden Systems GmbH"], "Halden Systems GmbH"),
        ("organization", ["IHA", "IHA", "International Harbour Authority"], "International Harbour Authority"),
        ("organization", ["HALDEN SYSTEMS", "Halden Systems"], "Halden Systems"),
        ("project", ["Falcon", "Falcon", "Project Falcon"], "Project Falcon"),
    ],
)
def test_the_name_shown_is_the_fullest_then_the_most_frequent_then_the_longest(entity_class, written, shown):
    rows = [mention(name, entity_class=entity_class, start=at) for at, name in enumerate(written)]
    assert shown_name(written_forms(nodes(rows)), entity_class) == shown
