"""How much a job may spend on a model: calls, tokens, money. Counted before each call, so that it is overshot by one call at most."""

from __future__ import annotations

from dataclasses import dataclass

from forager.model.proposal import Spent

CHARACTERS_PER_TOKEN = 3
"""Fewer than any common tokenizer gives for prose, so that an estimate is rather too high."""
PRICED_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """Caps of one job; 0 is no cap. ``cost`` is in hundredths of a currency unit, prices in hundredths a million tokens."""

    calls: int = 0
    tokens: int = 0
    cost: int = 0
    input_price: int = 0
    output_price: int = 0

    def is_spent(self, spent: Spent) -> bool:
        """Whether no further call may begin."""
        tokens = spent.input_tokens + spent.output_tokens
        cost = spent.input_tokens * self.input_price + spent.output_tokens * self.output_price
        over = (
            (self.calls, spent.calls),
            (self.tokens, tokens),
            (self.cost * PRICED_TOKENS, cost),
        )
        return any(cap and used >= cap for cap, used in over)


def tokens_in(text: str) -> int:
    """About how many tokens a text takes, rather too many than too few."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)
