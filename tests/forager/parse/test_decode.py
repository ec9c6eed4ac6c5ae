"""Bytes to text: character sets, line ends, lost characters, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.parse.charset import Charset, detect, looks_binary
from forager.parse.decode import CHARACTERS, decode, normalise
from forager.parse.errors import PlaceNotFound, Undecodable
from forager.parse.places import TextMap, reopen_text

UMLAUTS = "Die Prüfung der Anlage in Köln kostet 480 € und dauert drei Tage.\n"


@pytest.mark.parametrize(
    ("data", "charset"),
    [
        (b"plain ASCII", "utf-8"),
        (UMLAUTS.encode("utf-8"), "utf-8"),
        (b"\xef\xbb\xbf" + UMLAUTS.encode("utf-8"), "utf-8"),
        (UMLAUTS.encode("utf-16"), "utf-16-le"),
        (UMLAUTS.encode("utf-16-le"), "utf-16-le"),
        (UMLAUTS.encode("utf-16-be"), "utf-16-be"),
        (b"\xfe\xff" + UMLAUTS.encode("utf-16-be"), "utf-16-be"),
        (UMLAUTS.encode("utf-32"), "utf-32-le"),
        (UMLAUTS.encode("cp1252"), "cp1252"),
        ("Müller;100\n".encode("latin-1"), "cp1252"),
        ("Совещание перенесено на десятое апреля, проект утверждён без замечаний.\n".encode("cp1251"), "cp1251"),
        ("会議は四月十日に延期されました。予算は承認済みです。\n".encode("shift_jis"), "cp932"),
        (UMLAUTS.encode("utf-8") * 20 + b"\xff broken \xfe", "utf-8"),
    ],
)
def test_the_character_set_is_found(data: bytes, charset: str) -> None:
    assert detect(data).name == charset


def test_a_byte_order_mark_is_dropped_and_counted() -> None:
    decoded = decode(b"\xef\xbb\xbfabc")
    assert decoded.text == "abc"
    assert TextMap(decoded.text, decoded.runs, decoded.charset).location(0, 1).get("byte_from") == 3


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"\x00\x01\x02\x03" * 100, b"\x89PNG\r\n\x1a\n" + bytes(400)])
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    assert looks_binary(data)
    with pytest.raises(Undecodable):
        decode(data)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\0b", "a�b"),
        ("a\ud800b", "a�b"),
        ("a\n\r\nb", "a\n\nb"),
        ("a\u2028b\x0cc", "a\u2028b\x0cc"),
    ],
)
def test_only_line_ends_and_lost_characters_change(raw: str, text: str) -> None:
    assert normalise(raw) == text


def test_lines_and_bytes_of_a_windows_file() -> None:
    data = "erste Zeile\r\nzweite: Köln\r\ndritte".encode()
    decoded = decode(data)
    at = decoded.text.index("Köln")
    location = TextMap(decoded.text, decoded.runs, decoded.charset).location(at, at + 4)
    assert location.words == "line 2"
    assert data[location.get("byte_from") : location.get("byte_to")] == "Köln".encode()


def test_half_a_character_at_the_end_is_listed() -> None:
    decoded = decode("abc".encode("utf-16") + b"d")
    assert decoded.text == "abc"
    assert [u.what for u in decoded.unread] == ["the last byte"]


def test_a_stateful_character_set_is_located_by_characters() -> None:
    data = "予算は承認済み\r\nです".encode("iso2022_jp")
    decoded = decode(data, Charset("iso2022_jp"))
    assert decoded.runs[0].address == CHARACTERS
    location = TextMap(decoded.text, decoded.runs, decoded.charset).location(3, 9)
    assert reopen_text(data, location) == decoded.text[3:9]


def test_many_lost_characters_make_a_poor_reading() -> None:
    assert decode(b"a few words\0 and then many more of them").quality == 1
    assert decode("one lost \ufffd".encode() + b"sound words " * 50).quality == 0


def test_a_pointer_outside_the_bytes_is_a_typed_failure() -> None:
    decoded = decode(b"abcdef")
    location = TextMap(decoded.text, decoded.runs, decoded.charset).location(2, 6)
    with pytest.raises(PlaceNotFound):
        reopen_text(b"abc", location)


TEXTS = st.text(
    st.one_of(st.sampled_from("ab \n\r\0é€😀א—"), st.characters(exclude_categories=("Cs",))), min_size=0, max_size=200
)
CHARSETS = st.sampled_from(
    ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "cp1252", "shift_jis", "gb18030", "iso2022_jp"]
)


@given(TEXTS, CHARSETS, st.data())
def test_every_span_reopens_from_the_bytes(raw: str, charset: str, data: st.DataObject) -> None:
    bytes_ = raw.encode(charset, "ignore")
    decoded = decode(bytes_, Charset(charset))
    places = TextMap(decoded.text, decoded.runs, decoded.charset)
    start = data.draw(st.integers(0, len(decoded.text)))
    end = data.draw(st.integers(start, len(decoded.text)))
    location = places.location(start, end)
    assert reopen_text(bytes_, location) == decoded.text[start:end]
    assert location.get("line_from") == decoded.text[:start].count("\n") + 1


@given(st.binary(max_size=300), st.sampled_from(["utf-8", "cp1252", "utf-16-le", "shift_jis"]), st.data())
def test_damaged_bytes_reopen_too(raw: bytes, charset: str, data: st.DataObject) -> None:
    decoded = decode(raw, Charset(charset))
    places = TextMap(decoded.text, decoded.runs, decoded.charset)
    start = data.draw(st.integers(0, len(decoded.text)))
    end = data.draw(st.integers(start, len(decoded.text)))
    assert reopen_text(raw, places.location(start, end)) == decoded.text[start:end]
