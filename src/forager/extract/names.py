"""The shape of written names, and what is never part of one."""

from __future__ import annotations

from dataclasses import dataclass

from forager.extract.organizations import form_key, legal_forms
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED, NOT_NAMES
from forager.model.statement import EntityClass

UP = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĖĘĚĜĞĠĢĤĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŖŘŚŜŞŠŢŤŪŮŰŲŴŶŸŹŻŽ"
WORD = rf"[{UP}](?:[\w-]|'(?!s\b)){{0,30}}"

GENERIC = word_set(
    "memo minutes plan plans update report requirements requirement review schedule budget status "
    "overview charter notes note summary agenda proposal "
    "brief kickoff kick-off steering integration staffing staff security design test tests scope "
    "timeline roadmap closure meeting committee team "
    "manager management office board room governance risk register risks issues decision decisions "
    "log phase draft final version documentation "
    "description goals background introduction contents annex appendix section chapter table figure "
    "page specification policy handbook manual"
)
"""Words of titles and headings that end a name."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A name seen in one view, before it is placed in the document."""

    entity: EntityClass
    name: str
    start: int
    end: int
    context: str = ""
    kind: str = ""
    cue: str = ""


def without_lead(name: str, start: int) -> tuple[str, int]:
    """Drop first words that are no part of a name ("The", "On", "Lead auditor, ")."""
    comma = name.rfind(", ")
    if comma > 0 and form_key(name[comma + 2 :]) not in legal_forms():
        name, start = name[comma + 2 :], start + comma + 2
    while name and (name.split()[0].casefold() in CLOSED or name.split()[0].casefold() in NOT_NAMES) and " " in name:
        cut = name.index(" ") + 1
        name, start = name[cut:], start + cut
    return name, start
