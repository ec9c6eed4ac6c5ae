"""The documents that state a fact: key-value text, tables, mail, minutes; the value as the editor wrote it, inside real paragraphs."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from random import Random

from openpyxl import Workbook  # type: ignore[import-untyped]  # it has no types


@dataclass(frozen=True, slots=True)
class Said:
    """A fact as a document writes it: the thing, the label and the value in words. ``neighbours`` are the other rows of a table."""

    subject: str
    label: str
    value: str
    neighbours: tuple[tuple[str, str], ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A document to be: its file name without ending, its title, its own date, its paragraphs."""

    name: str
    title: str
    date: str
    prose: tuple[str, ...]


Offer = tuple[str, bytes]
"""Name and bytes of a file."""
Form = Callable[[Page, Said, Random], Offer]


def sentence(said: Said, random: Random) -> str:
    """One sentence that states the fact, or the one it brings along."""
    if said.sentence:
        return said.sentence
    if said.label == "Status":
        return random.choice([f"{said.subject} is {said.value}.", f"The status of {said.subject} is {said.value}."])
    label = said.label.lower()
    return random.choice(
        [
            f"The {label} of {said.subject} is {said.value}.",
            f"For {said.subject} the {label} is {said.value}.",
            f"{said.subject} has {'an' if label[0] in 'aeiou' else 'a'} {label} of {said.value}.",
        ]
    )


def key_value(page: Page, said: Said, random: Random) -> Offer:
    """A Markdown page headed by the thing, or with labels that name it."""
    line = random.choice(
        [f"## {said.subject}\n\n{said.label}: {said.value}", f"{said.label} of {said.subject}: {said.value}"]
    )
    text = f"# {page.title}\n\nDate: {page.date}\n\n{page.prose[0]}\n\n{line}\n\n## Background\n\n{page.prose[1]}\n"
    return f"{page.name}.md", text.encode()


def markdown(page: Page, said: Said, random: Random) -> Offer:
    """A pipe table between paragraphs."""
    lines = [f"| Name | {said.label} |", "| --- | --- |", *(f"| {a} | {b} |" for a, b in _rows(said, random))]
    body = "\n".join(lines)
    return f"{page.name}.md", f"# {page.title}\n\nDate: {page.date}\n\n{page.prose[0]}\n\n{body}\n".encode()


def comma_separated(page: Page, said: Said, random: Random) -> Offer:
    """A plain CSV file."""
    cells = [("Name", said.label), *_rows(said, random)]
    text = "\n".join(",".join(f'"{cell}"' if "," in cell else cell for cell in row) for row in cells)
    return f"{page.name}.csv", f"{text}\n".encode()


def spreadsheet(page: Page, said: Said, random: Random) -> Offer:
    """A workbook of one sheet."""
    book = Workbook()
    sheet = book.active
    if sheet is None:
        raise ValueError("a new workbook has a sheet")
    sheet.title = "Data"
    sheet.append(["Name", said.label])
    for row in _rows(said, random):
        sheet.append(list(row))
    held = io.BytesIO()
    book.save(held)
    return f"{page.name}.xlsx", held.getvalue()


def mail(page: Page, said: Said, random: Random) -> Offer:
    """A message that states it in its body."""
    message = EmailMessage()
    message["From"] = "Ines Moreau <ines.moreau@lumen.example>"
    message["To"] = "Tom Okafor <tom.okafor@lumen.example>"
    message["Subject"] = page.title
    message["Date"] = f"{page.date}T09:00:00Z"
    message["Message-ID"] = f"<{page.name.replace('/', '.')}@lumen.example>"
    message.set_content(f"Hello Tom,\n\n{sentence(said, random)} {page.prose[0]}\n\nRegards\nInes\n")
    return f"{page.name}.eml", message.as_bytes()


def minutes(page: Page, said: Said, random: Random) -> Offer:
    """Minutes with the fact among their points."""
    text = (
        f"# {page.title}\n\nDate: {page.date}\nAttendees: Ines Moreau, Tom Okafor\n\n## Points\n\n- {page.prose[0]}\n"
        f"- {sentence(said, random)}\n\n## Next meeting\n\n{page.prose[1]}\n"
    )
    return f"{page.name}.md", text.encode()


STRUCTURED: tuple[Form, ...] = (key_value, markdown, comma_separated, spreadsheet)
TOLD: tuple[Form, ...] = (mail, minutes)
FORMS: tuple[Form, ...] = (*STRUCTURED, *TOLD)


def _rows(said: Said, random: Random) -> Sequence[tuple[str, str]]:
    rows = [*said.neighbours, (said.subject, said.value)]
    random.shuffle(rows)
    return rows
