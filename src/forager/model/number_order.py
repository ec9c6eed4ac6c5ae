"""Which mark a document writes before decimals: shown by numbers that can be read in one way only, else said by its language."""

from __future__ import annotations

import re
from typing import Final

from forager.model.date_order import is_long

COMMA: Final = ","
POINT: Final = "."
_MONEY = r"(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|euros?|dollars?)\b)"
_UNIT = rf"(?:\s?(?:%|{_MONEY}|\b(?:kg|km|cm|mm|kWh|ha|Euro)\b))"


def _proof(decimal: str, group: str) -> re.Pattern[str]:
    """Numbers with a grouped part and decimals, or with one or two decimals beside a unit or a currency."""
    end = r"(?![\w]|[.,]\d)"
    return re.compile(
        rf"(?<![\w.,])(?:\d{{1,3}}(?:{group}\d{{3}})+{decimal}\d{{1,2}}{end}|\d{{1,6}}{decimal}\d{{1,2}}(?={_UNIT}))"
        rf"|{_MONEY}\s?\d{{1,6}}{decimal}\d{{2}}{end}"
    )


_SHOWN = {COMMA: _proof(",", r"\."), POINT: _proof(r"\.", ",")}
_COMMA_TAGS = "bg ca cs da de el fi fr gl hr hu id is it nb nl nn no pl pt ro ru sk sl sr sv tr uk vi es-es"
_POINT_TAGS = "en-us en-gb en-au en-ca en-ie en-in en-nz en-ph ja ko th zh he es-mx de-ch de-li it-ch"
_WITH_COMMA, _WITH_POINT = frozenset(_COMMA_TAGS.split()), frozenset(_POINT_TAGS.split())


def decimal_mark_of(text: str, language: str) -> str:
    """A comma or a point: as the document's own plain numbers write it, else as its language and region do; empty if unknown.

    English without a region says nothing, nor does a document that shows both, nor a language told from a few words. Languages
    by the number formats of Unicode CLDR: https://cldr.unicode.org/translation/number-currency-formats.
    """
    shown = [mark for mark, proof in _SHOWN.items() if proof.search(text) is not None]
    if shown:
        return shown[0] if len(shown) == 1 else ""
    tag = language.casefold().replace("_", "-")
    names = (tag,) if tag in _WITH_COMMA | _WITH_POINT else (tag.partition("-")[0],)
    if "-" not in tag and not is_long(text):
        return ""
    return COMMA if names[0] in _WITH_COMMA else POINT if names[0] in _WITH_POINT else ""
