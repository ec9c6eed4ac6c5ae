"""The shapes of what can belong to a date, as one pattern whose named alternatives tell them apart."""

from __future__ import annotations

import re

from forager.extract.values import date_words as words

_BEFORE = r"(?<![\w.,:/])(?:(?<!\d-)|(?<=\d{4}-))"
_AFTER = r"(?![\w/]|[.,:]\d|-(?!\d{1,2}[./]\d)\d)"
_TENS = "|".join(words.TENS)
_ONES = "|".join(list(words.CARDINALS)[1:10])
_TEENS = "|".join(list(words.CARDINALS)[10:])
_TIES = "|".join(name[:-1] + "ies" for name in words.TENS)
_HUNDREDS = "|".join([*list(words.CARDINALS)[11:], "twenty"])
_ORDINAL_WORDS = "|".join(list(words.ORDINALS)[:9])
_FEASTS = sorted(
    {*words.FIXED_FEASTS, *words.MOVING_FEASTS, *words.WEEKDAY_FEASTS}, key=lambda name: (-len(name), name)
)
_FEAST = (
    r"\b(?i:" + "|".join(re.escape(name).replace("'", "['\u2019]").replace(r"\ ", r"\s") for name in _FEASTS) + r")\b"
)
SHAPES: dict[str, str] = {
    "iso": r"(?<![\w.,:])(?:(?<!\d[-/])|(?<=\d\d/))(?P<iy>[12]\d{3})(?P<is>[-/.])(?P<im>\d\d?)(?P=is)(?P<id>\d\d?)"
    r"(?!\d|[-.,]\d|:\d|/\d{1,2}(?!\d)|(?!T\d\d:)[^\W\d])",
    "num": rf"{_BEFORE}(?P<na>\d\d?)(?P<ns>[./-])(?P<nb>\d\d?)(?P=ns)(?P<ny>\d{{4}}|\d\d){_AFTER}",
    "spaced": r"(?<![\w.,])(?:(?P<sy>[12]\d{3})\.\s(?P<sm>\d\d?)\.\s(?P<sd>\d\d?)\."
    r"|(?P<td>\d\d?)\.\s(?P<tm>\d\d?)\.\s(?P<ty>[12]\d{3})(?!\d))",
    "cjk": r"(?P<cy>[12]\d{3})\s?[年년]\s?(?P<cm>\d\d?)\s?[月월]\s?(?P<cd>\d\d?)\s?[日일]",
    "compact": r"(?<=[-_])(?<!\d-)(?P<py>(?:19|20)\d\d)(?P<pm>0[1-9]|1[0-2])(?P<pd>0[1-9]|[12]\d|3[01])(?![^\W_]|[-]\d)",
    "week": r"(?<!\w)(?P<wy>[12]\d{3})-?W(?P<ww>[0-5]\d)(?:-(?P<wd>[1-7]))?(?!\w)",
    "month": r"(?<![\w.,/-])(?:(?P<mm>0?[1-9]|1[0-2])\s?[/-]\s?(?P<my>(?:19|20)\d\d)"
    r"|(?P<ly>(?:19|20)\d\d)(?:-(?P<lm>0[1-9]|1[0-2])|\s?/\s?(?P<lq>1[0-2]|0?[1-9])))(?![\w/]|[-.,:]\d)",
    "time": r"(?:(?<=\d)T|(?<![\w.,]))(?P<th>[01]?\d|2[0-4]):(?P<ti>[0-5]\d)(?::(?P<ts>[0-5]\d)(?:[.,]\d{1,9})?)?"
    r"(?:\s?(?P<ta>[apAP])(?:\.?\s?[mM]\b\.?))?(?!\d|:\d)",
    "clock": r"(?<![\w.,:/])(?P<kh>1[0-2]|0?[1-9])(?:[.:](?P<ki>[0-5]\d))?\s?"
    r"(?:(?P<ka>[apAP])(?:\s?\.\s?[mM]\s?\.|\s?[mM]\b)|o['\u2019]?clock\b)",
    "glued": r"(?<![\w.,:/])(?P<gh>1[0-2]|0?[1-9])(?P<gi>[0-5]\d)\s?(?P<ga>[apAP])(?:\.\s?[mM]\b\.?|[mM]\b)",
    "letter": r"(?<![\w.,:/])(?P<eh>1[0-2]|0?[1-9])(?P<ea>[ap])\b(?![.\s]?[mM]\b)",
    "offset": r"(?<![\w])[+\u2212-](?:0\d|1[0-4]):?[0-5]\d(?!\d)|(?<=\d)(?<!\b\d{4})(?:Z\b|[+\u2212-](?:0\d|1[0-4]):?[0-5]\d(?!\d))",
    "slashed": r"(?<![\w.,:/$-])(?!24/7)(?P<xa>\d\d?)/(?P<xb>\d\d?)(?![\w/%]|[.,:]\d)",
    "span": r"(?<![\w.,:/$-])(?P<ra>\d\d?)/(?P<rb>\d\d?)\s?[-\u2013]\s?(?P<rc>\d\d?)/(?P<rd>\d\d?)"
    r"(?:(?:/|,\s?)(?P<ry>\d{4}|(?<=/)\d\d))?(?![\w/%]|[.,:]\d|-\d)",
    "feast": _FEAST,
    "nth": r"(?<![\w.,/])(?P<oo>\d{1,3})(?i:st|nd|rd|th|er)\b",
    "decade": r"(?<!\w)(?P<xd>[12]\d\d)0['\u2019]?s\b",
    "tens": r"(?:(?<=\b[tT]he\s)|(?<=\bthe\searly\s)|(?<=\bthe\slate\s)|(?<=\bthe\smid-)|(?<=['\u2019]))(?P<xt>[2-9])0s\b",
    "tenswords": rf"\b(?i:(?:(?P<zc>eighteen|nineteen)[\s-])(?P<zt>{_TIES})|"
    rf"(?:(?<=the\s)|(?<=the\searly\s)|(?<=the\slate\s)|(?<=the\smid-))(?P<ze>{_TIES}))\b(?!\s(?i:percent|degrees|section))",
    "short": r"(?<![\w])['\u2019](?P<yy>\d\d)(?![\w'\u2019])",
    "quarter": r"(?<!\w)(?:[Qq](?P<qa>[1-4])|(?P<qb>[1-4])Q)(?:[/\s]?['\u2019]?(?P<qy>\d{4}|\d\d)(?!\w|[.,]\d))?(?!\w)",
    "half": r"(?<!\w)H(?P<hh>[12])(?!\w)",
    "calendaryear": r"(?<!\w)[Cc][Yy]\s?['\u2019]?(?P<by>(?:19|20)\d\d|\d\d)(?!\w|[./]\d)",
    "fiscal": r"(?<!\w)FY\s?['\u2019]?(?P<fy>\d{4}|\d\d)(?:[/\u2013-](?P<fz>\d{4}|\d\d))?(?!\w)",
    "commencing": r"(?<!\w)w/c\b|(?<!\w)[Ww]eek\s(?:commencing|starting|beginning)\s"
    r"|(?<!\w)[Ww]eek\sof\s(?=(?:the\s)?\d(?!\d{3}(?![-/.]\d))|\w+\s\d{1,2}\b)",
    "numbered": r"(?<!\w)(?:KW|CW|[Ww]eek|wk)\s?(?P<kn>[0-5]?\d)\s?/\s?(?P<kk>[12]\d{3})(?![\w/])",
    "calunit": r"\b[Cc]alendar\s(?P<cu>year|quarter|month|week)\b",
    "workweek": r"\b[Ww]ork(?:ing)?[\s-]?week\b",
    "present": r"\b[aA]t\s(?:(?:the\s)?present(?:\stime)?|this\stime|the\smoment)\b",
    "todate": r"\b(?:(?:to|till|until)\s(?:the\spresent|present)(?:\sday)?\b|to[\s-]date\b|YTD\b)",
    "spokenyear": rf"\b(?i:(?P<uc>{_HUNDREDS})\shundred(?:\sand)?\s"
    rf"(?:(?P<uu>{_TENS})(?:[\s-](?P<ux>{_ONES}))?|(?P<uy>{_ONES}|{_TEENS})))\b",
    "yearwords": rf"\b(?i:(?P<va>two\sthousand)(?:(?:\sand)?\s(?:(?P<vt>{_TENS})(?:[\s-](?P<vo>{_ONES}))?|(?P<vs>{_ONES}|{_TEENS})))?"
    rf"|(?P<vc>eighteen|nineteen|twenty)[\s-](?:(?P<vu>{_TENS})(?:[\s-](?P<vx>{_ONES}))?|(?P<vy>{_TEENS})))\b",
    "ordinalwords": rf"\b(?i:(?P<ot>{_TENS})[\s-](?P<oz>{_ORDINAL_WORDS}))\b",
    "cardinalwords": rf"\b(?i:(?P<ct>{_TENS})[\s-](?P<cz>{_ONES}))\b",
    "number": r"\d(?:[\d.,]*\d)?",
    "halfday": r"(?<=[a-z]\s)[apAP]\s?\.?\s?[mM]\b\.?",
    "word": r"[^\W\d_]+(?:['\u2019]s\b)?",
    "mark": r"[^\w\s]",
}

_NUMERIC = "iso num spaced cjk compact week month time clock glued letter span slashed nth decade tens "
_NUMERIC += "quarter number"
_WORDED = "half fiscal calendaryear numbered commencing calunit workweek"
_COUNTED = "tenswords spokenyear yearwords ordinalwords cardinalwords todate"


def _one_of(names: str) -> str:
    return "|".join(f"(?P<{name}>{SHAPES[name]})" for name in names.split())


def _lexer(first: str) -> re.Pattern[str]:
    """One pattern; what a shape can begin with is asked first, so that a plain word costs little."""
    return re.compile(
        rf"(?=[\dTQq])(?:{_one_of(_NUMERIC)})|{first}(?=[HFKWwCc])(?:{_one_of(_WORDED)})"
        rf"|(?=[TEFNSYQMtefns])(?:{_one_of(_COUNTED)})|(?=[apAP])(?:{_one_of('present halfday')})|{_one_of('word short offset mark')}"
    )


LEX = _lexer("")
LEX_WITH_FEASTS = _lexer(_one_of("feast") + "|")
FEAST = re.compile(_FEAST)
