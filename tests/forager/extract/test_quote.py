"""A quotation is found as it is set, never as it is altered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.extract.quote import evened, places


def found(text: str, quote: str) -> list[str]:
    """The stretches of a text that a quotation is found as."""
    return [text[start:end] for start, end in places(evened(text), quote)]


@pytest.mark.parametrize(
    ("text", "quote", "there"),
    [
        ("The valve\n  is open.", "The valve is open.", "The valve\n  is open."),
        (
            "It\u2019s \u201copen\u201d \u2013 now\u2026",
            'It\'s "open" - now...',
            "It\u2019s \u201copen\u201d \u2013 now\u2026",
        ),
        ("The co\u00adolant runs.", "The coolant runs.", "The co\u00adolant runs."),
        ("The **valve** is _open_.", "The valve is open.", "The **valve** is _open_."),
        ("The ef\ufb01ciency fell.", "The efficiency fell.", "The ef\ufb01ciency fell."),
        ("The valve is open.", "\u201cThe valve is open.\u201d", None),
        ("The valve is open.", "the valve is open.", None),
    ],
)
def test_type_setting_is_forgiven(text: str, quote: str, there: str | None) -> None:
    assert found(text, quote) == ([] if there is None else [there])


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The fee is 480 euros.", "The fee is 48"),
        ("The fee is 48,000 euros.", "The fee is 48"),
        ("The fee is 48.5 euros.", "48"),
        ("It fell to -5 degrees.", "5 degrees"),
        ("The area is 10\u00b2 metres.", "102 metres"),
        ("The code is 5*3 now.", "The code is 53 now."),
        ("The fee is 5 euros.", "The fee is \uff15 euros."),
        ("The pump is open.", "The \u0440ump is open."),
        ("The pump is not open.", "The pump is open."),
        ("The restart failed.", "start failed."),
        ("The pump is open.", "\u200b \u2014 ..."),
        ("The pump is open.", ""),
    ],
)
def test_what_a_text_says_may_not_differ(text: str, quote: str) -> None:
    assert found(text, quote) == []


@given(st.text(max_size=80), st.text(max_size=12))
def test_every_place_holds_the_same_words(text: str, quote: str) -> None:
    for start, end in places(evened(text), quote):
        assert evened(text[start:end]).text.strip(" ") or not quote.strip()
        assert 0 <= start < end <= len(text)


@given(st.text(alphabet="abc d\n\u00ad*1.,", min_size=1, max_size=40))
def test_an_evened_text_keeps_its_order(text: str) -> None:
    even = evened(text)
    assert len(even.text) == len(even.at)
    assert list(even.at) == sorted(even.at)
