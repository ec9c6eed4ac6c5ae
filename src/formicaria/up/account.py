"""The account of a read folder: what was read, in part, or not and why; what is known now; whether anything left the machine."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from urllib.parse import urlsplit

from formicaria.ground.settings import read_file
from formicaria.up import colony
from formicaria.up.folder import Left, Walked
from formicaria.up.home import Home
from formicaria.up.reading import Sent
from formicaria.up.wire import Api, Json

MEMBER = "!/"
"""Stands between a document's name and the path of what it carries."""
HERE = frozenset({"127.0.0.1", "::1", "localhost", ""})
COPIES = "duplicate_source"
"""What the engine asks a person about documents that repeat each other: told as copies, not as a disagreement."""
STRIDE = 50
"""Documents between two signs of life."""
FIRST = 3
"""Disagreements that are told in words."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one side of a disagreement says, and the first place where it stands."""

    source: str
    place: str
    says: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An open disagreement, in the words of its sides."""

    id: str
    about: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """Everything a reading has to tell. Pairs are (name, why) or (copy, original); names are folder-relative, by name.

    ``documents`` counts files of the folder and ``parts`` what they carry (attachments); ``gone`` were sent before and are not in the
    folder any more. ``statements``, ``disagreements``, ``people`` and ``organisations`` are of the whole base.
    """

    base: str
    base_id: str
    folder: str
    documents: dict[str, int]
    parts: int
    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    partly: tuple[tuple[str, str], ...]
    unread: tuple[tuple[str, str], ...]
    duplicates: tuple[tuple[str, str], ...]
    gone: tuple[str, ...]
    left: tuple[Left, ...]
    statements: int
    disagreements: int
    first: tuple[Disagreement, ...]
    people: int
    organisations: int
    seconds: float
    stayed_here: bool

    def to_json(self) -> Json:
        """The account for a program."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {
            **plain,
            "read": sum(self.documents.values()),
            "partly": _named(self.partly, "why"),
            "unread": _named(self.unread, "why"),
            "duplicates": _named(self.duplicates, "duplicate_of"),
            "left": [{"name": _text(each.name), "group": each.group.value} for each in self.left],
            "first": [asdict(each) for each in self.first],
        }


def _named(pairs: Sequence[tuple[str, str]], what: str) -> list[dict[str, str]]:
    return [{"name": name, what: value} for name, value in pairs]


def _text(name: str) -> str:
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def account(
    engine: Api,
    base: colony.Base,
    walked: Walked,
    sent: Sent,
    gone: Sequence[str],
    show: Callable[[str], None],
    *,
    stayed_here: bool,
) -> Account:
    """The account of a folder after its job, from what the engine says; ``show`` is told how far it is. The time is left to the caller."""
    root = f"/api/projects/{base.id}"
    living = list(engine.every(f"{root}/sources", state="live"))
    mine = [row for row in living if _top(row) in sent.names]
    read = [row for row in mine if row["processing_status"] == "processed"]
    copies = engine.total(f"{root}/conflicts", status="open", type=COPIES)
    return Account(
        base=base.name,
        base_id=base.id,
        folder=_text(str(walked.root)),
        documents=_kinds(row for row in read if not row["parent_id"]),
        parts=sum(bool(row["parent_id"]) for row in read),
        new=tuple(sorted(sent.new)),
        changed=tuple(sorted(sent.changed)),
        unchanged=tuple(sorted(sent.unchanged)),
        partly=tuple(_partly(engine, read, show)),
        unread=_unread(mine, sent),
        duplicates=_duplicates(mine, living),
        gone=tuple(gone),
        left=walked.left,
        statements=engine.total(f"{root}/knowledge"),
        disagreements=engine.total(f"{root}/conflicts", status="open") - copies,
        first=tuple(_disagreement(engine, row) for row in islice(_statements(engine, root), FIRST)),
        people=engine.total(f"{root}/entities", type="person"),
        organisations=engine.total(f"{root}/entities", type="organization"),
        seconds=0.0,
        stayed_here=stayed_here,
    )


def _statements(engine: Api, root: str) -> Iterator[Json]:
    return (row for row in engine.every(f"{root}/conflicts", status="open") if row["type"] != COPIES)


def _top(row: Json) -> str:
    return str(row["original_name"]).partition(MEMBER)[0]


def _kinds(rows: Iterable[Json]) -> dict[str, int]:
    counts = Counter(str(row["kind"]) for row in rows)
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def _partly(engine: Api, read: Sequence[Json], show: Callable[[str], None]) -> list[tuple[str, str]]:
    found = []
    partly = [row for row in read if row["unread_count"]]
    for number, row in enumerate(partly, start=1):
        if number % STRIDE == 0:
            show(f"looking at what was read in part, {number} of {len(partly)}")
        detail = engine.get(f"/api/sources/{row['id']}")
        found += [(str(row["original_name"]), str(words)) for words in detail["unread"]]
    return found


def _unread(mine: Sequence[Json], sent: Sent) -> tuple[tuple[str, str], ...]:
    failed = [(str(row["original_name"]), str(row["failure"])) for row in mine if row["processing_status"] == "failed"]
    return tuple(sorted({*failed, *sent.turned_down}))


def _duplicates(mine: Sequence[Json], living: Sequence[Json]) -> tuple[tuple[str, str], ...]:
    names = {str(row["id"]): str(row["original_name"]) for row in living}
    copies = ((str(row["original_name"]), names.get(str(row["duplicate_of"]), "")) for row in mine)
    return tuple(sorted((copy, original) for copy, original in copies if original and original != copy))


def _disagreement(engine: Api, row: Json) -> Disagreement:
    attribute = str(row["attribute_key"]).rpartition("|")[2].replace("_", " ")
    about = ", ".join(word for word in (str(row["subject"]), attribute) if word)
    return Disagreement(str(row["id"]), about, tuple(_side(engine, side) for side in row["sides"]))


def _side(engine: Api, side: Json) -> Side:
    source = next(iter(side["source_names"]), "")
    place = ""
    if side["item_id"]:
        rows = engine.get(f"/api/knowledge/{side['item_id']}/evidence", include_past="false")["items"]
        if rows:
            source, place = str(rows[0]["source_name"]), str(rows[0]["location"])
    return Side(source, place, " ".join(str(side["statement"]).split()))


def stayed_here(at: Home, addresses: Sequence[str], model: str, environ: Mapping[str, str] | None = None) -> bool:
    """Whether nothing can have left the machine: both services and the colony's engine on loopback, the databases too, and no model."""
    found = os.environ if environ is None else environ
    urls = [str(read_file(at.colony_file).get(colony.ENDPOINT) or ""), *addresses]
    for service in ("forager", "anthill"):
        settings = read_file(at.root / service / f"{service}.json")
        urls.append(found.get(f"{service.upper()}_DATABASE_URL") or str(settings.get("database_url") or ""))
    return model.startswith("none") and all(_is_here(url) for url in urls)


def _is_here(url: str) -> bool:
    try:
        parts = urlsplit(url)
        # A database's address may name its host in the query too.
        return parts.scheme.startswith("sqlite") or ((parts.hostname or "") in HERE and not parts.query)
    except ValueError:
        return False
