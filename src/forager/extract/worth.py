"""What is not worth stating however whole it is: placeholders, code, references to literature, page furniture, other languages.

Sources: design notes section 10 (excluded zones; precision before volume) and issue 3 (whole, true, worth stating).
"""

from __future__ import annotations

import re

from forager.extract.wordlist import word_set

LONG = 60
"""Characters from which only the printers' filler is looked for."""
_PLACEHOLDER = word_set(
    "lorem ipsum dolor amet consectetur adipiscing adipisicing elit eiusmod tempor incididunt labore aliqua veniam nostrud "
    "ullamco laboris aliquip"
)
"""Words of the printers' filler text."""
_REPEATED = re.compile(r"([^\W\d_])\1{3,}")
_LAYOUT_WORD = re.compile(
    r"(?:(?:merged|simple|table|sample|test|dummy|some) )?(?:"
    r"(?:header|heading|column|col|cell|row|placeholder|filler|foo|bar|baz)(?:[ _-]?\d+(?:[., _-]\d+)*[a-z]?|[ _-][a-z]\d*)?"
    r"|(?:head|field|title|item|value|text|line|series|category)[ _-]?\d+[a-z]?|r\d+ ?c\d+|c\d+ ?r\d+"
    r"|\d+\. ?(?:item|row|line|entry|cell))(?: \d+(?:[.,]\d+)*)*",
    re.IGNORECASE,
)
_CODE = re.compile(
    "|".join(
        (
            r"[{}\\|^\ufffd\ufffe]|::|~~|==|=>|->|</|&[a-z]+;|&#\d+|\[[A-Za-z]+\d{4}[a-z]?\]|/\*|\*/|#\{|\]_|\[\^|\[\[|\]\]|\]\(|\+\+ -",
            r"<(?![\w.+-]+@|https?://|mailto:|\s|\d)",
            r"\w\(\)|\$\(|\w\.\w+\(|[a-z]_\w+\(|\w\[\w*\]|\[!?\w+=|\b\w+_\w+_\w+|\b__\w+|U\+[0-9A-F]{4}",
            r"(?:^|\s)--?[A-Za-z][\w-]*(?:=|\s|$)",
            # what a formula's fonts leave: thorn, eth and a quarter for parentheses and the equals sign
            r"\u00de\W|\u00bc ?[\d:]|[\u00fe\u00f0](?=\d|\W)|\d \u00a3 \d",
            # what fonts without a table of letters leave: capitals and signs inside small words
            r"[a-z][\u00c0-\u00d6\u00d8-\u00de\u00a7\u00b7][a-z]|\b[A-Z][a-z]*\u00eds\b|(?:^|\s)\u00ec\w|[\w.,]\u00ee(?:\s|$)",
        )
    )
)
_SIGN = re.compile(
    r"[{}\\|^<>=&$\[\]~*#+_\ufffd\ufffe\u00de\u00bc\u00fe\u00f0\u00a3\u00c0-\u00d6\u00d8-\u00dd\u00a7\u00b7\u00ec-\u00ee]|::|\(\)|(?:^|\s)--?[A-Za-z]|\w\.\w+\("
)
"""One sign of each kind of code, so that most sentences are not searched."""
_REFERENCE = re.compile(
    r"\bdoi\s?[:.]\s?\S|\bdoi\.org/|\barXiv(?: preprint|:\s?\d)|\bIS[BS]N\b|\bpp\.\s?\d+|\b[Pp]ages? \d+\s?[-\u2013]\s?\d+|\bvol\.\s?\d+"
    r"|\bIn(?::| the)? (?:Proceedings|Proc\.)|\bProc\. |\b\d{1,4}\s?\(\d{1,3}\)\s?[:,]\s?[a-z]?\d+|\(eds?\.\)|\bed\. by\b"
    r"|^\[\d{1,3}\]\s|^(?:[A-Z][\w'-]+,? (?:[A-Z]\.[ -]?){1,3},? ?(?:and |& )?){2,}|^[A-Z][\w'-]+,? (?:[A-Z]\.[ -]?){1,3} ?\(\d{4}"
    r"|\b(?:19|20)\d\d[a-z]?\)?\. [A-Z][^.]{10,200}\.$",
)
_FURNITURE = re.compile(
    r"(?:retrieved (?:on|from)\b|archived\b|accessed (?:on|from)?\b|last (?:edited|modified|updated|reviewed|changed)\b"
    r"|this (?:page|article|site|website|web ?site|web ?page|blog|section|stub|file|email|e-mail|mail|message|document|newsletter|example|"
    r"test|sample|template|paragraph|sentence|line|text|slide|sheet|worksheet|workbook|directory|folder|figure|table|chapter|"
    r"notebook|image|picture|link|field|cell|footnote|box|form)\b(?! is (?:owned|approved)| supersedes| replaces)"
    r"|text is available under\b|(?:posted|published|filed|tagged|uploaded|submitted|written) (?:on|by|in|under|from)\b"
    r"|by (?:continuing|using|clicking|signing|subscribing)\b|we use cookies\b|skip to\b|sign (?:in|up)\b|log ?in\b|subscribe\b"
    r"|follow us\b|share (?:this|on)\b|(?:read|learn|show|view|see|load) (?:more|all|less)\b|powered by\b|continue reading\b"
    r"|advertisement\b|sponsored\b|permission (?:is hereby|to) \w+|redistributions?\b|neither the name of\b|in no event shall\b"
    r"|(?:the |this )?(?:software|program|code|information|content|material) is (?:provided|distributed)\b|terms (?:of use|apply)\b"
    r"|(?:improvement|improved|enhancement|bug ?fix(?:es)?|fixed|added|removed|deprecated|new feature)s?: "
    r"|unsubscribe\b|you (?:are )?receiv\w+ this\b|cookies?\b|all trademarks\b|continued (?:on|from)\b|end of\b|page \d)",
    re.IGNORECASE,
)
_ENGLISH = word_set(
    "the of and is are were with for that this by from have been not its their which to at must should it has was will "
    "would as a an in on or but be can may he she they we who than into when all no our"
)
_PLAINLY_ENGLISH = word_set(
    "the of and is are were with that this by from have been not their which must should has it"
)
_REFERENCE_HEADING = re.compile(
    r"^\W*(?:\d+(?:\.\d+)*\.?\s+)?(?:references?|bibliography|works cited|literature(?: cited)?|citations?|further reading|external links?|"
    r"see also|foot ?notes?|end ?notes?|notes and references|sources|acknowledge?ments?|copyright.*|licen[cs]e|licensing|"
    r"table of contents|contents|navigation|related (?:articles|links|posts|pages)|cite this .*|how to cite.*|"
    r"acm reference format:?|index|colophon|disclaimer|legal notice|imprint|comments?|leave a (?:reply|comment)|share)\W*$",
    re.IGNORECASE,
)


_DISCLAIMER = re.compile(
    r"\b(?:merchantability|fitness for a particular purpose|without warrant(?:y|ies) of any kind|subject to change without notice"
    r"|trademarks? (?:or registered trademarks? )?of|all rights reserved|property of their respective owners"
    r"|creative commons|attribution-?sharealike|provided [\"']?as[ -]is)\b",
    re.IGNORECASE,
)


_FIGURE = re.compile(
    r"(?:19|20)\d\d|doi|arXiv|IS[BS]N|pp?\.|[Pp]ages? \d|vol\.|Proc|^\[|\d\s?\(\d|eds?\.|^(?:[A-Z][\w'-]+,? [A-Z]\.)"
)
"""One sign of each kind of entry, so that most sentences are not searched."""


_MADE_OF = word_set(
    "plain formatted empty nested inner outer bold italic underlined some just more other another sample simple rich and with a an in "
    "of the list link links item header image picture inline spanning merged"
)
_MADE = word_set("cell cells text row rows column columns table tables paragraph content")
_STUTTER = re.compile("([\u3040-\u9fff])\\1{3,}")


def _tells_make(words: list[str]) -> bool:
    """Whether words only tell what a cell is made of: "Plain cell", "Bold and italic text"."""
    kinds = [word for word in words if word in _MADE]
    return bool(kinds) and 1 < len(words) <= 7 and all(word in _MADE or word in _MADE_OF for word in words)


def is_placeholder(text: str) -> bool:
    """Filler instead of content: lorem ipsum, "xxxx xxx", "Cell 1.2", "Header 3", "Plain cell"."""
    folded = text.casefold()
    if len(text) > LONG and "ipsum" not in folded and "dolor" not in folded:
        return False
    words = re.findall(r"[^\W\d_]+", folded)
    if sum(word in _PLACEHOLDER for word in words) >= 2 or _LAYOUT_WORD.fullmatch(text.strip()):
        return True
    if _tells_make(words) or _STUTTER.search(text):
        return True
    repeated = sum(_REPEATED.fullmatch(word) is not None or len(set(word)) == 1 for word in words)
    return bool(words) and repeated == len(words) and max(map(len, words)) > 2


def is_code(text: str) -> bool:
    """Markup, program text or formulas in place of words."""
    return _SIGN.search(text) is not None and _CODE.search(text) is not None


def is_reference(text: str) -> bool:
    """An entry of a list of literature."""
    return _FIGURE.search(text) is not None and _REFERENCE.search(text) is not None


_NOTE = re.compile(r"^(?:please )?note(?: that|:) ", re.IGNORECASE)


def is_furniture(text: str) -> bool:
    """What a page or message says about itself: when it was edited, under which terms it is given, where to click."""
    return _FURNITURE.match(_NOTE.sub("", text)) is not None


def is_aside(headings: tuple[str, ...]) -> bool:
    """Whether the nearest heading opens a part that states nothing: literature, links, a licence."""
    return bool(headings) and _REFERENCE_HEADING.match(headings[-1]) is not None


def is_english(words: frozenset[str], language: str) -> bool:
    """Whether a sentence's words (lower case) are English: one of its function words, two where the document seems not to be."""
    if language in {"en", "und", ""}:
        return len(words) <= 7 or not words.isdisjoint(_ENGLISH)
    return len(words & _PLAINLY_ENGLISH) >= (1 if len(words) <= 8 else 2)


def is_worthy(text: str, language: str) -> bool:
    """Whether a sentence is English and neither filler, code, a reference to literature, page furniture nor a disclaimer."""
    words = frozenset(_WORD.findall(text.casefold()))
    return is_english(words, language) and _is_content(text, words)


def is_content(text: str) -> bool:
    """What ``is_worthy`` asks of a sentence in whatever language."""
    return _is_content(text, frozenset(_WORD.findall(text.casefold())))


def _is_content(text: str, words: frozenset[str]) -> bool:
    if is_placeholder(text) or is_code(text) or is_reference(text):
        return False
    disclaims = not words.isdisjoint(_DISCLAIMING) and _DISCLAIMER.search(text) is not None
    return not (disclaims or is_furniture(text))


_WORD = re.compile(r"[^\W\d_]+")
_DISCLAIMING = word_set(
    "merchantability fitness warranty warranties notice trademark trademarks rights respective creative attribution "
    "attributionsharealike provided"
)
"""Of each disclaimer one word, so that most sentences are not searched."""
