"""Number words of English, one table for whoever reads numbers: in values, in dates, in the names of things."""

from __future__ import annotations

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_NTH = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
CARDINALS: dict[str, int] = {word: number for number, word in enumerate(_SMALL.split())}
"""Zero to nineteen, in order."""
TENS: dict[str, int] = {word: 10 * number for number, word in enumerate(_TENS.split(), start=2)}
ORDINALS: dict[str, int] = {word: number for number, word in enumerate(_NTH.split(), start=1)}
"""First to nineteenth, in order."""
ORDINAL_TENS: dict[str, int] = {word[:-1] + "ieth": number for word, number in TENS.items()}
