"""Legal forms of organisations: the words that end a company's name, and names without them."""

from __future__ import annotations

import re
from functools import lru_cache

_COMMON = (
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "co",
    "company",
    "ltd",
    "limited",
    "llc",
    "llp",
    "lp",
    "plc",
    "gmbh",
    "ag",
    "kg",
    "kgaa",
    "ohg",
    "ug",
    "se",
    "sa",
    "sas",
    "sarl",
    "srl",
    "spa",
    "bv",
    "nv",
    "oy",
    "oyj",
    "ab",
    "as",
    "asa",
    "aps",
    "a/s",
    "sp z o o",
    "pty ltd",
    "pvt ltd",
    "pte ltd",
    "sdn bhd",
    "s l",
    "kk",
    "kft",
    "zrt",
    "ehf",
    "e v",
    "ev",
)


@lru_cache(maxsize=1)
def legal_forms() -> frozenset[str]:
    """Legal forms in lower case without full stops, from the packaged list of company endings and the common ones."""
    from cleanco.termdata import terms_by_type  # type: ignore[import-untyped]  # noqa: PLC0415  (no types; loaded late)

    listed = (term for terms in terms_by_type.values() for term in terms)
    plain = {form_key(term) for term in listed}
    return frozenset({term for term in plain if 3 <= len(term) <= 30} | set(_COMMON))


def form_key(written: str) -> str:
    """A written legal form as the list has it: "S.A.R.L." -> "sarl", "Pty. Ltd." -> "pty ltd"."""
    return " ".join(re.sub(r"(?<=\b\w)\.(?=\w\b)", "", written.casefold()).replace(".", " ").replace(",", " ").split())


def without_legal_form(name: str) -> str:
    """``name`` in folded case without its closing legal form, if anything is left; idempotent for one legal form."""
    words = form_key(name).split()
    for size in (3, 2, 1):
        if len(words) > size and " ".join(words[-size:]) in legal_forms():
            return " ".join(words[:-size])
    return " ".join(words)
