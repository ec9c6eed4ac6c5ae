"""Name keys: which written names are the same name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.model.statement import EntityClass
from forager.resolve.names import context_key, name_key, tokens

PERSONS = [
    ("Robert Smith", "robert smith"),
    ("Smith, Robert", "robert smith"),
    ("SMITH,  Robert", "robert smith"),
    ("Smith, Robert J.", "robert j smith"),
    ("Dr. Robert Smith", "robert smith"),
    ("Prof. Dr. Robert Smith, PhD", "robert smith"),
    ("Robert Smith, M.D.", "robert smith"),
    ("Robert Smith Ph.D.", "robert smith"),
    ("Robert Smith, programme manager", "robert smith"),
    ('Robert "Bob" Smith', "robert smith"),
    ("Robert Smith (Alder)", "robert smith"),
    ("R.J. Smith", "r j smith"),
    ("J.-C. Juncker", "j c juncker"),
    ("Pat O\u2019Brien", "pat obrien"),
    ("O'Brien, Pat", "pat obrien"),
    ("Robert Smith Junior", "robert smith jr"),
    ("Robert Smith, Jr.", "robert smith jr"),
    ("Smith, Jr., Robert", "robert smith jr"),
    ("Smith Jr., Robert", "robert smith jr"),
    ("Henry Ashdown 3rd", "henry ashdown iii"),
    ("Jörg Brandt", "jörg brandt"),
    ("Anna-Lena Vogel", "anna-lena vogel"),
    ("<RSmith@Alder.example>", "rsmith@alder.example"),
    ("Mr", "mr"),
    ("Dr. Smith", "smith"),
    ("…", "..."),
]
ORGANIZATIONS = [
    ("Brightwater Audit Ltd.", "brightwater audit"),
    ("Halden Systems GmbH & Co. KG", "halden systems"),
    ("Samsung Electronics Co., Ltd.", "samsung electronics"),
    ("Bowman S.A. de C.V.", "bowman"),
    ("FABERLIC EUROPE Sp. z o.o.", "faberlic europe"),
    ("Siemens Aktiengesellschaft", "siemens"),
    ("Lier Shipping A/S", "lier shipping"),
    ("\u041e\u041e\u041e Ромашка", "ромашка"),
    ("The World Bank", "world bank"),
    ("A.B.C. Company", "abc"),
    ("AT&T Inc.", "at and t"),
    ("AT and T", "at and t"),
    ("Morgan & Co.", "morgan"),
    ("Bank of Lier (Schweiz) AG", "bank of lier schweiz"),
    ("Bowman UK Ltd", "bowman uk"),
    ("Limited", "limited"),
    ("GmbH", "gmbh"),
]
THINGS = [
    ("project", "Project Falcon", "falcon"),
    ("project", "the Falcon project", "falcon"),
    ("project", "FALCON", "falcon"),
    ("project", "the Falcon programme", "falcon"),
    ("project", "Project", "project"),
    ("system", "the Warehouse Gateway", "warehouse gateway"),
    ("product", "TourPlan-9", "tourplan 9"),
    ("place", "Bergen op Zoom", "bergen op zoom"),
]


@pytest.mark.parametrize(("written", "key"), PERSONS)
def test_a_persons_key(written, key):
    assert name_key(written, EntityClass.PERSON) == key


@pytest.mark.parametrize(("written", "key"), ORGANIZATIONS)
def test_an_organisations_key(written, key):
    assert name_key(written, EntityClass.ORGANIZATION) == key


@pytest.mark.parametrize(("entity_class", "written", "key"), THINGS)
def test_the_key_of_other_things(entity_class, written, key):
    assert name_key(written, entity_class) == key


@pytest.mark.parametrize(
    ("kind", "context", "key"),
    [
        ("organization", "Halden Systems GmbH", "halden systems"),
        ("email", "<mailto:RSmith@Alder.example>", "rsmith@alder.example"),
        ("email", "RSmith@Alder.example", "rsmith@alder.example"),
        ("suffix", "Jr.", "jr"),
        ("suffix", "Senior", "sr"),
        ("number", " HRB  12 ", "hrb 12"),
    ],
)
def test_a_contexts_key(kind, context, key):
    assert context_key(kind, context) == key


SIGNS = [*"abc ,.-'\"()&/@ıßẞΣς", "\u200d", "\u0301"]
WORDS = ["Smith", ", ", "Jr", "Dr.", "PhD", "Ltd", "the ", "Project ", " project", "& Co", "GmbH", "OOO ", "II"]
NAME_PARTS = st.sampled_from([*SIGNS, *WORDS])
WRITTEN = st.one_of(
    st.text(max_size=40), st.lists(NAME_PARTS, max_size=10).map("".join), st.lists(NAME_PARTS, max_size=6).map(" ".join)
)


@given(WRITTEN, st.sampled_from(list(EntityClass)))
def test_a_key_of_a_key_is_itself(written, entity_class):
    key = name_key(written, entity_class)
    assert name_key(key, entity_class) == key


@given(WRITTEN, st.sampled_from(list(EntityClass)))
def test_a_name_with_letters_keeps_some(written, entity_class):
    if any(letter.isalpha() for letter in "".join(tokens(written))):
        assert any(letter.isalpha() for letter in name_key(written, entity_class))


@given(
    st.sampled_from(["Robert", "Anna-Lena", "José"]),
    st.sampled_from(["Smith", "O'Brien", "Marsh"]),
    st.sampled_from(["", "Dr. ", "Ms "]),
)
def test_surname_first_titled_or_shouted_a_name_stays_one_name(first, last, title):
    keys = {
        name_key(form, EntityClass.PERSON)
        for form in (f"{title}{first} {last}", f"{last}, {first}", f"{first} {last}".upper())
    }
    assert len(keys) == 1
