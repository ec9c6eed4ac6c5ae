"""Words that make dates: one table a kind, in English and, for what stands as such in any document, its neighbours."""

from __future__ import annotations

from forager.model.numerals import CARDINALS, TENS
from forager.model.numerals import ORDINALS as ORDINALS_TO_NINETEEN

__all__ = ["CARDINALS", "TENS"]

MONTH_NAMES: tuple[str, ...] = (
    "january jan januar jänner janvier enero gennaio janeiro januari styczeń stycznia",
    "february feb februar février febrero febbraio fevereiro februari luty lutego",
    "march mar märz mrz mars marzo março maart marzec marca",
    "april apr avril abril aprile kwiecień kwietnia",
    "may mai mayo maggio maio mei maj maja",
    "june jun juni juin junio giugno junho czerwiec czerwca",
    "july jul juli juillet julio luglio julho lipiec lipca",
    "august aug août agosto augustus augusti sierpień sierpnia",
    "september sept sep septembre septiembre settembre setembro wrzesień września",
    "october oct oktober okt octobre octubre ottobre outubro październik października",
    "november nov novembre noviembre novembro listopad listopada",
    "december dec dezember dez décembre diciembre dicembre dezembro grudzień grudnia",
)
MONTHS: dict[str, int] = {
    name: number for number, names in enumerate(MONTH_NAMES, start=1) for name in names.split()
} | {"setiembre": 9, "juny": 6}
ROMAN_MONTHS: dict[str, int] = {
    name: number
    for number, name in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], start=1)
}
WEEKDAYS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "monday mon montag lundi",
            "tuesday tue tues dienstag mardi",
            "wednesday wed weds mittwoch mercredi",
            "thursday thu thur thurs donnerstag jeudi",
            "friday fri freitag vendredi",
            "saturday sat samstag samedi",
            "sunday sun sonntag dimanche",
        )
    )
    for name in names.split()
}
WEEKDAY_PLURALS: frozenset[str] = frozenset(name + "s" for name in WEEKDAYS if name.endswith("day")) | {
    "weekdays",
    "weekends",
}
UNITS: dict[str, str] = {
    name: unit
    for unit, names in {
        "second": "second seconds sec secs",
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs h",
        "day": "day days night nights",
        "week": "week weeks wk wks",
        "fortnight": "fortnight fortnights",
        "month": "month months",
        "quarter": "quarter quarters",
        "half": "half halves",
        "year": "year years yr yrs",
        "decade": "decade decades",
        "century": "century centuries",
        "weekend": "weekend",
    }.items()
    for name in names.split()
}
MONTH_SIZES: dict[str, int] = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
DAY_SIZES: dict[str, int] = {"day": 1, "week": 7, "fortnight": 14}
CLOCK_SIZES: dict[str, int] = {"second": 1, "minute": 60, "hour": 3600}
SEASONS: dict[str, str] = {"spring": "SP", "summer": "SU", "autumn": "AU", "fall": "AU", "winter": "WI"}
DAY_PARTS: frozenset[str] = frozenset({"morning", "afternoon", "evening", "night", "lunchtime"})
SHIFTS: dict[str, int] = {
    word: shift
    for shift, words in (
        (-1, "last previous past preceding prior"),
        (0, "this current same"),
        (1, "next coming following upcoming"),
    )
    for word in words.split()
}
DAY_WORDS: dict[str, int] = {
    "yesterday": -1,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "now": 0,
    "overmorrow": 2,
}
ZONES: dict[str, str] = {
    "z": "Z",
    "utc": "Z",
    "gmt": "Z",
    "wet": "+00:00",
    "bst": "+01:00",
    "cet": "+01:00",
    "mez": "+01:00",
    "cest": "+02:00",
    "mesz": "+02:00",
    "eet": "+02:00",
    "eest": "+03:00",
    "msk": "+03:00",
    "sast": "+02:00",
    "jst": "+09:00",
    "kst": "+09:00",
    "hkt": "+08:00",
    "sgt": "+08:00",
    "aest": "+10:00",
    "aedt": "+11:00",
    "nzst": "+12:00",
    "nzdt": "+13:00",
    "est": "-05:00",
    "edt": "-04:00",
    "cst": "-06:00",
    "cdt": "-05:00",
    "mst": "-07:00",
    "mdt": "-06:00",
    "pst": "-08:00",
    "pdt": "-07:00",
    "brt": "-03:00",
}
"""Zone abbreviations with one usual offset; names that shift in summer (ET, PT) have none and are left out."""
ORDINALS: dict[str, int] = ORDINALS_TO_NINETEEN | {"twentieth": 20, "thirtieth": 30, "1er": 1}
EDGES: dict[str, str] = {
    "early": "start",
    "beginning": "first",
    "start": "first",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "end": "end",
    "close": "end",
}
FIXED_FEASTS: dict[str, tuple[int, int]] = {
    "new year's day": (1, 1),
    "new years day": (1, 1),
    "epiphany": (1, 6),
    "groundhog day": (2, 2),
    "valentine's day": (2, 14),
    "valentines day": (2, 14),
    "international women's day": (3, 8),
    "st. patrick's day": (3, 17),
    "st patrick's day": (3, 17),
    "saint patrick's day": (3, 17),
    "saint patrick day": (3, 17),
    "saint patrick": (3, 17),
    "april fools' day": (4, 1),
    "april fools day": (4, 1),
    "april fool's day": (4, 1),
    "earth day": (4, 22),
    "anzac day": (4, 25),
    "may day": (5, 1),
    "cinco de mayo": (5, 5),
    "juneteenth": (6, 19),
    "canada day": (7, 1),
    "guy fawkes night": (11, 5),
    "armistice day": (11, 11),
    "remembrance day": (11, 11),
    "veterans day": (11, 11),
    "veterans' day": (11, 11),
    "all saints' day": (11, 1),
    "all saints day": (11, 1),
    "all souls' day": (11, 2),
    "all souls day": (11, 2),
    "st. stephen's day": (12, 26),
    "st stephen's day": (12, 26),
    "new year day": (1, 1),
    "labour day": (5, 1),
    "international workers' day": (5, 1),
    "independence day": (7, 4),
    "fourth of july": (7, 4),
    "bastille day": (7, 14),
    "halloween": (10, 31),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
}
"""Feasts of one day of the year."""
MOVING_FEASTS: dict[str, int] = {
    "good friday": -2,
    "easter sunday": 0,
    "easter monday": 1,
    "easter": 0,
    "ascension day": 39,
    "whit monday": 50,
    "ash wednesday": -46,
    "shrove tuesday": -47,
    "mardi gras": -47,
    "palm sunday": -7,
    "maundy thursday": -3,
    "holy thursday": -3,
    "holy saturday": -1,
    "whit sunday": 49,
    "pentecost": 49,
    "corpus christi": 60,
}
"""Days after Easter Sunday."""
WEEKDAY_FEASTS: dict[str, tuple[int, int, int]] = {
    "thanksgiving": (11, 3, 4),
    "thanksgiving day": (11, 3, 4),
    "martin luther king day": (1, 0, 3),
    "martin luther king jr. day": (1, 0, 3),
    "mlk day": (1, 0, 3),
    "presidents' day": (2, 0, 3),
    "presidents day": (2, 0, 3),
    "president's day": (2, 0, 3),
    "indigenous peoples' day": (10, 0, 2),
    "memorial day": (5, 0, -1),
    "labor day": (9, 0, 1),
    "mother's day": (5, 6, 2),
    "mothers day": (5, 6, 2),
    "father's day": (6, 6, 3),
    "columbus day": (10, 0, 2),
    "black friday": (11, 4, 4),
}
"""Month, weekday (0 is Monday) and its number in the month (-1 is the last), as in the United States."""
NUMBERED: frozenset[str] = frozenset(
    [
        "release", "version", "ver", "v", "build", "section", "sections", "clause", "chapter", "figure", "fig", "table", "article",
        "rev", "revision", "kernel", "firmware", "page", "pages", "host", "ip", "port", "norm", "iso", "din", "no", "nr",
        "paragraph", "item", "step", "driver", "ratio", "seat", "room", "flight",
    ]
)  # fmt: skip
"""Words before a number that make it a name of something and no date."""
