"""The peers' readings of dates, asked in their own environments and brought to our form, with every leniency in their favour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import cast

from bench.dates.readings import Read
from bench.peers.environment import ask

SCRIPTS = Path(__file__).resolve().parents[1] / "peers"
RECOGNIZERS = ("recognizers-text-suite==1.0.2a2", "emoji==1.7.0", "regex==2026.11.19")
DATEPARSER = ("dateparser==1.5.0",)
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Question:
    """A text, the day it was written (or empty) and its declared locale (or empty)."""

    text: str
    reference: str = ""
    locale: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a peer read in each text, and the seconds that reading took."""

    reads: tuple[tuple[Read, ...], ...]
    seconds: float


def recognizers(questions: Sequence[Question]) -> Answers:
    """Recognizers-Text, English. Raises PeerUnavailable."""
    found, seconds = _ask("dates-recognizers", RECOGNIZERS, "dates_recognizers.py", questions)
    return Answers(tuple(tuple(_recognized(row) for row in rows) for rows in found), seconds)


def dateparser(questions: Sequence[Question]) -> Answers:
    """dateparser's search, English. Raises PeerUnavailable."""
    found, seconds = _ask("dates-dateparser", DATEPARSER, "dates_dateparser.py", questions)
    return Answers(tuple(tuple(_searched(row) for row in rows) for rows in found), seconds)


def _ask(name: str, pinned: Sequence[str], script: str, questions: Sequence[Question]) -> tuple[list[list[Row]], float]:
    asked = [{"text": each.text, "reference": each.reference, "locale": each.locale} for each in questions]
    answer = cast("dict[str, object]", ask(name, pinned, SCRIPTS / script, asked))
    return cast("list[list[Row]]", answer["found"]), float(str(answer["seconds"]))


_KINDS = {"time": "time", "timerange": "time", "duration": "duration", "set": "set"}


def _recognized(row: Row) -> Read:
    kind = _KINDS.get(str(row["type"]), "date")
    values = [value for each in cast("list[dict[str, str]]", row["values"]) for value in _values(each, kind)]
    return Read(int(str(row["start"])), int(str(row["end"])), kind, tuple(dict.fromkeys(values)))


def _values(row: dict[str, str], kind: str) -> list[str]:
    """Every form a resolution can be held to: its value, its interval with and without the last day, its one end, its timex."""
    if kind == "duration":
        return [f"PT{row['value']}S"] if "value" in row else []
    start, end = row.get("start", ""), row.get("end", "")
    found = [row["value"].replace(" ", "T")] if "value" in row else []
    if start and end:
        found += [f"{start.replace(' ', 'T')}/{end.replace(' ', 'T')}", f"{start}/{_day_before(end)}"]
    elif start or end:
        found += [(start or end).replace(" ", "T")]
    return [*found, row.get("timex", "")]


def _day_before(day: str) -> str:
    try:
        return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    except ValueError:
        return day


def _searched(row: Row) -> Read:
    """A day, cut to its month or year where the peer says it means that; with and without its time."""
    moment, period = str(row["value"]), str(row["period"])
    length = {"year": 4, "month": 7}.get(period, 10)
    values = (moment[:length], moment[:16]) if length == len("2026-03-03") else (moment[:length],)
    return Read(int(str(row["start"])), int(str(row["end"])), "date", values)
