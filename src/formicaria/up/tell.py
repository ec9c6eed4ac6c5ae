"""How an account reads to a person: counts first, then each file that was not read with its reason, then what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from formicaria.ground.output import Output
from formicaria.up.account import MEMBER, Account, Disagreement, Side
from formicaria.up.folder import counted

FEW = 5
"""Lines of a list that may be long; what follows is a number and where to see it."""


def show(output: Output, of: Account, pages: str) -> None:
    """Print an account; ``pages`` is where FORAGER's pages are, for the rest of a long list; empty when nothing serves them."""
    where = _page(pages, of, "sources")
    output.line()
    output.line(f'READ       {_number(sum(of.documents.values()), "document")} of {of.folder} in base "{of.base}"')
    _line(output, _kinds(of.documents, of.parts))
    _line(output, _since(of))
    _partly(output, of.partly, where)
    _unread(output, of.unread)
    _left(output, of)
    _duplicates(output, of.duplicates, where)
    _known(output, of, _page(pages, of, "review"))
    output.line()
    output.line(f"Took {of.seconds:.1f} s.{_here(of)}")


def _page(pages: str, of: Account, leaf: str) -> str:
    if pages:
        return f"{pages}/projects/{of.base_id}/{leaf}"
    return f'start "formicaria up" and open {leaf.capitalize()}'


def _line(output: Output, words: str) -> None:
    if words:
        output.line(f"           {words}")


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _kinds(documents: Mapping[str, int], parts: int) -> str:
    words = ", ".join(f"{number} {kind}" for kind, number in documents.items())
    return words + (f"; and {_number(parts, 'attachment')} inside them" if parts else "")


def _since(of: Account) -> str:
    if not of.changed and not of.unchanged:
        return ""
    return f"{len(of.new)} new, {len(of.changed)} changed, {len(of.unchanged)} unchanged (no work done for these)"


def _partly(output: Output, pairs: Sequence[tuple[str, str]], where: str) -> None:
    if pairs:
        output.line()
        output.line(f"IN PART    {_number(len({name for name, _ in pairs}), 'document')}")
        _few(output, [f"{name}: {why}" for name, why in pairs], where)


def _few(output: Output, lines: Sequence[str], where: str) -> None:
    for words in lines[:FEW]:
        output.line(f"  {words}")
    if len(lines) > FEW:
        output.line(f"  and {len(lines) - FEW} more: {where}")


def _unread(output: Output, pairs: Sequence[tuple[str, str]]) -> None:
    output.line()
    output.line(f"NOT READ   {_files(pairs) if pairs else 'nothing: every file was read'}")
    for why, group in groupby(sorted(pairs, key=lambda each: (each[1], each[0])), key=lambda each: each[1]):
        output.line(f"  {why}")
        for name, _ in group:
            output.line(f"    {name}")


def _files(pairs: Sequence[tuple[str, str]]) -> str:
    parts = sum(MEMBER in name for name, _ in pairs)
    whole = len(pairs) - parts
    words = [_number(whole, "file")] if whole else []
    return " and ".join([*words, *([_number(parts, "attachment")] if parts else [])])


def _left(output: Output, of: Account) -> None:
    if of.left:
        output.line()
        output.line(f"LEFT OUT   {counted(of.left)}")
    if of.gone:
        output.line()
        output.line(f"GONE       {_number(len(of.gone), 'file')} no longer in the folder; the base keeps them")
        for name in of.gone:
            output.line(f"  {name}")


def _duplicates(output: Output, pairs: Sequence[tuple[str, str]], where: str) -> None:
    if pairs:
        output.line()
        output.line(f"COPIES     {_number(len(pairs), 'document')}, each counted once as a witness")
        _few(output, [f"{copy} repeats {original}" for copy, original in pairs], where)


def _known(output: Output, of: Account, where: str) -> None:
    output.line()
    people, bodies = ("person" if of.people == 1 else "people"), _number(of.organisations, "organisation")
    output.line(f"KNOWN      {_number(of.statements, 'statement')}, {of.people} {people}, {bodies}")
    output.line(f"DISAGREE   {_number(of.disagreements, 'open disagreement')}")
    for each in of.first:
        _disagreement(output, each)
    if of.disagreements > len(of.first):
        output.line(f"  and {of.disagreements - len(of.first)} more: {where}")


def _disagreement(output: Output, of: Disagreement) -> None:
    output.line(f"  {of.about or of.id}")
    for number, side in enumerate(of.sides, start=1):
        output.line(f"    {_says(side)}{';' if number < len(of.sides) else '.'}")


def _says(side: Side) -> str:
    place = f" ({side.place})" if side.place else ""
    return f'{side.source} says "{side.says}"{place}'


def _here(of: Account) -> str:
    if not of.stayed_here:
        return ""
    return " Nothing left this machine: both services answer on it alone, and no language model is connected."
