"""The grammar of dates: a cascade of rules over class letters (see `date_atoms`), each pass making points of what it reads.

First single days and stretches, then times beside days and edges of stretches, then intervals. A rule whose reader gives
nothing leaves its place to the next; at each place the rules stand longest first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from forager.extract.values import date_joints as joint
from forager.extract.values import date_leaning as leaning
from forager.extract.values import date_offsets as offset
from forager.extract.values import date_readers as read
from forager.extract.values.date_atoms import Atom
from forager.extract.values.date_point import Point, Setting
from forager.extract.values.date_readers import Match, Reader


@dataclass(frozen=True, slots=True)
class DateRule:
    """A form of words: a pattern of class letters and the reading of a place where it fits."""

    pattern: re.Pattern[str]
    read: Reader


@dataclass(frozen=True, slots=True)
class Pass:
    """Rules tried in order at each place where ``any`` says one of them fits."""

    rules: tuple[DateRule, ...]
    any: re.Pattern[str]


def _rules(*rows: tuple[str, Reader]) -> Pass:
    whole = "|".join(re.sub(r"\(\?P<\w+>", "(?:", pattern) for pattern, _ in rows)
    return Pass(tuple(DateRule(re.compile(pattern), reader) for pattern, reader in rows), re.compile(whole))


_W = r"(?:W\.?,?t?)?"
_Y = r"(?P<y>[Yy])"
_TO = r"(?:-|>|u|/)"
_AMOUNT = r"(?P<d>[da]|Ua)f?(?P<U>U)(?:[,&]?[da]U){0,3}"
"""So many units, up to four kinds of them: half an hour, a year and a half, 2 years 3 months."""
_WITHIN = r"(?![if]t?[YyMPQHqG])"
"""Not of a stretch that is named: "the last 3 months of 2027" lean on no document."""

SINGLE = _rules(
    (r"(?P<lead>n)?(?:E[od]?|w)(?:[WUMS]U?|w|p)?", read.recurrence),
    (r"A", read.recurrence),
    (r"(?P<M>M)(?P<d>d)(?P<T>T)(?P<y>Y)(?P<Z>Z)?", read.clock_date),
    # days of one month
    (rf"{_W}[Fb]?t?(?P<d>[do])\.?(?:-|>|u)W?\.?,?t?(?P<d2>[do])\.?f?(?P<M>M)\.?(?:,?f?{_Y})?", read.days_of_month),
    (rf"{_W}bt?(?P<d>[do])&t?(?P<d2>[do])f?(?P<M>M)\.?(?:,?f?{_Y})?", read.days_of_month),
    (rf"{_W}F?(?P<M>M)\.?b?t?(?P<d>[do])(?:-|>|u)t?(?P<d2>[do])(?:,?f?{_Y})?", read.days_of_month),
    (rf"(?P<M>M)bt?(?P<d>[do])(?:-|&|>)t?(?P<d2>[do])(?:,?f?{_Y})?", read.days_of_month),
    (r"[Fb]?t?(?P<d>[do])(?:-|>|u|&)t?(?P<d2>[do])f?(?P<q2>q)U", read.days_of_month),
    # days
    (rf"{_W}(?P<d>[do])(?P<U>U)?f(?P<M>M)\.?(?:[,f]?{_Y}|f(?P<s>d))?", read.month_day),
    (rf"{_W}t?(?P<d>[do])(?:(?P<U>U)?f)?(?P<M>M)\.?(?:[,fi]{{0,2}}{_Y})", read.month_day),
    (rf"{_W}t?(?P<d>[do])\.?[-/](?P<M>M)\.?[-/]{_Y}", read.month_day),
    (rf"{_W}(?P<d>[do])[-/](?P<M>M)[-/](?P<s>d)", read.month_day),
    (rf"{_W}t?(?P<d>[do])\.(?P<M>M)\.?,?{_Y}?", read.month_day),
    (rf"{_W}t?(?P<d>[do])f?(?P<M>M)\.?f(?P<s>d)(?![UX%:/.$]|-d)", read.month_day),
    (rf"{_W}(?P<d>d)(?P<M>M)\.?(?P<s>d)(?![XU%:d$]|-d(?!M))", read.month_day),
    (rf"{_W}t?(?P<d>[do])(?:(?P<U>U)?f|-)?(?P<M>M)", read.month_day),
    (rf"{_W}(?P<M>M)\.?[-/]?t?(?P<d>[do])(?:[,/-]?f?{_Y})", read.month_day),
    (r"(?P<y>Y)[,/.-]?(?P<M>M)\.?[/.-]?(?P<d>[do])(?!U)", read.month_day),
    (rf"{_W}(?P<M>M)\.?[-/]?t?(?P<d>[do])(?![U%])", read.month_day),
    (rf"{_W}(?P<d>d)[./-]?(?P<V>V)[./-]?(?P<y>Y)", read.roman_day),
    (rf"{_W}(?P<D>D)", read.written_day),
    (rf"(?P<lead>[nFBu>b4]|{_W})(?P<N>N)(?!U)", read.slashed_day),
    (r"[Fb]?(?P<O>O)", offset.in_months),
    (rf"t?(?P<h>h)f?,?{_Y}", read.feast_day),
    (r"(?P<q>q)(?P<h>h)", read.feast_day),
    (r"t?(?P<h>h)", read.feast_day),
    # leaning days
    (r"t?(?P<U>U)(?P<B>B)R(?P<p>p)?", leaning.day_around),
    (r"(?P<W>W)f?t?(?P<q>q)U", leaning.weekday_shifted),
    (r"t?(?P<q>q)U[n,]?(?P<W>W)", leaning.weekday_shifted),
    (rf"t?(?P<o>[oq])(?P<W>W)[if]t?(?:(?P<q2>q)U|(?P<M>M)\.?,?f?{_Y}?)", read.weekday_of_month),
    (r"(?P<this>q)(?P<q>q)(?P<W>W)", leaning.weekday_shifted),
    (r"t?(?P<q>q)(?P<W>W)", leaning.weekday_shifted),
    (r"(?P<W>W),?t(?P<d>[od])(?![MUXf])", leaning.day_of_month),
    (r"(?P<W>W)(?P<d>o)(?![MUXf])", leaning.day_of_month),
    (r"(?P<lead>[nCF4uB>])t(?P<d>o)(?![MUXWfQd])", leaning.day_of_month),
    (r"t?(?P<d>o)f(?P<q>q)U", leaning.day_of_shifted_month),
    (r"(?P<W>W),?(?P<d>d)(?![MUXTfKAEP%:/\d.&|>u@i-]|,[dM])", leaning.day_of_weekday),
    (rf"{_AMOUNT}(?P<g>g)", leaning.ago),
    (rf"(?<![I4U]){_AMOUNT}(?:F|l)(?P<R>R)", leaning.ago),
    (rf"(?<!U){_AMOUNT}(?P<B>B)(?P<R>R)", leaning.ago),
    (rf"(?<!U){_AMOUNT}l", leaning.ago),
    (rf"(?<!U){_AMOUNT}(?P<j>j)", leaning.later),
    (rf"i{_AMOUNT}(?![Bf])", leaning.in_time),
    (r"(?P<d>[da])(?P<W>[Ww])(?P<g>g)", leaning.weekdays_away),
    (r"(?P<d>[da])(?P<W>[Ww])(?:FR|l)", leaning.weekdays_away),
    (r"a(?P<U>U)(?:n(?P<W>W)|(?P<R>R))", leaning.week_from_weekday),
    (r"(?P<R>R)(?P<p>p)?", leaning.day_word),
    (r"t?(?P<q>q)(?P<p>p)", leaning.day_part),
    # stretches
    (rf"(?P<M>M)\.?[,/-]?[fi]?{_Y}", read.month_year),
    (r"(?P<M>M)f(?P<s>d)(?![UX%:/.$]|-d)", read.month_year),
    (r"(?P<U>U)f(?P<M>M)(?!\.?[,/-]?f?t?[doYyq])", read.month_named),
    (r"(?P<y>Y)[,/-]?(?P<M>M)", read.month_year),
    (r"(?P<m>m)", read.month_point),
    (r"(?P<M>M)(?P<q>q)(?P<U>U)", leaning.month_shifted),
    (r"t?(?P<q>q)(?P<M>M)", leaning.month_shifted),
    (rf"t?(?P<Q>Q)[/f-]?{_Y}", read.quarter_year),
    (r"(?P<y>Y)[/-]?(?P<Q>Q)", read.quarter_year),
    (rf"t?(?P<o>o)(?P<U>U)[f,i]?{_Y}", read.ordinal_stretch),
    (r"t?(?P<o>o)(?P<U>U)(?:[if]?t?(?P<q>q)|ft)(?P<V>U)", leaning.ordinal_stretch),
    (r"(?P<Q>Q)f?(?P<q>q)U", read.quarter_alone),
    (r"(?P<lead>[iB])(?P<Q>Q)(?![GqYyf/-])", read.quarter_alone),
    (rf"(?P<H>H)[/f-]?{_Y}", read.half_year),
    (r"(?P<y>Y)[/-]?(?P<H>H)", read.half_year),
    (rf"(?P<U>U)(?P<d>d)[,/f]?{_Y}", read.week_year),
    (rf"k(?P<d>d)[,/f]?{_Y}", read.week_year),
    (r"k(?P<d>d)", read.week_year),
    (r"(?P<U>U)(?P<d>d)(?![U%])", read.week_year),
    (rf"t?(?P<q>q)U[fi](?P<M>M)\.?,?{_Y}?", read.week_of_month),
    (rf"t?(?P<o>o)U[fi](?P<M>M)\.?,?{_Y}?", read.week_of_month),
    (rf"t?(?P<S>S)f?,?{_Y}", read.season),
    (r"t?(?P<q>q)(?P<S>S)", read.season),
    (r"t?(?P<e>e)?-?(?P<x>x)", read.decade),
    (r"t?(?P<o>o)(?P<U>U)(?![fi])", read.century),
    (r"(?P<Q>Q)f?(?:(?P<G>G)|vU?(?P<y>Y))", read.fiscal_quarter),
    (r"(?P<G>G),?(?P<Q>Q)", read.fiscal_quarter),
    (r"t?(?P<o>o)(?P<U>U)f?(?:(?P<G>G)|vU?(?P<y>Y))", read.fiscal_quarter),
    (r"(?P<G>G)", read.fiscal_whole),
    (r"t?vU?(?P<y>[Yyd])(?:[/-](?P<z>[dY]))?", read.fiscal_year),
    (r"U(?P<y>Y)[-/](?P<z>[Yd])", read.years),
    (r"F?(?P<y>Y)[-/](?P<z>[Yd])(?![U%-])", read.years),
    (r"(?<!d)t?(?P<U>U)(?P<B>B)t?q(?![WUMPSh])", leaning.after_next),
    (r"t?(?P<W>W)(?P<B>B)t?(?P<q>q)(?![WUMPShp])", leaning.weekday_after_next),
    (rf"(?:[iI]|o|B)?t?(?P<q>q)(?P<d>[da])f?(?P<U>U){_WITHIN}", leaning.span_beside),
    (rf"(?P<d>d)(?P<q>q)(?P<U>U){_WITHIN}", leaning.span_beside),
    (r"t?(?P<U>U)(?P<J>J)", offset.to_date),
    (r"(?P<J>J)", offset.to_date),
    (r"(?P<j>j)i?(?:t|(?P<q>q))(?P<U>U)", offset.so_far),
    (rf"t?(?P<q>q)(?P<U>U){_WITHIN}(?!ftU)", leaning.period_shifted),
    (r"rf?[tq]?(?P<U>U)", leaning.rest_of),
    (r"t(?P<U>U)(?![fBdo])", leaning.the_weekend),
    (r"(?P<lead>n)(?P<U>U)(?![fBdoX])", leaning.the_weekend),
    (r"(?P<lead>[niuBF])(?P<W>W)(?!\.?,?t?[MdoYNDqif])", leaning.weekday_sure),
    (r"\*\.?(?P<y>Y)(?![U%]|[,/-]?[QMKd])", read.about_year),
    (r"(?P<lead>(?:[iIuBFf4]|Uf?)t?)(?P<y>Y)(?![U%]|[,/-]?[QM]|[-/][dY])", read.sure_year),
    (r"(?P<lead>[iBFu])(?P<M>M)(?!\.?[,/-]?f?t?[doYyq])", read.month_alone),
    (r"(?P<lead>t)(?P<y>Y)(?=X)", read.sure_year),
    (r"(?P<y>Y)(?![U%])", read.weak_year),
    (r"(?P<M>M)", read.weak_month),
    (r"(?P<W>W)", leaning.weekday_alone),
)

_P = r"(?P<P>P)"
_DAY_PART = r"(?:[,in]*t?e?-?(?P<p>p))?"
_PART_AFTER = r"(?:,?(?:it)?e?(?P<p2>p))?"
_TIMES = r"(?P<T>T)(?P<Z>Z)?(?:-|>|u|&)(?P<T2>T)(?P<Z2>Z)?"

BESIDE = _rules(
    (rf"{_P}{_DAY_PART}[,@n:-]*[Fb]?{_TIMES}", joint.day_with_hours),
    (rf"[@Fb]?{_TIMES}{_PART_AFTER}[,nfi]?t?{_P}", joint.day_with_hours),
    (rf"{_P}{_DAY_PART}[,@n:4*-]*(?P<T>T)(?P<Z>Z)?{_PART_AFTER}(?![>u-]T)", joint.day_with_time),
    (rf"(?P<T>T)(?P<Z>Z)?{_PART_AFTER}[,nif]*t?{_P}(?P<p>p)?", joint.day_with_time),
    (r"it(?P<p>p)@(?P<T>T)(?P<Z>Z)?", joint.time_alone),
    (rf"(?:b(?=[TZ]+&)|[Fb]?(?![TZ]+&)){_TIMES}{_PART_AFTER}", joint.hours),
    (rf"(?P<T>T)(?P<Z>Z)?{_PART_AFTER}", joint.time_alone),
    (rf"{_P}[,in]*t?(?P<p>p)", joint.plain),
    # days counted from a day
    (rf"(?<![If4iU])(?P<d>[da]|Ua)f?(?P<U>U)(?:[,&]?[da]U){{0,3}}(?P<B>[FB])t?{_P}(?![>u/-])", offset.from_day),
    (rf"t(?P<U>U)(?P<B>B)t?{_P}", offset.next_to_day),
    (rf"t(?P<W>P)(?P<B>B)t?{_P}", offset.weekday_next_to_day),
    (rf"a(?P<c>C)n?{_P}(?![>u-])", offset.week_from),
    (rf"4(?P<d>[da])f?(?P<U>U)(?:[,&]?[da]U){{0,3}},?(?P<c>F|[ce][Fn]?){_P}(?![>u-])", offset.lasting),
    (rf"(?P<d>[da])f?(?P<U>U)(?:[,&]?[da]U){{0,3}},?(?P<c>[ce][Fn]?){_P}(?![>u-])", offset.lasting),
    (rf"I(?P<d>[da])f?(?P<U>U)(?:[,&]?[da]U){{0,3}}F{_P}", offset.until_day),
    (rf"t?(?P<o>[oq])(?P<d>d)?(?P<U>U)[fi]t?{_P}", offset.piece),
    (r"t?(?P<o>[oq])(?P<d>d)?(?P<U>U)ft(?P<V>U)(?![fiBR])", offset.piece_of_this),
    (rf"F?{_P}J", offset.since_to_date),
    (rf"t?{_P}(?P<U>U)(?![>fu-])", offset.weekend_beside),
    # edges
    (rf"(?P<e>e)f?t?-?{_P}", joint.edge),
    (rf"(?P<e>e)(?P<i>i)t?{_P}", joint.edge),
    (rf"t(?P<e>e)f?t?-?{_P}", joint.edge),
    (r"t?(?P<e>e)f?t?(?P<U>U)(?!P)", joint.edge_of_this),
    (rf"(?P<L>L)f?{_P}?", joint.last_day),
    (rf"(?:C|t(?P<U>U)f|tU[ce])n?t?{_P}", joint.week_of),
)

JOINED = _rules(
    (r"(?P<lead>[Fb])?t?(?P<P>P),?(?P<to>-|>|u|/)[bF]?t?(?P<P2>P)", joint.interval),
    (r"(?P<lead>b)t?(?P<P>P)(?P<to>&)t?(?P<P2>P)", joint.interval),
    (r"(?P<lead>F)?(?P<M>d)(?P<to>-|>|u)(?P<P2>P)", joint.interval_of_day),
    (r"(?P<lead>F)?t?(?P<Q>Q)(?P<to>-|>|u)t?(?P<P2>P)", joint.interval_of_quarter),
)


def reduced(atoms: list[Atom], rules: Pass, setting: Setting) -> list[Atom]:
    """The atoms with what one pass reads as points put together."""
    classes = "".join([atom.cls for atom in atoms])
    made: list[Atom] = []
    at = 0
    while (place := rules.any.search(classes, at)) is not None:
        start = place.start()
        made += atoms[at:start]
        found, at = _read_at(atoms, classes, start, rules, setting)
        made += found
    return made + atoms[at:]


def _read_at(atoms: list[Atom], classes: str, start: int, rules: Pass, setting: Setting) -> tuple[list[Atom], int]:
    """What the first rule that gives a point makes of the atoms from ``start``, and where to go on."""
    for rule in rules.rules:
        found = rule.pattern.match(classes, start)
        point = rule.read(Match(found, atoms, setting)) if found is not None and found.end() > start else None
        if found is not None and point is not None:
            lead = found.end("lead") if "lead" in found.re.groupindex and found.start("lead") >= 0 else start
            inner = tuple(atom for atom in atoms[lead : found.end()] if atom.cls == "P")
            first, last = atoms[lead], atoms[found.end() - 1]
            parts = inner if len(inner) > 1 and found.end() > lead else ()
            return [*atoms[start:lead], Atom("P", first.start, last.end, point=point, parts=parts)], found.end()
    return [atoms[start]], start + 1


_LISTED = re.compile(r"(?<=P)(?:,|&|\||,&|,\|)(P)(?!X)")


def listed(atoms: list[Atom]) -> list[Atom]:
    """The atoms where a lone weekday or year in a list with a sure one is as sure ("on Monday or Friday")."""
    made = list(atoms)
    for place in _LISTED.finditer("".join([atom.cls for atom in atoms])):
        before, at = made[place.start() - 1].point, place.start(1)
        point = made[at].point
        if before and point and point.weak and not before.weak and point.normal and _alike(before, point):
            made[at] = made[at]._replace(point=replace(point, weak=False))
    return made


_DAYS = frozenset({"day", "ambiguous"})


def _alike(one: Point, two: Point) -> bool:
    """Whether two points of a list are of one kind; a weekday that is today is a day, the others may be ambiguous."""
    return one.precision == two.precision or {one.precision, two.precision} <= _DAYS
