"""The kind of a company's legal form, where its written name tells one."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from forager.model.statement import EntityClass
from forager.resolve.names import name_key, tokens
from forager.resolve.nodes import Node
from forager.resolve.packaged import table


@lru_cache(maxsize=16384)
def legal_kinds(node: Node) -> frozenset[str]:
    """The kinds of legal form (shares, limited, partnership) that the written forms carry; empty when one of them carries none."""
    if node.entity_class != EntityClass.ORGANIZATION:
        return frozenset()
    kinds = [_kind(form) for form, _ in node.names]
    return frozenset(kinds) if all(kinds) else frozenset()


def _kind(written: str) -> str:
    """The kind of the legal form that opens or ends a written name; empty where there is none, or one of no certain kind."""
    key = name_key(written, EntityClass.ORGANIZATION).split()
    found = [word for word in tokens(written.replace(".", "")) if word not in key]
    kinds = {kind for kind, forms in _forms().items() for size in (1, 2, 3) if _ends(found, size) & forms}
    return kinds.pop() if len(kinds) == 1 else ""


def _ends(found: list[str], size: int) -> set[str]:
    return {" ".join(found[-size:]), " ".join(found[:size])}


@lru_cache(maxsize=1)
def _forms() -> dict[str, frozenset[str]]:
    listed = cast("dict[str, str]", table("words")["legal_kinds"])
    return {kind: frozenset(form.strip() for form in forms.split("|")) for kind, forms in listed.items()}
