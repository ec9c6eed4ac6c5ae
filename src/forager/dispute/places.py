"""Names of countries and of the states of large ones: the words by which documents tell namesakes apart.

Forms joined by "|" are one place. Names that are as often a given name or another thing (Chad, Georgia, Jordan, Jersey) are left
out: a place wrongly seen hides a disagreement.
"""

from __future__ import annotations

import re
from functools import lru_cache

_COUNTRIES = """
Afghanistan; Albania; Algeria; Angola; Argentina; Armenia; Australia; Austria; Azerbaijan; Bahamas; Bahrain;
Bangladesh; Barbados; Belarus; Belgium; Belize; Benin; Bhutan; Bolivia; Bosnia and Herzegovina|Bosnia; Botswana;
Brazil; Brunei; Bulgaria; Burkina Faso; Burundi; Cabo Verde|Cape Verde; Cambodia; Cameroon; Canada; Central African
Republic; Chile; China|People's Republic of China; Colombia; Comoros; Costa Rica; Croatia; Cuba; Cyprus; Czechia|Czech
Republic; Democratic Republic of the Congo|DR Congo; Denmark; Djibouti; Dominican Republic; Ecuador; Egypt; El
Salvador; Equatorial Guinea; Eritrea; Estonia; Eswatini|Swaziland; Ethiopia; Fiji; Finland; France; Gabon; Gambia;
Germany; Ghana; Greece; Greenland; Guatemala; Guyana; Haiti; Honduras; Hong Kong; Hungary; Iceland; India; Indonesia;
Iran; Iraq; Ireland|Republic of Ireland; Israel; Italy; Ivory Coast|Côte d'Ivoire; Jamaica; Japan; Kazakhstan; Kenya;
Kosovo; Kuwait; Kyrgyzstan; Laos; Latvia; Lebanon; Lesotho; Liberia; Libya; Liechtenstein; Lithuania; Luxembourg;
Madagascar; Malawi; Malaysia; Maldives; Malta; Mauritania; Mauritius; Mexico; Moldova; Monaco; Mongolia; Montenegro;
Morocco; Mozambique; Myanmar|Burma; Namibia; Nepal; Netherlands|The Netherlands|Holland; New Zealand; Nicaragua;
Nigeria; North Korea; North Macedonia|Macedonia; Norway; Oman; Pakistan; Panama; Papua New Guinea; Paraguay; Peru;
Philippines; Poland; Portugal; Puerto Rico; Qatar; Romania; Russia|Russian Federation; Rwanda; Saudi Arabia; Senegal;
Serbia; Seychelles; Sierra Leone; Singapore; Slovakia; Slovenia; Somalia; South Africa; South Korea|Republic of Korea;
South Sudan; Spain; Sri Lanka; Sudan; Suriname; Sweden; Switzerland; Syria; Taiwan; Tajikistan; Tanzania; Thailand;
Togo; Trinidad and Tobago; Tunisia; Türkiye|Turkey; Turkmenistan; Uganda; Ukraine; United Arab Emirates|UAE; United
Kingdom|UK|U.K.|Great Britain|Britain; United States|United States of America|USA|U.S.A.|U.S.; Uruguay; Uzbekistan;
Venezuela; Vietnam; Yemen; Zambia; Zimbabwe
"""
_STATES = {
    "united states": """
Alabama; Alaska; Arizona; Arkansas; California; Colorado; Connecticut; Delaware; Florida; Hawaii; Idaho; Illinois;
Indiana; Iowa; Kansas; Kentucky; Louisiana; Maine; Maryland; Massachusetts; Michigan; Minnesota; Mississippi;
Missouri; Montana; Nebraska; Nevada; New Hampshire; New Jersey; New Mexico; New York; North Carolina; North Dakota;
Ohio; Oklahoma; Oregon; Pennsylvania; Rhode Island; South Carolina; South Dakota; Tennessee; Texas; Utah; Vermont;
Virginia; Washington; West Virginia; Wisconsin; Wyoming
""",
    "canada": "Alberta; British Columbia; Manitoba; New Brunswick; Newfoundland; Nova Scotia; Ontario; Quebec|Québec; Saskatchewan; Yukon",
    "australia": "New South Wales; Queensland; South Australia; Tasmania; Western Australia; Northern Territory",
    "united kingdom": "England; Scotland; Wales; Northern Ireland",
    "germany": "Bavaria; Saxony; Hesse; Brandenburg; Thuringia; Saarland; Lower Saxony; North Rhine-Westphalia",
}  # fmt: skip

Place = tuple[str, str]
"""Level (country or state) and name, in lower case."""


def places_in(text: str) -> frozenset[Place]:
    """The places a text names; a state brings its country along."""
    known = _by_name()
    plain = " ".join(text.split())
    return frozenset(place for match in _pattern().finditer(plain) for place in known[match[0].casefold()])


@lru_cache(maxsize=1)
def _by_name() -> dict[str, tuple[Place, ...]]:
    found: dict[str, tuple[Place, ...]] = {}
    for first, forms in _listed(_COUNTRIES):
        found |= dict.fromkeys(forms, (("country", first),))
    for country, states in _STATES.items():
        for first, forms in _listed(states):
            found |= dict.fromkeys(forms, (("country", country), ("state", first)))
    return found


def _listed(text: str) -> list[tuple[str, list[str]]]:
    entries = [[" ".join(form.split()).casefold() for form in entry.split("|")] for entry in text.split(";")]
    return [(forms[0], forms) for forms in entries]


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """Any of the names as whole words, written with capitals as names are; the longest first."""
    texts = (_COUNTRIES, *_STATES.values())
    written = {" ".join(form.split()) for text in texts for form in re.split(r"[;|]", text)}
    names = "|".join(re.escape(name) for name in sorted(written, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")
