"""The short form of F5a: a few families of each kind in one run, for the tests."""

from dataclasses import replace

from bench.disagreement.families import Family, Kind, Setting, settings

EACH = {Kind.CONFLICT: 10, Kind.NAMESAKE: 4}
"""How many families of a kind; of the others two."""
SETTINGS = ("cars", "towns")


def short_form() -> tuple[Setting, ...]:
    """The first families of each kind out of two settings."""
    left = {kind: EACH.get(kind, 2) for kind in Kind}
    return tuple(
        replace(setting, families=_taken(setting.families, left)) for setting in settings() if setting.name in SETTINGS
    )


def _taken(families: tuple[Family, ...], left: dict[Kind, int]) -> tuple[Family, ...]:
    chosen = []
    for family in families:
        if left[family.kind]:
            left[family.kind] -= 1
            chosen.append(family)
    return tuple(chosen)
