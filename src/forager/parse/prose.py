"""Plain text, in a file or a message body, as blocks: headings, lists, key-value lines, quotations, signatures, prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import zip_longest

from forager.model.document import Zone
from forager.parse.ending import sign
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.pieces import HeadingPath, Piece, Span, line_spans, strip_span
from forager.parse.quoted import QUOTE, Voice, attribution, header_field, is_forward_marker, voice_of
from forager.parse.zones import (
    BULLET,
    CONTENTS_LINE,
    CONTENTS_TITLE,
    DEVICE_LINE,
    RULE,
    is_contact_block,
    is_legal,
    is_sign_off,
    key_value,
)

Group = list[Span]

_NUMBERED = re.compile(r"[ \t]*(?P<number>\d{1,3}(?:\.\d{1,3}){0,5})[.)]?[ \t]+(?=\S)")
_UNDERLINE_LEVEL = {"=": 1, "#": 1, "-": 2, "~": 3, "*": 2, "_": 2, "+": 3, ".": 4}
_DASHES = re.compile(r"--[ \t]?")


class Ending(Enum):
    """Whether the writer has signed: not yet, by a closing formula, or by the "-- " line after which nothing is said."""

    NONE = 0
    FORMULA = 1
    DASHES = 2


@dataclass(slots=True)
class Prose:
    """Reads one stretch of plain text. ``mail`` allows forwarded headers without a marker and forbids titles by capitals."""

    text: str
    mail: bool = False
    headings: HeadingPath = field(default_factory=HeadingPath)
    pieces: list[Piece] = field(default_factory=list)
    _ending: Ending = Ending.NONE
    _voice: Voice | None = None
    _voices: dict[int, Voice] = field(default_factory=dict)
    _expects_fields: bool = False
    _contents: bool = False
    _numbered_item: bool = False

    def read(self, start: int, end: int) -> list[Piece]:
        """The blocks of the stretch, in order."""
        groups = _groups(self.text, line_spans(self.text, start, end))
        for group, following in zip_longest(groups, groups[1:]):
            self._take(group, following)
        return sign(self.text, self.pieces)

    def _line(self, span: Span) -> str:
        return self.text[span[0] : span[1]]

    def _take(self, group: Group, following: Group | None) -> None:
        first = self._line(group[0])
        if is_forward_marker(first):
            self._forward(group)
        elif QUOTE.match(first):
            self._quote(group)
        elif self._voice is not None:
            self._continue_voice(group)
        elif self.mail and self._is_forwarded_header(group):
            self._voice, self._expects_fields = Voice(depth=1), True
            self._continue_voice(group)
        else:
            self._own(group, following)

    # --- other people's words

    def _forward(self, group: Group) -> None:
        """What follows the marker is another message."""
        depth = self._voice.depth + 1 if self._voice else 1
        self._voice, self._expects_fields, self._ending = Voice(depth=depth), True, Ending.NONE
        self._add(Zone.QUOTATION, group[:1], depth)
        if group[1:]:
            self._continue_voice(group[1:])

    def _is_forwarded_header(self, group: Group) -> bool:
        names = {found[0] for found in (header_field(self._line(span)) for span in group[:8]) if found}
        return (
            header_field(self._line(group[0])) is not None and len(names) >= 3 and bool(names & {"from", "von", "de"})
        )

    def _continue_voice(self, group: Group) -> None:
        voice = self._voice or Voice()
        if self._expects_fields or self._is_forwarded_header(group):
            count = next((n for n, span in enumerate(group) if not self._is_field_line(span)), len(group))
            fields = [found for found in (header_field(self._line(span)) for span in group[:count]) if found]
            if fields:
                voice = self._voice = voice_of(fields, voice.depth if self._expects_fields else voice.depth + 1)
            self._expects_fields = False
            for span in group[:count]:
                self._quotation([span], voice)
            group = group[count:]
        if group:
            self._quotation(group, voice)
            inner = self._attribution_at_end(group)[1]
            self._voice = replace(inner, depth=voice.depth + 1) if inner else self._voice

    def _is_field_line(self, span: Span) -> bool:
        line = self._line(span)
        return header_field(line) is not None or line.startswith((" ", "\t"))

    def _quote(self, group: Group) -> None:
        """Lines marked ">"; blank marked lines part paragraphs."""
        self._ending = Ending.NONE
        for part in _split_quoted(self.text, group):
            depth = self._depth(part[0])
            voice = self._attribution_at_end(part)[1]
            if voice:
                self._voices[depth + 1] = replace(voice, depth=depth + 1)
            self._quotation(part, self._voices.get(depth, Voice(depth=depth)))

    def _depth(self, span: Span) -> int:
        found = QUOTE.match(self._line(span))
        return found.group().count(">") if found else 0

    def _quotation(self, lines: Sequence[Span], voice: Voice) -> None:
        mark = QUOTE.match(self.text, lines[0][0], lines[0][1])
        start, end = strip_span(self.text, mark.end() if mark else lines[0][0], lines[-1][1])
        if start < end:
            path = self.headings.path()
            self.pieces.append(
                Piece(Zone.QUOTATION, start, end, path, voice.depth, author=voice.author, date=voice.date)
            )

    def _attributed(self, group: Group, following: Group | None) -> int:
        """How many lines at the end of the group say "On … X wrote:" of what follows; 0 when none do."""
        count, voice = self._attribution_at_end(group)
        if voice is None:
            return 0
        if following is None or QUOTE.match(self._line(following[0])):
            self._voices[1] = voice
        else:
            self._voice = voice
        self._quotation(group[-count:], voice)
        return count

    def _attribution_at_end(self, group: Group) -> tuple[int, Voice | None]:
        """The attribution in the last one to three lines, and how many lines it takes."""
        for count in range(1, min(3, len(group)) + 1):
            found = attribution("\n".join(self._line(span) for span in group[-count:]))
            if found is not None:
                return count, Voice(*found)
        return 0, None

    # --- the writer's own words

    def _own(self, group: Group, following: Group | None) -> None:
        count = self._attributed(group, following)
        if len(group) > count:
            self._say(group[: len(group) - count], following)
        if count:
            self._ending = Ending.NONE

    def _say(self, group: Group, following: Group | None) -> None:
        cut = next((n for n, span in enumerate(group) if self._signs(span, group[n + 1 : n + 10])), None)
        if cut is not None:
            if group[:cut]:
                self._say_unsigned(group[:cut], following)
            self._ending = Ending.DASHES if _DASHES.fullmatch(self._line(group[cut])) else Ending.FORMULA
            self._sign(group[cut:])
        elif self._ending is not Ending.NONE and not self._speaks_again(group):
            self._sign(group)
        else:
            self._ending = Ending.NONE
            self._say_unsigned(group, following)

    def _signs(self, span: Span, after: Sequence[Span]) -> bool:
        line = self._line(span)
        if _DASHES.fullmatch(line):
            return self.mail or len(after) <= 8
        if DEVICE_LINE.fullmatch(line.strip()):
            return True
        return is_sign_off(line) and len(after) <= 8 and all(len(self._line(other).split()) <= 9 for other in after)

    def _speaks_again(self, group: Group) -> bool:
        """After a closing formula a paragraph of prose, a list or a postscript is the writer speaking again."""
        if self._ending is Ending.DASHES:
            return False
        whole = self.text[group[0][0] : group[-1][1]]
        if is_legal(whole) or is_contact_block(whole):
            return False
        longest = max(len(self._line(span).split()) for span in group)
        ends = whole.rstrip().endswith((".", "?", "!")) and len(whole.split()) >= 6
        return longest >= 10 or ends or whole.casefold().startswith(("ps:", "ps ", "ps.", "p.s"))

    def _sign(self, group: Group) -> None:
        whole = self.text[group[0][0] : group[-1][1]]
        self._add(Zone.LEGAL if is_legal(whole) else Zone.SIGNATURE, group)

    def _say_unsigned(self, group: Group, following: Group | None) -> None:
        count = self._heading(group, following)
        group = group[count:]
        if len(group) > 1 and RULE.fullmatch(self._line(group[1])):
            self._say_unsigned(group[:1], following)
            group = group[2:]
        if not group:
            return
        if self._contents and self._lists_contents(group):
            for span in group:
                self._add(Zone.CONTENTS, [span])
            return
        self._contents = False
        if any(BULLET.match(self.text, *span) for span in group) and self._is_list(group):
            self._items(group)
            return
        self._numbered_item = False
        self.pieces += paragraph_pieces(self.text, group, Zone.PARAGRAPH, self.headings.path())

    def _lists_contents(self, group: Group) -> bool:
        return all(
            len(self._line(span).split()) <= 14 and not self._line(span).rstrip().endswith(".") for span in group
        )

    def _heading(self, group: Group, following: Group | None) -> int:
        """How many lines at the start of the group are a heading, having entered it."""
        level, count = self._heading_level(group, following)
        if not level:
            return 0
        start, end = strip_span(self.text, *group[0])
        words = self.text[start:end]
        title = not self.pieces and not self.mail
        self.pieces.append(
            Piece(Zone.TITLE if title else Zone.HEADING, start, end, self.headings.enter(level, words), level)
        )
        self._contents = CONTENTS_TITLE.fullmatch(words.rstrip(":")) is not None
        self._numbered_item = False
        return count

    def _heading_level(self, group: Group, following: Group | None) -> tuple[int, int]:
        line = self._line(group[0]).strip()
        if len(line) > 120:
            return 0, 0
        if len(group) > 1 and RULE.fullmatch(self._line(group[1])) and len(line.split()) <= 15:
            return _UNDERLINE_LEVEL[self._line(group[1]).strip()[0]], 2
        if self.mail or len(group) > 1 or following is None or len(line.split()) > 12 or line[-1] in ".,;:!":
            return 0, 0
        return self._single_line_level(group[0], line, following), 1

    def _single_line_level(self, span: Span, line: str, following: Group) -> int:
        """Level of a line that stands alone; 0 when it is no heading."""
        number = _NUMBERED.match(line)
        if number:
            listed = self._numbered_item or _NUMBERED.match(self._line(following[0]))
            dotted = number["number"].count(".")
            return 0 if (listed and not dotted) or not line[number.end()].isupper() else 2 + dotted
        if CONTENTS_TITLE.fullmatch(line):
            return 2
        if line.isupper() and sum(c.isalpha() for c in line) >= 3:
            return 2 if self.pieces else 1
        plain = not BULLET.match(line) and not CONTENTS_LINE.fullmatch(line) and key_value(self.text, *span) is None
        return 1 if not self.pieces and plain else 0

    def _is_list(self, group: Group) -> bool:
        """A list that begins inside a paragraph begins with a sign or with its first number."""
        first = next(span for span in group if BULLET.match(self.text, *span))
        found = BULLET.match(self.text, *first)
        mark = found["mark"].strip("().") if found else ""
        return first == group[0] or not mark.isalnum() or mark in {"1", "a", "i"}

    def _items(self, group: Group) -> None:
        parts: list[Group] = []
        for span in group:
            if BULLET.match(self.text, *span) or not parts:
                parts.append([span])
            else:
                parts[-1].append(span)
        indents: list[int] = []
        for part in parts:
            self._item(part, indents)

    def _item(self, part: Group, indents: list[int]) -> None:
        mark = BULLET.match(self.text, *part[0])
        path = self.headings.path()
        if mark is None:
            self.pieces += paragraph_pieces(self.text, part, Zone.PARAGRAPH, path)
            return
        indent = len(mark.group().expandtabs(4)) - len(mark.group().expandtabs(4).lstrip())
        while indents and indents[-1] > indent:
            indents.pop()
        if not indents or indents[-1] < indent:
            indents.append(indent)
        lines = [(mark.end(), part[0][1]), *part[1:]]
        self.pieces += paragraph_pieces(self.text, lines, Zone.ITEM, path, len(indents))
        self._numbered_item = mark["mark"].strip("().").isdigit()

    def _add(self, zone: Zone, lines: Sequence[Span], level: int = 0) -> None:
        start, end = strip_span(self.text, lines[0][0], lines[-1][1])
        if start < end:
            self.pieces.append(Piece(zone, start, end, self.headings.path(), level))


def _groups(text: str, lines: Iterable[Span]) -> list[Group]:
    """Lines that belong together: blank lines, rules and a change of quotation part them."""
    groups: list[Group] = []
    current: Group = []
    quoted = False
    for span in lines:
        line = text[span[0] : span[1]]
        marked = QUOTE.match(line) is not None
        stands_alone = is_forward_marker(line)
        if not line.strip() or marked != quoted or stands_alone or (RULE.fullmatch(line) and len(current) != 1):
            if current:
                groups.append(current)
            current = []
        quoted = marked
        if stands_alone or (line.strip() and not (RULE.fullmatch(line) and not current)):
            current.append(span)
    return [*groups, current] if current else groups


def _split_quoted(text: str, group: Group) -> list[Group]:
    """Marked lines parted where the depth changes or a marked line is blank."""
    parts: list[Group] = []
    last = -1
    for span in group:
        mark = QUOTE.match(text, *span)
        depth = mark.group().count(">") if mark else 0
        blank = not text[mark.end() if mark else span[0] : span[1]].strip()
        if not blank and depth == last and parts:
            parts[-1].append(span)
        elif not blank:
            parts.append([span])
        last = -1 if blank else depth
    return parts
